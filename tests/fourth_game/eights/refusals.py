"""Eights: what only its rules refuse."""

from engine.errors import Reason, Refusal, mark

NOTHING_TO_DRAW = Refusal("nothing-to-draw", Reason.NOT_ALLOWED, mark("No card is left to draw."))
DRAWN_ENOUGH = Refusal(
    "drawn-enough", Reason.NOT_ALLOWED, mark("You have drawn enough: play a card, or pass.")
)
DRAW_FIRST = Refusal("draw-first", Reason.NOT_ALLOWED, mark("Draw a card before you pass."))

"""FLIP: what only its rules refuse (`rules.md` section 2)."""

from engine.errors import Reason, Refusal, mark

FACE_DOWN = Refusal(
    "face-down",
    Reason.NOT_ALLOWED,
    mark("The cards are not turned up yet."),
    mark("not yet."),
)
FROZEN_PAIR = Refusal(
    "frozen-pair", Reason.NOT_ALLOWED, mark("At this table no card is played onto a pair.")
)

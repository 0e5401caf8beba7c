"""FLIP: what only its rules refuse (`rules.md` section 2)."""

from engine.errors import Reason, Refusal, mark

FACE_DOWN = Refusal(
    "face-down",
    Reason.NOT_ALLOWED,
    mark("The cards are still face down. Wait for them to turn."),
    mark("not yet."),
)
OTHER_PILE = Refusal(
    "other-pile",
    Reason.DOES_NOT_FIT,
    mark("That card doesn't fit there. Play it on the other pile."),
    mark("the {card} fits on the other pile."),
    mark("The {card} doesn't fit there. Play it on the other pile."),
)
FROZEN_PAIR = Refusal(
    "frozen-pair",
    Reason.NOT_ALLOWED,
    mark("You can't cover a pair at this table. Call FLIP! instead."),
)

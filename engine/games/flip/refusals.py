"""FLIP: what only its rules refuse (`rules.md` section 2)."""

from engine.errors import Reason, Refusal, mark

FACE_DOWN = Refusal(
    "face-down",
    Reason.NOT_ALLOWED,
    mark("The cards are still face down. Wait for them to turn."),
    mark("not yet."),
)
FROZEN_PAIR = Refusal(
    "frozen-pair",
    Reason.NOT_ALLOWED,
    mark("You can't cover a pair at this table. Call FLIP! instead."),
)

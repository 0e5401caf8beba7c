"""Flushed: what only its rules refuse (`rules.md` section 3)."""

from engine.errors import Reason, Refusal, mark

NOT_TOGETHER = Refusal(
    "not-together",
    Reason.DOES_NOT_FIT,
    mark(
        "These cards cannot be laid together: take cards of one rank, or a whole hand of one suit."
    ),
)
WRONG_TOP = Refusal(
    "wrong-top",
    Reason.DOES_NOT_FIT,
    mark("The top card of several must be of the suit."),
)
NO_SEVERAL = Refusal(
    "no-several", Reason.NOT_ALLOWED, mark("At this table cards are played one at a time.")
)
NO_SEVERAL_LED = Refusal(
    "no-several-led",
    Reason.NOT_ALLOWED,
    mark("While the suit is open only one card is played."),
)
NO_WHOLE_HAND = Refusal(
    "no-whole-hand",
    Reason.NOT_ALLOWED,
    mark("At this table a hand of one suit is not played at once."),
)
SUIT_OPEN = Refusal(
    "suit-open",
    Reason.NOT_ALLOWED,
    mark("The suit is open: play any card instead of taking the pile."),
)
FOLLOW_SUIT = Refusal(
    "follow-suit",
    Reason.MUST_FOLLOW,
    mark("You hold a card of the suit, so you may not take the pile."),
)
PLAY_ACE = Refusal(
    "play-ace",
    Reason.MUST_FOLLOW,
    mark("You hold an ace, and at this table it is played before the pile."),
)

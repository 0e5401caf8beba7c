"""Flushed: what only its rules refuse (`rules.md` section 3)."""

from engine.errors import Reason, Refusal, mark

NOT_THE_SUIT = Refusal(
    "not-the-suit",
    Reason.DOES_NOT_FIT,
    mark("That card doesn't follow suit. Only the suit or an ace fits now."),
    named=mark("The {card} doesn't follow suit. Only the suit or an ace fits now."),
)
NOT_TOGETHER = Refusal(
    "not-together",
    Reason.DOES_NOT_FIT,
    mark("Those cards don't go together. Pick cards of one rank, or a whole hand of one suit."),
)
WRONG_TOP = Refusal(
    "wrong-top",
    Reason.DOES_NOT_FIT,
    mark("When you play several cards, the top one must follow suit."),
)
NO_SEVERAL = Refusal(
    "no-several", Reason.NOT_ALLOWED, mark("No doubles at this table. Play one card at a time.")
)
NO_SEVERAL_LED = Refusal(
    "no-several-led",
    Reason.NOT_ALLOWED,
    mark("Any suit goes now, but play just one card."),
)
NO_WHOLE_HAND = Refusal(
    "no-whole-hand",
    Reason.NOT_ALLOWED,
    mark("No flush at this table: you can't play your whole hand at once. Play one card."),
)
SUIT_OPEN = Refusal(
    "suit-open",
    Reason.NOT_ALLOWED,
    mark("Any suit goes now: play a card instead of taking the pile."),
)
FOLLOW_SUIT = Refusal(
    "follow-suit",
    Reason.MUST_FOLLOW,
    mark("You have a card of the suit, so play it instead of taking the pile."),
)
PLAY_ACE = Refusal(
    "play-ace",
    Reason.MUST_FOLLOW,
    mark("You have an ace. At this table you play it before you take the pile."),
)

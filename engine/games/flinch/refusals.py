"""Flinch: what only its rules refuse (`rules.md` section 1)."""

from engine.errors import Reason, Refusal, mark

STRICT_ONLY = Refusal(
    "strict-only", Reason.NOT_ALLOWED, mark("That only works with the strict rules of 1913.")
)
NO_PARTNERS = Refusal(
    "no-partners-here", Reason.NOT_ALLOWED, mark("You don't have a partner at this table.")
)
NO_CALLS = Refusal(
    "no-calls",
    Reason.NOT_ALLOWED,
    mark("No calls at this table: I enforce every must-play myself."),
)
OWN_CALL = Refusal("own-call", Reason.NOT_ALLOWED, mark("You can't call on yourself."))
PARTNERS_CALL = Refusal(
    "partners-call", Reason.NOT_ALLOWED, mark("You can't call on your own partner.")
)
TRIED = Refusal(
    "tried",
    Reason.NOT_ALLOWED,
    mark("You tried a card out of turn. You can't call until the player whose turn it is plays."),
)
CALLED = Refusal("called", Reason.NOTHING_TO_CALL, mark("You already called that."))
CALL_LOCKED = Refusal(
    "call-locked",
    Reason.NOTHING_TO_CALL,
    mark("Your last call was wrong. You can call again from your next turn."),
)
OWN_DEMAND = Refusal(
    "own-demand",
    Reason.NOT_ALLOWED,
    mark("You can't demand your own card or your partner's."),
)
NO_DEMAND = Refusal(
    "no-demand",
    Reason.NOT_ALLOWED,
    mark(
        "You can demand a shown card only once, when its player's turn starts and before they play."
    ),
)
OWN_JUDGED = Refusal("own-judged", Reason.NOT_ALLOWED, mark("You can't accuse yourself."))
PARTNER_JUDGED = Refusal(
    "partner-judged", Reason.NOT_ALLOWED, mark("You can't accuse your own partner.")
)
JUDGED = Refusal(
    "judged", Reason.NOT_ALLOWED, mark("The table already ruled on that player this turn.")
)
DEMANDED = Refusal("demanded", Reason.MUST_FOLLOW, mark("Play the demanded card first."))
OWED = Refusal(
    "owed",
    Reason.MUST_FOLLOW,
    mark("You have a must-play first. Check the Flinch pile, then your 1s."),
)
HAND_LEFT = Refusal(
    "hand-left",
    Reason.NOT_ALLOWED,
    mark("You still have cards in hand. Lay one to end your turn."),
)
BLOCKED = Refusal(
    "blocked",
    Reason.NOT_ALLOWED,
    mark("Nobody else can play, so it's up to you: play a card that fits."),
)
LAY_ONE = Refusal(
    "lay-one",
    Reason.NOT_ALLOWED,
    mark("You can't lay a 1. Play it, or lay another card."),
)
PLACE_NEEDED = Refusal(
    "place-needed",
    Reason.NOT_ALLOWED,
    mark("All five spots are taken. Pick one, A to E, to lay the card on."),
)
PLACE_FREE = Refusal(
    "place-free",
    Reason.NOT_ALLOWED,
    mark("You still have an empty spot. Lay the card there."),
)
BARRED = Refusal(
    "barred",
    Reason.NOT_ALLOWED,
    mark("The card that unblocked the game helped this one, so it waits one round. Play another."),
)

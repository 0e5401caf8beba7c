"""Flinch: what only its rules refuse (`rules.md` section 1)."""

from engine.errors import Reason, Refusal, mark

STRICT_ONLY = Refusal(
    "strict-only", Reason.NOT_ALLOWED, mark("That is for tables with the strict rules of 1913.")
)
NO_PARTNERS = Refusal(
    "no-partners-here", Reason.NOT_ALLOWED, mark("You have no partner at this table.")
)
NO_CALLS = Refusal(
    "no-calls",
    Reason.NOT_ALLOWED,
    mark("Nothing is called at this table: I insist on every duty myself."),
)
OWN_CALL = Refusal("own-call", Reason.NOT_ALLOWED, mark("You cannot call yourself."))
PARTNERS_CALL = Refusal(
    "partners-call", Reason.NOT_ALLOWED, mark("You cannot call your own partner.")
)
TRIED = Refusal(
    "tried",
    Reason.NOT_ALLOWED,
    mark("A card was tried out of turn, so you may not call before the player in turn has acted."),
)
CALLED = Refusal("called", Reason.NOTHING_TO_CALL, mark("You have called that already."))
CALL_LOCKED = Refusal(
    "call-locked",
    Reason.NOTHING_TO_CALL,
    mark("After your false call you may not call before your next turn."),
)
OWN_DEMAND = Refusal(
    "own-demand",
    Reason.NOT_ALLOWED,
    mark("You cannot demand a card of yourself or your partner."),
)
NO_DEMAND = Refusal(
    "no-demand",
    Reason.NOT_ALLOWED,
    mark(
        "A shown card can be demanded once, in its player's turn and before the first card of it."
    ),
)
OWN_JUDGED = Refusal("own-judged", Reason.NOT_ALLOWED, mark("You cannot accuse yourself."))
PARTNER_JUDGED = Refusal(
    "partner-judged", Reason.NOT_ALLOWED, mark("You cannot accuse your own partner.")
)
JUDGED = Refusal(
    "judged", Reason.NOT_ALLOWED, mark("That player has been judged in this turn already.")
)
DEMANDED = Refusal(
    "demanded", Reason.MUST_FOLLOW, mark("The card that was demanded of you comes first.")
)
OWED = Refusal(
    "owed",
    Reason.MUST_FOLLOW,
    mark("A duty comes first: another of your cards has to be played."),
)
HAND_LEFT = Refusal(
    "hand-left",
    Reason.NOT_ALLOWED,
    mark("You still have cards in your hand: lay one down to end your turn."),
)
BLOCKED = Refusal(
    "blocked",
    Reason.NOT_ALLOWED,
    mark("Nobody else can go on, so you have to play a card that fits."),
)
LAY_ONE = Refusal(
    "lay-one",
    Reason.NOT_ALLOWED,
    mark("A 1 is never laid down. Play it, or lay another card."),
)
PLACE_NEEDED = Refusal(
    "place-needed",
    Reason.NOT_ALLOWED,
    mark("All your places are taken: choose the one to lay the card on."),
)
PLACE_FREE = Refusal(
    "place-free",
    Reason.NOT_ALLOWED,
    mark("One of your places is empty, and a card is laid there first."),
)
BARRED = Refusal(
    "barred",
    Reason.NOT_ALLOWED,
    mark("That card has just been favoured, so it waits for one round."),
)

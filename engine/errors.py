"""What the engine says no with.

- `Refused`: an action that is not possible now; carries the `Refusal` that applies.
- `BadSetup`: a game that cannot be set up so; names the field that is wrong.

The refusals that every game shares stand here; a game declares its own beside its rules
(`engine/games/<key>/refusals.py`).
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct


class Reason(StrEnum):
    """Why an action is refused, in the order the reasons are tested (`rules.md` section 0)."""

    UNREADABLE = "unreadable"
    NOT_SEATED = "not-seated"
    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    NO_SUCH_CARD = "no-such-card"
    DOES_NOT_FIT = "does-not-fit"
    MUST_FOLLOW = "must-follow"
    NOT_ALLOWED = "not-allowed"
    NOTHING_TO_CALL = "nothing-to-call"


class Refusal(Struct, frozen=True):
    """What exactly the rules have against an action; tells no more than its seat may know.

    Attributes:
        key: its name, unique within a game.
        reason: what a transcript says.
        sentence: what a person reads, in English, marked for the catalogues.
        aside: a shorter form for one line below a table, after the person's name; "" without. It
            may name the {card} too.
        named: the sentence where the one {card} it is about has a name; "" without.
    """

    key: str
    reason: Reason
    sentence: str
    aside: str = ""
    named: str = ""


class Refused(Exception):  # noqa: N818 - a refusal is an answer of the rules, not an error
    """An action that is not possible now; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        self.reason = refusal.reason
        super().__init__(refusal.key)


class BadSetup(ValueError):  # noqa: N818 - named for what is wrong, read at the edge
    """A game that cannot be set up so.

    Attributes:
        field: the field at fault (`seats`, `seed`, `dealer`, `deck`, `options.pile` …).
    """

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field


def mark(message: str) -> str:
    """Return the message unchanged: marks a sentence for the catalogues."""
    return message


UNREADABLE = Refusal(
    "unreadable",
    Reason.UNREADABLE,
    mark("I don't know that move. Pick one from the list."),
)
NOT_SEATED = Refusal(
    "not-seated",
    Reason.NOT_SEATED,
    mark("You're not at this table. Follow it with /watch, or open one with /play."),
)
GAME_OVER = Refusal(
    "game-over", Reason.GAME_OVER, mark("This game is over. Play again with /rematch.")
)
NOT_YOUR_TURN = Refusal("not-your-turn", Reason.NOT_YOUR_TURN, mark("It's not your turn yet."))
NO_SUCH_CARD = Refusal(
    "no-such-card",
    Reason.NO_SUCH_CARD,
    mark("That card isn't there."),
    mark("that card doesn't fit."),
)
DOES_NOT_FIT = Refusal(
    "does-not-fit",
    Reason.DOES_NOT_FIT,
    mark("That card doesn't fit anywhere right now."),
    mark("the {card} doesn't fit."),
    mark("The {card} doesn't fit anywhere right now."),
)
MUST_FOLLOW = Refusal(
    "must-follow", Reason.MUST_FOLLOW, mark("You have to play another card first.")
)
NOT_ALLOWED = Refusal(
    "not-allowed",
    Reason.NOT_ALLOWED,
    mark("This table's rules don't allow that. Check them with /rules."),
)
TABLES_OWN = Refusal(
    "tables-own", Reason.NOT_ALLOWED, mark("That happens automatically; you don't need to do it.")
)
NOTHING_TO_CALL = Refusal(
    "nothing-to-call", Reason.NOTHING_TO_CALL, mark("There's nothing to call right now.")
)

BROAD: Mapping[Reason, Refusal] = {
    refusal.reason: refusal
    for refusal in (
        UNREADABLE,
        NOT_SEATED,
        GAME_OVER,
        NOT_YOUR_TURN,
        NO_SUCH_CARD,
        DOES_NOT_FIT,
        MUST_FOLLOW,
        NOT_ALLOWED,
        NOTHING_TO_CALL,
    )
}
"""The refusal that says a reason and nothing more, for each reason."""

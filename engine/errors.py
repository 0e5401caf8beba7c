"""What the engine says no with.

- `Refused`: an action that is not possible now; carries one `Reason` (`rules.md` section 0).
- `BadSetup`: a game that cannot be set up so; names the field that is wrong.
"""

from enum import StrEnum


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


class Refused(Exception):  # noqa: N818 - a refusal is an answer of the rules, not an error
    """An action that is not possible now; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class BadSetup(ValueError):  # noqa: N818 - named for what is wrong, read at the edge
    """A game that cannot be set up so.

    Attributes:
        field: the field at fault (`seats`, `seed`, `dealer`, `deck`, `options.pile` …).
    """

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field

"""What the engine says no with.

- `Refused`: an action that is not possible now; carries one `Reason` (`rules.md` section 0) and,
  where that is broad, a `Why` for people.
- `BadSetup`: a game that cannot be set up so; names the field that is wrong.
"""

from enum import Enum, StrEnum
from typing import TypeAlias


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


class Why(Enum):
    """What exactly a broad reason is about, so that a person can be told; no transcript has it.

    Nothing in it tells more than its seat may know.
    """

    TABLES_OWN = "tables-own", Reason.NOT_ALLOWED
    """Only the table does this."""
    STRICT_ONLY = "strict-only", Reason.NOT_ALLOWED
    NO_PARTNERS = "no-partners-here", Reason.NOT_ALLOWED
    NO_CALLS = "no-calls", Reason.NOT_ALLOWED
    """Nothing can be called by the rules of this table."""
    OWN_CALL = "own-call", Reason.NOT_ALLOWED
    PARTNERS_CALL = "partners-call", Reason.NOT_ALLOWED
    CALLED = "called", Reason.NOTHING_TO_CALL
    """This seat has called that already."""
    CALL_LOCKED = "call-locked", Reason.NOTHING_TO_CALL
    """A false call still keeps this seat from calling."""
    OWN_DEMAND = "own-demand", Reason.NOT_ALLOWED
    """A card of one's own side is not demanded."""
    NO_DEMAND = "no-demand", Reason.NOT_ALLOWED
    """A card is demanded before the first act of its seat's turn, once."""
    OWN_JUDGED = "own-judged", Reason.NOT_ALLOWED
    PARTNER_JUDGED = "partner-judged", Reason.NOT_ALLOWED
    JUDGED = "judged", Reason.NOT_ALLOWED
    """That seat has been judged in this turn."""
    NOT_TOGETHER = "not-together", Reason.DOES_NOT_FIT
    """These cards are never played at once."""
    WRONG_TOP = "wrong-top", Reason.DOES_NOT_FIT
    """Of several cards the top one is not of the suit."""
    DEMANDED = "demanded", Reason.MUST_FOLLOW
    OWED = "owed", Reason.MUST_FOLLOW
    HAND_LEFT = "hand-left", Reason.NOT_ALLOWED
    """The turn ends by laying while there is a hand."""
    BLOCKED = "blocked", Reason.NOT_ALLOWED
    """Nobody else can go on: a card that fits has to be played."""
    LAY_ONE = "lay-one", Reason.NOT_ALLOWED
    """A 1 is never laid."""
    PLACE_NEEDED = "place-needed", Reason.NOT_ALLOWED
    PLACE_FREE = "place-free", Reason.NOT_ALLOWED
    """No place is named while one is empty."""
    BARRED = "barred", Reason.NOT_ALLOWED
    """The last Flinch card was favoured and may not be played yet."""
    FACE_DOWN = "face-down", Reason.NOT_ALLOWED
    """The cards are not turned up yet."""
    FROZEN_PAIR = "frozen-pair", Reason.NOT_ALLOWED
    NO_SEVERAL = "no-several", Reason.NOT_ALLOWED
    """Several cards of a rank are not played at once here."""
    NO_SEVERAL_LED = "no-several-led", Reason.NOT_ALLOWED
    """Several cards are not played at once while the suit is open."""
    NO_WHOLE_HAND = "no-whole-hand", Reason.NOT_ALLOWED
    """A hand of one suit is not played at once here."""
    SUIT_OPEN = "suit-open", Reason.NOT_ALLOWED
    """With the suit open any card fits, so the pile is not taken."""
    FOLLOW_SUIT = "follow-suit", Reason.MUST_FOLLOW
    PLAY_ACE = "play-ace", Reason.MUST_FOLLOW

    def __init__(self, key: str, reason: Reason) -> None:
        self.key = key
        self.reason = reason


Ground: TypeAlias = Reason | Why
"""What a refusal rests on: a reason, or what exactly one is about."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer of the rules, not an error
    """An action that is not possible now; nothing has changed."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.why = ground if isinstance(ground, Why) else None
        self.reason = ground.reason if isinstance(ground, Why) else ground
        super().__init__(self.reason.value)


class BadSetup(ValueError):  # noqa: N818 - named for what is wrong, read at the edge
    """A game that cannot be set up so.

    Attributes:
        field: the field at fault (`seats`, `seed`, `dealer`, `deck`, `options.pile` …).
    """

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field

"""What happens at a table and is no event of its game, for the screens to tell (`Changed.notes`).

Notes are not stored: each is told once, with the change it comes with.
"""

from datetime import datetime
from typing import Literal, TypeAlias

from msgspec import Struct

from bot.db.records import Away, CallMade, EndReason, Result, VoteKind

VoteResult: TypeAlias = Literal["passed", "failed", "moot", "voided"]


class Opened(Struct, frozen=True):
    """A lobby was opened."""


class Started(Struct, frozen=True):
    """The game began; the commitment is published with it."""


class Ended(Struct, frozen=True):
    """The game is over; the seed may be shown.

    `results` as stored, with ratings; empty where nobody won or lost.
    """

    reason: EndReason
    results: tuple[Result, ...] = ()


class LobbyClosed(Struct, frozen=True):
    """The lobby closed without a game."""

    reason: EndReason


class HostChanged(Struct, frozen=True):
    """The table passed to the next person."""

    before: int
    after: int


class Invited(Struct, frozen=True):
    """The host keeps a seat for somebody, in a lobby that is open already."""

    person: int


class Uninvited(Struct, frozen=True):
    """The host has taken an invitation back."""

    person: int
    name: str


class Declined(Struct, frozen=True):
    """Somebody invited does not want to play."""

    person: int
    name: str


class InvitationsOver(Struct, frozen=True):
    """Seats are no longer kept for these people."""

    people: tuple[int, ...]


class TimedOut(Struct, frozen=True):
    """This seat ran out of time and the table acted for it (the events are marked `auto`)."""

    seat: int


class Forced(Struct, frozen=True):
    """This seat had no choice, and its move came by itself, without any press."""

    seat: int


class StoodIn(Struct, frozen=True):
    """A house player plays for this seat until its person presses anything."""

    seat: int


class Returned(Struct, frozen=True):
    """The person of this seat plays again."""

    seat: int


class WentAway(Struct, frozen=True):
    """The person of this seat has gone away; a house player goes on, if the game does."""

    seat: int
    how: Away


class SatIn(Struct, frozen=True):
    """Somebody plays on for who has gone away."""

    seat: int


class Paused(Struct, frozen=True):
    """All people are away; the table waits for any of them."""


class Resumed(Struct, frozen=True):
    """The table goes on after a pause."""


class CallOpened(Struct, frozen=True):
    """The first call of a race is being judged; says nothing about whether it is good."""

    seat: int


class CallJudged(Struct, frozen=True, kw_only=True):
    """The verdict on a race.

    Attributes:
        good: whether the callers who count were right.
        calls: all that were judged, earliest first; their stamps give the times.
        callers: the seats that acted: the first and those simultaneous with it; of calls that are
            not joint, the one the coin chose.
        tied: the seats judged simultaneous (one: nobody was).
        slower: seats whose good call came after; nothing happens to them.
        coin: the number of the toss, None without one.
    """

    good: bool
    calls: tuple[CallMade, ...]
    callers: tuple[int, ...]
    tied: tuple[int, ...]
    slower: tuple[int, ...] = ()
    coin: int | None = None


class CallLate(Struct, frozen=True):
    """These calls came too late to be good and too early to be false: dropped without penalty."""

    seats: tuple[int, ...]


class CallVoided(Struct, frozen=True):
    """The open calls of these seats have no effect: nobody can judge them, or the game is over."""

    seats: tuple[int, ...]


class VoteOpened(Struct, frozen=True):
    """A vote began (see `Table.vote`)."""


class VoteClosed(Struct, frozen=True):
    """A vote is over.

    `result`: `passed` (what it was about happened), `failed` (not enough yes), `moot` (the rules no
    longer allow the action, its accuser is gone, nobody is to be removed any more), `voided`
    (by a restart or the game's end).
    """

    accused: int | None
    result: VoteResult
    kind: VoteKind = "accuse"


class ActHeld(Struct, frozen=True):
    """The first act of this seat waits so that opponents may demand a shown card."""

    seat: int
    until: datetime


class RematchOpened(Struct, frozen=True):
    """A lobby for the next game was opened."""

    table: int


class Restored(Struct, frozen=True):
    """The table came back after a restart; deadlines were extended by `outage` seconds."""

    outage: float


class SetAside(Struct, frozen=True):
    """The stored game cannot be read: kept, but not running. `error` is the number in the log."""

    error: str


Note: TypeAlias = (
    Opened
    | Started
    | Ended
    | LobbyClosed
    | HostChanged
    | Invited
    | Uninvited
    | Declined
    | InvitationsOver
    | TimedOut
    | Forced
    | StoodIn
    | Returned
    | WentAway
    | SatIn
    | Paused
    | Resumed
    | CallOpened
    | CallJudged
    | CallLate
    | CallVoided
    | VoteOpened
    | VoteClosed
    | ActHeld
    | RematchOpened
    | Restored
    | SetAside
)

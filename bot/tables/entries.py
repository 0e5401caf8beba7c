"""What is put into a table's inbox: a closed union, handled in the order it was submitted."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from bot.db.records import Display, Pace, Route
from engine.api import Level, OptionValue

if TYPE_CHECKING:
    from bot.tables.model import Table


class Press(Struct, frozen=True, kw_only=True):
    """What every entry of a person carries.

    Attributes:
        stamp: when it was pressed, seconds on Discord's clock (a snowflake's own time; an
            estimate for a reaction).
        arrived: seconds of the machine's monotonic clock.
        key: names this one press (interaction id; message, person, emoji and a count of toggles);
            two entries with one key have one effect.
        well_timed: False for a reaction stamped with fewer than 20 samples.
    """

    person: int
    route: Route
    stamp: float
    arrived: float
    key: str
    well_timed: bool = True


class Join(Press, frozen=True, kw_only=True):
    """Sit down; takes the seat kept for this person if there is one.

    In a running game: sit in on the seat of somebody who has gone away, one's own if it is free.
    """

    name: str


class Leave(Press, frozen=True, kw_only=True):
    """Stand up: in the lobby, giving back a kept seat as well; in a game a house player goes on."""


class Decline(Press, frozen=True, kw_only=True):
    """Give back the seat kept by an invitation."""


class Invite(Press, frozen=True, kw_only=True):
    """Keep a seat for somebody, or take back the invitation of who has one (host)."""

    guest: int
    name: str


class AddHouse(Press, frozen=True, kw_only=True):
    """Add a house player (host)."""

    level: Level | None = None
    """None: the table's level."""


class RemoveHouse(Press, frozen=True, kw_only=True):
    """Remove the house player that came last (host)."""


class SetRule(Press, frozen=True, kw_only=True):
    """Choose a house rule (host)."""

    option: str
    value: OptionValue


class SetPace(Press, frozen=True, kw_only=True):
    """Choose the pace (host)."""

    pace: Pace


class SetDisplay(Press, frozen=True, kw_only=True):
    """Choose how the table is shown (host)."""

    display: Display


class SetLevel(Press, frozen=True, kw_only=True):
    """Choose the level of every house player at the table (host)."""

    level: Level


class SitOpposite(Press, frozen=True, kw_only=True):
    """Wish to sit opposite somebody (`Seat.who`); None takes the wish back."""

    other: int | None


class Start(Press, frozen=True, kw_only=True):
    """Begin the game (host)."""


class PlayWithBots(Press, frozen=True, kw_only=True):
    """Fill up with as few house players as the game needs, and begin (a host alone)."""


class Act(Press, frozen=True, kw_only=True):
    """Do an action of the game, calls included.

    Attributes:
        notation: as typed or from a control.
        confirmed: whether it is the second, confirming press of a play out of turn.
        fresh: says of the table at the moment of application whether what the last confirmed edit
            showed still holds; False is answered with `Stale`. Pure. Calls are never stale.
        possible: says whether the rules would have taken it in the position the presser saw; asked
            if they refuse it now: then somebody was quicker. Pure.
    """

    notation: str
    confirmed: bool = False
    fresh: "Callable[[Table], bool] | None" = None
    possible: "Callable[[], bool] | None" = None


class Accuse(Press, frozen=True, kw_only=True):
    """Open a vote on an action the table has to confirm."""

    notation: str
    accused: int
    reason: str


class Resign(Press, frozen=True, kw_only=True):
    """Give up a running game for good (`/resign`, once confirmed)."""


class Kick(Press, frozen=True, kw_only=True):
    """Have somebody else removed: the host at once after a time-out, others by a vote."""

    seat: int


class Here(Press, frozen=True, kw_only=True):
    """Press anything that does nothing at the table: it shows that its person is there."""


class CastVote(Press, frozen=True, kw_only=True):
    """Vote.

    `vote` is the number of the vote that was seen; in any other one the voice does not count.
    """

    yes: bool
    vote: int


class Rematch(Press, frozen=True, kw_only=True):
    """Play again: the first press opens the lobby, every other one takes its seat there."""

    name: str


class End(Press, frozen=True, kw_only=True):
    """End the table: the host in the lobby, in play its people by a vote, a moderator always."""

    moderator: bool = False


class Erase(Struct, frozen=True):
    """Say nothing of this person any more (`bot.tables.forget`)."""

    person: int


class Seen(Struct, frozen=True):
    """The edit of the public message showing this ply was confirmed at `at` (monotonic seconds)."""

    ply: int
    at: float


class ThreadOpened(Struct, frozen=True):
    """The table has a thread of its own, and goes on there."""

    thread: int


class HandDelivered(Struct, frozen=True):
    """The hand of this seat was delivered, or it was announced where it is instead."""

    seat: int


class PlaceGone(Struct, frozen=True):
    """The table's channel is deleted, or the bot was thrown out of the server."""


class ThreadGone(Struct, frozen=True):
    """The table's thread is deleted or locked: it goes on in the channel."""


class ServerAway(Struct, frozen=True):
    """Discord cannot reach the server for a while (`away`), or can again."""

    away: bool


Place: TypeAlias = PlaceGone | ThreadOpened | ThreadGone | ServerAway
"""What has become of the table's place: so it is, whether it can be stored now or later."""


class GiveWay(Struct, frozen=True):
    """The place of this table is wanted: it ends, if it is still abandoned."""


class ClockSet(Struct, frozen=True):
    """The time people see was set to Discord's, by so many seconds."""

    seconds: float


class Gap(Struct, frozen=True):
    """Presses may have been missed: the connection to Discord was lost with its session."""


class Load(Struct, frozen=True):
    """Nothing but to have the table loaded as it is now, answered with `Done` in turn."""


class Due(Struct, frozen=True):
    """A time the clock was asked for has come; made by `clock.py` alone.

    `serial` tells a time that was planned anew since.
    """

    what: str
    serial: int


PersonEntry: TypeAlias = (
    Join
    | Leave
    | Decline
    | Invite
    | AddHouse
    | RemoveHouse
    | SetRule
    | SetPace
    | SetDisplay
    | SetLevel
    | SitOpposite
    | Start
    | PlayWithBots
    | Act
    | Accuse
    | Resign
    | Kick
    | Here
    | CastVote
    | Rematch
    | End
)
Report: TypeAlias = Seen | HandDelivered | Place | Gap | ClockSet
"""What the Discord side tells of messages and their places."""
Entry: TypeAlias = PersonEntry | Erase | GiveWay | Report | Load | Due

"""Who may know of a table: what is in a channel somebody cannot see does not exist for them."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec import structs

from bot.interactions.sight import open_here, permissions_at, sees, visible_channels
from bot.tables.model import Seat, Table
from tests.messages.playing import dealt

SERVER, OTHER, HERE, THERE, THREAD = 7, 8, 20, 21, 22
ANA, IDA, EVA = 1, 2, 9
EVERYBODY = "everybody"
"""A server's role of all."""


class Somebody(discord.Member):
    """A member by the id alone."""

    def __init__(self, person: int) -> None:
        self.person = person

    @property
    def id(self) -> int:  # type: ignore[override]  # the library's is a slot
        """Who."""
        return self.person

    @property
    def guild_permissions(self) -> discord.Permissions:
        """What holds in the whole server."""
        return discord.Permissions(manage_messages=True, manage_guild=True)


class Room:
    """A channel, seen by some people or roles alone."""

    def __init__(self, number: int, seen_by: Iterable[object]) -> None:
        self.id = number
        self._seen_by = frozenset(seen_by)

    def permissions_for(self, who: Any) -> discord.Permissions:
        """Return what somebody, or a role, may do here."""
        seen = getattr(who, "id", who) in self._seen_by
        return discord.Permissions(view_channel=seen, manage_messages=seen)


class Thread(Room, discord.Thread):
    """A thread, private or not."""

    def __init__(self, number: int, seen_by: Iterable[object], *, private: bool) -> None:
        Room.__init__(self, number, seen_by)
        self.parent_id = HERE
        self._private = private

    def is_private(self) -> bool:
        """Say so."""
        return self._private


def asked(
    *rooms: Room, by: int = EVA, guild: int | None = SERVER, at: int = HERE, member: bool = True
) -> Any:
    """Return what somebody asked in a channel of a server that has these rooms."""
    known = {room.id: room for room in rooms}
    threads = [room for room in rooms if isinstance(room, Thread)]
    server = SimpleNamespace(
        id=guild,
        default_role=EVERYBODY,
        get_channel_or_thread=known.get,
        channels=[room for room in rooms if room not in threads],
        threads=threads,
    )
    return SimpleNamespace(
        user=Somebody(by) if member else SimpleNamespace(id=by),
        guild=server if guild is not None else None,
        channel_id=at,
        channel=known.get(at),
        permissions=discord.Permissions(send_messages=True),
    )


def table(channel: int = THERE) -> Table:
    """Return a table in a channel of the server, at which Ana sits, and Ida may sit down."""
    seats = (Seat(index=0, person=ANA, name="Ana"), Seat(index=1, invited=IDA, name="Ida"))
    return structs.replace(dealt()[0], guild=SERVER, channel=channel, seats=seats)


PUBLIC, HIDDEN = Room(THERE, (EVA, EVERYBODY)), Room(THERE, ())
OWN = Room(THERE, (EVA,))
"""Seen by Eva, and not by everybody."""


@pytest.mark.parametrize(
    ("made", "seen"),
    [
        (asked(PUBLIC), True),
        (asked(HIDDEN), False),
        (asked(HIDDEN, by=ANA), True),
        (asked(HIDDEN, by=ANA, guild=None), True),
        (asked(HIDDEN, by=IDA), True),
        (asked(HIDDEN, at=THERE), True),
        (asked(), False),
        (asked(PUBLIC, guild=OTHER), False),
        (asked(PUBLIC, guild=OTHER, at=THERE), False),
        (asked(PUBLIC, guild=None), False),
        (asked(PUBLIC, member=False), False),
        (asked(Thread(THERE, (EVA,), private=False)), True),
        (asked(Thread(THERE, (EVA,), private=True)), False),
    ],
)
def test_table_is_seen_by_who_sits_there_or_sees_its_channel(made: Any, seen: bool) -> None:
    """Of the same server; what permissions say of a private thread says nothing of who is in it."""
    assert sees(made, table()) is seen


@pytest.mark.parametrize(
    ("made", "shown"),
    [
        (asked(HIDDEN, at=THERE), True),
        (asked(HIDDEN, Thread(THREAD, (EVA,), private=True), at=THREAD), False),
        (asked(PUBLIC), True),
        (asked(OWN), False),
        (asked(), False),
        (asked(PUBLIC, guild=OTHER), False),
        (asked(PUBLIC, guild=None), False),
        (asked(Thread(THERE, (EVERYBODY,), private=False)), True),
        (asked(Thread(THERE, (EVERYBODY,), private=True)), False),
    ],
)
def test_table_is_shared_where_everybody_may_know_of_it(made: Any, shown: bool) -> None:
    """In its own channel, or one that all of the server see."""
    assert open_here(made, table()) is shown


def test_table_is_shared_in_threads_of_its_channel() -> None:
    """Whoever reads there reads the channel, too."""
    made = asked(Room(HERE, ()), Thread(THREAD, (EVA,), private=False), at=THREAD)
    assert open_here(made, table(HERE))
    assert not open_here(made, table())


def test_what_somebody_may_do_is_read_at_the_table() -> None:
    """Not where it was asked; where the channel is gone, what holds in the whole server."""
    assert permissions_at(asked(PUBLIC, at=THERE), table()) == asked().permissions
    assert permissions_at(asked(OWN), table()).manage_messages
    assert not permissions_at(asked(HIDDEN), table()).manage_messages
    assert permissions_at(asked(), table()).manage_guild
    none = discord.Permissions.none()
    assert permissions_at(asked(PUBLIC, guild=OTHER), table()) == none
    assert permissions_at(asked(PUBLIC, member=False), table()) == none


def test_channels_that_are_not_seen_are_left_out() -> None:
    """As are private threads, and everything where there is no server."""
    rooms = (
        Room(HERE, (EVA,)),
        HIDDEN,
        Thread(THREAD, (EVA,), private=False),
        Thread(23, (EVA,), private=True),
    )
    assert visible_channels(asked(*rooms)) == [HERE, THREAD]
    assert visible_channels(asked(*rooms, guild=None)) == []
    assert visible_channels(asked(*rooms, member=False)) == []

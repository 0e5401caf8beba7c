"""What the gateway tells of places and permissions, as it reaches the tables."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_api.errors import Tasks
from bot.gateway.guilds import Places
from bot.gateway.session import Session
from bot.locale import translator
from bot.tables.entries import Gap, PlaceGone, ServerAway, ThreadGone

GUILD = SimpleNamespace(id=7)
OF_IT = SimpleNamespace(id=70, guild=GUILD)
CHANGES = [
    ("guild_channel_update", (OF_IT, OF_IT)),
    ("guild_role_update", (OF_IT, OF_IT)),
    ("guild_role_delete", (OF_IT,)),
    ("member_update", (OF_IT, OF_IT)),
]


@pytest.mark.parametrize(("event", "args"), CHANGES)
def test_whatever_may_give_permissions_back_brings_a_try_at_once(
    event: str, args: tuple[Any, ...]
) -> None:
    """A channel's or a role's change, a role that is gone, and one the bot itself is given."""
    tried: list[int] = []
    registry: Any = SimpleNamespace(try_again=tried.append)
    nothing: Any = None
    Places(nothing, registry, nothing).happened(event, args)
    assert tried == [7]


OPENED_IN, OWN = 30, 31
"""A thread a table was opened in, and one that a table in the channel 3 has made."""
THERE = [
    SimpleNamespace(id=1, guild=7, channel=2, thread=None, where=2, status="playing"),
    SimpleNamespace(id=2, guild=7, channel=OPENED_IN, thread=None, where=OPENED_IN, status="lobby"),
    SimpleNamespace(id=3, guild=7, channel=3, thread=OWN, where=OWN, status="playing"),
    SimpleNamespace(id=4, guild=8, channel=4, thread=None, where=4, status="playing"),
]


def change(thread: int, **metadata: bool) -> tuple[Any]:
    """Return what is told of a thread of server 7 that has changed."""
    return (SimpleNamespace(thread_id=thread, guild_id=7, data={"thread_metadata": metadata}),)


@pytest.mark.parametrize(
    ("event", "args", "becomes"),
    [
        ("guild_channel_delete", (SimpleNamespace(id=2),), {1: PlaceGone()}),
        ("raw_thread_delete", (SimpleNamespace(thread_id=OPENED_IN),), {2: PlaceGone()}),
        ("raw_thread_delete", (SimpleNamespace(thread_id=OWN),), {3: ThreadGone()}),
        ("raw_thread_update", change(OWN, locked=True), {3: ThreadGone()}),
        ("raw_thread_update", change(OPENED_IN, locked=True), {}),
        ("raw_thread_update", change(OWN, archived=True), {3: "brought back"}),
        ("raw_thread_update", change(OPENED_IN, archived=True), {7: "tried again"}),
        ("raw_thread_update", change(OWN), {7: "tried again"}),
        ("raw_thread_update", change(99), {}),
        ("guild_remove", (GUILD,), {1: PlaceGone(), 2: PlaceGone(), 3: PlaceGone()}),
        ("guild_unavailable", (SimpleNamespace(id=8),), {4: ServerAway(away=True)}),
    ],
)
async def test_what_becomes_of_a_place_is_told_to_the_tables_there(
    event: str, args: tuple[Any, ...], becomes: dict[int, Any]
) -> None:
    """A table leaves its own thread and goes on; one that was opened in a thread ends with it."""
    found: dict[int, Any] = {}

    async def send(where: int, screen: Any, at: Any) -> None:
        found.update({each.id: "brought back" for each in THERE if each.where == where})

    tasks = Tasks()
    kit: Any = SimpleNamespace(
        tables=SimpleNamespace(active=lambda: THERE, submit=found.__setitem__),
        looks=SimpleNamespace(guild=lambda guild: translator("en")),
        wire=SimpleNamespace(send=send),
        tasks=tasks,
    )
    registry: Any = SimpleNamespace(try_again=lambda guild: found.__setitem__(guild, "tried again"))
    nothing: Any = None
    Places(kit, registry, nothing).happened(event, args)
    await tasks.settle(60)
    assert found == becomes


@pytest.mark.parametrize(
    ("shard", "interrupted", "ready"),
    [
        (0, [1, 2, 3, 4], {1: ServerAway(away=False), 2: ServerAway(away=True), 3: PlaceGone()}),
        (1, [4], {4: ServerAway(away=False)}),
    ],
)
async def test_session_tells_of_the_servers_of_its_shard(
    shard: int, interrupted: list[int], ready: dict[int, Any]
) -> None:
    """While it was lost calls may be missing; the first shard has those of every table.

    Servers it no longer names have thrown the bot out, others cannot be reached.
    """
    first, second = 1 << 22, 2 << 22
    servers = (second, 2 * second, 3 * second, first)
    tables = [SimpleNamespace(id=number, guild=each) for number, each in enumerate(servers, 1)]
    practice = SimpleNamespace(id=5, guild=None)
    told: dict[int, Any] = {}
    read: list[Session] = []
    drawn: list[Any] = []
    kit: Any = SimpleNamespace(
        tables=SimpleNamespace(active=lambda: [*tables, practice], submit=told.__setitem__)
    )
    registry: Any = SimpleNamespace(redraw_all=drawn.append)
    rereading: Any = SimpleNamespace(begin=read.append)
    places = Places(kit, registry, rereading)
    session = Session(shard, 2, own=1, again=True)
    places.interrupted(session)
    assert told == dict.fromkeys([*interrupted, *([5] if shard == 0 else [])], Gap())
    told.clear()
    known = {second: True, 2 * second: False} if shard == 0 else {first: True}
    places.ready(session, known)
    assert told == ready
    assert read == [session]
    places.begun_elsewhere(session)
    assert read == [session, session]
    [concerned] = drawn
    assert concerned(second) is (shard == 0)
    assert concerned(first) is (shard == 1)


async def test_servers_that_come_together_are_gone_through_once() -> None:
    """At a start all of them come in one go; one that goes away again meanwhile is not there."""
    told: list[tuple[int, Any]] = []
    tables = [SimpleNamespace(id=each, guild=each, channel=2) for each in (1, 2, 3)]
    walks: list[None] = []

    def active() -> list[Any]:
        walks.append(None)
        return tables

    kit: Any = SimpleNamespace(
        tables=SimpleNamespace(
            active=active, submit=lambda table, entry: told.append((table, entry))
        )
    )
    tried: list[tuple[int, ...]] = []
    drawn: list[Any] = []
    registry: Any = SimpleNamespace(
        try_again=lambda *guilds: tried.append(guilds), redraw_all=drawn.append
    )
    nothing: Any = None
    places = Places(kit, registry, nothing)
    for server in range(1, 1001):
        places.happened("guild_available", (SimpleNamespace(id=server),))
    places.happened("guild_unavailable", (SimpleNamespace(id=2),))
    await asyncio.sleep(0)
    assert told == [
        (2, ServerAway(away=True)),
        (1, ServerAway(away=False)),
        (3, ServerAway(away=False)),
    ]
    assert len(walks) == 2
    assert [len(each) for each in tried] == [999]
    [known] = drawn
    assert [known(each) for each in (1, 2, None)] == [True, False, False]

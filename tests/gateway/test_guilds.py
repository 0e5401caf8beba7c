"""What the gateway tells of places and permissions, as it reaches the tables."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.gateway.guilds import Places
from bot.tables.entries import ServerAway

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

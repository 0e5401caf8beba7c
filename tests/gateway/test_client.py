"""What the connection tells before there is anybody to hear it, and of which servers."""

import re
from typing import Any, cast

import pytest

from bot.gateway.client import Client
from bot.gateway.session import Session


class Places:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any]] = []

    def happened(self, event: str, args: tuple[Any, ...]) -> None:
        """Take in an event."""
        self.told.append((event, args[0]))


async def prepared() -> None:
    """Bring nothing back."""


async def test_what_comes_before_the_tables_are_back_waits_in_its_order() -> None:
    """The connection is there first; nothing it tells meanwhile is lost, or overtaken."""
    client, places = Client(shard_count=1, ready_timeout=0.1), Places()
    client.prepare = prepared
    client.dispatch("guild_remove", 1)
    client.dispatch("guild_channel_delete", 2)
    assert places.told == []
    client.listen(*(cast(Any, each) for each in (None, None, None, places)))
    client.dispatch("guild_remove", 3)
    assert places.told == []
    client.complete(True)
    assert places.told == [
        ("guild_remove", 1),
        ("guild_channel_delete", 2),
        ("guild_remove", 3),
    ]


def test_server_is_heard_by_one_shard_and_direct_messages_by_the_first() -> None:
    """`discord.md` section 5: (id >> 22) % shards, and shard 0 for what belongs to no server."""
    sessions = [Session(shard, 4, own=1, again=False) for shard in range(4)]
    for guild, shard in ((5 << 22, 1), (6 << 22, 2), (None, 0)):
        assert [each.shard for each in sessions if each.hears(guild)] == [shard]


SHAPES: tuple[Any, ...] = (
    None,
    7,
    "x",
    [],
    {},
    {"id": None},
    {"id": "1", "guild_id": []},
    {"id": "1", "guild_id": "2", "channel_id": {}, "user_id": "x", "message_id": None, "emoji": 7},
    {"id": "1", "name": 5, "channels": 7, "roles": None, "members": [None], "threads": {}},
    {"user_id": "1", "message_id": "2", "channel_id": "3", "emoji": {"name": "✋", "id": None}},
)


async def test_no_event_in_whatever_form_ends_the_connection(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What the library cannot read is lost, its type in the log under an error number."""
    client = Client(shard_count=1, ready_timeout=0.1)
    client._connection.user = client._connection.application_id = None
    client.prepare = prepared
    lost = []
    for event, parse in client._connection.parsers.items():
        for shape in SHAPES if event != "READY" else ():
            caplog.clear()
            parse(shape)
            lost += [(event, record.message) for record in caplog.records if record.exc_info]
    assert {event for event, _ in lost} >= {
        *("GUILD_CREATE", "GUILD_UPDATE", "CHANNEL_UPDATE", "INTERACTION_CREATE"),
        *("MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE", "THREAD_UPDATE"),
    }
    for event, message in lost:
        assert re.match(rf"error [0-9A-F]{{6}}: event {event} could not be read", message)


@pytest.mark.parametrize("ready", [{}, {"shard": [], "guilds": []}, {"shard": [0, 1]}, 7])
async def test_session_that_cannot_be_read_does_not_count_as_one(ready: Any) -> None:
    """The error goes to the connection, which begins another; that one is the first."""
    client = Client(shard_count=1, ready_timeout=0.1)
    with pytest.raises((KeyError, IndexError, TypeError)):
        client._connection.parsers["READY"](ready)
    assert client._begun[0] == 0

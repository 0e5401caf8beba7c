"""What the connection tells before there is anybody to hear it, and of which servers."""

from typing import Any, cast

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

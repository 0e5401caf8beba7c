"""A session of one shard: how long Discord tells a connection everything, and of which servers."""

from dataclasses import dataclass

from bot.db.leases import shard_of


@dataclass(frozen=True, slots=True)
class Session:
    """What begins when a shard identifies; what happened before was told to nobody.

    Attributes:
        shard, shards: which shard, and of how many.
        own: the bot's id.
        again: whether this process has lost an earlier session of the shard.
    """

    shard: int
    shards: int
    own: int
    again: bool

    def hears(self, guild: int | None) -> bool:
        """Say whether the events of a server come by it; direct messages come by shard 0."""
        return shard_of(guild, self.shards) == self.shard

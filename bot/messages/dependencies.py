"""What the views of tables are built upon: made once, in `bot.app`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.clock import Clock
from bot.db.messages import MessageReader
from bot.discord_api.dm_channels import DirectChannels
from bot.discord_api.errors import Tasks
from bot.discord_api.rate_limit import Limiter, Priority
from bot.discord_api.reactions import Arming
from bot.discord_api.rest import Wire
from bot.discord_api.writer import Owner, Writer
from bot.messages.language import Looks
from bot.messages.ledger import Ledger
from bot.tables.guild_settings import Servers
from bot.tables.service import Tables
from bot.ui.contract.renderer import Renderer


@dataclass(frozen=True, slots=True)
class MessageTimes:
    """Seconds of `bot.config.Settings` that views wait for.

    `hands_every` is how often hands of people whose turn it is not are edited.
    """

    turn_notice: float = 10.0
    dm_patience: float = 5.0
    repost_after: float = 3_000.0
    hands_every: float = 5.0
    buried_check: float = 60.0
    rematch: float = 120.0


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The parts.

    Attributes:
        stored, ledger: read and write what of tables is shown where.
        permissions: what the bot may do in a channel of a server.
    """

    tables: Tables
    wire: Wire
    limiter: Limiter
    clock: Clock
    tasks: Tasks
    looks: Looks
    servers: Servers
    renderers: Mapping[str, Renderer[Any]]
    direct: DirectChannels
    stored: MessageReader
    ledger: Ledger
    permissions: Callable[[int, int], discord.Permissions]
    times: MessageTimes = field(default_factory=MessageTimes)

    def writer(
        self,
        owner: Owner | None,
        channel: int | None,
        message: int,
        at: Priority,
        *,
        even: bool = False,
    ) -> Writer:
        """Return a new writer for a message that is there; `owner` may be set later."""
        return Writer(
            owner,
            self.wire,
            self.limiter,
            self.clock,
            self.tasks,
            channel=channel,
            message=message,
            priority=at,
            even=even,
        )

    def arming(self, channel: int, message: int) -> Arming:
        """Return who sets the reactions below a message."""
        return Arming(self.wire, self.tasks, channel, message)

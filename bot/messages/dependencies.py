"""What every part of the boards is given: built once, in `bot.app`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.clock import Clock
from bot.discord_api.errors import Tasks
from bot.discord_api.rate_limit import Limiter, Priority
from bot.discord_api.reactions import Armory
from bot.discord_api.rest import Wire
from bot.discord_api.writer import Owner, Writer
from bot.messages.language import Looks
from bot.tables.guild_settings import Servers
from bot.tables.service import Tables
from bot.ui.contract.renderer import Renderer


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of `bot.config.Settings` the boards wait for.

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
    """The parts."""

    tables: Tables
    wire: Wire
    limiter: Limiter
    clock: Clock
    tasks: Tasks
    looks: Looks
    servers: Servers
    armory: Armory
    renderers: Mapping[str, Renderer[Any]]
    times: Times = field(default_factory=Times)

    def writer(
        self, owner: Owner | None, channel: int | None, message: int, at: Priority
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
        )

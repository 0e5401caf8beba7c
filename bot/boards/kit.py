"""What every part of the boards is given: built once, in `bot.app`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.boards.arming import Armory
from bot.boards.looks import Looks
from bot.boards.pace import Limiter, Priority
from bot.boards.trouble import Tasks
from bot.boards.wire import Wire
from bot.boards.writer import Owner, Writer
from bot.tables.clock import Clock
from bot.tables.servers import Servers
from bot.tables.tables import Tables
from bot.ui.renderer import Renderer


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
class Kit:
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

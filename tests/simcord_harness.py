"""The bot on a Discord simulated inside the test's own process (simcord), behind this one module.

For commands and screens. Races, restarts, limits and time belong to `tests/end_to_end`.
"""

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import simcord

from bot.app import App, build
from bot.clock import RealClock, Timer
from bot.config import load
from bot.db.migrate import upgraded


class ParkedClock(RealClock):
    """A clock whose longer waits reach past every step of the test, so that the bot settles.

    The simulator waits for timers of up to five seconds, and the heartbeat would go on for ever.
    """

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call soon, or so late that the simulator parks it."""
        return super().call_later(delay if delay < 1 else delay + 60, callback)


@dataclass(frozen=True)
class Town:
    """A server with one channel, and the bot in it."""

    env: Any
    app: App
    guild: Any
    room: Any

    def person(self, name: str, locale: str = "en-US") -> Any:
        """Return somebody new in the server, whose client speaks a language."""
        member = self.guild.add_member(self.env.create_user(name))
        member.locale = locale
        return member


@contextlib.asynccontextmanager
async def town(folder: Path, **settings: Any) -> AsyncIterator[Town]:
    """Run the bot in a simulated server; an error it swallowed fails the test."""
    url = f"sqlite+aiosqlite:///{folder / 'town.sqlite3'}"
    await upgraded(url)
    chosen: dict[str, Any] = {
        "shard_count": 1,
        **settings,
        "database_url": url,
        "edit_spacing": 0,
        "requests_per_second": 1000,
    }
    app = build(load(environment=False, **chosen), clock=ParkedClock())
    # The simulator connects no shards, so what is done meanwhile is done at the login.
    app.client.setup_hook = app.start  # type: ignore[method-assign]
    async with simcord.run(app.client) as env:
        await env.settle()
        guild = env.create_guild()
        yield Town(env, app, guild, guild.create_text_channel("card-table"))
        await app.stop()

"""Hearing what processes announce on a database server; a connection that is lost is made anew."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.db.errors import FAILURES
from bot.db.inbox import CHANNEL
from bot.db.writers import driver_errors

AGAIN = 1.0
"""Seconds after which a lost connection is looked for again."""


async def listen(engine: AsyncEngine, heard: Callable[[], None]) -> None:
    """Call `heard` at every announcement, and whenever some may have been missed; never returns."""
    while True:
        with contextlib.suppress(*FAILURES, *driver_errors()):
            async with engine.connect() as connection:
                raw: Any = (await connection.get_raw_connection()).driver_connection
                await raw.add_listener(CHANNEL, lambda *_: heard())
                heard()
                while not raw.is_closed():  # noqa: ASYNC110 - the driver tells nobody
                    await asyncio.sleep(AGAIN)
                await connection.invalidate()
        await asyncio.sleep(AGAIN)

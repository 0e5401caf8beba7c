"""The bot that hears no announcement: `python -m tests.end_to_end.unheard <file> run …`.

The database server loses announcements where a connection is; whoever looks once a second misses
nothing (`architecture.md`, Several processes).
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.cluster import membership
from tests.end_to_end.dealt import foreseen


async def deaf(engine: Any, heard: Callable[[], None]) -> None:
    """Hear nothing."""
    await asyncio.Event().wait()


if __name__ == "__main__":
    from bot.cli import main

    membership.listen = deaf  # type: ignore[attr-defined]  # for tests
    foreseen(Path(sys.argv.pop(1)))
    main()

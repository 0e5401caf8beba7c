"""The bot whose tables come back when it is let: `python -m tests.end_to_end.gated <held> …`.

The file `held` names what is kept back as long as it stands there: "all" that nobody has touched,
or a table by its number.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from bot.tables import restore
from bot.tables.service import Tables
from tests.end_to_end.dealt import foreseen

LOOK = 0.02


def kept_back(held: Path) -> None:
    """Have tables come back when the file says so."""
    bring_back, stored = Tables._bring_back, restore._stored

    async def passed(what: str) -> None:
        while what in held.read_text(encoding="utf-8").split():  # noqa: ASYNC110, ASYNC240 - a test writes it
            await asyncio.sleep(LOOK)

    async def all_of_them(tables: Tables, numbers: tuple[int, ...]) -> None:
        await passed("all")
        await bring_back(tables, numbers)

    async def one(live: Any) -> Any:
        await passed(str(live.number))
        return await stored(live)

    Tables._bring_back = all_of_them  # type: ignore[method-assign,assignment]  # for tests
    restore._stored = one


if __name__ == "__main__":
    from bot.cli import main

    kept_back(Path(sys.argv.pop(1)))
    foreseen(Path(sys.argv.pop(1)))
    main()

"""Rows that several processes share on a database server, each by its own name."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.db.errors import refusing


class SharedRows:
    """Reads and writes them; every method raises `StorageError` when that cannot be done now.

    Args:
        engine: on the server (`sharing_engine`).
        own: names this process.
    """

    def __init__(self, engine: AsyncEngine, own: str) -> None:
        self._engine = engine
        self._own = own

    async def read(self, query: Executable) -> Sequence[Any]:
        """Return the rows that a query finds."""
        with refusing():
            async with self._engine.connect() as connection:
                return (await connection.execute(query)).all()

    async def write(self, *statements: Executable) -> None:
        """Do these in order, in one transaction."""
        with refusing():
            async with self._engine.begin() as connection:
                for each in statements:
                    await connection.execute(each)

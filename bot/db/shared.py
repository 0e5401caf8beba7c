"""Rows that several processes share on a database server, each by its own name."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.db.session import refusing


class SharedRows:
    """Reads and writes them; every method raises `StorageError` when that cannot be done now.

    Args:
        engine: on the server (`sharing_engine`).
        own: names this process.
    """

    def __init__(self, engine: AsyncEngine, own: str) -> None:
        self._engine = engine
        self._own = own

    async def _read(self, query: Executable) -> Sequence[Any]:
        with refusing():
            async with self._engine.connect() as connection:
                return (await connection.execute(query)).all()

    async def _write(self, *statements: Executable) -> None:
        """Do all of it in one transaction, in this order."""
        with refusing():
            async with self._engine.begin() as connection:
                for each in statements:
                    await connection.execute(each)

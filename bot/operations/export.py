"""`kalamazoo export`: everything that is kept as JSON lines."""

import contextlib
import sys

from bot.operations.terminal import Config, fail, settings_of


def export(config: Config = None) -> None:
    """Write everything that is kept as JSON lines.

    No secret of a running game is among it.
    """
    import asyncio

    from bot.db.errors import StorageError
    from bot.db.migrate import MigrationError, existing

    url = settings_of(config).database_url
    try:
        existing(url)
        asyncio.run(_exported(url))
    except MigrationError as error:
        fail(str(error))
    except StorageError:
        fail("The database cannot be read.")
    except OSError as error:
        fail(f"The export is not complete: it cannot be written ({error.strerror}).")


async def _exported(url: str) -> None:
    """Write the database to standard output."""
    from bot.db.backup import lines
    from bot.db.engines import reading_engine
    from bot.db.tables import Reader

    reader = Reader(reading_engine(url))
    try:
        async with contextlib.aclosing(lines(reader)) as every:
            async for line in every:
                sys.stdout.write(line + "\n")
        sys.stdout.flush()
    finally:
        await reader.close()

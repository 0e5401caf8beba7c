"""`kalamazoo copy-database`: everything to another database, as from SQLite to PostgreSQL."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.operations.terminal import fail

if TYPE_CHECKING:
    from bot.db.records import TableRecord
    from bot.db.tables import Reader


def copy_database(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The address of the database.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The address of an empty one.")],
) -> None:
    """Copy everything to an empty database.

    The copy is checked and the old one retired. The bot must not run. Addresses are
    as in the setting database_url.
    """
    import asyncio

    from bot.config import ConfigError, load
    from bot.db.migrate import where
    from bot.db.moving import MoveError, move

    folded = 0

    async def check(old: "Reader", new: "Reader") -> None:
        nonlocal folded
        for record in await old.active():
            if await new.table(record.id) != record:
                raise MoveError(f"Table {record.id} is not the same in both; nothing is retired.")
            if record.status == "playing":
                before, after = await state(old, record), await state(new, record)
                if before is None or before != after:
                    raise MoveError(
                        f"The game of table {record.id} is not the same in both; nothing is "
                        "retired."
                    )
                folded += 1

    try:
        # An empty environment: what is set for the bot is not what is asked for here.
        addresses = [
            load(environment=False, database_url=each).database_url for each in (source, target)
        ]
        rows = asyncio.run(move(addresses[0], addresses[1], check))
    except ConfigError:
        fail("An address is wrong: use sqlite+aiosqlite:///PATH or postgresql+asyncpg://HOST/NAME.")
    except MoveError as error:
        fail(str(error))
    typer.echo(
        f"Copied to {where(addresses[1])}: {rows['tables']:,} tables, {rows['events']:,} events, "
        f"{sum(rows.values()):,} rows in all; {folded} running games are the same in both. "
        f"{where(addresses[0])} is retired: set database_url to the new one."
    )


async def state(reader: "Reader", record: "TableRecord") -> Any:
    """Return the state that the stored events of a running game lead to."""
    import msgspec

    from engine.games import GAMES

    game = next(each for each in GAMES if each.key == record.game)
    decoder = msgspec.json.Decoder(game.event_type)
    events = await reader.events(record.id)
    return game.fold(None, [decoder.decode(each.data) for each in events])

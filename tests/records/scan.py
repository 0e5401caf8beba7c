"""Looking through a whole database for anything that names somebody."""

from sqlalchemy import Connection, inspect

from bot.db.engines import reading_engine


async def found(url: str, *wanted: str) -> list[str]:
    """Return every table, column and value in which one of these texts stands."""

    def places(connection: Connection) -> list[str]:
        return [
            f"{table}.{column}: {text}"
            for table in inspect(connection).get_table_names()
            for row in connection.exec_driver_sql(f'SELECT * FROM "{table}"').mappings()
            for column, value in row.items()
            for text in [value.decode(errors="replace") if isinstance(value, bytes) else str(value)]
            if any(each in text for each in wanted)
        ]

    engine = reading_engine(url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(places)
    finally:
        await engine.dispose()

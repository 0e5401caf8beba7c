"""Looking through a whole database for anything that names somebody."""

import sqlite3
from contextlib import closing
from pathlib import Path


def found(path: Path, *wanted: str) -> list[str]:
    """Return every table, column and value in which one of these texts stands."""
    places = []
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in tables.fetchall():
            rows = connection.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in rows.description]
            for row in rows:
                for column, value in zip(columns, row, strict=True):
                    text = value.decode(errors="replace") if isinstance(value, bytes) else value
                    if any(each in str(text) for each in wanted):
                        places.append(f"{table}.{column}: {text}")
    return places

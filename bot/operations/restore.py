"""`kalamazoo restore`: a copy put back in the database's place."""

from pathlib import Path
from typing import Annotated

import typer

from bot.operations.terminal import Config, fail, settings_of


def restore(
    file: Annotated[Path, typer.Argument(help="A copy made by backup.")],
    config: Config = None,
) -> None:
    """Put a copy in the database's place; the bot must not run."""
    from bot.db.backup import CopyError, restore

    try:
        contents, kept = restore(settings_of(config).database_url, file)
    except CopyError as error:
        fail(str(error))
    before = f"The one before is {kept}." if kept is not None else "There was none before."
    typer.echo(f"The database is as it was in {file} ({contents}). {before}")

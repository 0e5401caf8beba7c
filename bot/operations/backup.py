"""`kalamazoo backup`: a copy of the database, also while the bot runs."""

from pathlib import Path
from typing import Annotated

import typer

from bot.operations.terminal import Config, fail, settings_of


def backup(
    file: Annotated[Path, typer.Argument(help="The copy; must not exist yet.")],
    config: Config = None,
) -> None:
    """Copy the database to a file, also while the bot runs."""
    from bot.db.backup import CopyError, backup

    try:
        contents = backup(settings_of(config).database_url, file)
    except CopyError as error:
        fail(str(error))
    typer.echo(f"{file} holds the whole database ({contents}).")

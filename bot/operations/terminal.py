"""What every command on the terminal has: its settings, and one sentence when it cannot be done."""

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from bot.config import ConfigError, Settings, load

CONFIG_FILE = Path("config.toml")
Config = Annotated[Path | None, typer.Option(help="Settings file; config.toml if it is there.")]


def fail(sentence: str) -> NoReturn:
    """Say what is wrong in one sentence and leave with status 2."""
    typer.echo(sentence, err=True)
    raise typer.Exit(2)


def settings_of(config: Path | None) -> Settings:
    """Return the settings or leave with the sentence that names the wrong key."""
    if config is None and CONFIG_FILE.exists():
        config = CONFIG_FILE
    try:
        return load(config)
    except ConfigError as error:
        fail(str(error))

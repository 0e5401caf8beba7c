"""`kalamazoo verify`: the log of a finished game, checked from its commitment to its result."""

from pathlib import Path
from typing import Annotated

import typer

from bot.operations.terminal import fail


def verify(
    file: Annotated[Path, typer.Argument(help="The log of a finished game, from /replay.")],
    commitment: Annotated[
        str | None, typer.Option(help="What the table showed when the game started.")
    ] = None,
) -> None:
    """Check the log of a finished game.

    Commitment, shuffle, every move and the result are checked.
    """
    from bot.records.proof import Wrong, verify
    from engine.games import GAMES

    try:
        found = verify(file.read_bytes(), GAMES, commitment)
    except OSError as error:
        fail(f"file: cannot be read ({error.strerror})")
    except Wrong as wrong:
        fail(" ".join(str(wrong).split()))
    unchecked = "".join(f"\nNot checked: {each}." for each in found.unchecked)
    typer.echo(
        f"In order: {found.game} for {found.seats}, {found.actions} actions. The seed {found.seed} "
        f"belongs to the commitment {found.commitment} and gives this shuffle; every move and the "
        f"result follow from it.{unchecked}"
    )

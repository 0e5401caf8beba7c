"""Pictures of a table with their words: what everybody at the table sees, and the result."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from bot.locale import Translator
from bot.pictures import Drawing
from bot.pictures.drawing import draw
from bot.pictures.layout import sheets
from bot.pictures.lettering import drawable
from bot.ui.contract.renderer import AnyRenderer, PublicSight
from bot.ui.contract.spread import MAX_ALT, Block, Spread, words
from bot.ui.elements import frame
from bot.ui.elements.names import apart, labels
from bot.ui.elements.screen import Attachment, Figure, Picture

NAME = "table"


def of_table(
    sight: PublicSight[Any], renderer: AnyRenderer, t: Translator, *, headed: bool = True
) -> Drawing:
    """Draw a table from the spectator's view; a few milliseconds, so from a thread.

    Args:
        sight: as for the public screen; its view must be the spectator's.
        renderer: the game's.
        t: the reader's language, also of the words.
        headed: whether game, number, turn and result stand above the cards.
    """
    table = sight.table
    named = labels(table, t)
    written = apart([drawable(name) for name in named], t("Player"))
    laid, spoken = (renderer.spread(sight.laid, names, t, sight.last) for names in (written, named))
    if not headed:
        return drawn((), laid, (), spoken, NAME, t)
    title = t("{game} · table {number}", game=renderer.name, number=table.id)
    shown = (title, *_lines(sight, renderer, written, laid, t))
    said = (title, *_lines(sight, renderer, named, spoken, t))
    return drawn(shown, laid, said, spoken, NAME, t)


def drawn(
    lines: Sequence[str],
    spread: Spread,
    said: Sequence[str],
    spoken: Spread,
    name: str,
    t: Translator,
) -> Drawing:
    """Draw a spread; no picture shows more than its words have room for.

    Args:
        lines: what stands above the cards.
        spread: the cards.
        said: the lines in words, names as people write them.
        spoken: the cards likewise.
        name: of the files, without their ending.
        t: the reader's language, also of the words.
    """
    heard = dict(zip(spread.blocks, spoken.blocks, strict=True))
    made = sheets(lines, spread.blocks, partial(_fits, said, heard, t))
    figures: list[Figure] = []
    for number, sheet in enumerate(made, 1):
        file = f"{name}.png" if number == 1 else f"{name}-{number}.png"
        blocks = [heard[block] for block in sheet.blocks]
        text = words(() if figures else said, blocks, t)
        figures.append((Picture(file, text[:MAX_ALT]), Attachment(file, draw(sheet))))
    return Drawing(tuple(figures))


def _fits(
    said: Sequence[str], heard: dict[Block, Block], t: Translator, blocks: Sequence[Block]
) -> bool:
    return len(words(said, [heard[block] for block in blocks], t)) <= MAX_ALT


def _lines(
    sight: PublicSight[Any],
    renderer: AnyRenderer,
    names: Sequence[str],
    spread: Spread,
    t: Translator,
) -> tuple[str, ...]:
    """Return whose turn it is, or who won and the places of all."""
    table = sight.table
    if table.status == "playing":
        turn = next((block.title for block in spread.blocks if block.turn), None)
        return (t("{name}'s turn", name=turn),) if turn is not None else ()
    left = renderer.left(sight.view)
    return (
        frame.winners(table, names, t) or t("The game is over."),
        *frame.standings(table, renderer, names, left, t),
    )

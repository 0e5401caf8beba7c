"""A picture of a table with its words: what everybody at the table sees, and the result."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from bot.locale import Translator
from bot.pictures.drawing import draw
from bot.pictures.lettering import drawable
from bot.ui.contract.renderer import AnyRenderer, PublicSight
from bot.ui.contract.spread import Spread, words
from bot.ui.elements import frame
from bot.ui.elements.names import apart, labels
from bot.ui.elements.screen import Attachment, Figure, Picture

FILENAME = "table.png"


class Drawing(Struct, frozen=True):
    """A PNG, the same in words, and its name as a file."""

    data: bytes
    words: str
    filename: str = FILENAME

    @property
    def attachment(self) -> Attachment:
        """Return the file to send along with a screen."""
        return Attachment(self.filename, self.data)

    @property
    def part(self) -> Picture:
        """Return the part of a screen that shows it."""
        return Picture(self.filename, self.words)

    @property
    def figure(self) -> Figure:
        """Return the part and the file."""
        return self.part, self.attachment


def of_table(sight: PublicSight[Any], renderer: AnyRenderer, t: Translator) -> Drawing:
    """Draw a table from the spectator's view; a few milliseconds, so from a thread.

    Args:
        sight: as for the public screen; its view must be the spectator's.
        renderer: the game's.
        t: the reader's language, also of the words.
    """
    table = sight.table
    named = labels(table, t)
    written = apart([drawable(name) for name in named], t("Player"))
    title = t("{game} · table {number}", game=renderer.name, number=table.id)
    spread = renderer.spread(sight.view, written, t)
    data = draw(title, _lines(sight, renderer, written, spread, t), spread)
    spoken = renderer.spread(sight.view, named, t)
    said = (title, *_lines(sight, renderer, named, spoken, t))
    return Drawing(data, words(said, spoken, t))


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

"""Pictures of tables, drawn from what a renderer says lies where (`bot.ui.contract.spread`).

Each is for a thread; the library that draws is loaded with the first of them.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from bot.locale import Translator
from bot.ui.contract.renderer import AnyRenderer, PublicSight
from bot.ui.contract.rules_page import Page
from bot.ui.elements.screen import Attachment, Figure, Part
from engine.api import AnyGame


class Drawing(Struct, frozen=True):
    """What lies on a table as pictures, one below the other, each with the same in words."""

    figures: tuple[Figure, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return the parts of a screen that show it."""
        return tuple(part for part, _ in self.figures)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """Return the files to send along with a screen."""
        return tuple(file for _, file in self.figures)

    @property
    def words(self) -> str:
        """Return all that it shows in words."""
        return " ".join(part.alt for part, _ in self.figures)


class Line(Struct, frozen=True):
    """The history of one rating: its name and every value, oldest first."""

    name: str
    values: tuple[float, ...]


class Bar(Struct, frozen=True):
    """One bar: what stands before it, and its value."""

    label: str
    value: int


def of_table(
    sight: PublicSight[Any], renderer: AnyRenderer, t: Translator, *, headed: bool = True
) -> Drawing:
    """Draw a table (`bot.pictures.table`)."""
    from bot.pictures import table

    return table.of_table(sight, renderer, t.plain, headed=headed)


def of_page(game: AnyGame, renderer: AnyRenderer, page: Page, t: Translator) -> tuple[Drawing, ...]:
    """Draw what a page of rules shows (`bot.pictures.page`)."""
    from bot.pictures import page as pages

    return pages.of_page(game, renderer, page, t.plain)


def of_lines(lines: Sequence[Line]) -> bytes:
    """Plot histories of ratings (`bot.pictures.plot`)."""
    from bot.pictures import plot

    return plot.of_lines(lines)


def of_bars(bars: Sequence[Bar]) -> bytes:
    """Plot the page of a leaderboard (`bot.pictures.plot`)."""
    from bot.pictures import plot

    return plot.of_bars(bars)

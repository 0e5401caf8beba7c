"""Flushed on Discord."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from bot.locale import Translator
from bot.locale.commands import Wording
from bot.ui.contract.lesson import Lesson
from bot.ui.contract.renderer import (
    Deed,
    Fact,
    Half,
    HandSight,
    Move,
    Numbers,
    Press,
    PublicSight,
    Renderer,
    Say,
    Source,
)
from bot.ui.contract.spread import Spread
from bot.ui.elements.emojis import plain
from bot.ui.elements.look import FRENCH, Look, french
from bot.ui.elements.screen import Screen
from bot.ui.games.flushed import decisive, lesson, picture, presses, screens, words
from engine.games.flushed.view import FlushedView


class FlushedRenderer(Renderer[FlushedView]):
    """Draws Flushed and reads its presses; it has no call."""

    key: ClassVar[str] = "flushed"
    name: ClassVar[str] = "Flushed"
    hands: ClassVar[bool] = True
    reactions: ClassVar[tuple[str, ...]] = ()
    faces: ClassVar[tuple[str, ...]] = (*FRENCH, "empty")
    wordings: ClassVar[Mapping[str, Wording]] = words.WORDINGS
    lesson: ClassVar[Lesson | None] = lesson.LESSON

    def public(self, sight: PublicSight[FlushedView], look: Look) -> Screen:
        """Draw the table in the channel."""
        return screens.public(sight, self, look)

    def hand(self, sight: HandSight[FlushedView], look: Look) -> Screen:
        """Draw one seat's hand."""
        return screens.hand(sight, self, look)

    def spread(
        self, view: FlushedView, names: Sequence[str], t: Translator, last: Deed | None = None
    ) -> Spread:
        """Return what lies where, for a picture."""
        return picture.spread(view, names, t, last)

    def reads(self, key: str) -> bool:
        """Say whether a reaction or verb means something here."""
        return plain(key) in presses.KEYS

    def tell(self, deed: Deed, names: Sequence[str], look: Look) -> str | None:
        """Return what happened in one line."""
        return words.tell(deed, names, look)

    def decisive(self, deeds: Sequence[Deed]) -> Fact | None:
        """Return the one fact worth telling of a game that is over."""
        return decisive.decisive(deeds)

    def left(self, view: FlushedView) -> tuple[int, ...]:
        """Return the cards in hand and stack of each seat."""
        return tuple(seat.hand + seat.stack for seat in view.seats)

    def arrange(self, numbers: Numbers | None, view: FlushedView) -> Numbers:
        """Return the hand numbers after a change."""
        return presses.arrange(numbers, view.hand)

    def press(
        self, view: FlushedView, numbers: Numbers, half: Half | None, press: Press
    ) -> Move | Half | Say:
        """Read a press."""
        return presses.press(view, numbers, half, press)

    def keep(self, half: Half, view: FlushedView, numbers: Numbers) -> Half | None:
        """Return the half-made choice if it still means something."""
        return presses.keep(half, view, numbers)

    def place(self, view: FlushedView, numbers: Numbers, move: Move) -> str:
        """Return the card the named number shows."""
        return presses.place(numbers, move)

    def named(self, view: FlushedView, notation: str) -> str:
        """Return the one card that is played."""
        return french(notation) if notation in view.hand else ""

    def sources(self, view: FlushedView, numbers: Numbers, t: Translator) -> tuple[Source, ...]:
        """Return all cards of the hand, then taking the pile."""
        return tuple(_sources(numbers, t))

    def own(self, view: FlushedView, look: Look) -> str:
        """Return the hand, sorted as a new one is."""
        return " ".join(look.french(card) for card in sorted(view.hand, key=presses.order))

    def held(self, view: FlushedView) -> tuple[str, ...]:
        """Return the faces of the hand."""
        return view.hand


def _sources(numbers: Numbers, t: Translator) -> Iterator[Source]:
    for number, card in enumerate(numbers, 1):
        if card is not None:
            yield Source(card, t("Hand {number}: {card}", number=number, card=french(card)))
    yield Source("T", t("Take the pile"))

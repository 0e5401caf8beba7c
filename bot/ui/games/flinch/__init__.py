"""Flinch on Discord."""

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
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen
from bot.ui.games.flinch import decisive, hand, lesson, picture, presses, table, words
from bot.ui.games.flinch.cards import LETTERS
from engine.games.flinch.state import TOP
from engine.games.flinch.view import FlinchView


class FlinchRenderer(Renderer[FlinchView]):
    """Draws Flinch and reads its presses."""

    key: ClassVar[str] = "flinch"
    name: ClassVar[str] = "Flinch"
    shout: ClassVar[str] = "Flinch!"
    hands: ClassVar[bool] = True
    command: ClassVar[str] = "flinch"
    call: ClassVar[str] = "C"
    nothing: ClassVar[str] = words.NOTHING
    counted: ClassVar[str] = words.COUNTED
    gentle: ClassVar[str] = words.GENTLE
    call_emoji: ClassVar[str] = presses.CALL
    reactions: ClassVar[tuple[str, ...]] = (presses.CALL,)
    faces: ClassVar[tuple[str, ...]] = (*(f"f{card}" for card in range(1, TOP + 1)), "empty")
    wordings: ClassVar[Mapping[str, Wording]] = words.WORDINGS
    lesson: ClassVar[Lesson | None] = lesson.LESSON

    def public(self, sight: PublicSight[FlinchView], look: Look) -> Screen:
        """Draw the table in the channel."""
        return table.draw(sight, self, look)

    def hand(self, sight: HandSight[FlinchView], look: Look) -> Screen:
        """Draw one seat's hand."""
        return hand.draw(sight, self, look)

    def spread(
        self, view: FlinchView, names: Sequence[str], t: Translator, last: Deed | None = None
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

    def left(self, view: FlinchView) -> tuple[int, ...]:
        """Return the Flinch cards of each seat."""
        return tuple(seat.flinch_size for seat in view.seats)

    def arrange(self, numbers: Numbers | None, view: FlinchView) -> Numbers:
        """Return the hand numbers after a change."""
        return presses.arrange(numbers, view.hand)

    def press(
        self, view: FlinchView, numbers: Numbers, half: Half | None, press: Press
    ) -> Move | Half | Say:
        """Read a press."""
        return presses.press(view, numbers, half, press)

    def keep(self, half: Half, view: FlinchView, numbers: Numbers) -> Half | None:
        """Return the half-made choice if it still means something."""
        return presses.keep(half, view, numbers)

    def place(self, view: FlinchView, numbers: Numbers, move: Move) -> str:
        """Return what the places show that the move names."""
        return presses.place(view, numbers, move)

    def named(self, view: FlinchView, notation: str) -> str:
        """Return the one card that is played or laid."""
        return presses.named(view, notation)

    def sources(self, view: FlinchView, numbers: Numbers, t: Translator) -> tuple[Source, ...]:
        """Return all one's sources, then what can be laid, by places if all five are taken."""
        return tuple(_sources(view, numbers, t))

    def own(self, view: FlinchView, look: Look) -> str:
        """Return the hand, sorted as a new one is."""
        return " ".join(look.number(card) for card in sorted(view.hand))

    def held(self, view: FlinchView) -> tuple[str, ...]:
        """Return the faces of the hand."""
        return tuple(f"f{card}" for card in view.hand)

    def accusation(self, seat: int) -> str | None:
        """Return the action that has an irregularity judged (strict rules)."""
        return f"J{seat}"


def _sources(view: FlinchView, numbers: Numbers, t: Translator) -> Iterator[Source]:
    assert view.seat is not None, "sources are a seat's"
    own = view.seats[view.seat]
    none = t("empty")
    held = [(at, card) for at, card in enumerate(numbers, 1) if card is not None]
    yield Source("F", t("Flinch pile: {card}", card=own.flinch_top or none))
    for number, card in held:
        yield Source(f"H{card}", t("Hand {number}: {card}", number=number, card=card), number)
    for number, one in enumerate(own.reserve, 1):
        letter = LETTERS[number - 1]
        yield Source(f"R{number}", t("Reserve {place}: {card}", place=letter, card=one.top or none))
    if view.partner is not None:
        partner = view.seats[view.partner]
        yield Source("PF", t("Partner's Flinch pile: {card}", card=partner.flinch_top or none))
        for number, one in enumerate(partner.reserve, 1):
            label = t(
                "Partner's reserve {place}: {card}", place=LETTERS[number - 1], card=one.top or none
            )
            yield Source(f"PR{number}", label)
    full = presses.full(view)
    if not full:
        yield from _lays(held, t)
    yield Source("N", t("End turn without laying a card"))
    yield Source("C", t("Call Flinch!"))
    if full:
        yield from _lays_on_places(held, t)


def _lays(held: Sequence[tuple[int, str]], t: Translator) -> Iterator[Source]:
    for number, card in held:
        label = t("Lay {card} (hand {number})", card=card, number=number)
        yield Source(f"L{card}", label, number)


def _lays_on_places(held: Sequence[tuple[int, str]], t: Translator) -> Iterator[Source]:
    """Yield what is needed with all places taken; found by typing, as the list shows 25."""
    for number, card in held:
        for place, letter in enumerate(LETTERS, 1):
            label = t(
                "Lay {card} (hand {number}) on {place}", card=card, number=number, place=letter
            )
            yield Source(f"L{card}@{place}", label, number)

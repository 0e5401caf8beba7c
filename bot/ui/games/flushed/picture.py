"""The layout of Flushed for a picture: a function of what everybody sees alone."""

from collections.abc import Sequence

from bot.locale import Translator
from bot.ui.contract.renderer import NOBODY, Deed
from bot.ui.contract.spread import SUIT_NAMES, Block, Group, Pile, Spread
from engine.games.flushed import events
from engine.games.flushed.view import FlushedView


def spread(view: FlushedView, names: Sequence[str], t: Translator, last: Deed | None) -> Spread:
    """Return the pile, then the seats in order; marked is where the last cards went."""
    happened = last.events if last is not None else ()
    played = next((each for each in happened if isinstance(each, events.CardsPlayed)), None)
    taken = next((each for each in happened if isinstance(each, events.PileTaken)), None)
    seats = (
        _seat(view, seat, name, t, took=taken is not None and taken.seat == seat)
        for seat, name in enumerate(names)
    )
    return Spread((_middle(view, names, t, marked=played is not None), *seats))


def _middle(view: FlushedView, names: Sequence[str], t: Translator, *, marked: bool) -> Block:
    notes = [t.n("Pile: {n} card", "Pile: {n} cards", view.height)]
    if view.outcome is None and view.turn != NOBODY:
        suit = t("any") if view.suit is None else t(SUIT_NAMES[view.suit])
        after = names[(view.turn + view.direction) % len(names)]
        notes = [t("Suit: {suit}", suit=suit), *notes, t("next: {name}", name=after)]
    top = Pile("empty" if view.top is None else view.top, size=view.height, marked=marked)
    return Block(t("Middle"), (Group((top,), large=True),), notes=tuple(notes), wide=True)


def _seat(view: FlushedView, seat: int, name: str, t: Translator, *, took: bool) -> Block:
    one = view.seats[seat]
    hand, stack = (
        Pile("back" if size else "empty", t.number(size), size=size, fan=fan, marked=marked)
        for size, fan, marked in ((one.hand, True, False), (one.stack, False, took))
    )
    groups = (Group((hand,), label=t("Hand")), Group((stack,), label=t("Stack")))
    return Block(name, groups, turn=seat == view.turn and view.outcome is None)

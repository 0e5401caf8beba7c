"""The layout of Flinch for a picture: a function of the spectator's view alone."""

from collections.abc import Sequence

from bot.locale import Translator
from bot.ui.contract.spread import Block, Group, Pile, Spread
from engine.games.flinch.view import FlinchView, PlaceView, SeatView


def spread(view: FlinchView, names: Sequence[str], t: Translator) -> Spread:
    """Return the middle, then every seat in order."""
    sizes = t("Stock {stock} · finished piles {finished}", stock=view.stock, finished=view.finished)
    tops = tuple(Pile(_face(card)) for card in view.centre) or (Pile("empty"),)
    middle = Block(t("Middle"), (Group(tops),), note=sizes, wide=True)
    seats = (_seat(view, seat, name, t) for seat, name in enumerate(names))
    return Spread((middle, *seats))


def _seat(view: FlinchView, seat: int, name: str, t: Translator) -> Block:
    one = view.seats[seat]
    groups = [
        Group((_flinch_pile(one, t),), label="Flinch"),
        Group(tuple(_place(place, t) for place in one.reserve), label=t("Reserve")),
    ]
    if one.shown:
        groups.append(Group(tuple(Pile(_face(card)) for card in one.shown), label=t("shown")))
    return Block(
        title=name,
        groups=tuple(groups),
        note=t("hand {n}", n=one.hand_size),
        turn=seat == view.turn and view.outcome is None,
    )


def _flinch_pile(seat: SeatView, t: Translator) -> Pile:
    under = seat.flinch_size - 1
    if under < 1:
        return Pile(_face(seat.flinch_top))
    said = t.n("{n} card under it", "{n} cards under it", under)
    return Pile(_face(seat.flinch_top), note=f"+{under}", said=said)


def _place(place: PlaceView, t: Translator) -> Pile:
    if place.height < 2:
        return Pile(_face(place.top))
    said = t.n("{n} card", "{n} cards", place.height)
    return Pile(_face(place.top), note=f"×{place.height}", said=said)


def _face(card: int | None) -> str:
    return "empty" if card is None else f"f{card}"

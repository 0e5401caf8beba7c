"""The layout of Flinch for a picture: a function of what everybody sees alone."""

from collections.abc import Sequence
from typing import TypeAlias

from bot.locale import Translator
from bot.ui.contract.renderer import Deed
from bot.ui.contract.spread import PAIRS, Block, Group, Pile, Spread
from engine.games.flinch import events
from engine.games.flinch.view import FlinchView, PlaceView, SeatView

Laid: TypeAlias = events.CardPlayed | events.CardLaid


def spread(view: FlinchView, names: Sequence[str], t: Translator, last: Deed | None) -> Spread:
    """Return the middle, then every seat in order; marked is where the last card went."""
    done = [each for each in last.events if isinstance(each, Laid)] if last is not None else []
    act = done[-1] if done else None
    seats = (_seat(view, seat, names, t, act) for seat in range(len(names)))
    return Spread((_middle(view, t, act), *seats))


def _middle(view: FlinchView, t: Translator, act: Laid | None) -> Block:
    played = (act.pile, act.card) if isinstance(act, events.CardPlayed) else None
    tops = tuple(
        Pile(_face(card), size=card, marked=(at, card) == played)
        for at, card in enumerate(view.centre)
    )
    stock = Pile("back" if view.stock else "empty", t.number(view.stock), size=view.stock)
    return Block(
        t("Middle"),
        (Group((stock,), label=t("Stock")), Group(tops or (Pile("empty"),), label=t("Piles"))),
        notes=(t.n("{n} pile finished", "{n} piles finished", view.finished),)
        * (view.finished > 0),
        wide=True,
    )


def _seat(
    view: FlinchView, seat: int, names: Sequence[str], t: Translator, act: Laid | None
) -> Block:
    one = view.seats[seat]
    laid = act.place if isinstance(act, events.CardLaid) and act.seat == seat else 0
    groups = [
        Group((_flinch_pile(one, t),), label="Flinch"),
        Group(
            tuple(_place(each, t, at == laid) for at, each in enumerate(one.reserve, 1)),
            label=t("Reserve"),
        ),
    ]
    if one.shown:
        groups.append(Group(tuple(Pile(_face(card)) for card in one.shown), label=t("shown")))
    notes = [t("hand {n}", n=one.hand_size)]
    if one.locked:
        notes.append(t("no calls until next turn"))
    if one.barred:
        notes.append(t("Flinch card waits one round"))
    across = (seat + len(names) // 2) % len(names)
    return Block(
        title=names[seat],
        groups=tuple(groups),
        notes=tuple(notes),
        turn=seat == view.turn and view.outcome is None,
        pair=pair(view, seat),
        partner=names[across] if view.options.partners else "",
    )


def pair(view: FlinchView, seat: int) -> str:
    """Return the sign of a seat's pair; "" without partners."""
    return PAIRS[seat % (len(view.seats) // 2)] if view.options.partners else ""


def _flinch_pile(seat: SeatView, t: Translator) -> Pile:
    face, under = _face(seat.flinch_top), seat.flinch_size - 1
    if under < 1:
        return Pile(face)
    said = t.n("{n} card under it", "{n} cards under it", under)
    return Pile(face, note=f"+{under}", said=said, size=seat.flinch_size)


def _place(place: PlaceView, t: Translator, marked: bool) -> Pile:
    face, size = _face(place.top), place.height
    if size < 2:
        return Pile(face, marked=marked)
    return Pile(face, f"×{size}", t.n("{n} card", "{n} cards", size), size, marked=marked)


def _face(card: int | None) -> str:
    return "empty" if card is None else f"f{card}"

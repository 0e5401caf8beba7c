"""What presses mean in Flinch: reactions and verbs, half-made choices, numbers, stale places."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from bot.locale import mark
from bot.ui.contract.renderer import (
    NO_CARD_THERE,
    NOTHING_TO_PRESS,
    Half,
    Move,
    Numbers,
    Press,
    Say,
    asked,
)
from bot.ui.elements import controls
from bot.ui.elements.emojis import CANCEL, DIGITS, letter, plain
from engine.errors import Refused
from engine.games.flinch.actions import Lay, Play, parse
from engine.games.flinch.state import HAND, PLACES, Card, FlinchOptions
from engine.games.flinch.view import FlinchView

CHOOSE_CARD = Say(mark("Pick a card first."))
CALL = "✋"
LAY_KEY, FLINCH_KEY, PARTNER_KEY = "⬇️", letter("F"), letter("P")
PLACE_KEYS = tuple(letter(c) for c in "ABCDE")
PARTNER_PLACE_KEYS = tuple(letter(c) for c in "GHIJK")

LAY, LAY_CARD = "lay", "lay-card"
OUT_OF_TURN, OUT_OF_TURN_CARD = "out-of-turn", "out-of-turn-card"
RESERVE, PARTNERS, SPOT, DEMAND = "reserve", "partners", "spot", "demand"
"""Verbs of the selects, whose values are notations: one's reserve, the partner's cards, the place
for a card to be laid, the shown cards that may be demanded."""
SELECTS = (RESERVE, PARTNERS, SPOT, DEMAND)
VERBS = (LAY, LAY_CARD, OUT_OF_TURN, OUT_OF_TURN_CARD, controls.CANCEL)

_CARDS = {plain(key): number for number, key in enumerate(DIGITS[:HAND], 1)}
_PLACES = {plain(key): number for number, key in enumerate(PLACE_KEYS, 1)}
_OTHERS = {
    plain(FLINCH_KEY): "F",
    plain(PARTNER_KEY): "PF",
    plain(CALL): "C",
    **{plain(key): f"PR{number}" for number, key in enumerate(PARTNER_PLACE_KEYS, 1)},
}
KEYS = frozenset({*_CARDS, *_PLACES, *_OTHERS, plain(LAY_KEY), plain(CANCEL), *VERBS, *SELECTS})


def reactions(options: FlinchOptions) -> tuple[str, ...]:
    """Return the reactions of a hand, likeliest first; with partners Discord's most, 20."""
    calls = (CALL,) if options.conduct != "assist" else ()
    others = (PARTNER_KEY, *PARTNER_PLACE_KEYS) if options.partners else ()
    return (*DIGITS[:HAND], FLINCH_KEY, LAY_KEY, *calls, *PLACE_KEYS, *others, CANCEL)


def arrange(numbers: Numbers | None, hand: tuple[Card, ...]) -> Numbers:
    """Return the numbers of a hand after a change (`Renderer.arrange`).

    A hand grows by more than one card only when it is a new one, which is sorted.
    """
    before = [card for card in numbers or () if card is not None]
    if numbers is None or not before or len(hand) > len(before) + 1:
        return _padded(str(card) for card in sorted(hand))
    drawn = Counter(str(card) for card in hand)
    after: list[str | None] = []
    for card in numbers:
        held = card is not None and drawn[card] > 0
        after.append(card if held else None)
        if card is not None and held:
            drawn[card] -= 1
    for card in sorted(drawn.elements(), key=int):
        if None not in after:
            after.append(None)
        after[after.index(None)] = card
    return tuple(after)


def card_at(numbers: Numbers, number: int) -> str | None:
    """Return the card a hand number holds."""
    return numbers[number - 1] if 1 <= number <= len(numbers) else None


def full(view: FlinchView) -> bool:
    """Say whether all five of one's reserve places are taken, so that laying names a place."""
    assert view.seat is not None
    return all(place.top is not None for place in view.seats[view.seat].reserve)


def press(view: FlinchView, numbers: Numbers, half: Half | None, press: Press) -> Move | Half | Say:
    """Read a press (`Renderer.press`)."""
    key = plain(press.key)
    if key in SELECTS:
        return Move(press.values[0], press.number) if press.values else NOTHING_TO_PRESS
    if key in VERBS:
        return _verb(view, numbers, key, press.number)
    if key == plain(CANCEL):
        return Half()
    if key == plain(LAY_KEY):
        return Half((LAY,)) if view.hand else Move("N")
    if key in _CARDS:
        return _card(view, numbers, half, _CARDS[key])
    if key in _PLACES:
        return _place(numbers, half, _PLACES[key])
    if key in _OTHERS:
        return Move(_OTHERS[key])
    return asked(press)


def keep(half: Half, view: FlinchView, numbers: Numbers) -> Half | None:
    """Return a half-made choice while it is one's turn (out of turn, strict: while it is not).

    A card whose place was to be named has to be chosen again once a place has become empty: it can
    be laid nowhere else then.
    """
    if not half.steps or view.outcome is not None:
        return None
    out = half.steps[0] == OUT_OF_TURN
    if out and view.options.conduct != "strict":
        return None
    if out == (view.seat == view.turn):
        return None
    if not out and not view.hand:
        return None
    if len(half.steps) > 1:
        there = card_at(numbers, int(half.steps[1])) is not None
        if not there or not (out or full(view)):
            return Half(half.steps[:1])
    return half


def place(view: FlinchView, numbers: Numbers, move: Move) -> str:
    """Return what the places show that a move names (`Renderer.place`)."""
    if view.seat is None:
        return ""
    try:
        action = parse(move.notation)
    except Refused:
        return ""
    held = card_at(numbers, move.number) or ""
    match action:
        case Play(source="H"):
            return held
        case Play(source="F"):
            return _top(view, view.seat)
        case Play(source="PF"):
            return "" if view.partner is None else _top(view, view.partner)
        case Play(source="R", number=number):
            return _reserve(view, view.seat, number)
        case Play(source="PR", number=number):
            return "" if view.partner is None else _reserve(view, view.partner, number)
        case Lay(place=None):
            return held
        case Lay(place=number):
            return held + "/" + _reserve(view, view.seat, number or 1)
    return ""


def _verb(view: FlinchView, numbers: Numbers, verb: str, number: int) -> Move | Half | Say:
    if verb == controls.CANCEL:
        return Half()
    if verb == LAY:
        return Half((LAY,)) if view.hand else Move("N")
    if verb == OUT_OF_TURN:
        return Half((OUT_OF_TURN,))
    if card_at(numbers, number) is None:
        return NO_CARD_THERE
    return Half((LAY if verb == LAY_CARD else OUT_OF_TURN, str(number)))


def _card(view: FlinchView, numbers: Numbers, half: Half | None, number: int) -> Move | Half | Say:
    """Read a digit: plays the card, or lays it after "Lay a card"."""
    card = card_at(numbers, number)
    if card is None:
        return NO_CARD_THERE
    if half is None or half.steps[:1] != (LAY,):
        return Move(f"H{card}", number)
    return Half((LAY, str(number))) if full(view) else Move(f"L{card}", number)


def _place(numbers: Numbers, half: Half | None, place: int) -> Move | Half | Say:
    """Read a letter A–E: plays from that place, or names it for the card to be laid."""
    if half is None or half.steps[:1] != (LAY,):
        return Move(f"R{place}")
    if len(half.steps) == 1:
        return CHOOSE_CARD
    number = int(half.steps[1])
    card = card_at(numbers, number)
    return NO_CARD_THERE if card is None else Move(f"L{card}@{place}", number)


def named(view: FlinchView, notation: str) -> str:
    """Return the card that a play moves (`Renderer.named`)."""
    try:
        action = parse(notation)
    except Refused:
        return ""
    if not isinstance(action, Play) or view.seat is None:
        return ""
    own = view.seats[view.seat]
    partner = view.seats[view.partner] if view.partner is not None else None
    match action.source:
        case "H":
            return str(action.number)
        case "F":
            return str(own.flinch_top or "")
        case "R":
            return str(own.reserve[action.number - 1].top or "")
        case "PF":
            return str(partner.flinch_top or "") if partner is not None else ""
        case "PR":
            return str(partner.reserve[action.number - 1].top or "") if partner is not None else ""
    assert_never(action.source)


def _top(view: FlinchView, seat: int) -> str:
    one = view.seats[seat]
    return f"{one.flinch_top}+{one.flinch_size}"


def _reserve(view: FlinchView, seat: int, number: int) -> str:
    one = view.seats[seat].reserve[number - 1]
    return f"{one.top}+{one.height}"


def _padded(cards: Iterable[str]) -> Numbers:
    held: list[str | None] = [*cards]
    return tuple(held + [None] * (HAND - len(held)))


assert len(PLACE_KEYS) == PLACES

"""What presses mean in Flushed: reactions and verbs, several cards at once, numbers, places."""

from bot.locale import mark
from bot.ui.contract.renderer import NO_CARD_THERE, Half, Move, Numbers, Press, Say, asked
from bot.ui.elements import controls
from bot.ui.elements.emojis import CANCEL, DIGITS, plain
from engine.cards import RANKS, SUITS, Card
from engine.games.flushed.fits import why_not_play
from engine.games.flushed.refusals import NOT_TOGETHER, WRONG_TOP
from engine.games.flushed.state import HAND, FlushedOptions
from engine.games.flushed.view import FlushedView

TAKE_KEY, MORE_KEY, DONE_KEY = "🃏", "➕", "✅"
SEVERAL, DONE, TOP, ADD = "several", "several-done", "several-top", "several-add"
"""Verbs: begin (or, from the select, set) several cards; lay them; lay them, this one on top;
choose one more."""
TOO_FEW_CARDS = Say(mark("Pick at least two cards first."))
VERBS = (SEVERAL, DONE, TOP, ADD, controls.CANCEL)

_CARDS = {plain(key): number for number, key in enumerate(DIGITS[:HAND], 1)}
KEYS = frozenset({*_CARDS, *VERBS, *(plain(key) for key in (TAKE_KEY, MORE_KEY, DONE_KEY, CANCEL))})


def several_allowed(options: FlushedOptions) -> bool:
    """Say whether the house rules know plays of several cards."""
    return options.doubles or options.flush


def reactions(options: FlushedOptions) -> tuple[str, ...]:
    """Return the reactions of a hand, likeliest first."""
    more = (MORE_KEY, DONE_KEY, CANCEL) if several_allowed(options) else ()
    return (*DIGITS[:HAND], TAKE_KEY, *more)


def order(card: Card) -> tuple[int, int]:
    """Return where a card stands in a sorted hand: by suit, then rank."""
    return SUITS.index(card[1]), RANKS.index(card[0])


def arrange(numbers: Numbers | None, hand: tuple[Card, ...]) -> Numbers:
    """Return the numbers of a hand after a change (`Renderer.arrange`); no card is there twice."""
    kept = [card if card in hand else None for card in numbers or ()]
    kept += [None] * (max(HAND, len(hand)) - len(kept))
    drawn = [card for card in hand if card not in kept]
    if len(drawn) == len(hand):
        drawn.sort(key=order)
    for card in drawn:
        kept[kept.index(None)] = card
    return tuple(kept)


def card_at(numbers: Numbers, number: int) -> Card | None:
    """Return the card a hand number holds."""
    return numbers[number - 1] if 1 <= number <= len(numbers) else None


def chosen(half: Half | None) -> tuple[int, ...] | None:
    """Return the numbers chosen so far, in order; None outside of laying several."""
    if half is None or half.steps[:1] != (SEVERAL,):
        return None
    return tuple(int(step) for step in half.steps[1:] if step.isdecimal())


def press(
    view: FlushedView, numbers: Numbers, half: Half | None, press: Press
) -> Move | Half | Say:
    """Read a press (`Renderer.press`)."""
    key = plain(press.key)
    if key in _CARDS:
        return _card(numbers, half, _CARDS[key])
    if key == plain(TAKE_KEY):
        return Move("T")
    if key in (plain(MORE_KEY), SEVERAL):
        return _set(numbers, press.values) if press.values else begun(half)
    if key in (plain(DONE_KEY), DONE, TOP):
        return _done(view, numbers, half, press.number if key == TOP else 0)
    if key == ADD:
        return _card(numbers, begun(half), press.number)
    if key in (plain(CANCEL), controls.CANCEL):
        return Half()
    return asked(press)


def begun(half: Half | None) -> Half:
    """Return the choice of several cards, begun now or before."""
    return Half((SEVERAL,)) if half is None or chosen(half) is None else half


def keep(half: Half, view: FlushedView, numbers: Numbers) -> Half | None:
    """Return the choice of several cards while it is one's turn and they are there."""
    numbers_chosen = chosen(half)
    if numbers_chosen is None or view.outcome is not None or view.seat != view.turn:
        return None
    there = [str(one) for one in numbers_chosen if card_at(numbers, one) is not None]
    return Half((SEVERAL, *there))


def place(numbers: Numbers, move: Move) -> str:
    """Return the card at the number that the move names."""
    return card_at(numbers, move.number) or ""


def _card(numbers: Numbers, half: Half | None, number: int) -> Move | Half | Say:
    """Read a digit: plays the card, or while laying several chooses it or leaves it out."""
    card = card_at(numbers, number)
    if card is None:
        return NO_CARD_THERE
    before = chosen(half)
    if before is None:
        return Move(card, number)
    after = [one for one in before if one != number]
    if number not in before:
        after.append(number)
    return Half((SEVERAL, *map(str, after)))


def _set(numbers: Numbers, values: tuple[str, ...]) -> Half | Say:
    """Return the choice of these numbers, each once; one that holds no card is told."""
    held = {str(number) for number, card in enumerate(numbers, 1) if card is not None}
    return Half((SEVERAL, *dict.fromkeys(values))) if held.issuperset(values) else NO_CARD_THERE


def _done(view: FlushedView, numbers: Numbers, half: Half | None, top: int) -> Move | Half | Say:
    """Lay what was chosen, in that order, the last on top; `top` comes last if given.

    Cards that cannot go like this stay chosen, to be put in another order.
    """
    if top and card_at(numbers, top) is None:
        return NO_CARD_THERE
    order = [one for one in chosen(half) or () if one != top] + ([top] if top else [])
    cards = [card for one in order if (card := card_at(numbers, one)) is not None]
    if len(cards) < 2:
        return TOO_FEW_CARDS
    why = why_not_play(view.options, view.hand, view.suit, tuple(cards))
    if why in (NOT_TOGETHER, WRONG_TOP) and view.seat == view.turn:
        return Say(why.sentence)
    return Move("+".join(cards))

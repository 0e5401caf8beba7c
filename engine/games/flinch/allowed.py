"""Every action a seat may take, and what a stand-in of no skill does."""

from collections.abc import Iterator

from engine.api import Seat
from engine.games.flinch.actions import (
    CallFlinch,
    DemandCard,
    FlinchAction,
    JudgeSeat,
    Lay,
    LayNothing,
    Play,
)
from engine.games.flinch.fits import OWED_PLAYS, card_at, fits, is_blocked, owed
from engine.games.flinch.plays import act_refusal
from engine.games.flinch.standing import demands, judgeable, may_call
from engine.games.flinch.state import PLACES, Card, FlinchState
from engine.games.flinch.strict import may_show

_NUMBERS = range(1, PLACES + 1)
_FLINCH = Play("F")
_NOTHING = LayNothing()
_PARTNER_FLINCH = Play("PF")
_RESERVE = tuple(Play("R", place) for place in _NUMBERS)
_PARTNER_RESERVE = tuple(Play("PR", place) for place in _NUMBERS)


def actions(state: FlinchState, seat: Seat | None) -> tuple[FlinchAction, ...]:
    """Return every action this seat may take alone; the table itself has none in Flinch."""
    if seat is None or state.outcome is not None:
        return ()
    found: list[FlinchAction] = []
    if seat == state.turn:
        found += [play for play in _plays(state, seat) if act_refusal(state, seat, play) is None]
        found += _lays(state, seat)
    elif state.options.conduct == "strict":
        hand = dict.fromkeys(state.seats[seat].hand)
        found += [Play("H", card) for card in hand if may_show(state, seat, card)]
    if may_call(state, seat):
        found.append(CallFlinch())
    if state.options.conduct == "strict":
        found += [DemandCard(target, card) for target, card in demands(state, seat)]
        found += [JudgeSeat(target) for target in judgeable(state, seat)]
    return tuple(found)


def _plays(state: FlinchState, seat: Seat) -> Iterator[Play]:
    """Return the plays of the turn's seat worth a test: the others lack a card."""
    own = state.seats[seat]
    yield _FLINCH
    yield from _RESERVE
    if state.options.partners:
        yield _PARTNER_FLINCH
        yield from _PARTNER_RESERVE
    for card in dict.fromkeys(own.hand):
        yield Play("H", card)


def _lays(state: FlinchState, seat: Seat) -> Iterator[Lay | LayNothing]:
    """Return the turn's seat's ways to end its turn: one test stands for all lays."""
    own = state.seats[seat]
    if not own.hand:
        if act_refusal(state, seat, _NOTHING) is None:
            yield _NOTHING
        return
    places = _NUMBERS if all(own.reserve) else (None,)
    lays = [Lay(card, place) for card in dict.fromkeys(own.hand) if card != 1 for place in places]
    if lays and act_refusal(state, seat, lays[0]) is None:
        yield from lays


def auto_action(state: FlinchState, seat: Seat) -> FlinchAction:
    """Return what a stand-in of no skill does in its turn (`rules.md` section 1, the end)."""
    if state.demanded is not None:
        return Play("H", state.demanded)
    card = owed(state)
    if card is not None:
        return OWED_PLAYS[card]
    own = state.seats[seat]
    if is_blocked(state):
        return next(play for play in _blocked_plays(state, seat))
    if not own.hand:
        return LayNothing()
    return _auto_lay(max(own.hand), own.reserve)


def _blocked_plays(state: FlinchState, seat: Seat) -> Iterator[Play]:
    """Return the reserve plays that fit, one's own first."""
    for play in (*_RESERVE, *_PARTNER_RESERVE):
        card = card_at(state, seat, play.source, play.number)
        if card is not None and fits(state.centre, card):
            yield play


def _auto_lay(card: Card, reserve: tuple[tuple[Card, ...], ...]) -> Lay:
    """Lay on the empty place, else on the smallest strictly greater top, else on place 1."""
    if not all(reserve):
        return Lay(card)
    greater = [(pile[-1], place) for place, pile in zip(_NUMBERS, reserve, strict=True)]
    greater = [(top, place) for top, place in greater if top > card]
    return Lay(card, min(greater)[1] if greater else 1)

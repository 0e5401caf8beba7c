"""Eights: what happens when somebody does something, or why it does not."""

from typing import assert_never

from engine.api import Outcome, Seat, capped, ranked
from engine.cards import SUITS, Card, rank_of, suit_of
from engine.errors import DOES_NOT_FIT, NO_SUCH_CARD, NOT_YOUR_TURN, NOTHING_TO_CALL, Refused
from engine.play import check_actors
from engine.shuffle import shuffle
from tests.fourth_game.eights.actions import (
    WILD,
    CallLast,
    DrawCard,
    EightsAction,
    Pass,
    PlayCard,
)
from tests.fourth_game.eights.events import (
    CardDrawn,
    CardPlayed,
    EightsEvent,
    GameEnded,
    LastCalled,
    Passed,
    StockShuffled,
)
from tests.fourth_game.eights.refusals import DRAW_FIRST, DRAWN_ENOUGH, NOTHING_TO_DRAW
from tests.fourth_game.eights.state import EightsState

CAP = 2_000
"""Turns after which a game ends (`rules.md` section 0)."""

PENALTY = 2
"""Cards drawn by a seat of which another said "Last!"."""


def fits(card: Card, top: Card, suit: str) -> bool:
    """Say whether a card may be played: suit, rank, any eight."""
    return rank_of(card) == WILD or suit_of(card) == suit or rank_of(card) == rank_of(top)


def drawable(state: EightsState) -> int:
    """Return how many cards could be drawn, the pile but its top included."""
    return len(state.stock) + len(state.pile) - 1


def may_draw(state: EightsState) -> bool:
    """Say whether the seat in turn may draw."""
    return state.drawn < state.options.draws and drawable(state) > 0


def decide(
    state: EightsState, by: tuple[Seat, ...], action: EightsAction
) -> tuple[EightsEvent, ...]:
    """Return the events of an action; raise `Refused` if it is not possible."""
    check_actors(by, len(state.hands), over=state.outcome is not None, for_table=False)
    seat = by[0]
    if isinstance(action, CallLast):
        return _call(state, seat)
    if seat != state.turn:
        raise Refused(NOT_YOUR_TURN)
    match action:
        case PlayCard(card=card, suit=suit):
            if card not in state.hands[seat]:
                raise Refused(NO_SUCH_CARD)
            if not fits(card, state.pile[-1], state.suit):
                raise Refused(DOES_NOT_FIT)
            played = CardPlayed(seat, card, suit or suit_of(card))
            left = [len(hand) - (owner == seat) for owner, hand in enumerate(state.hands)]
            if left[seat] == 0:
                return (played, GameEnded(Outcome("won", (seat,), ranked(left))))
            return (played, *_cap(state, left))
        case DrawCard():
            if drawable(state) == 0:
                raise Refused(NOTHING_TO_DRAW)
            if state.drawn == state.options.draws:
                raise Refused(DRAWN_ENOUGH)
            shuffled, [card] = _draw(state, 1)
            return (*shuffled, CardDrawn(seat, card))
        case Pass():
            if may_draw(state):
                raise Refused(DRAW_FIRST)
            return (Passed(seat), *_cap(state, [len(hand) for hand in state.hands]))
        case _:
            assert_never(action)


def _call(state: EightsState, seat: Seat) -> tuple[EightsEvent, ...]:
    exposed = state.exposed
    if exposed is None:
        raise Refused(NOTHING_TO_CALL)
    if exposed == seat:
        return (LastCalled(seat, exposed),)
    shuffled, drawn = _draw(state, PENALTY)
    return (*shuffled, LastCalled(seat, exposed, tuple(drawn)))


def _draw(state: EightsState, number: int) -> tuple[tuple[StockShuffled, ...], list[Card]]:
    """Return the next cards, as many as there are, and the shuffle they need."""
    if len(state.stock) >= number or len(state.pile) == 1:
        return (), list(state.stock[:number])
    cards = shuffle(state.seed, f"reshuffle-{state.shuffles + 1}", state.pile[:-1])
    return (StockShuffled(cards),), [*state.stock, *cards][:number]


def _cap(state: EightsState, left: list[int]) -> tuple[GameEnded, ...]:
    return (GameEnded(capped(left)),) if state.turns + 1 >= CAP else ()


def possible(state: EightsState, seat: Seat) -> tuple[EightsAction, ...]:
    """Return everything `decide` accepts from a seat."""
    if state.outcome is not None:
        return ()
    calls = () if state.exposed is None else (CallLast(),)
    if seat != state.turn:
        return calls
    top = state.pile[-1]
    plays = [
        PlayCard(card, suit)
        for card in state.hands[seat]
        if fits(card, top, state.suit)
        for suit in (SUITS if rank_of(card) == WILD else (None,))
    ]
    return (*plays, DrawCard() if may_draw(state) else Pass(), *calls)

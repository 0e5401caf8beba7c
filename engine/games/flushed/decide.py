"""Flushed: what happens when somebody does something, or why it does not (`rules.md` 3)."""

from typing import Literal, assert_never

from engine.api import Outcome, Seat, capped, ranked
from engine.cards import Card, rank_of, suit_of
from engine.errors import NOT_YOUR_TURN, Refusal, Refused
from engine.games.flushed.actions import FlushedAction, PlayCards, TakePile
from engine.games.flushed.events import (
    CardsPlayed,
    DirectionTurned,
    FlushedEvent,
    GameEnded,
    PileNeutral,
    PileTaken,
    SuitSet,
    TurnBegan,
)
from engine.games.flushed.evolve import evolve, fold
from engine.games.flushed.fits import why_not_play, why_not_take
from engine.games.flushed.state import HAND, Direction, FlushedState, cards_left
from engine.play import check_actors

CAP = 2_000
"""Turns after which a game ends (`rules.md` section 0)."""


def decide(
    state: FlushedState, by: tuple[Seat, ...], action: FlushedAction
) -> tuple[FlushedEvent, ...]:
    """Return the events of an action.

    Raises:
        Refused: the first reason of `rules.md` section 0 that applies.
    """
    check_actors(by, len(state.hands), over=state.outcome is not None, for_table=False)
    seat = by[0]
    if seat != state.turn:
        raise Refused(NOT_YOUR_TURN)
    hand = state.hands[seat]
    match action:
        case PlayCards():
            _refuse(why_not_play(state.options, hand, state.suit, action.cards))
            return _play(state, seat, action.cards)
        case TakePile():
            _refuse(why_not_take(state.options, hand, state.suit))
            taken = _take(state, seat, state.pile, because="void")
            return _go_on(state, (taken,), _next(state, seat, state.direction))
        case _:
            assert_never(action)


def _refuse(refusal: Refusal | None) -> None:
    """Raise `Refused` if there is a reason."""
    if refusal is not None:
        raise Refused(refusal)


def _play(state: FlushedState, seat: Seat, cards: tuple[Card, ...]) -> tuple[FlushedEvent, ...]:
    """Return a play and what its top card does, also when led: it makes the suit (U-19 to U-28)."""
    left = len(state.hands[seat]) - len(cards)
    drawn = state.stacks[seat][: HAND - left] if left < HAND else ()
    played = CardsPlayed(seat, cards, drawn)
    if left == 0 and not drawn:
        return (played, GameEnded(_won(evolve(state, played), seat)))
    top, direction = cards[-1], state.direction
    suit, rank = suit_of(top), rank_of(top)
    following = _next(state, seat, direction)
    if rank == "K":
        taken = _take(state, following, state.pile + cards, because="king")
        return _go_on(state, (played, taken), _next(state, following, direction))
    if rank == "Q":
        return _go_on(state, (played, PileNeutral()), following)
    events: tuple[FlushedEvent, ...] = (played,)
    if suit != state.suit:
        events = (played, SuitSet(suit))
    if rank == "J":
        turned: Direction = 1 if direction == -1 else -1
        events = (*events, DirectionTurned(turned))
        following = _next(state, seat, turned)
    return _go_on(state, events, following)


def _next(state: FlushedState, seat: Seat, direction: Direction) -> Seat:
    """Return the seat after this one."""
    return (seat + direction) % len(state.hands)


def _take(
    state: FlushedState, seat: Seat, pile: tuple[Card, ...], because: Literal["void", "king"]
) -> PileTaken:
    """Return a seat's taking of this pile, with the cards it draws (U-17, U-18)."""
    missing = max(0, HAND - len(state.hands[seat]))
    drawn = (state.stacks[seat] + pile)[:missing]
    return PileTaken(seat=seat, because=because, count=len(pile), drawn=drawn)


def _go_on(
    state: FlushedState, events: tuple[FlushedEvent, ...], following: Seat
) -> tuple[FlushedEvent, ...]:
    """Return the events with the next turn, or the end at the cap, when the turn keeps its value.

    An action is at most two turns, its own and that of a king's victim.
    """
    if state.turns + 2 >= CAP:
        after = fold(state, events)
        assert after is not None, "the game was dealt"
        if after.turns >= CAP:
            return (*events, GameEnded(capped(cards_left(after))))
    return (*events, TurnBegan(following))


def _won(state: FlushedState, winner: Seat) -> Outcome:
    """Return the outcome of a seat without cards; the others ranked by cards left (U-30)."""
    return Outcome(termination="won", winners=(winner,), places=ranked(cards_left(state)))

"""Flushed: what happens when somebody does something, or why it does not (`rules.md` section 3)."""

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
from engine.games.flushed.evolve import after_play, after_taking, evolve
from engine.games.flushed.fits import why_not_play, why_not_take
from engine.games.flushed.state import FlushedState, cards_left, neighbour
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
    check_actors(by, len(state.seats), over=state.outcome is not None, for_table=False)
    seat = by[0]
    if seat != state.turn:
        raise Refused(NOT_YOUR_TURN)
    hand = state.seats[seat].hand
    match action:
        case PlayCards():
            refuse(why_not_play(state.options, hand, state.suit, action.cards))
            return _play(state, seat, action.cards)
        case TakePile():
            refuse(why_not_take(state.options, hand, state.suit))
            taken = _take(state, seat, because="void")
            return (taken, _go_on(evolve(state, taken), neighbour(state, seat)))
        case _:
            assert_never(action)


def refuse(refusal: Refusal | None) -> None:
    """Raise `Refused` if there is a reason."""
    if refusal is not None:
        raise Refused(refusal)


def _play(state: FlushedState, seat: Seat, cards: tuple[Card, ...]) -> tuple[FlushedEvent, ...]:
    left, drawn = after_play(state.seats[seat], cards)
    played = CardsPlayed(seat=seat, cards=cards, drawn=drawn)
    state = evolve(state, played)
    if not cards_left(left):
        return (played, GameEnded(_won(state, seat)))
    effects = _effects(state, seat, cards[-1])
    for effect in effects:
        state = evolve(state, effect)
    following = neighbour(state, seat)
    if rank_of(cards[-1]) == "K":
        following = neighbour(state, following)
    return (played, *effects, _go_on(state, following))


def _effects(state: FlushedState, seat: Seat, top: Card) -> tuple[FlushedEvent, ...]:
    """Return what the top card does, also when led: it makes the suit (U-19 to U-28)."""
    match rank_of(top):
        case "K":
            return (_take(state, neighbour(state, seat), because="king"),)
        case "Q":
            return (PileNeutral(),)
    suits = () if suit_of(top) == state.suit else (SuitSet(suit_of(top)),)
    if rank_of(top) == "J":
        return (*suits, DirectionTurned(1 if state.direction == -1 else -1))
    return suits


def _take(state: FlushedState, seat: Seat, because: Literal["void", "king"]) -> PileTaken:
    _, drawn = after_taking(state.seats[seat], state.pile)
    return PileTaken(seat=seat, because=because, count=len(state.pile), drawn=drawn)


def _go_on(state: FlushedState, seat: Seat) -> TurnBegan | GameEnded:
    """Return the next turn, or the end at the cap, when the turn keeps its value."""
    return (
        GameEnded(capped([cards_left(cards) for cards in state.seats]))
        if state.turns >= CAP
        else TurnBegan(seat)
    )


def _won(state: FlushedState, winner: Seat) -> Outcome:
    """Return the outcome of a seat without cards; the others ranked by cards left (U-30)."""
    places = ranked([cards_left(cards) for cards in state.seats])
    return Outcome(termination="won", winners=(winner,), places=places)

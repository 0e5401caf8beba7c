"""FLIP: the state after an event."""

from typing import assert_never

from msgspec.structs import replace

from engine.games.flip.events import (
    Dealt,
    FalseFlip,
    FlipCalled,
    FlipEvent,
    GameEnded,
    MiddleLaid,
    MiddleTaken,
    Revealed,
    SlotPlayed,
    Swapped,
)
from engine.games.flip.laying import (
    lay_middle,
    play_slot,
    restart_middle,
    swap_open_cards,
    take_pile,
    win_pair,
)
from engine.games.flip.state import FlipState


def begin(event: Dealt) -> FlipState:
    """Return the state the deal makes."""
    left, right = event.middle
    return FlipState(
        options=event.options,
        seed=event.seed,
        seats=event.seats,
        middle=((left,), (right,)),
    )


def evolve(state: FlipState | None, event: FlipEvent) -> FlipState:
    """Return the state after an event; only a `Dealt` begins from nothing."""
    if isinstance(event, Dealt):
        return begin(event)
    assert state is not None, "a game begins with its deal"
    if isinstance(event, GameEnded):
        return replace(state, outcome=event.outcome)
    if isinstance(event, FalseFlip):
        return state if event.pile is None else take_pile(state, event.seat, event.pile)
    counted = state.counted + 1
    match event:
        case Revealed():
            return replace(state, revealed=True, counted=counted)
        case SlotPlayed():
            after = play_slot(state, event.seat, event.slot, event.pile)
            return replace(after, swaps=0, counted=counted)
        case FlipCalled():
            return replace(win_pair(state, event.seat), counted=counted)
        case Swapped():
            return replace(swap_open_cards(state), swaps=state.swaps + 1, counted=counted)
        case MiddleLaid():
            return replace(lay_middle(state), counted=counted)
        case MiddleTaken():
            after = restart_middle(state, event.stocks)
            return replace(after, reshuffles=state.reshuffles + 2, counted=counted)
        case _:
            assert_never(event)

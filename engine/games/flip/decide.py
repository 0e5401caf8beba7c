"""FLIP: what happens when somebody does something, or why it does not (`rules.md` section 2)."""

from typing import assert_never

from engine.api import Outcome, Seat, capped
from engine.errors import DOES_NOT_FIT, NO_SUCH_CARD, NOT_ALLOWED, Refused
from engine.games.flip.actions import CallFlip, FlipAction, PlaySlot, Reveal, Unstick
from engine.games.flip.events import (
    BothSlots,
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
from engine.games.flip.evolve import evolve
from engine.games.flip.fits import covers, fits, is_stuck, pair_shows, tops_of
from engine.games.flip.laying import (
    larger_pile,
    lay_middle,
    play_slot,
    restart_middle,
    swap_open_cards,
    take_pile,
    win_pair,
)
from engine.games.flip.refusals import FACE_DOWN, FROZEN_PAIR
from engine.games.flip.state import FlipState, cards_left
from engine.play import check_actors
from engine.shuffle import shuffle

CAP = 2_000
"""Counted actions after which a game ends (`rules.md` section 0)."""

SWAPS = 3
"""Swaps without a slot played after which a stuck game gets new middle cards."""


def decide(state: FlipState, by: tuple[Seat, ...], action: FlipAction) -> tuple[FlipEvent, ...]:
    """Return the events of an action.

    A false FLIP is accepted with every `false_flip`: the event is recorded even where it costs
    nothing.

    Raises:
        Refused: the first reason of `rules.md` section 0 that applies.
    """
    for_table = isinstance(action, Reveal | Unstick)
    check_actors(by, 2, over=state.outcome is not None, for_table=for_table)
    if not state.revealed and not isinstance(action, Reveal):
        raise Refused(FACE_DOWN)
    event = _decide_one(state, by, action)
    outcome = _outcome_after(evolve(state, event))
    return (event,) if outcome is None else (event, GameEnded(outcome))


def _decide_one(state: FlipState, by: tuple[Seat, ...], action: FlipAction) -> FlipEvent:
    match action:
        case Reveal():
            if state.revealed:
                raise Refused(NOT_ALLOWED)
            return Revealed(slots=_rows(state), middle=tops_of(state))
        case PlaySlot():
            return _play(state, by[0], action)
        case CallFlip():
            return _call(state, by[0])
        case Unstick():
            if not is_stuck(state):
                raise Refused(NOT_ALLOWED)
            return _unstick(state)
        case _:
            assert_never(action)


def _rows(state: FlipState) -> BothSlots:
    return state.seats[0].slots, state.seats[1].slots


def _play(state: FlipState, seat: Seat, action: PlaySlot) -> SlotPlayed:
    card = state.seats[seat].slots[action.slot - 1]
    tops = tops_of(state)
    if card is None:
        raise Refused(NO_SUCH_CARD)
    if not fits(card, tops[action.pile]):
        raise Refused(DOES_NOT_FIT)
    if not covers(state.options, card, action.pile, tops):
        raise Refused(FROZEN_PAIR)
    after = play_slot(state, seat, action.slot, action.pile)
    return SlotPlayed(
        seat=seat,
        slot=action.slot,
        pile=action.pile,
        card=card,
        refill=after.seats[seat].slots[action.slot - 1],
    )


def _call(state: FlipState, seat: Seat) -> FlipCalled | FalseFlip:
    if not pair_shows(state):
        return false_call(state, seat)
    after = win_pair(state, seat)
    taken = sum(len(pile) for pile in state.middle)
    return FlipCalled(seat=seat, taken=taken, slots=_rows(after), middle=tops_of(after))


def false_call(state: FlipState, seat: Seat) -> FalseFlip:
    """Return what a false FLIP costs, whatever shows in the middle."""
    penalty = state.options.false_flip
    if penalty != "pile":
        return FalseFlip(seat=seat, penalty=penalty)
    pile = larger_pile(state, seat)
    after = take_pile(state, seat, pile)
    return FalseFlip(
        seat=seat,
        penalty=penalty,
        pile=pile,
        taken=len(state.middle[pile]),
        slots=after.seats[seat].slots,
        card=after.middle[pile][-1],
    )


def _unstick(state: FlipState) -> Swapped | MiddleLaid | MiddleTaken:
    stocks = [bool(cards.stock) for cards in state.seats]
    if not any(stocks):
        return _take_middle(state)
    if state.options.stuck == "swap" and state.swaps < SWAPS:
        return Swapped(slots=_rows(swap_open_cards(state)))
    left, right = tops_of(lay_middle(state))
    return MiddleLaid(cards=(left if stocks[0] else None, right if stocks[1] else None))


def _take_middle(state: FlipState) -> MiddleTaken:
    first, second = (
        shuffle(state.seed, f"reshuffle-{state.reshuffles + 1 + seat}", state.middle[seat])
        for seat in (0, 1)
    )
    after = restart_middle(state, (first, second))
    return MiddleTaken(stocks=(first, second), slots=_rows(after), middle=tops_of(after))


def _outcome_after(state: FlipState) -> Outcome | None:
    """Say whether the game is over: an empty seat wins (P-26); the cap ends what counts."""
    for seat, cards in enumerate(state.seats):
        if not cards_left(cards):
            return won_by(seat)
    return capped([cards_left(cards) for cards in state.seats]) if state.counted >= CAP else None


def won_by(seat: Seat) -> Outcome:
    """Return the outcome of a seat that got rid of its cards."""
    places = (1, 2) if seat == 0 else (2, 1)
    return Outcome(termination="won", winners=(seat,), places=places)

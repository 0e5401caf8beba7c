"""FLIP: what happens when somebody does something, or why it does not (`rules.md` section 2)."""

from typing import assert_never

from engine.api import Outcome, Seat, capped, ranked
from engine.errors import DOES_NOT_FIT, NO_SUCH_CARD, NOT_ALLOWED, Refused
from engine.games.flip.actions import CallFlip, FlipAction, PlaySlot, Reveal, Unstick
from engine.games.flip.events import (
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
from engine.games.flip.evolve import Draft, evolve
from engine.games.flip.fits import fits, is_frozen, is_stuck, pair_shows, tops_of
from engine.games.flip.refusals import FACE_DOWN, FROZEN_PAIR, OTHER_PILE
from engine.games.flip.state import PILES, FlipState, Pile, cards_left
from engine.play import check_actors
from engine.shuffle import shuffle

CAP = 2_000
"""Counted actions after which a game ends (`rules.md` section 0)."""

SWAPS = 3
"""Swaps without a slot played after which a stuck game gets new middle cards."""

BY_TABLE = (Reveal, Unstick)
"""Actions that only the table does."""


def decide(state: FlipState, by: tuple[Seat, ...], action: FlipAction) -> tuple[FlipEvent, ...]:
    """Return the events of an action.

    A false FLIP is accepted with every `false_flip`: the event is recorded even where it costs
    nothing.

    Raises:
        Refused: the first reason of `rules.md` section 0 that applies.
    """
    for_table = isinstance(action, BY_TABLE)
    check_actors(by, 2, over=state.outcome is not None, for_table=for_table)
    if not state.revealed and not isinstance(action, Reveal):
        raise Refused(FACE_DOWN)
    event = _decide_one(state, by, action)
    outcome = _outcome_after(state, event)
    return (event,) if outcome is None else (event, GameEnded(outcome))


def _decide_one(state: FlipState, by: tuple[Seat, ...], action: FlipAction) -> FlipEvent:
    match action:
        case PlaySlot():
            return _play(state, by[0], action)
        case CallFlip():
            return _call(state, by[0])
        case Reveal():
            if state.revealed:
                raise Refused(NOT_ALLOWED)
            first, second = state.seats
            return Revealed(slots=(first.slots, second.slots), middle=tops_of(state))
        case Unstick():
            if not is_stuck(state):
                raise Refused(NOT_ALLOWED)
            return _unstick(state)
        case _:
            assert_never(action)


def _play(state: FlipState, seat: Seat, action: PlaySlot) -> SlotPlayed:
    cards, tops = state.seats[seat], tops_of(state)
    card = cards.slots[action.slot - 1]
    if card is None:
        raise Refused(NO_SUCH_CARD)
    if not fits(card, tops[action.pile]):
        raise Refused(OTHER_PILE if fits(card, tops[1 - action.pile]) else DOES_NOT_FIT)
    if is_frozen(state.options, tops):
        raise Refused(FROZEN_PAIR)
    refill = cards.stock[0] if cards.stock else None
    return SlotPlayed(seat, action.slot, action.pile, card, refill)


def _call(state: FlipState, seat: Seat) -> FlipCalled | FalseFlip:
    if not pair_shows(state):
        return false_call(state, seat)
    draft = Draft(state)
    taken = sum(len(pile) for pile in state.middle)
    draft.win_pair(seat)
    return FlipCalled(seat=seat, taken=taken, slots=draft.rows(), middle=draft.tops())


def false_call(state: FlipState, seat: Seat) -> FalseFlip:
    """Return what a false FLIP costs, whatever shows in the middle."""
    penalty = state.options.false_flip
    if penalty != "pile":
        return FalseFlip(seat=seat, penalty=penalty)
    pile, draft = _larger_pile(state, seat), Draft(state)
    draft.take_pile(seat, pile)
    return FalseFlip(
        seat=seat,
        penalty=penalty,
        pile=pile,
        taken=len(state.middle[pile]),
        slots=draft.rows()[seat],
        card=draft.tops()[pile],
    )


def _larger_pile(state: FlipState, seat: Seat) -> Pile:
    """Return the larger middle pile; of equal ones the seat's own side's."""
    left, right = (len(pile) for pile in state.middle)
    if left == right:
        return PILES[seat]
    return 0 if left > right else 1


def _unstick(state: FlipState) -> Swapped | MiddleLaid | MiddleTaken:
    stocks, draft = [bool(cards.stock) for cards in state.seats], Draft(state)
    if not any(stocks):
        first, second = (
            shuffle(state.seed, f"reshuffle-{state.reshuffles + 1 + seat}", state.middle[seat])
            for seat in PILES
        )
        draft.restart_middle((first, second))
        return MiddleTaken(stocks=(first, second), slots=draft.rows(), middle=draft.tops())
    if state.options.stuck == "swap" and state.swaps < SWAPS:
        draft.swap_open_cards()
        return Swapped(slots=draft.rows())
    draft.lay_middle()
    left, right = draft.tops()
    return MiddleLaid(cards=(left if stocks[0] else None, right if stocks[1] else None))


def _outcome_after(state: FlipState, event: FlipEvent) -> Outcome | None:
    """Say whether the game is over: an empty seat wins (P-26); the cap ends what counts.

    A play costs its seat one card: no seat is empty whose slot was refilled.
    """
    if isinstance(event, SlotPlayed):
        counted = state.counted + 1
        if event.refill is not None and counted < CAP:
            return None
        left = [cards_left(cards) for cards in state.seats]
        left[event.seat] -= 1
    else:
        after = evolve(state, event)
        counted, left = after.counted, [cards_left(cards) for cards in after.seats]
    for seat, number in enumerate(left):
        if number == 0:
            return Outcome(termination="won", winners=(seat,), places=ranked(left))
    return capped(left) if counted >= CAP else None

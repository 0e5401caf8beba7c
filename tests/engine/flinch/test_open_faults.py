"""Games one cannot tell apart answer one alike (`rules.md` section 1, strict 1913; F-64).

Unlike the laws' exchanged states both games are really played: an open fault is there in one of
them alone, and has come about by what was done.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.api import Setup
from engine.errors import Refusal, Refused
from engine.play import act
from engine.selfplay import SelfPlay
from engine.transcript import Entry
from tests.engine.flinch.knowledge import space
from tests.engine.flinch.record import GAME

LONGEST, OTHERS = 40, 60
"""Plies of a game, and decks tried beside its own."""

Moment = tuple[Any, Any, list[int]]


def moments(setup: Setup, deck: tuple[Any, ...], entries: list[Entry]) -> Iterator[Moment]:
    """Yield both states at every ply of a game and of the same one with another deck.

    And who has seen no difference yet; where what was done cannot be done in the other one it ends.
    """
    steps = [GAME.deal(setup), GAME.deal(replace(setup, deck=deck))]
    states: list[Any] = [None, None]
    blind = [*range(setup.seats)]
    for entry in (*entries, None):
        states = [GAME.fold(*each) for each in zip(states, steps, strict=True)]
        blind = [
            seat
            for seat in blind
            if seen(states[0], steps[0], seat) == seen(states[1], steps[1], seat)
        ]
        yield states[0], states[1], blind
        if entry is None or not blind:
            return
        try:
            steps = [GAME.decide(state, entry.by, GAME.parse(entry.do)) for state in states]
        except Refused:
            return


def seen(state: Any, events: Any, seat: int) -> Any:
    """Return all that a seat knows of a state and of what led to it."""
    told = (GAME.redact(event, seat) for event in events)
    return GAME.view(state, seat), [event for event in told if event is not None]


def answer(state: Any, seat: int, text: str) -> Refusal | None:
    """Return why the rules refuse an action, None if they accept it."""
    try:
        act(GAME, state, (seat,), text)
    except Refused as refused:
        return refused.refusal
    return None


@pytest.mark.parametrize("conduct", ["call", "strict"])
def test_an_open_fault_changes_no_answer(conduct: str) -> None:
    """Of a hidden 1 that was kept: whoever does not know of it is accepted and refused alike."""
    compared = 0
    for number in range(4):
        options = GAME.settle(4, {"conduct": conduct})
        setup = Setup(4, options, f"{number:064x}", dealer=0)
        deck, chance = GAME.deck(setup), Random(number)
        setup = replace(setup, deck=deck)
        play = SelfPlay(GAME, setup, "random", 0.5)
        for _ in play.steps():
            if len(play.entries) == LONGEST:
                break
        ones = [at for at, card in enumerate(deck) if card == 1]
        for _ in range(OTHERS):
            other, one, to = [*deck], chance.choice(ones), chance.randrange(len(deck))
            other[one], other[to] = deck[to], deck[one]
            apart = [
                each
                for each in moments(setup, tuple(other), play.entries)
                if each[2] and bool(each[0].faults) != bool(each[1].faults)
            ]
            for state, twin, blind in apart[-1:]:
                compared += 1
                for seat in blind:
                    for text in space(state):
                        assert answer(state, seat, text) == answer(twin, seat, text)
    assert compared > 10

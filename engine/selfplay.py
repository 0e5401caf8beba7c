"""Whole games played by the engine alone, for tests, transcripts and figures.

Two policies: `random` chooses among what is possible, `normal` asks the house players. At the
given rate an action is drawn from everything anybody can do: faults, acts out of turn, demands,
judgments and calls, right or wrong. Good calls are made half of the time a chance to make one
comes by, so that every branch of the rules is met. All chance comes from the seed.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal, TypeAlias

from engine.api import AnyGame, Call, Seat, Setup
from engine.errors import Refused
from engine.play import Transition, act, start
from engine.transcript import Entry, Transcript

Policy: TypeAlias = Literal["random", "normal"]

CALL_CHANCE = 0.5
"""How often a good call is made before the next action."""

TABLE_CHANCE = 0.5
"""How often nothing irregular happens where only the table can go on."""

JOIN_CHANCE = 0.3
"""How often another seat joins a call where several may."""


class SelfPlay:
    """One game playing itself.

    Attributes:
        step: the latest accepted action (or the deal) and its state.
        entries: the accepted actions so far.
    """

    def __init__(self, game: AnyGame, setup: Setup, policy: Policy, faults: float) -> None:
        """Deal. Raises `BadSetup`."""
        self.game = game
        self.setup = setup
        self.step = start(game, setup)
        self.entries: list[Entry] = []
        self._chance = Random(f"{setup.seed}:{policy}:{faults}")
        self._calls = frozenset(call.notation for call in game.calls)
        self._about_faults = [call for call in game.calls if call.window == "always"]
        self._policy = policy
        self._faults = faults
        self._before: dict[Seat, Any] = {}
        self._tried: dict[tuple[tuple[Seat, ...], str], Transition] = {}

    def steps(self) -> Iterator[Transition]:
        """Play on until the game is over, yielding every accepted action."""
        while self.game.outcome(self.step.state) is None:
            yield self._advance()

    def transcript(self) -> Transcript:
        """Return the game so far."""
        return Transcript(self.game, self.setup, tuple(self.entries))

    def _advance(self) -> Transition:
        """Do one action that is accepted."""
        by, notation = self._choose(self.step.state)
        self.entries.append(Entry(by, notation))
        tried = self._tried.get((by, notation))
        self.step = self._try(by, notation) if tried is None else tried
        self._tried.clear()
        return self.step

    def _try(self, by: tuple[Seat, ...], notation: str) -> Transition:
        """Return what an action would lead to. Raises `Refused`."""
        return act(self.game, self.step.state, by, notation)

    def _choose(self, state: Any) -> tuple[tuple[Seat, ...], str]:
        """Return who does what next."""
        called = self._good_call(state)
        if called is not None:
            return called
        if self._chance.random() < self._faults:
            anything = self._anything(state)
            if anything is not None:
                return anything
        if self._policy == "normal":
            return self._intended(state)
        return self._regular(state)

    def _good_call(self, state: Any) -> tuple[tuple[Seat, ...], str] | None:
        """Return a good call about half of the time there is one."""
        for call in self.game.calls:
            callers = [seat for seat in self._seats() if self.game.call_is_good(state, seat, call)]
            if callers and self._chance.random() < CALL_CHANCE:
                return self._joined(call, self._chance.choice(callers), callers), call.notation
        return None

    def _joined(self, call: Call, first: Seat, callers: list[Seat]) -> tuple[Seat, ...]:
        """Return the caller, with others who may join where that is one action."""
        others = [seat for seat in callers if seat != first and self._chance.random() < JOIN_CHANCE]
        self._chance.shuffle(others)
        return (first, *others) if call.joint else (first,)

    def _anything(self, state: Any) -> tuple[tuple[Seat, ...], str] | None:
        """Return anything that anybody, the table included, can do: half of it in turn."""
        waiting = self.game.to_act(state)
        if not waiting and self._chance.random() < TABLE_CHANCE:
            return None
        groups = [
            [seat for seat in self._seats() if seat in waiting],
            [seat for seat in self._seats() if seat not in waiting],
        ]
        self._chance.shuffle(groups)
        for seat in (self._chance.choice(group) for group in groups if group):
            possible = self.game.actions(state, seat)
            if possible:
                notation = self.game.format(self._chance.choice(possible))
                return self._several(state, seat, notation), notation
        return None

    def _several(self, state: Any, seat: Seat, notation: str) -> tuple[Seat, ...]:
        """Return the seat, joined by others who can do the same where it is a joint call."""
        for call in self.game.calls:
            if call.notation == notation and call.joint:
                action = self.game.parse(notation)
                able = [one for one in self._seats() if action in self.game.actions(state, one)]
                return self._joined(call, seat, able)
        return (seat,)

    def _regular(self, state: Any) -> tuple[tuple[Seat, ...], str]:
        """Return an action in turn that gives nobody a call, or what the table does."""
        waiting = sorted(self.game.to_act(state))
        if not waiting:
            return (), self.game.format(self._chance.choice(self.game.actions(state, None)))
        seat = self._chance.choice(waiting)
        possible = [self.game.format(action) for action in self.game.actions(state, seat)]
        possible = [notation for notation in possible if notation not in self._calls]
        while possible:
            notation = possible.pop(self._chance.randrange(len(possible)))
            if not self._gives_a_call(seat, notation):
                return (seat,), notation
        return (seat,), self.game.format(self.game.auto_action(state, seat))

    def _gives_a_call(self, seat: Seat, notation: str) -> bool:
        """Say whether an action would be a fault: it gives somebody a good call about it."""
        if not self._about_faults:
            return False
        step = self._tried[(seat,), notation] = self._try((seat,), notation)
        return any(
            self.game.call_is_good(step.state, other, call)
            for call in self._about_faults
            for other in self._seats()
        )

    def _intended(self, state: Any) -> tuple[tuple[Seat, ...], str]:
        """Return what comes first of what the house players intend and the table does."""
        views = {seat: self.game.view(state, seat) for seat in self._seats()}
        coming: list[tuple[float, tuple[Seat, ...], str]] = [
            (thought.delay, (seat,), thought.notation)
            for seat, view in views.items()
            for thought in self.game.think(
                "normal", seat, self._before.get(seat), view, self._chance
            )
        ]
        coming += [(wait.seconds, wait.by, wait.notation) for wait in self.game.waits(state)]
        self._before = views
        for _, by, notation in sorted(coming):
            try:
                self._tried[by, notation] = self._try(by, notation)
            except Refused:
                continue
            return by, notation
        return self._regular(state)

    def _seats(self) -> range:
        """Return all seats."""
        return range(self.setup.seats)


def play_game(game: AnyGame, setup: Setup, policy: Policy, faults: float) -> SelfPlay:
    """Play a whole game. Raises `BadSetup`."""
    played = SelfPlay(game, setup, policy, faults)
    for _ in played.steps():
        pass
    return played

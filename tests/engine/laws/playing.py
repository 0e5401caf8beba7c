"""Random games for the laws: any seats, any house rules, stopped anywhere."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.api import AnyGame, Setup
from engine.errors import BadSetup
from engine.selfplay import SelfPlay
from tests.engine.laws.knowledge import Knowledge, knowledge_of


class Played:
    """A random game up to some ply.

    Attributes:
        events: everything that has happened, the deal first.
        states: the state at every ply.
    """

    def __init__(self, game: AnyGame, number: int, faults: float, plies: int) -> None:
        chance = Random(number)
        self.game = game
        self.chance = chance
        self.setup = random_setup(game, chance)
        play = SelfPlay(game, self.setup, "random", faults)
        self.events: list[Any] = list(play.step.events)
        self.states: list[Any] = [play.step.state]
        for step in play.steps():
            if len(self.states) > plies:
                break
            self.events += step.events
            self.states.append(step.state)
        self.entries = play.entries[: len(self.states) - 1]

    def __repr__(self) -> str:
        return f"{self.setup} {[(entry.by, entry.do) for entry in self.entries]}"

    @property
    def state(self) -> Any:
        """Return the last state."""
        return self.states[-1]

    @property
    def seats(self) -> range:
        """Return all seats."""
        return range(self.setup.seats)

    @property
    def known(self) -> Knowledge:
        """Return what the laws know of this game."""
        return knowledge_of(self.game)

    def last_step(self) -> tuple[Any, ...]:
        """Return the events of the last accepted action, found by doing it again."""
        if not self.entries:
            return self.game.deal(self.setup)
        entry = self.entries[-1]
        return self.game.decide(self.states[-2], entry.by, self.game.parse(entry.do))

    def folded(self, events: list[Any]) -> Any:
        """Return the state after these events, from nothing."""
        return self.game.fold(None, events)

    def folded_from(self, state: Any, events: tuple[Any, ...]) -> Any:
        """Return the state after these events."""
        return self.game.fold(state, events)


def random_setup(game: AnyGame, chance: Random, seats: int | None = None) -> Setup:
    """Return a setup with house rules drawn at random among those offered."""
    while True:
        number = chance.choice(game.seat_counts) if seats is None else seats
        chosen = {spec.key: chance.choice(spec.choices) for spec in game.options}
        try:
            options = game.settle(number, chosen)
        except BadSetup:
            continue
        return Setup(number, options, f"{chance.getrandbits(256):064x}")


def played(game: AnyGame, longest: int = 300) -> st.SearchStrategy[Played]:
    """Return random games of one game, stopped at random."""
    return st.builds(
        Played,
        st.just(game),
        st.integers(0, 2**64),
        st.sampled_from((0.0, 0.2, 0.8)),
        st.integers(0, longest),
    )

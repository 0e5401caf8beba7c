"""What is played, drawn from the seed: every game, seat count, house rule and route."""

from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from engine.api import AnyGame, Level, OptionValue
from engine.games import GAMES
from tests.bench.soak import combinations

Route = Literal["command", "button", "reaction"]
ROUTES: tuple[Route, ...] = ("command", "button", "reaction")
SHORT: dict[str, tuple[str, OptionValue]] = {"flinch": ("pile", 5)}
"""A house rule that makes a game short enough to be played by the hundred."""
MOST_PEOPLE = 4
EARLY = 9
CUT = (10, 40)
"""Actions after which a game is ended by leaving, where games are cut short."""


@dataclass(frozen=True)
class Plan:
    """One game: who plays it and how.

    Attributes:
        house: house players beside the people.
        routes: of each person, by which alone it acts.
        options: complete house rules.
        leaves: after how many actions the last person goes away; None: not at all.
        shared: whether it is played in the room of the game before (in a thread then).
    """

    game: AnyGame
    people: int
    house: int
    level: Level
    options: dict[str, OptionValue]
    routes: tuple[Route, ...]
    leaves: int | None
    shared: bool

    def typed(self) -> dict[str, Any]:
        """Return the options of the command that opens it, as a client offers them."""
        chosen = {key: _offered(value) for key, value in self.options.items()}
        extra = {"bots": self.house, "level": self.level} if self.house else {}
        return {**chosen, **extra}


def _offered(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def plans(games: int, chance: Random, *, cut: bool = False) -> list[Plan]:
    """Return that many plans; the games of the registry take turns.

    Args:
        games: how many.
        chance: draws everything.
        cut: with few seats and people, and all end early, since the last of them goes away.
    """
    return [_plan(GAMES[at % len(GAMES)], chance, cut) for at in range(games)]


def _leaves(people: int, chance: Random, cut: bool) -> int | None:
    if cut:
        return chance.randint(*CUT)
    return EARLY if people > 1 and chance.random() < 0.1 else None


def _plan(game: AnyGame, chance: Random, cut: bool) -> Plan:
    counts = [count for count in game.seat_counts if count <= MOST_PEOPLE + 2]
    seats = min(counts) if cut else chance.choice(counts)
    people = min(seats, chance.randint(1, 2 if cut else MOST_PEOPLE))
    offered = combinations(game, seats)
    if game.key in SHORT:
        key, value = SHORT[game.key]
        offered = [each for each in offered if each[key] == value] or offered
    return Plan(
        game=game,
        people=people,
        house=seats - people,
        level=chance.choice(("easy", "normal", "hard")),
        options=chance.choice(offered),
        routes=tuple(chance.choice(ROUTES) for _ in range(people)),
        leaves=_leaves(people, chance, cut),
        shared=chance.random() < 0.2,
    )

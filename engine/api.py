"""What every game is to the rest of the project: values and the contract of `Game`.

The contract stands in the docstrings of these classes and nowhere else. `Rules` is what a game
fills in; `StrictPlay` and `RealTime` are for games that know such things; what `Game` adds holds
for most games as it is. Every registered game passes the same tests of it (`tests/engine/laws`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct, to_builtins

from engine.errors import BadSetup
from engine.shuffle import check_deck, check_seed, first_dealer, shuffle

Seat: TypeAlias = int
"""A place at the table, 0…n-1 clockwise: the only identity the engine knows."""

OptionValue: TypeAlias = bool | int | str

Level: TypeAlias = Literal["easy", "normal", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "normal", "hard")

S = TypeVar("S")
E = TypeVar("E")
A = TypeVar("A")
V = TypeVar("V")


class OptionSpec(Struct, frozen=True):
    """A house rule people may choose; `choices` in the order they are offered."""

    key: str
    choices: tuple[OptionValue, ...]
    default: OptionValue
    """The default where it does not depend on the number of seats (see `Game.settle`)."""


class Setup(Struct, frozen=True):
    """Everything a game starts from.

    `options` are complete (see `Game.settle`). `dealer` and `deck` override the seed's luck in
    tests: a `deck` is the order after shuffling, in notation of `rules.md` section 4.
    """

    seats: int
    options: Mapping[str, OptionValue]
    seed: str
    dealer: Seat | None = None
    deck: tuple[int | str, ...] | None = None


class Outcome(Struct, frozen=True):
    """How a game ended.

    `winners` sorted, empty for a draw; `places` per seat, 1 the best, equal places shared and the
    next ones skipped (1, 1, 3).
    """

    termination: Literal["won", "cap", "locked"]
    winners: tuple[Seat, ...]
    places: tuple[int, ...]


def ranked(left: Sequence[int]) -> tuple[int, ...]:
    """Return the places of seats with so many cards left: the fewest first, equal ones shared.

    >>> ranked((4, 0, 4))
    (2, 1, 2)
    """
    return tuple(1 + sum(other < mine for other in left) for mine in left)


def capped(left: Sequence[int]) -> Outcome:
    """Return the outcome at the cap: fewest cards win, equal is a draw (`rules.md` section 0)."""
    places = ranked(left)
    best = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Outcome(termination="cap", winners=best if len(best) == 1 else (), places=places)


class Turn(Struct, frozen=True):
    """Whose turn it is. `number` grows with every new turn, so that two turns never look equal."""

    seat: Seat
    number: int


class Call(Struct, frozen=True):
    """A call people race for ("Flinch!", "FLIP!"); the table judges who was first.

    See `architecture.md`.

    Attributes:
        notation: the action.
        joint: several simultaneous callers are one action of all of them (Flinch); otherwise the
            table tosses a coin of the seed among them and one seat acts (FLIP).
        window: whether the judging window opens at every call or only while `Game.call_is_good`
            (otherwise the call is false and judged at once).
        grace: seconds after the edit showing what ended the chance during which a call is late,
            not false.
    """

    notation: str
    joint: bool
    window: Literal["always", "while-good"]
    grace: float = 1.5


class Wait(Struct, frozen=True):
    """An action that comes by itself after `seconds`, unless the position has changed by then.

    `by` is empty for the table's own actions (FLIP's `G` and `S`).
    """

    by: tuple[Seat, ...]
    notation: str
    seconds: float


class Lock(Struct, frozen=True):
    """A seat the table keeps from acting for `seconds`, after a false FLIP."""

    seat: Seat
    seconds: float


class Thought(Struct, frozen=True):
    """What a house player intends: `notation` in `delay` seconds after it saw the position.

    `least`: without turns, the seconds it takes at least where the player was about to act anyway
    and only changes its aim; None: always the whole delay.
    """

    notation: str
    delay: float
    least: float | None = None


class Rules(ABC, Generic[S, E, A, V]):
    """The rules of one game: stateless; S, E, A, V are its state, event, action and view.

    All four are frozen `msgspec.Struct`s (events and actions: a closed union of tagged ones with
    an explicit `kind`), so that everything goes to JSON and back. Events are facts: they carry
    every outcome of luck and never change meaning once landed.
    """

    key: ClassVar[str]
    """Name in commands, options and the database, lower case."""
    name: ClassVar[str]
    """Name on screens; a proper name, the same in every language."""
    seat_counts: ClassVar[tuple[int, ...]]

    event_type: ClassVar[Any]
    """What a stored event is read as."""

    @abstractmethod
    def fresh_deck(self, options: Mapping[str, OptionValue]) -> tuple[int, ...] | tuple[str, ...]:
        """Return the deck before it is shuffled, in notation, the same every time."""

    @abstractmethod
    def deal(self, setup: Setup) -> tuple[E, ...]:
        """Return the events of the deal; folded from None they give the state at ply 0.

        Raises:
            BadSetup: `seed`, `dealer` or `deck` is not what it should be (`Game.deck`,
                `Game.dealer`).
        """

    @abstractmethod
    def parse(self, notation: str) -> A:
        """Return the action of a notation; the inverse of `format`.

        Raises:
            Refused: `unreadable`.
        """

    @abstractmethod
    def format(self, action: A) -> str:
        """Return the notation of an action, `[A-Z0-9+@*]{1,24}`."""

    @abstractmethod
    def decide(self, state: S, by: tuple[Seat, ...], action: A) -> tuple[E, ...]:
        """Return what happens when these seats do that; at least one event, never a change.

        `by` is empty for the table itself, else seats in order. Pure: the same arguments always
        give the same events. Reasons are tested in the order of `rules.md` section 0.

        Raises:
            Refused: the action is not possible now.
        """

    @abstractmethod
    def evolve(self, state: S | None, event: E) -> S:
        """Return the state after an event: total, pure, no checks. None is before the deal."""

    @abstractmethod
    def actions(self, state: S, seat: Seat | None) -> tuple[A, ...]:
        """Return every action `decide` accepts from this seat alone (None: the table itself)."""

    @abstractmethod
    def turn(self, state: S) -> Turn | None:
        """Return whose turn it is; None without turns and when over."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended; None while it lasts."""

    @abstractmethod
    def remaining(self, state: S) -> tuple[int, ...]:
        """Return per seat the cards still to get rid of (Flinch: its Flinch cards)."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return what this seat may know (None: a spectator): the one gate of secrecy."""

    @abstractmethod
    def redact(self, event: E, seat: Seat | None) -> E | None:
        """Return the event as this seat may know it (None: nothing to know)."""

    @abstractmethod
    def think(
        self, level: Level, seat: Seat, before: V | None, view: V, chance: Random
    ) -> tuple[Thought, ...]:
        """Return what a house player at this seat intends on seeing `view` after `before`.

        A function of views alone: no hidden card, no open fault. At most one thought of its own
        turn and at most one call; the table drops a thought whose position has passed. Delays are
        human (`experience.md` section 5).
        """


class StrictPlay(Rules[S, E, A, V]):
    """What only strict play needs: acts out of turn, demands, judgments.

    A game without them leaves everything here as it is.
    """

    def hold(self, state: S) -> float:
        """Return for how many seconds after it was shown the turn's first act is held back.

        So that opponents can demand a shown card.
        """
        return 0.0

    def out_of_turn(self, state: S, seat: Seat, action: A) -> bool:
        """Say whether this would be a play out of turn.

        The table lets one through only after a second, confirming press.
        """
        return False

    def needs_confirmation(self, action: A) -> bool:
        """Say whether the table has to confirm this action by a vote (Flinch's `J`)."""
        return False


class RealTime(Rules[S, E, A, V]):
    """What only races and clocks need: calls, locks, actions that come by themselves.

    A game without them leaves everything here as it is.
    """

    calls: ClassVar[tuple[Call, ...]] = ()
    has_turns: ClassVar[bool] = True
    """False where every seat may act at any moment (FLIP)."""

    def call_is_good(self, state: S, seat: Seat, call: Call) -> bool:
        """Say whether this call by this seat would be good now. For the table's judge alone."""
        return False

    def called_false(self, state: S, seat: Seat, call: Call) -> tuple[E, ...]:
        """Return what a call brings that the table judged false though it would be good now.

        That is a guess: older than what made the call good (`architecture.md`, Races). Games whose
        calls are always judged leave this as it is.

        Raises:
            Refused: the seat may not call.
        """
        return self.decide(state, (seat,), self.parse(call.notation))

    def lock(self, event: E) -> Lock | None:
        """Return the lock an event brings, if any."""
        return None

    def waits(self, state: S) -> tuple[Wait, ...]:
        """Return the actions that come by themselves from this position, with their delays."""
        return ()


class Game(StrictPlay[S, E, A, V], RealTime[S, E, A, V]):
    """A game as the rest of the project knows it: its `Rules`, and what follows from them.

    What stands here is right for most games; one that differs overrides it.
    """

    options: ClassVar[tuple[OptionSpec, ...]] = ()
    """The house rules, in the order they are offered."""

    gentle: ClassVar[Mapping[str, OptionValue]] = {}
    """The house rules of somebody's first game, with house players alone, if nobody chose others;
    empty where a first game is like any other."""

    def settle(self, seats: int, chosen: Mapping[str, Any]) -> dict[str, OptionValue]:
        """Return the complete options for that many seats, defaults filled in.

        A value must be of the type of its choices: 1 is not True.

        Raises:
            BadSetup: `seats` out of range, an unknown option or value, or a combination the rules
                do not offer; names the field (`seats`, `options.pile` …).
        """
        if type(seats) is not int or seats not in self.seat_counts:
            raise BadSetup("seats", f"must be one of {', '.join(map(str, self.seat_counts))}")
        known = {spec.key for spec in self.options}
        for key in chosen:
            if key not in known:
                raise BadSetup(f"options.{key}", "is not an option of this game")
        settled: dict[str, OptionValue] = {}
        for spec in self.options:
            value = chosen.get(spec.key, spec.default)
            if not any(type(value) is type(choice) and value == choice for choice in spec.choices):
                offered = ", ".join(_as_in_json(choice) for choice in spec.choices)
                raise BadSetup(f"options.{spec.key}", f"must be one of {offered}")
            settled[spec.key] = value
        return settled

    def deck(self, setup: Setup) -> tuple[Any, ...]:
        """Return the deck in the order of the first deal, in notation, so that it can be checked.

        The one given, else the fresh one shuffled by the label `deal`.

        Raises:
            BadSetup: the seed is none, or the deck given is not a permutation of the fresh one.
        """
        check_seed(setup.seed)
        fresh = self.fresh_deck(setup.options)
        if setup.deck is None:
            return shuffle(setup.seed, "deal", fresh)
        return check_deck(setup.deck, fresh)

    def dealer(self, setup: Setup) -> Seat:
        """Return the dealer given, else the seed's (`rules.md` section 0); raise `BadSetup`."""
        if setup.dealer is None:
            return first_dealer(setup.seed, setup.seats)
        if type(setup.dealer) is not int or not 0 <= setup.dealer < setup.seats:
            raise BadSetup("dealer", f"must be a seat, 0 to {setup.seats - 1}")
        return setup.dealer

    def next_dealer(self, dealer: Seat, seats: int) -> Seat | None:
        """Return the dealer of a rematch, the next seat clockwise; None without dealers."""
        return (dealer + 1) % seats

    def teams(self, seats: int, options: Mapping[str, OptionValue]) -> tuple[tuple[Seat, ...], ...]:
        """Return who plays together, each seat in exactly one team; alone unless overridden."""
        return tuple((seat,) for seat in range(seats))

    def fold(self, state: S | None, events: Iterable[E], /) -> S | None:
        """Return the state after these events, one by one.

        A game may do better where it is measured to matter; the states are the same.
        """
        for event in events:
            state = self.evolve(state, event)
        return state

    def step(self, state: S, by: tuple[Seat, ...], action: A) -> tuple[tuple[E, ...], S]:
        """Return what `decide` returns, and the state after it; raise `Refused` as it does.

        A game that comes to know that state while it decides need not fold the events again.
        """
        events = self.decide(state, by, action)
        after = self.fold(state, events)
        assert after is not None, "there was a state before"
        return events, after

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats the game waits for (`rules.md` section 4); empty when over."""
        turn = self.turn(state)
        return frozenset() if turn is None else frozenset({turn.seat})

    def auto_action(self, state: S, seat: Seat) -> A:
        """Return what a stand-in of no skill does for a seat in `to_act`; always accepted.

        The first of what is possible that is no call.
        """
        calls = {call.notation for call in self.calls}
        return next(act for act in self.actions(state, seat) if self.format(act) not in calls)

    def capped(self, state: S) -> Outcome:
        """Return the outcome if the game ended now as the cap would end it: fewest cards win."""
        return capped(self.remaining(state))

    def position(self, state: S) -> dict[str, Any]:
        """Return the whole position, secrets included, as `rules.md` section 4 (without `ply`)."""
        outcome = self.outcome(state)
        return {
            "over": outcome is not None,
            "winners": [] if outcome is None else list(outcome.winners),
            "to_act": sorted(self.to_act(state)),
            **self.layout(state),
        }

    def layout(self, state: S) -> dict[str, Any]:
        """Return the game's own part of its position: every card, and the open matters."""
        layout: dict[str, Any] = to_builtins(state)
        return layout


def _as_in_json(choice: OptionValue) -> str:
    """Return a choice as a transcript writes it, a word without its quotation marks."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]

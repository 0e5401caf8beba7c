"""What every game is to the rest of the project: values and the contract of `Game`.

The contract stands in the docstrings of `Game` and nowhere else. Every registered game passes the
same tests of it (`tests/engine/laws`).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

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


class Game(ABC, Generic[S, E, A, V]):
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
    options: ClassVar[tuple[OptionSpec, ...]]
    calls: ClassVar[tuple[Call, ...]]
    has_turns: ClassVar[bool]
    """False where every seat may act at any moment (FLIP)."""

    state_type: ClassVar[Any]
    event_type: ClassVar[Any]
    action_type: ClassVar[Any]
    view_type: ClassVar[Any]

    @abstractmethod
    def settle(self, seats: int, chosen: Mapping[str, Any]) -> dict[str, OptionValue]:
        """Return the complete options for that many seats, defaults filled in.

        Raises:
            BadSetup: `seats` out of range, an unknown option or value, or a combination the rules
                do not offer; names the field (`seats`, `options.pile` …).
        """

    @abstractmethod
    def deal(self, setup: Setup) -> tuple[E, ...]:
        """Return the events of the deal; folded from None they give the state at ply 0.

        Raises:
            BadSetup: `seed`, `dealer` or `deck` is not what it should be.
        """

    @abstractmethod
    def deck(self, setup: Setup) -> tuple[int | str, ...]:
        """Return the deck in the order of the first deal, in notation, so that it can be checked.

        Raises:
            BadSetup: as `deal`.
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
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats the game waits for (`rules.md` section 4); empty when over."""

    @abstractmethod
    def turn(self, state: S) -> Turn | None:
        """Return whose turn it is; None without turns and when over."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended; None while it lasts."""

    @abstractmethod
    def capped(self, state: S) -> Outcome:
        """Return the outcome if the game ended now as the cap would end it."""

    @abstractmethod
    def remaining(self, state: S) -> tuple[int, ...]:
        """Return per seat the cards still to get rid of (Flinch: its Flinch cards)."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return what this seat may know (None: a spectator): the one gate of secrecy."""

    @abstractmethod
    def redact(self, event: E, seat: Seat | None) -> E | None:
        """Return the event as this seat may know it (None: nothing to know)."""

    def position(self, state: S) -> dict[str, Any]:
        """Return the whole position, secrets included, as `rules.md` section 4 (without `ply`)."""
        outcome = self.outcome(state)
        return {
            "over": outcome is not None,
            "winners": [] if outcome is None else list(outcome.winners),
            "to_act": sorted(self.to_act(state)),
            **self.layout(state),
        }

    @abstractmethod
    def layout(self, state: S) -> dict[str, Any]:
        """Return the game's own part of its position: every card, and the open matters."""

    @abstractmethod
    def auto_action(self, state: S, seat: Seat) -> A:
        """Return what a stand-in of no skill does for a seat in `to_act`; always accepted."""

    def call_is_good(self, state: S, seat: Seat, call: Call) -> bool:
        """Say whether this call by this seat would be good now. For the table's judge alone.

        Games without calls leave this as it is.
        """
        return False

    def waits(self, state: S) -> tuple[Wait, ...]:
        """Return the actions that come by themselves from this position, with their delays.

        Games in which nothing does leave this as it is.
        """
        return ()

    def lock(self, event: E) -> Lock | None:
        """Return the lock an event brings, if any; none in games that leave this as it is."""
        return None

    def hold(self, state: S) -> float:
        """Return for how many seconds after it was shown the turn's first act is held back.

        So that opponents can demand a shown card (strict Flinch); games in which nothing is held
        leave this as it is.
        """
        return 0.0

    def needs_confirmation(self, action: A) -> bool:
        """Say whether the table has to confirm this action by a vote (strict Flinch's `J`).

        Games without such actions leave this as it is.
        """
        return False

    def out_of_turn(self, state: S, seat: Seat, action: A) -> bool:
        """Say whether this would be a play out of turn (strict Flinch).

        The table lets one through only after a second, confirming press. Games without such plays
        leave this as it is.
        """
        return False

    def called_false(self, state: S, seat: Seat, call: Call) -> tuple[E, ...]:
        """Return what a call brings that the table judged false though it would be good now.

        That is a guess: older than what made the call good (`architecture.md`, Races). Games whose
        calls are judged always leave this as it is.

        Raises:
            Refused: the seat may not call.
        """
        return self.decide(state, (seat,), self.parse(call.notation))

    def teams(self, seats: int, options: Mapping[str, OptionValue]) -> tuple[tuple[Seat, ...], ...]:
        """Return who plays together, each seat in exactly one team; alone unless overridden."""
        return tuple((seat,) for seat in range(seats))

    @abstractmethod
    def next_dealer(self, dealer: Seat, seats: int) -> Seat | None:
        """Return the dealer of a rematch; None without dealers."""

    @abstractmethod
    def think(
        self, level: Level, seat: Seat, before: V | None, view: V, chance: Random
    ) -> tuple[Thought, ...]:
        """Return what a house player at this seat intends on seeing `view` after `before`.

        A function of views alone: no hidden card, no open fault. At most one thought of its own
        turn and at most one call; the table drops a thought whose position has passed. Delays are
        human (`experience.md` section 5).
        """


AnyGame: TypeAlias = Game[Any, Any, Any, Any]

"""Two games that exist in tests alone: they prove that tables know no game by name.

`Count` has turns, faults, a joint call that is always judged, a hold, plays out of turn and an
action the table has to confirm. `Snap` has no turns, a call of one seat that is judged only while
it is good, waits of its own and locks.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from msgspec import Struct, structs, to_builtins

from engine.api import (
    Call,
    Game,
    Level,
    Lock,
    OptionSpec,
    OptionValue,
    Outcome,
    Seat,
    Setup,
    Thought,
    Turn,
    Wait,
)
from engine.errors import (
    GAME_OVER,
    NO_SUCH_CARD,
    NOT_ALLOWED,
    NOT_SEATED,
    NOT_YOUR_TURN,
    NOTHING_TO_CALL,
    UNREADABLE,
    BadSetup,
    Refused,
)

Options = dict[str, OptionValue]


class Word(Struct, frozen=True, tag_field="kind", tag="word"):
    """Any action of a toy game: its notation."""

    text: str


class Dealt(Struct, frozen=True, tag_field="kind", tag="dealt"):
    """The deal: seats, options, what the seed gave."""

    seats: int
    options: Options
    dealer: int
    cards: tuple[int, ...]


class Did(Struct, frozen=True, tag_field="kind", tag="did"):
    """An action that happened; `good` of a call."""

    by: tuple[int, ...]
    text: str
    good: bool = False


class State(Struct, frozen=True):
    """The state of either game."""

    seats: int
    options: Options
    points: tuple[int, ...]
    turn: int
    number: int = 1
    fault: int | None = None
    last: int | None = None
    called: tuple[int, ...] = ()
    shown: int | None = None
    demanded: bool = False
    cards: tuple[int, ...] = ()
    open: bool = False
    pile: tuple[int, ...] = ()
    falses: int = 0
    winner: int | None = None


class View(Struct, frozen=True):
    """What a seat sees: everything but the cards to come."""

    seat: int | None
    state: State


Event = Dealt | Did
Base = Game[State, Event, Word, View]


class _Toy(Base):
    """What both toy games share."""

    event_type: ClassVar[Any] = Event
    words: ClassVar[tuple[str, ...]]

    def deal(self, setup: Setup) -> tuple[Event, ...]:
        dealt = Dealt(setup.seats, dict(setup.options), self.dealer(setup), self.deck(setup))
        return (dealt,)

    def fresh_deck(self, options: Mapping[str, OptionValue]) -> tuple[int, ...]:
        return tuple(range(1, 5)) * 10

    def parse(self, notation: str) -> Word:
        if notation not in self.words:
            raise Refused(UNREADABLE)
        return Word(notation)

    def format(self, action: Word) -> str:
        return action.text

    def actions(self, state: State, seat: Seat | None) -> tuple[Word, ...]:
        found = []
        for text in self.words:
            try:
                self.decide(state, () if seat is None else (seat,), Word(text))
            except Refused:
                continue
            found.append(Word(text))
        return tuple(found)

    def outcome(self, state: State) -> Outcome | None:
        if state.winner is None:
            return None
        places = tuple(1 if seat == state.winner else 2 for seat in range(state.seats))
        return Outcome("won", (state.winner,), places)

    def capped(self, state: State) -> Outcome:
        places = tuple(1 + sum(other > own for other in state.points) for own in state.points)
        return Outcome("cap", (), places)

    def remaining(self, state: State) -> tuple[int, ...]:
        return tuple(10 - points for points in state.points)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, structs.replace(state, cards=()))

    def redact(self, event: Event, seat: Seat | None) -> Event | None:
        return structs.replace(event, cards=()) if isinstance(event, Dealt) else event

    def layout(self, state: State) -> dict[str, Any]:
        position: dict[str, Any] = to_builtins(state)
        del position["falses"]
        return position

    def teams(self, seats: int, options: Mapping[str, OptionValue]) -> tuple[tuple[Seat, ...], ...]:
        if options.get("partners"):
            return tuple((seat, seat + seats // 2) for seat in range(seats // 2))
        return super().teams(seats, options)


class Count(_Toy):
    """Count to ten: `A` adds one and passes on, `B` adds one and goes on, `X` is a faulty `A`.

    `C` calls the fault of the seat that acted last; a good call costs that seat a point, a false
    one the caller. `Z` shows a card out of turn: in that seat's next turn others may demand it
    (`D`), and its first act is held for 3 s. `J0` … judges a seat. The first with ten points wins.
    """

    key: ClassVar[str] = "count"
    name: ClassVar[str] = "Count"
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3, 4, 6)
    options: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("goal", (3, 10), 10),
        OptionSpec("partners", (False, True), False),
    )
    calls: ClassVar[tuple[Call, ...]] = (Call("C", joint=True, window="always"),)
    has_turns: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("A", "B", "X", "C", "Z", "D", "J0", "J1", "J2", "J3")

    def settle(self, seats: int, chosen: Mapping[str, Any]) -> Options:
        options = super().settle(seats, chosen)
        if options["partners"] and seats % 2:
            raise BadSetup("options.partners", "an even number of seats")
        return options

    def decide(self, state: State, by: tuple[Seat, ...], action: Word) -> tuple[Event, ...]:
        text = action.text
        if not by or any(seat >= state.seats for seat in by):
            raise Refused(NOT_SEATED)
        if state.winner is not None:
            raise Refused(GAME_OVER)
        if len(by) > 1 and text != "C":
            raise Refused(NOT_ALLOWED)
        if text == "C":
            return (Did(by, text, self._may_call(state, by)),)
        if text == "Z":
            if by[0] == state.turn:
                raise Refused(NOT_ALLOWED)
        elif text == "D":
            if by[0] == state.turn or state.shown != state.turn or state.demanded:
                raise Refused(NOT_ALLOWED)
        elif text.startswith("J"):
            if by[0] == int(text[1]) or int(text[1]) >= state.seats:
                raise Refused(NOT_ALLOWED)
        elif by[0] != state.turn:
            raise Refused(NOT_YOUR_TURN)
        return (Did(by, text),)

    def _may_call(self, state: State, by: tuple[Seat, ...]) -> bool:
        if state.last is None or any(seat in state.called for seat in by):
            raise Refused(NOTHING_TO_CALL)
        if state.last in by:
            raise Refused(NOT_ALLOWED)
        return state.fault is not None

    def evolve(self, state: State | None, event: Event) -> State:
        if isinstance(event, Dealt):
            turn = (event.dealer + 1) % event.seats
            return State(
                seats=event.seats,
                options=event.options,
                points=(0,) * event.seats,
                turn=turn,
                cards=event.cards,
            )
        assert state is not None
        points = list(state.points)
        first = event.by[0]
        match event.text:
            case "C":
                loser = state.last if event.good and state.last is not None else first
                points[loser] -= 1
                called = (*state.called, *event.by)
                fault = None if event.good else state.fault
                state = structs.replace(state, called=called, fault=fault)
            case "Z":
                state = structs.replace(state, shown=first)
            case "D":
                state = structs.replace(state, demanded=True)
            case "A" | "B" | "X":
                points[first] += 1
                won = first if points[first] >= int(state.options["goal"]) else None
                state = structs.replace(
                    state,
                    last=first,
                    called=(),
                    fault=first if event.text == "X" else None,
                    shown=None if state.shown == first else state.shown,
                    demanded=False,
                    winner=won,
                )
                if event.text != "B":
                    turn = (state.turn + 1) % state.seats
                    state = structs.replace(state, turn=turn, number=state.number + 1)
            case _:
                points[int(event.text[1])] -= 1
        return structs.replace(state, points=tuple(points))

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.winner is not None else frozenset({state.turn})

    def turn(self, state: State) -> Turn | None:
        return None if state.winner is not None else Turn(state.turn, state.number)

    def auto_action(self, state: State, seat: Seat) -> Word:
        return Word("B" if state.points[seat] == 0 else "A")

    def call_is_good(self, state: State, seat: Seat, call: Call) -> bool:
        return state.fault is not None and seat != state.last and state.winner is None

    def hold(self, state: State) -> float:
        return 3.0 if state.shown == state.turn and not state.demanded else 0.0

    def out_of_turn(self, state: State, seat: Seat, action: Word) -> bool:
        return action.text == "Z" and seat != state.turn

    def needs_confirmation(self, action: Word) -> bool:
        return action.text.startswith("J")

    def next_dealer(self, dealer: Seat, seats: int) -> Seat | None:
        return (dealer + 1) % seats

    def think(
        self, level: Level, seat: Seat, before: View | None, view: View, chance: Random
    ) -> tuple[Thought, ...]:
        thoughts = []
        if view.state.turn == seat:
            thoughts.append(Thought("A", 2.0))
        if level == "hard" and view.state.fault is not None and view.state.last != seat:
            thoughts.append(Thought("C", 1.5))
        return tuple(thoughts)


class Snap(_Toy):
    """Snap: `G` opens after 3 s, `P` plays the next card, two equal ones in a row make a pair.

    `SNAP` takes the pair's point; a false one locks for 3 s. When no card is left the table's `S`
    ends the game after 3 s, for whoever has most points (lowest seat first).
    """

    key: ClassVar[str] = "snap"
    name: ClassVar[str] = "Snap"
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3)
    options: ClassVar[tuple[OptionSpec, ...]] = ()
    calls: ClassVar[tuple[Call, ...]] = (Call("SNAP", joint=False, window="while-good"),)
    has_turns: ClassVar[bool] = False
    words: ClassVar[tuple[str, ...]] = ("G", "P", "S", "SNAP")

    def decide(self, state: State, by: tuple[Seat, ...], action: Word) -> tuple[Event, ...]:
        text = action.text
        if bool(by) == (text in ("G", "S")) or any(seat >= state.seats for seat in by):
            raise Refused(NOT_SEATED)
        if state.winner is not None:
            raise Refused(GAME_OVER)
        if len(by) > 1 or (not state.open and text != "G") or (state.open and text == "G"):
            raise Refused(NOT_ALLOWED)
        if text == "P" and not state.cards:
            raise Refused(NO_SUCH_CARD)
        if text == "S" and state.cards:
            raise Refused(NOT_ALLOWED)
        return (Did(by, text, text == "SNAP" and self._pair(state)),)

    def called_false(self, state: State, seat: Seat, call: Call) -> tuple[Event, ...]:
        self.decide(state, (seat,), Word(call.notation))
        return (Did((seat,), call.notation, good=False),)

    def evolve(self, state: State | None, event: Event) -> State:
        if isinstance(event, Dealt):
            return State(
                seats=event.seats,
                options=event.options,
                points=(0,) * event.seats,
                turn=0,
                cards=event.cards,
            )
        assert state is not None
        match event.text:
            case "G":
                return structs.replace(state, open=True)
            case "P":
                return structs.replace(
                    state, cards=state.cards[1:], pile=(*state.pile, state.cards[0])
                )
            case "S":
                best = max(range(state.seats), key=lambda seat: (state.points[seat], -seat))
                return structs.replace(state, winner=best)
        if not event.good:
            return structs.replace(state, falses=state.falses + 1)
        points = list(state.points)
        points[event.by[0]] += 1
        return structs.replace(state, points=tuple(points), pile=())

    def to_act(self, state: State) -> frozenset[Seat]:
        acting = state.open and state.cards and state.winner is None
        return frozenset(range(state.seats)) if acting else frozenset()

    def turn(self, state: State) -> Turn | None:
        return None

    def auto_action(self, state: State, seat: Seat) -> Word:
        return Word("P")

    def call_is_good(self, state: State, seat: Seat, call: Call) -> bool:
        return self._pair(state)

    @staticmethod
    def _pair(state: State) -> bool:
        return len(state.pile) > 1 and state.pile[-1] == state.pile[-2]

    def waits(self, state: State) -> tuple[Wait, ...]:
        if state.winner is not None:
            return ()
        if not state.open:
            return (Wait((), "G", 3.0),)
        return () if state.cards else (Wait((), "S", 3.0),)

    def lock(self, event: Event) -> Lock | None:
        if isinstance(event, Did) and event.text == "SNAP" and not event.good:
            return Lock(event.by[0], 3.0)
        return None

    def next_dealer(self, dealer: Seat, seats: int) -> Seat | None:
        return None

    def think(
        self, level: Level, seat: Seat, before: View | None, view: View, chance: Random
    ) -> tuple[Thought, ...]:
        if not view.state.open:
            return ()
        if self._pair(view.state):
            return (Thought("SNAP", 1.0),)
        return (Thought("P", 2.0),)


TOYS: tuple[Base, ...] = (Count(), Snap())

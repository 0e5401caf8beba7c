"""Arrange a game by a stacked deck, act by notation, look at the position."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert

from engine.api import Outcome, Setup
from engine.errors import Refused
from engine.games.flinch import Flinch
from engine.games.flinch.deal import fresh_deck
from engine.games.flinch.events import FlinchEvent
from engine.games.flinch.state import FlinchOptions, FlinchState, SeatState
from engine.games.flinch.view import FlinchView
from engine.play import act, start

GAME = Flinch()
SEED = "5eed" * 16

Cards = Sequence[int]


class Record:
    """A game as it is played: `do` what is possible, ask what is `refused`, look."""

    def __init__(self, state: FlinchState) -> None:
        self.state = state
        self.events: tuple[FlinchEvent, ...] = ()

    def do(self, *acts: str) -> "Record":
        """Do acts such as `0 H1` or `12 C` (seats 1 and 2 together); all must be accepted."""
        for one in acts:
            by, notation = seats_and_notation(one)
            step = act(GAME, self.state, by, notation)
            self.state, self.events = step.state, step.events
        return self

    def refused(self, one: str) -> str:
        """Return why an act is refused; it must be, and must change nothing."""
        by, notation = seats_and_notation(one)
        before = self.state
        try:
            act(GAME, self.state, by, notation)
        except Refused as refused:
            assert self.state == before
            return refused.reason.value
        raise AssertionError(f"{one} was accepted")

    @property
    def position(self) -> dict[str, Any]:
        """Return the whole position."""
        return GAME.position(self.state)

    @property
    def turn(self) -> int:
        """Return the turn's seat."""
        return self.state.turn

    @property
    def centre(self) -> list[int]:
        """Return the centre tops, left to right."""
        return list(self.state.centre)

    @property
    def stock(self) -> list[int]:
        """Return the stock, next card first."""
        return list(self.state.stock)

    @property
    def faults(self) -> list[tuple[int, str]]:
        """Return the open faults, oldest first."""
        return [(fault["seat"], fault["owed"]) for fault in self.position["faults"]]

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended."""
        return GAME.outcome(self.state)

    @property
    def kinds(self) -> list[str]:
        """Return the kinds of the events of the last act."""
        return [event.__struct_config__.tag for event in self.events]  # type: ignore[misc]

    def flinch(self, seat: int) -> list[int]:
        """Return a Flinch pile, bottom first."""
        return list(self.state.seats[seat].flinch)

    def hand(self, seat: int) -> list[int]:
        """Return a hand, in the order drawn."""
        return list(self.state.seats[seat].hand)

    def reserve(self, seat: int) -> list[list[int]]:
        """Return the five reserve places, each bottom first."""
        return [list(place) for place in self.state.seats[seat].reserve]

    def view(self, seat: int | None) -> FlinchView:
        """Return what a seat may know."""
        return GAME.view(self.state, seat)


def seats_and_notation(one: str) -> tuple[tuple[int, ...], str]:
    """Return who does what in `12 C`; `- C` is the table itself."""
    by, notation = one.split(" ")
    return tuple(int(digit) for digit in by if digit != "-"), notation


def dealt(
    seats: int = 2,
    *,
    flinch: Mapping[int, Cards] | None = None,
    hands: Mapping[int, Cards] | None = None,
    stock: Cards = (),
    dealer: int | None = None,
    seed: str = SEED,
    **options: Any,
) -> Record:
    """Deal from a stacked deck; seat 0 is at the dealer's left unless a dealer is given.

    `flinch` gives the upper cards of piles (top last), `hands` the first cards of hands, `stock`
    its first cards; the rest is filled with the highest cards left, so that no 1 comes by chance.
    """
    settled = GAME.settle(seats, {"pile": 5, **options})
    dealer = seats - 1 if dealer is None else dealer
    deck = stacked(seats, settled, flinch or {}, hands or {}, stock, dealer)
    return Record(start(GAME, Setup(seats, settled, seed, dealer, deck)).state)


def stacked(
    seats: int,
    options: Mapping[str, Any],
    flinch: Mapping[int, Cards],
    hands: Mapping[int, Cards],
    stock: Cards,
    dealer: int,
) -> tuple[int, ...]:
    """Return the deck that deals these cards."""
    left = Counter(fresh_deck(options["packs"]))
    for cards in (*flinch.values(), *hands.values(), stock):
        left.subtract(cards)
    assert min(left.values()) >= 0, "more cards than the packs have"
    filler = sorted(left.elements())
    order = [(dealer + 1 + i) % seats for i in range(seats)]
    deck: list[int] = []
    for seat in order:
        top = list(flinch.get(seat, ()))
        deck += [filler.pop() for _ in range(options["pile"] - len(top))] + top
    for seat in order:
        first = list(hands.get(seat, ()))
        deck += first + [filler.pop() for _ in range(5 - len(first))]
    return (*deck, *stock, *reversed(filler))


def late(
    seats: Sequence[SeatState],
    *,
    turn: int = 0,
    centre: Cards = (),
    stock: Cards = (),
    finished: int = 0,
    idle: bool = False,
    options: Mapping[str, Any] | None = None,
) -> Record:
    """Arrange a late position that a deal reaches only after hundreds of acts.

    `idle`: every seat has just had a turn in which no card moved.
    """
    settled = GAME.settle(len(seats), {"pile": 5, **(options or {})})
    return Record(
        FlinchState(
            seed=SEED,
            options=convert(settled, FlinchOptions),
            dealer=len(seats) - 1,
            seats=tuple(seats),
            stock=tuple(stock),
            turn=turn,
            number=9 * len(seats),
            finished=finished,
            centre=tuple(centre),
            idle=len(seats) if idle else 0,
        )
    )


def seat(flinch: Cards, hand: Cards = (), reserve: Sequence[Cards] = (), **more: Any) -> SeatState:
    """Return a seat of a late position; places left out are empty."""
    places = [tuple(place) for place in reserve] + [()] * (5 - len(reserve))
    return SeatState(tuple(flinch), tuple(hand), tuple(places), **more)

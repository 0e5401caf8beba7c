"""FLIP: what may be known (`rules.md` section 2). The one gate of secrecy.

All open cards are public, also to spectators; the stocks are known to nobody, their sizes to all.
Before the reveal everything lies face down.
"""

from msgspec import Struct

from engine.api import Outcome, Seat
from engine.cards import BACK, Card, backs
from engine.games.flip.events import BothSlots, Dealt, FlipEvent, MiddleTaken
from engine.games.flip.state import FlipOptions, FlipState, SeatCards, Slots


class SeatView(Struct, frozen=True, gc=False):
    """A seat's cards as all see them: a card face down is `BACK`, an empty slot None."""

    stock: int
    slots: Slots


class FlipView(Struct, frozen=True, gc=False):
    """The table as a seat (None: a spectator) sees it; `middle` are the tops, left and right."""

    seat: Seat | None
    options: FlipOptions
    revealed: bool
    middle: tuple[Card, Card]
    heights: tuple[int, int]
    seats: tuple[SeatView, SeatView]
    outcome: Outcome | None


FACE_DOWN: Slots = (BACK, BACK, BACK, BACK)
"""A row before the reveal, when no slot is empty yet."""


def view(state: FlipState, seat: Seat | None) -> FlipView:
    """Return what this seat may know."""
    (first, second), (left, right) = state.seats, state.middle
    one, two, tops = first.slots, second.slots, (left[-1], right[-1])
    if not state.revealed:
        one, two, tops = FACE_DOWN, FACE_DOWN, (BACK, BACK)
    return FlipView(
        seat=seat,
        options=state.options,
        revealed=state.revealed,
        middle=tops,
        heights=(len(left), len(right)),
        seats=(SeatView(len(first.stock), one), SeatView(len(second.stock), two)),
        outcome=state.outcome,
    )


def redact(event: FlipEvent, seat: Seat | None) -> FlipEvent:
    """Return the event without the stocks, the cards face down and the seed: the same for all."""
    if isinstance(event, Dealt):
        first, second = (
            SeatCards(stock=backs(cards.stock), slots=FACE_DOWN) for cards in event.seats
        )
        return Dealt(options=event.options, seed="", seats=(first, second), middle=(BACK, BACK))
    if isinstance(event, MiddleTaken):
        first_stock, second_stock = (backs(stock) for stock in event.stocks)
        slots: BothSlots = event.slots
        return MiddleTaken(stocks=(first_stock, second_stock), slots=slots, middle=event.middle)
    return event

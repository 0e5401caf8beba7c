"""Flushed: what may be known (`rules.md` section 3). The one gate of secrecy.

Public: top card, size of the pile, suit or open, direction, sizes of hands and stacks. Private:
one's own hand. `Memory` is what anyone knows who watched every card played and taken up; screens
do not show it, house players count with it.
"""

from msgspec import Struct
from msgspec.structs import replace

from engine.api import Outcome, Seat
from engine.cards import Card, backs
from engine.games.flushed.events import CardsPlayed, Dealt, FlushedEvent, PileTaken, SeatCards
from engine.games.flushed.state import Direction, FlushedOptions, FlushedState


class SeatView(Struct, frozen=True, gc=False):
    """The sizes of a seat's hand and stack."""

    hand: int
    stack: int


class Memory(Struct, frozen=True, gc=False):
    """The whereabouts of cards that lay open once.

    Attributes:
        pile: the cards of the pile, bottom first.
        hands: per seat the cards known to be in its hand, taken up before and not played since.
        stacks: per seat the known cards at the bottom of its stack, the first to come first.
    """

    pile: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    stacks: tuple[tuple[Card, ...], ...]


class FlushedView(Struct, frozen=True, gc=False):
    """The table as a seat (None: a spectator, without a hand) sees it."""

    seat: Seat | None
    options: FlushedOptions
    dealer: Seat
    turn: Seat
    suit: str | None
    direction: Direction
    top: Card | None
    height: int
    hand: tuple[Card, ...]
    seats: tuple[SeatView, ...]
    outcome: Outcome | None
    memory: Memory


def view(state: FlushedState, seat: Seat | None) -> FlushedView:
    """Return what this seat may know."""
    hands, stacks, pile = state.hands, state.stacks, state.pile
    return FlushedView(
        seat=seat,
        options=state.options,
        dealer=state.dealer,
        turn=state.turn,
        suit=state.suit,
        direction=state.direction,
        top=pile[-1] if pile else None,
        height=len(pile),
        hand=() if seat is None else hands[seat],
        seats=tuple([SeatView(len(one), len(stacks[at])) for at, one in enumerate(hands)]),
        outcome=state.outcome,
        memory=Memory(pile, state.known, state.bottom),
    )


def redact(event: FlushedEvent, seat: Seat | None) -> FlushedEvent:
    """Return the event without the stacks and what others hold or draw."""
    if isinstance(event, Dealt):
        return replace(
            event,
            seats=tuple(
                SeatCards(
                    stack=backs(cards.stack),
                    hand=cards.hand if owner == seat else backs(cards.hand),
                )
                for owner, cards in enumerate(event.seats)
            ),
        )
    if isinstance(event, CardsPlayed | PileTaken) and event.seat != seat:
        return replace(event, drawn=backs(event.drawn))
    return event

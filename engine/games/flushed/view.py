"""Flushed: what may be known (`rules.md` section 3). The one gate of secrecy.

Public: top card, size of the pile, suit or open, direction, sizes of hands and stacks. Private:
one's own hand. `Memory` is what anyone knows who watched every card played and taken up; screens
do not show it, house players count with it.
"""

from msgspec import Struct
from msgspec.structs import replace

from engine.api import Outcome, Seat
from engine.cards import Card, backs
from engine.games.flushed.events import CardsPlayed, Dealt, FlushedEvent, PileTaken
from engine.games.flushed.state import Direction, FlushedOptions, FlushedState, SeatCards


class SeatView(Struct, frozen=True):
    """The sizes of a seat's hand and stack."""

    hand: int
    stack: int


class Memory(Struct, frozen=True):
    """The whereabouts of cards that lay open once.

    Attributes:
        pile: the cards of the pile, bottom first.
        hands: per seat the cards known to be in its hand, taken up before and not played since.
        stacks: per seat the known cards at the bottom of its stack, the first to come first.
    """

    pile: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    stacks: tuple[tuple[Card, ...], ...]


class FlushedView(Struct, frozen=True):
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


def _split(cards: SeatCards) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the known cards of a seat: in hand, and at the bottom of its stack.

    Cards taken up lie below all others, in the order taken, so that whoever counted the cards
    drawn since knows which of them are still there.
    """
    below = sum(card in cards.seen for card in cards.stack)
    cut = len(cards.seen) - below
    return cards.seen[:cut], cards.seen[cut:]


def view(state: FlushedState, seat: Seat | None) -> FlushedView:
    """Return what this seat may know."""
    known = [_split(cards) for cards in state.seats]
    return FlushedView(
        seat=seat,
        options=state.options,
        dealer=state.dealer,
        turn=state.turn,
        suit=state.suit,
        direction=state.direction,
        top=state.pile[-1] if state.pile else None,
        height=len(state.pile),
        hand=() if seat is None else state.seats[seat].hand,
        seats=tuple(
            SeatView(hand=len(cards.hand), stack=len(cards.stack)) for cards in state.seats
        ),
        outcome=state.outcome,
        memory=Memory(
            pile=state.pile,
            hands=tuple(hand for hand, _ in known),
            stacks=tuple(stack for _, stack in known),
        ),
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

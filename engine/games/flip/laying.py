"""FLIP: how cards move between stocks, slots and the middle. No rule is checked here."""

from msgspec.structs import replace

from engine.api import Seat
from engine.cards import Card
from engine.games.flip.state import (
    NO_SLOTS,
    PILES,
    FlipState,
    Pile,
    SeatCards,
    Slots,
    opened,
    other,
)


def with_seat(state: FlipState, seat: Seat, cards: SeatCards) -> FlipState:
    """Return the state with one seat's cards replaced."""
    first, second = state.seats
    return replace(state, seats=(cards, second) if seat == 0 else (first, cards))


def with_pile(state: FlipState, pile: Pile, cards: tuple[Card, ...]) -> FlipState:
    """Return the state with one middle pile replaced."""
    left, right = state.middle
    return replace(state, middle=(cards, right) if pile == 0 else (left, cards))


def with_slot(slots: Slots, slot: int, card: Card | None) -> Slots:
    """Return a row with one slot (1 to 4) changed."""
    a, b, c, d = (card if number == slot else old for number, old in enumerate(slots, 1))
    return a, b, c, d


def refill(cards: SeatCards) -> SeatCards:
    """Fill empty slots, the lowest first, from the top of the stock while it lasts (P-15)."""
    stock, slots = cards.stock, cards.slots
    for number, card in enumerate(slots, 1):
        if card is None and stock:
            slots, stock = with_slot(slots, number, stock[0]), stock[1:]
    return SeatCards(stock=stock, slots=slots)


def take_under(cards: SeatCards, taken: tuple[Card, ...]) -> SeatCards:
    """Put cards under the stock, the first of them nearest the top, and refill the slots."""
    return refill(SeatCards(stock=cards.stock + taken, slots=cards.slots))


def give_middle(cards: SeatCards) -> tuple[SeatCards, Card]:
    """Give a card for the middle: the stock's top, else the lowest occupied slot's."""
    if cards.stock:
        return replace(cards, stock=cards.stock[1:]), cards.stock[0]
    slot, card = next((n, card) for n, card in enumerate(cards.slots, 1) if card is not None)
    return replace(cards, slots=with_slot(cards.slots, slot, None)), card


def new_middle(state: FlipState, seat: Seat, pile: Pile) -> FlipState:
    """Return the state after a seat put one card on a pile."""
    cards, card = give_middle(state.seats[seat])
    return with_pile(with_seat(state, seat, cards), pile, (*state.middle[pile], card))


def play_slot(state: FlipState, seat: Seat, slot: int, pile: Pile) -> FlipState:
    """Return the state after a slot was played and refilled (P-12, P-16)."""
    cards = state.seats[seat]
    card = cards.slots[slot - 1]
    assert card is not None, "an empty slot was played"
    rest = refill(replace(cards, slots=with_slot(cards.slots, slot, None)))
    return with_pile(with_seat(state, seat, rest), pile, (*state.middle[pile], card))


def win_pair(state: FlipState, caller: Seat) -> FlipState:
    """Return the state after a good FLIP (P-21, P-22).

    The opponent takes the pile of his own side, then the other, and refills; then each seat puts
    a new card on its side.
    """
    loser = other(caller)
    taken = state.middle[loser] + state.middle[caller]
    state = with_seat(state, loser, take_under(state.seats[loser], taken))
    state = replace(state, middle=((), ()))
    for pile in PILES:
        state = new_middle(state, pile, pile)
    return state


def larger_pile(state: FlipState, seat: Seat) -> Pile:
    """Return the larger middle pile; of equal ones the seat's own side's."""
    left, right = (len(pile) for pile in state.middle)
    if left == right:
        return PILES[seat]
    return 0 if left > right else 1


def take_pile(state: FlipState, seat: Seat, pile: Pile) -> FlipState:
    """Return the state after a false caller took a pile and began a new one there."""
    state = with_seat(state, seat, take_under(state.seats[seat], state.middle[pile]))
    return new_middle(with_pile(state, pile, ()), seat, pile)


def swap_open_cards(state: FlipState) -> FlipState:
    """Return the state after both seats laid new cards (P-24, P-25)."""
    for seat in PILES:
        cards = state.seats[seat]
        below = SeatCards(stock=cards.stock + opened(cards), slots=NO_SLOTS)
        state = with_seat(state, seat, refill(below))
    return state


def lay_middle(state: FlipState) -> FlipState:
    """Return the state after each seat with a stock put a new card on its own side."""
    for seat in PILES:
        if state.seats[seat].stock:
            state = new_middle(state, seat, seat)
    return state


def restart_middle(
    state: FlipState, stocks: tuple[tuple[Card, ...], tuple[Card, ...]]
) -> FlipState:
    """Return the state after each seat's own pile became its stock, in this order."""
    for seat in PILES:
        cards = SeatCards(stock=stocks[seat], slots=state.seats[seat].slots)
        state = with_pile(with_seat(state, seat, refill(cards)), seat, ())
        state = new_middle(state, seat, seat)
    return state

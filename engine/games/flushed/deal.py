"""Flushed: the deal (U-4, U-5, U-10, U-32, U-33)."""

from msgspec import convert

from engine.api import Seat, Setup
from engine.cards import Card
from engine.games.flushed.events import Dealt, SeatCards
from engine.games.flushed.state import HAND, FlushedOptions


def deal(setup: Setup, deck: tuple[Card, ...], dealer: Seat) -> Dealt:
    """Deal one card at a time counterclockwise from the dealer's right.

    The last card dealt to a seat is the top of its stack; the top five are its hand. With three
    players the 52nd card starts the first flush.
    """
    seats = setup.seats
    dealt = len(deck) // seats * seats
    stacks = (deck[(dealer - 1 - seat) % seats : dealt : seats][::-1] for seat in range(seats))
    return Dealt(
        options=convert(dict(setup.options), FlushedOptions),
        dealer=dealer,
        seats=tuple(SeatCards(stack=stack[HAND:], hand=stack[:HAND]) for stack in stacks),
        middle=deck[-1] if dealt < len(deck) else None,
        turn=(dealer - 1) % seats,
    )

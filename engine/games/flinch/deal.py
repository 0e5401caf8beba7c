"""Options and deal of Flinch (F-3…F-17)."""

from collections.abc import Mapping
from typing import Any

from msgspec import convert

from engine.api import OptionSpec, OptionValue, Seat, Setup
from engine.errors import BadSetup
from engine.games.flinch.events import Dealt, FlinchEvent, HandsLaidDown, TurnBegan
from engine.games.flinch.evolve import evolve
from engine.games.flinch.state import HAND, TOP, Card, FlinchOptions, FlinchState
from engine.shuffle import shuffle

SEAT_COUNTS = tuple(range(2, 9))
PARTNER_COUNTS = (4, 6, 8)
ONE_PACK_SEATS = 5
"""The most seats for which one pack is the default (F-5)."""

OPTIONS = (
    OptionSpec("packs", (1, 2), 1),
    OptionSpec("partners", (False, True), False),
    OptionSpec("pile", (5, 10, 15), 10),
    OptionSpec("conduct", ("assist", "call", "strict"), "call"),
    OptionSpec("false_call", ("mirror", "lock", "none"), "mirror"),
    OptionSpec("last_card", ("wins", "stock"), "wins"),
)


def settle_options(
    seats: int, chosen: Mapping[str, Any], options: dict[str, OptionValue]
) -> dict[str, OptionValue]:
    """Return the complete options; raise `BadSetup` where the rules do not offer them."""
    if "packs" not in chosen and seats > ONE_PACK_SEATS:
        options["packs"] = 2
    if options["partners"] and seats not in PARTNER_COUNTS:
        raise BadSetup("options.partners", "needs 4, 6 or 8 seats")
    settled = convert(options, FlinchOptions)
    if seats * (settled.pile + HAND) > len(fresh_deck(settled.packs)):
        raise BadSetup("options.pile", f"is more than {settled.packs} pack can deal to {seats}")
    return options


def fresh_deck(packs: int) -> tuple[Card, ...]:
    """Return the fresh deck: per pack, ten times 1…15 (F-3)."""
    return tuple(range(1, TOP + 1)) * 10 * packs


def deal(setup: Setup, cards: tuple[Card, ...], dealer: Seat) -> tuple[FlinchEvent, ...]:
    """Deal, until somebody has a 1, and begin the first turn (F-6…F-12, F-17).

    A fresh deck is shuffled and dealt anew where the stock cannot give every seat a new hand; also
    where the first deck was given.
    """
    options = convert(dict(setup.options), FlinchOptions)
    fresh = fresh_deck(options.packs)
    events: list[FlinchEvent] = []
    state = None
    first = None
    deals = 0
    while first is None:
        if state is not None and len(state.stock) >= HAND * setup.seats:
            events.append(_hands_laid_down(state))
        else:
            deals += 1
            if deals > 1:
                cards = shuffle(setup.seed, f"deal-{deals}", fresh)
            events.append(_dealt(setup, options, dealer, cards, deals))
        state = evolve(state, events[-1])
        first = _first_seat(state)
    return (*events, TurnBegan(first, 1))


def _from_the_left(dealer: Seat, seats: int) -> tuple[Seat, ...]:
    """Return the seats from the dealer's left, the dealer last."""
    return tuple((dealer + 1 + i) % seats for i in range(seats))


def _dealt(
    setup: Setup, options: FlinchOptions, dealer: Seat, cards: tuple[Card, ...], number: int
) -> Dealt:
    """Deal a block of Flinch cards to each seat, then a block of five (F-7, F-8)."""
    seats, pile = setup.seats, options.pile
    flinch: dict[Seat, tuple[Card, ...]] = {}
    hands: dict[Seat, tuple[Card, ...]] = {}
    for i, seat in enumerate(_from_the_left(dealer, seats)):
        flinch[seat] = cards[i * pile : (i + 1) * pile]
        at = seats * pile + i * HAND
        hands[seat] = cards[at : at + HAND]
    return Dealt(
        deal=number,
        options=options,
        seed=setup.seed,
        dealer=dealer,
        flinch=tuple(flinch[seat] for seat in range(seats)),
        hands=tuple(hands[seat] for seat in range(seats)),
        stock=cards[seats * (pile + HAND) :],
    )


def _first_seat(state: FlinchState) -> Seat | None:
    """Return the first seat from the dealer's left with a 1 on top or in the hand (F-12)."""
    for seat in _from_the_left(state.dealer, len(state.seats)):
        cards = state.seats[seat]
        if cards.flinch[-1] == 1 or 1 in cards.hand:
            return seat
    return None


def _hands_laid_down(state: FlinchState) -> HandsLaidDown:
    """Lay all hands down and deal new ones from the dealer's left (F-17)."""
    seats = len(state.seats)
    hands: dict[Seat, tuple[Card, ...]] = {}
    for i, seat in enumerate(_from_the_left(state.dealer, seats)):
        hands[seat] = state.stock[i * HAND : (i + 1) * HAND]
    return HandsLaidDown(
        laid=tuple(seat.hand for seat in state.seats),
        hands=tuple(hands[seat] for seat in range(seats)),
    )

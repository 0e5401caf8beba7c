"""What every deal starts from: complete options, a dealer and the order of the deck."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from engine.api import OptionSpec, OptionValue, Seat, Setup
from engine.errors import BadSetup
from engine.shuffle import first_dealer, shuffle

Card = TypeVar("Card", int, str)


def check_seats(seats: Any, counts: Sequence[int]) -> None:
    """Raise `BadSetup` unless so many seats may play."""
    if type(seats) is not int or seats not in counts:
        raise BadSetup("seats", f"must be one of {', '.join(map(str, counts))}")


def settle(specs: Sequence[OptionSpec], chosen: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Return the options with the defaults filled in.

    A value must be of the type of its choices: 1 is not True.

    Raises:
        BadSetup: an unknown option or value.
    """
    known = {spec.key: spec for spec in specs}
    for key in chosen:
        if key not in known:
            raise BadSetup(f"options.{key}", "is not an option of this game")
    settled: dict[str, OptionValue] = {}
    for spec in specs:
        value = chosen.get(spec.key, spec.default)
        if not any(type(value) is type(choice) and value == choice for choice in spec.choices):
            offered = ", ".join(_as_in_json(choice) for choice in spec.choices)
            raise BadSetup(f"options.{spec.key}", f"must be one of {offered}")
        settled[spec.key] = value
    return settled


def _as_in_json(choice: OptionValue) -> str:
    """Return a choice as a transcript writes it, a word without its quotation marks."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def dealer_of(setup: Setup) -> Seat:
    """Return the dealer given, else the seed's (`rules.md` section 0); raise `BadSetup`."""
    if setup.dealer is None:
        return first_dealer(setup.seed, setup.seats)
    if type(setup.dealer) is not int or not 0 <= setup.dealer < setup.seats:
        raise BadSetup("dealer", f"must be a seat, 0 to {setup.seats - 1}")
    return setup.dealer


def deck_of(setup: Setup, fresh: tuple[Card, ...], label: str = "deal") -> tuple[Card, ...]:
    """Return the deck in the order of the deal: the one given, else the fresh one shuffled.

    Raises:
        BadSetup: the deck given is not a permutation of the fresh one.
    """
    if setup.deck is None:
        return shuffle(setup.seed, label, fresh)
    kind = type(fresh[0])
    cards = tuple(card for card in setup.deck if type(card) is kind)
    if len(cards) != len(setup.deck) or Counter(cards) != Counter(fresh):
        raise BadSetup("deck", f"must hold exactly the {len(fresh)} cards of this game")
    return cards

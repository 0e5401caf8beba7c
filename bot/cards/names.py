"""The names of the card faces there are."""

NUMBERS = 15
RANKS = "A23456789TJQK"
SUITS = "CDHS"
DRAWN: tuple[str, ...] = (
    *(f"f{number}" for number in range(1, NUMBERS + 1)),
    *(rank + suit for suit in SUITS for rank in RANKS),
    "XR",
    "XB",
    "back",
    "empty",
)
"""The names of all faces of the design."""

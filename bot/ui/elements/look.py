"""How one reader sees cards: language, emoji faces or text, and the size of it."""

from collections.abc import Mapping

from msgspec import Struct

from bot.locale import Translator
from engine.cards import RANKS

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
JOKERS = {"XR": "🃏R", "XB": "🃏B"}
FRENCH = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Names of the faces of a French deck without jokers."""


class Look(Struct, frozen=True):
    """What a screen is made for: the table's channel or one person.

    Attributes:
        t: the language: the server's for public screens, the person's for private ones.
        emojis: face name (`f7`, `7S`) to Discord's form (`<:f7:123>`); a face that is missing is
            shown as text, so an empty mapping is the text form.
        big: one's own cards as headings, for people who want big print.
    """

    t: Translator
    emojis: Mapping[str, str] = {}
    big: bool = False

    def text_only(self) -> "Look":
        """Return the same look with cards as text: shorter."""
        return Look(t=self.t, big=self.big)

    def number(self, card: int) -> str:
        """Return the face of a Flinch card, `[12]` as text."""
        return self.emojis.get(f"f{card}", f"[{card}]")

    def french(self, card: str) -> str:
        """Return the face of a French card in notation (`TH`), `10♥` as text."""
        return self.emojis.get(card, french(card))


def french(card: str) -> str:
    """Return a French card as text: `7♠`, `10♥`, `🃏R` (red joker)."""
    if card in JOKERS:
        return JOKERS[card]
    rank = "10" if card[0] == "T" else card[0]
    return rank + SUITS[card[1]]

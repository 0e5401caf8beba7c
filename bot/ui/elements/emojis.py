"""Emojis of controls, and how they are compared: without variation selector and skin tone."""

from functools import lru_cache

DIGITS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟")

SIT, START = "🪑", "▶️"
CANCEL = "✖️"

_IGNORED = {0xFE0E, 0xFE0F, *range(0x1F3FB, 0x1F400)}


def letter(character: str) -> str:
    """Return the regional indicator of a letter A–Z (🇦)."""
    return chr(0x1F1E6 + ord(character) - ord("A"))


@lru_cache(maxsize=256)
def plain(emoji: str) -> str:
    """Return an emoji without variation selectors and skin tone, for comparing."""
    return "".join(c for c in emoji if ord(c) not in _IGNORED)


def same(one: str, other: str) -> bool:
    """Say whether two emojis are the same press."""
    return plain(one) == plain(other)

"""What a face is called as an application emoji: its name in words and a mark of its content.

`7S` becomes `7_of_spades_3f09a`, which is what is read aloud and what a long press shows. The five
digits are taken from the face's pixels, so that the list of emojis alone tells which faces are up
to date, without a database and from any machine. A name of any other form, or of a face the design
does not have, is not the bot's own and is left alone.
"""

import re
from functools import cache
from hashlib import sha256

from bot.cards.names import DRAWN

_OWN = re.compile(r"(\w+)_[0-9a-f]{5}")
_RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_OTHERS = {"XR": "red_joker", "XB": "black_joker", "back": "face_down", "empty": "no_card"}


@cache
def emoji_name(face: str) -> str:
    """Return the name of a face's emoji as the design draws it now (`7_of_spades_3f09a`)."""
    from bot.cards.cards import picture

    return f"{_spoken(face)}_{sha256(picture(face).tobytes()).hexdigest()[:5]}"


def of_emoji(name: str) -> str | None:
    """Return the face an emoji of this name shows, also an outdated one; None: not ours."""
    match = _OWN.fullmatch(name)
    return _faces().get(match[1]) if match is not None else None


def _spoken(face: str) -> str:
    if face in _OTHERS:
        return _OTHERS[face]
    if face[1:].isdecimal():
        return f"card_{face[1:]}"
    return f"{_RANKS.get(face[0], face[0])}_of_{_SUITS[face[1]]}"


@cache
def _faces() -> dict[str, str]:
    """Return each face by what its emoji is called, or was before names were in words."""
    return {**{face: face for face in DRAWN}, **{_spoken(face): face for face in DRAWN}}

"""What a face is called as an application emoji: its name in words, and nothing else.

`7S` is `7_of_spades`, which is what is read aloud and what a long press shows. Which faces are up
to date stands apart, in an emoji that is shown nowhere and is named after the pixels of the whole
design (`card_faces_3f09a12b`): a face younger than that one was uploaded for it. So the list of
emojis alone tells, without a database and from any machine. A name of any other form is not the
bot's own and is left alone.
"""

import re
from functools import cache
from hashlib import sha256

from bot.cards.names import DRAWN

_MARK = re.compile(r"card_faces_[0-9a-f]{8}")
_OLD = re.compile(r"(\w+)_[0-9a-f]{5}")
_RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_OTHERS = {"XR": "red_joker", "XB": "black_joker", "back": "face_down", "empty": "no_card"}


def emoji_name(face: str) -> str:
    """Return the name of a face's emoji (`7_of_spades`)."""
    if face in _OTHERS:
        return _OTHERS[face]
    if face[1:].isdecimal():
        return f"card_{face[1:]}"
    return f"{_RANKS.get(face[0], face[0])}_of_{_SUITS[face[1]]}"


def old_name(face: str, number: int) -> str:
    """Return what a face's emoji is called while another one takes its place.

    `number` tells it from others: any that two emojis do not share.
    """
    return f"{emoji_name(face)}_{number % 16**5:05x}"


@cache
def mark_name() -> str:
    """Return the name of the emoji that says for which design the faces after it were drawn."""
    from bot.cards.cards import picture

    pixels = sha256()
    for face in DRAWN:
        pixels.update(picture(face).tobytes())
    return f"card_faces_{pixels.hexdigest()[:8]}"


def is_mark(name: str) -> bool:
    """Say whether an emoji of this name marks a design, whichever."""
    return _MARK.fullmatch(name) is not None


def of_emoji(name: str) -> str | None:
    """Return the face an emoji of this name shows, also an outdated one; None: not ours."""
    old = _OLD.fullmatch(name)
    return _spoken().get(name) or (_named().get(old[1]) if old is not None else None)


@cache
def _spoken() -> dict[str, str]:
    """Return each face by what its emoji is called."""
    return {emoji_name(face): face for face in DRAWN}


@cache
def _named() -> dict[str, str]:
    """Return each face by what its outdated emoji may begin with, in words or as it is."""
    return {**{face: face for face in DRAWN}, **_spoken()}

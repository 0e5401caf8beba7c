"""What a face is called as an application emoji: its name and a mark of its content.

`7S` becomes `7S_3f09a`: the five digits are taken from the face's pixels, so that the list of
emojis alone tells which faces are up to date, without a database and from any machine. A name of
any other form, or of a face the design does not have, is not the bot's own and is left alone.
"""

import re
from functools import cache
from hashlib import sha256

from bot.faces.cards import DRAWN, picture

_OWN = re.compile(r"(\w+)_[0-9a-f]{5}")


@cache
def emoji_name(face: str) -> str:
    """Return the name of a face's emoji as the design draws it now (`7S_3f09a`)."""
    return f"{face}_{sha256(picture(face).tobytes()).hexdigest()[:5]}"


def of_emoji(name: str) -> str | None:
    """Return the face an emoji of this name shows, also an outdated one; None: not ours."""
    match = _OWN.fullmatch(name)
    return match[1] if match is not None and match[1] in DRAWN else None

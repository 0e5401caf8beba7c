"""What lies on a table, for a picture of it: said by a game's renderer, drawn by `bot.pictures`.

A spread is made from the spectator's view alone, so it shows what everybody sees.
"""

from collections.abc import Mapping

from msgspec import Struct

from bot.locale import Translator, mark
from bot.ui.elements.look import JOKERS, SUITS, french

MAX_ALT = 1024
"""Characters of the words beside a picture (`discord.md` section 8, the media gallery's own)."""


class Pile(Struct, frozen=True):
    """One card or pile: the face on top (a name of `Renderer.faces`, or `back`), and a short note.

    The note stands below the card ("×3"); `said` is the same in words ("3 cards"), where the note
    has signs.
    """

    face: str
    note: str = ""
    said: str = ""


class Group(Struct, frozen=True):
    """Piles side by side under one label ("Reserve"); `large` for what everybody looks at."""

    piles: tuple[Pile, ...]
    label: str = ""
    large: bool = False


class Block(Struct, frozen=True):
    """The part of one seat, or of the middle.

    Attributes:
        title: whose it is, unformatted.
        note: what is known of it beyond the cards.
        turn: whether it is this seat's turn.
        wide: whether it takes the whole width of the picture; others stand two and two.
    """

    title: str
    groups: tuple[Group, ...]
    note: str = ""
    turn: bool = False
    wide: bool = False


class Spread(Struct, frozen=True):
    """The whole layout, from top to bottom."""

    blocks: tuple[Block, ...]


SUIT_NAMES: Mapping[str, str] = {
    "C": mark("clubs"),
    "D": mark("diamonds"),
    "H": mark("hearts"),
    "S": mark("spades"),
}
RANK_NAMES: Mapping[str, str] = {
    "A": mark("ace"),
    "J": mark("jack"),
    "Q": mark("queen"),
    "K": mark("king"),
}


def spoken(face: str, t: Translator) -> str:
    """Return a face in words: "7", "ten of hearts" as "10 of hearts", "red joker", "empty"."""
    if face in ("empty", "back"):
        return t("empty") if face == "empty" else t("face down")
    if face in JOKERS:
        return t("red joker") if face == "XR" else t("black joker")
    if face[1] in SUITS and len(face) > 1 and not face[1:].isdecimal():
        named = RANK_NAMES.get(face[0])
        rank = t(named) if named is not None else french(face)[:-1]
        return t("{rank} of {suit}", rank=rank, suit=t(SUIT_NAMES[face[1]]))
    return face[1:]


def words(lines: tuple[str, ...], spread: Spread, t: Translator) -> str:
    """Return the same as the picture in words, as much as a picture may carry.

    Args:
        lines: what stands above the cards, unformatted.
        spread: the cards.
        t: the reader's language.
    """
    sentences = [*lines, *(_block(block, t) for block in spread.blocks)]
    text = " ".join(_ended(sentence) for sentence in sentences if sentence)
    return text if len(text) <= MAX_ALT else text[: MAX_ALT - 1].rstrip() + "…"


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", ":")) else sentence + "."


def _block(block: Block, t: Translator) -> str:
    said = [block.note] if block.note else []
    for group in block.groups:
        piles = _piles(group.piles, t)
        said.append(f"{group.label} {piles}" if group.label else piles)
    return f"{block.title}: {'; '.join(said)}"


def _piles(piles: tuple[Pile, ...], t: Translator) -> str:
    """Return piles in words, one word for several places that are all empty or face down."""
    if set(piles) in ({Pile("empty")}, {Pile("back")}):
        return _pile(piles[0], t)
    return ", ".join(_pile(pile, t) for pile in piles)


def _pile(pile: Pile, t: Translator) -> str:
    """Return a pile in words; of a pile face down its size says all."""
    note = pile.said or pile.note
    if pile.face == "back" and note:
        return note
    face = spoken(pile.face, t)
    return f"{face} ({note})" if note and pile.face != "empty" else face

"""What lies on a table, for a picture of it: said by a game's renderer, drawn by `bot.pictures`.

A spread is made from the spectator's view alone, so it shows what everybody sees.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from bot.locale import Translator, mark
from bot.ui.elements.look import JOKERS, SUITS, french

PAIRS = "◆●▲■"
"""What tells pairs of partners apart, in pictures as in text: by shape, not by colour."""

MAX_ALT = 1024
"""Characters of the words beside a picture (`discord.md` section 8, the media gallery's own)."""


class Pile(Struct, frozen=True):
    """One card or pile: the face on top (a name of `Renderer.faces`, or `back`), and a short note.

    Attributes:
        note: stands on the card ("×3").
        said: the same in words ("3 cards"), where the note has signs.
        size: how many cards lie there, as far as it is to be seen.
        fan: whether they are held side by side, as a hand is, not one on the other.
        marked: whether the last act went here.
    """

    face: str
    note: str = ""
    said: str = ""
    size: int = 1
    fan: bool = False
    marked: bool = False


class Group(Struct, frozen=True):
    """Piles side by side under one label ("Reserve"); `large` for what everybody looks at."""

    piles: tuple[Pile, ...]
    label: str = ""
    large: bool = False


class Block(Struct, frozen=True):
    """The part of one seat, or of the middle.

    Attributes:
        title: whose it is, unformatted.
        notes: what is known of it beyond the cards, one short phrase each.
        turn: whether it is this seat's turn.
        wide: whether it takes the whole width of the picture; others may stand two and two.
        pair: the sign of its pair, of `PAIRS`; "" without partners.
        partner: the partner, unformatted.
    """

    title: str
    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()
    turn: bool = False
    wide: bool = False
    pair: str = ""
    partner: str = ""


class Spread(Struct, frozen=True):
    """The whole layout, in the order of play."""

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
    """Return a face in words: "7", "10 of hearts", "red joker", "empty"."""
    if face in ("empty", "back"):
        return t("empty") if face == "empty" else t("face down")
    if face in JOKERS:
        return t("red joker") if face == "XR" else t("black joker")
    if face[1] in SUITS:
        named = RANK_NAMES.get(face[0])
        rank = t(named) if named is not None else french(face)[:-1]
        return t("{rank} of {suit}", rank=rank, suit=t(SUIT_NAMES[face[1]]))
    return face[1:]


def words(lines: Sequence[str], blocks: Iterable[Block], t: Translator) -> str:
    """Return the same as a picture in words.

    Args:
        lines: what stands above the cards, unformatted.
        blocks: the cards.
        t: the reader's language.
    """
    sentences = [*lines, *(_block(block, t) for block in blocks)]
    return " ".join(_ended(sentence) for sentence in sentences if sentence)


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", ":")) else sentence + "."


def _block(block: Block, t: Translator) -> str:
    said = [" · ".join(block.notes)] if block.notes else []
    for group in block.groups:
        piles = _piles(group, t)
        said.append(f"{group.label} {piles}" if group.label else piles)
    title = block.title
    if block.partner:
        title = t("{name} with {mate}", name=title, mate=block.partner)
    return f"{title}: {'; '.join(said)}"


def _piles(group: Group, t: Translator) -> str:
    """Return piles in words, one word for several places that are all empty or face down.

    Of a pile face down its size says all where the group has a label.
    """
    seen = {(pile.face, pile.note) for pile in group.piles}
    if seen in ({("empty", "")}, {("back", "")}):
        return spoken(group.piles[0].face, t)
    return ", ".join(_pile(pile, t, labelled=bool(group.label)) for pile in group.piles)


def _pile(pile: Pile, t: Translator, *, labelled: bool) -> str:
    note = pile.said or pile.note
    if pile.face == "back" and note and labelled:
        return note
    face = spoken(pile.face, t)
    return f"{face} ({note})" if note and pile.face != "empty" else face

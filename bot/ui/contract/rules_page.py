"""What the rules pages of a game are made of; each game's package writes its own."""

from collections.abc import Mapping

from msgspec import Struct

from engine.api import OptionValue, Seat


class Rule(Struct, frozen=True):
    """One statement of the rules in plain words.

    Attributes:
        text: in English, for the catalogues.
        numbers: the statements of `requirements.md` it says, separated by spaces; not shown.
        decided: whether the sources are silent and this is how it is done here.
    """

    text: str
    numbers: str = ""
    decided: bool = False


class Position(Struct, frozen=True):
    """A small real position to show: a game dealt from a stacked deck, then played by notation.

    The reader is seat 0.

    Attributes:
        says: what is to be seen in it, in English, for the catalogues.
        seats: how many play.
        cards: the places in the dealt deck, from 0, at which these cards lie; others lie at random.
        acts: what has been done, each as seat and notation ("0 H1"); "- G" by the table itself.
        chosen: house rules that are not the usual ones.
        dealer: the seat that deals; None where there is none.
        own: whether the reader's own cards are shown too.
    """

    says: str
    seats: int
    cards: Mapping[int, int | str]
    acts: tuple[str, ...] = ()
    chosen: Mapping[str, OptionValue] = {}
    dealer: Seat | None = None
    own: bool = True


class Page(Struct, frozen=True):
    """A page of rules; the title is in English, for the catalogues; `shown` are its pictures."""

    title: str
    rules: tuple[Rule, ...]
    shown: tuple[Position, ...] = ()


class Choices(Struct, frozen=True):
    """What one choice of one house rule means; `text` and `numbers` as in `Rule`."""

    option: str
    value: OptionValue
    text: str
    numbers: str = ""

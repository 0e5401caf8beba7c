"""What the rules pages of a game are made of; each game's package writes its own."""

from msgspec import Struct

from engine.api import OptionValue


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


class Page(Struct, frozen=True):
    """A page of rules; the title is in English, for the catalogues."""

    title: str
    rules: tuple[Rule, ...]


class Choices(Struct, frozen=True):
    """What one choice of one house rule means; `text` and `numbers` as in `Rule`."""

    option: str
    value: OptionValue
    text: str
    numbers: str = ""

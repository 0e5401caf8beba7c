"""What every game's renderer is to the rest of the bot: the contract of `Renderer`.

A renderer is pure. Public screens are a function of the spectator's view alone, a hand of its
seat's view alone; nothing on either is arranged, marked, ordered, disabled or left out by what can
be played.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct, structs

from bot.locale import Translator, mark
from bot.locale.commands import Wording
from bot.tables.model import Table
from bot.tables.notes import CallJudged, Note
from bot.ui.contract.lesson import Lesson
from bot.ui.contract.rules_page import Rules, encode, read
from bot.ui.contract.spread import Spread
from bot.ui.elements.controls import Control
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Figure, Screen
from engine.api import OptionValue

V = TypeVar("V")

PAGES = Path(__file__).parents[1] / "pages"
"""The pages of the bot's own games: `docs/games` of the repository."""

NOBODY = -1
"""Whose turn it is at a table that is over, as it is drawn."""

Numbers: TypeAlias = tuple[str | None, ...]
"""What each hand number holds, first number first: a card in notation, or nothing."""


class Deed(Struct, frozen=True):
    """One accepted action (or the deal) with its events, as the reader may know them.

    `by` is empty for the table itself; `people` held the seats then, seat by seat, None where that
    is not known. `events` are `Game.redact`ed for the reader, in order. `race` is the verdict of a
    call, for `Renderer.decisive` alone.
    """

    ply: int
    by: tuple[int, ...]
    events: tuple[Any, ...]
    people: tuple[int | None, ...] = ()
    race: CallJudged | None = None


class Noted(Struct, frozen=True):
    """A fact of the table's own that was told; `people` held the seats then, as in `Deed`."""

    note: Note
    people: tuple[int | None, ...] = ()


Past: TypeAlias = Deed | Noted
History: TypeAlias = tuple[Past, ...]
"""What happened last, oldest first; eight entries are plenty."""


class Fact(Struct, frozen=True):
    """The one fact of a game that is worth telling when it is over.

    `deed` is what it is about, which says who held the seats then; `tell` puts it into a sentence
    with the names per seat, escaped.
    """

    deed: Deed
    tell: Callable[[Sequence[str], Translator], str]


class PublicSight(Struct, Generic[V], frozen=True):
    """What the table in the channel is drawn from.

    `view` is the spectator's; `aside` one short line for a refusal that reveals nothing; `figures`
    show the layout instead of text, where the table is a picture; `fact` is that of a game that is
    over, once all of it is read.
    """

    table: Table
    view: V
    history: History = ()
    aside: str = ""
    figures: tuple[Figure, ...] = ()
    fact: Fact | None = None

    @property
    def laid(self) -> V:
        """The view as it is drawn: nobody's turn at a table that is over, also by its people."""
        if self.table.status == "playing" or not hasattr(self.view, "turn"):
            return self.view
        return structs.replace(self.view, turn=NOBODY)  # type: ignore[type-var]  # views are structs

    @property
    def last(self) -> Deed | None:
        """Return the last action, as everybody knows it."""
        return next((each for each in reversed(self.history) if isinstance(each, Deed)), None)


class HandSight(Struct, Generic[V], frozen=True):
    """What one seat's private hand is drawn from.

    Attributes:
        view: that seat's.
        numbers: as `Renderer.arrange` gave them.
        half: the half-made choice of this person, if any.
        server: the server's name.
        url: the address of the table's message; None until it is there.
        last: the hand's last line: the answer to the last press, a reveal, "calls were voided".
    """

    table: Table
    seat: int
    view: V
    numbers: Numbers
    history: History = ()
    half: "Half | None" = None
    server: str = ""
    url: str | None = None
    last: str = ""


class Press(Struct, frozen=True):
    """A press as the renderer reads it.

    `key` is a plain emoji (`emojis.plain`) or a control's `act`; `number` that control's number;
    `values` those of a select.
    """

    key: str
    number: int = 0
    values: tuple[str, ...] = ()


class Move(Struct, frozen=True):
    """The press asks for this action.

    Attributes:
        number: the hand number it names, or 0.
        confirmed: whether it is a second, confirming press (`bot.tables.entries.Act.confirmed`).
    """

    notation: str
    number: int = 0
    confirmed: bool = False


class Half(Struct, frozen=True):
    """The press makes or changes a half-made choice; no steps: it is cancelled.

    `steps` mean something to the renderer alone. Kept in memory per person and table; dropped when
    `Renderer.keep` says so, with every `Move` (unless `Renderer.sticky`), and after a restart.
    """

    steps: tuple[str, ...] = ()


class Say(Struct, frozen=True):
    """The press asks for nothing possible; `sentence` says why, marked for the catalogues."""

    sentence: str


NO_CARD_THERE = Say(mark("You have no card at that number. Pick another."))
NOTHING_TO_PRESS = Say(mark("That does nothing here. Use the buttons you see."))


def asked(press: Press) -> Move | Say:
    """Return the action of a press that names one outright: a notation, or `sure-…`."""
    control = Control(table=0, round=0, ply=0, number=press.number, act=press.key)
    if control.notation is not None:
        return Move(control.notation, press.number)
    if control.confirmed is not None:
        return Move(control.confirmed, press.number, confirmed=True)
    return NOTHING_TO_PRESS


class Source(Struct, frozen=True):
    """One thing a seat can play from, for `/move`: its notation and its name.

    `number` is that of the hand card it names, which keeps equal cards apart; else 0.
    """

    notation: str
    label: str
    number: int = 0


class Renderer(ABC, Generic[V]):
    """Draws one game and reads its presses. Stateless; V is the game's view."""

    key: ClassVar[str]
    """The game's key."""
    name: ClassVar[str]
    """The game's name, the same in every language."""
    hands: ClassVar[bool]
    """Whether seats have a private hand (sent by DM)."""
    call: ClassVar[str] = ""
    """Notation of the call people race for; "" without one, and so the three that follow."""
    shout: ClassVar[str] = ""
    """The call as people say it ("Flinch!")."""
    command: ClassVar[str] = ""
    """The call's slash command, a key of `wordings`."""
    call_emoji: ClassVar[str] = ""
    """The call's reaction on the table; on a hand too, where there are hands."""
    counted: ClassVar[str] = ""
    """What is counted in results, as a line above the places; "": cards, said in each."""
    nothing: ClassVar[str] = ""
    """What a false call was wrong about, as a sentence marked for the catalogues; "" without."""
    reactions: ClassVar[tuple[str, ...]]
    """Reactions of the public table while playing, likeliest first."""
    gentle: ClassVar[str] = ""
    """What is different in a first game by `Game.gentle`, marked for the catalogues."""
    sticky: ClassVar[bool] = False
    """Whether a half-made choice outlives a `Move` (FLIP's arrow)."""
    faces: ClassVar[tuple[str, ...]]
    """Names of the card emojis it uses."""
    wordings: ClassVar[Mapping[str, Wording]]
    """Its part of the slash commands: the call's command (`/flinch`) under `command`, and each
    house rule under its key."""
    pages: ClassVar[Path] = PAGES
    """The folder in which its rules are written, a page a language."""
    lesson: ClassVar[Lesson | None] = None
    """Its lesson for `/learn`; None: it is not offered there."""

    def rules(self, t: Translator) -> Rules:
        """Return its rules in plain words."""
        return read(self.pages, self.key, t.language)

    def blurb(self, t: Translator) -> str:
        """Return the game in a line."""
        return self.rules(t).about

    def option(self, key: str, t: Translator) -> str:
        """Return the name of a house rule ("Flinch pile")."""
        return self.rules(t).house_rule(key).name

    def choice(self, key: str, value: OptionValue, t: Translator) -> str:
        """Return a house rule's value in words ("10 cards", "allowed")."""
        options = self.rules(t).house_rule(key).options
        return next(each.name for each in options if each.value == encode(value))

    @abstractmethod
    def public(self, sight: PublicSight[V], look: Look) -> Screen:
        """Draw the table in the channel, playing or ended."""

    @abstractmethod
    def hand(self, sight: HandSight[V], look: Look) -> Screen:
        """Draw one seat's hand (by DM or ephemeral) with the table in short form."""

    @abstractmethod
    def spread(
        self, view: V, names: Sequence[str], t: Translator, last: Deed | None = None
    ) -> Spread:
        """Return what lies where, for a picture of the table; the view is the spectator's.

        Args:
            view: what everybody sees.
            names: per seat, unformatted.
            t: the reader's language.
            last: the last action, to be marked.
        """

    @abstractmethod
    def reads(self, key: str) -> bool:
        """Say whether a key (plain emoji, or a verb) means something in this game."""

    @abstractmethod
    def tell(self, deed: Deed, names: Sequence[str], look: Look) -> str | None:
        """Return what happened in one line; None if nobody needs to read it.

        `names` per seat, escaped (`bot.ui.elements.names.texts`).
        """

    def decisive(self, deeds: Sequence[Deed]) -> Fact | None:
        """Return the one fact of a game that is over which says most about it; None: there is none.

        Args:
            deeds: everything that was done, oldest first, as everybody may know it.
        """
        return None

    @abstractmethod
    def left(self, view: V) -> tuple[int, ...]:
        """Return per seat the cards it has still to get rid of, for results."""

    @abstractmethod
    def arrange(self, numbers: Numbers | None, view: V) -> Numbers:
        """Return the hand numbers after a change; None at first.

        A card keeps its number while it is held; a played one leaves it empty; a drawn one takes
        the lowest empty number; a whole new hand is sorted. Fold it over every view of the seat
        (also after a restart): the result depends on the order of the views alone.
        """

    @abstractmethod
    def press(
        self, view: V, numbers: Numbers, half: Half | None, press: Press
    ) -> Move | Half | Say:
        """Read a press by the seat of this view: on the table, or on its hand.

        Every press of the game goes through here, notations on buttons too.
        """

    @abstractmethod
    def keep(self, half: Half, view: V, numbers: Numbers) -> Half | None:
        """Return the half-made choice if it still means something after a change."""

    @abstractmethod
    def place(self, view: V, numbers: Numbers, move: Move) -> str:
        """Return what the places the move names show, "" if it names none; the view is a seat's.

        A press is stale if this differs between the screen last confirmed when it arrived and now
        (`architecture.md`, Stale presses).
        """

    def named(self, view: V, notation: str) -> str:
        """Return the one card that an action would move, in plain text; "" if it is none.

        The view is that of the seat that asks for it.
        """
        return ""

    @abstractmethod
    def sources(self, view: V, numbers: Numbers, t: Translator) -> tuple[Source, ...]:
        """Return *all* one's sources for `/move`, playable or not, always in the same order."""

    def own(self, view: V, look: Look) -> str:
        """Return the cards that this view's seat alone sees, sorted, in a line, for `/replay`.

        "" where every card in play lies open.
        """
        return ""

    def held(self, view: V) -> tuple[str, ...]:
        """Return the faces of the cards that this view's seat alone sees, for a picture.

        () where every card in play lies open.
        """
        return ()

    def accusation(self, seat: int) -> str | None:
        """Return the notation that accuses a seat of an irregularity; None without such a rule."""
        return None


AnyRenderer: TypeAlias = Renderer[Any]

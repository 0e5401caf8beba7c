"""A message as a plain value: what stands on it and what can be pressed.

`bot.discord_api.components` turns a `Screen` into components (version 2) and a `Form` into a modal;
nothing here knows Discord's library. The limits are those of `discord.md` sections 2 and 8.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct, structs

MAX_CHARACTERS = 4000
MAX_COMPONENTS = 40
MAX_BUTTONS = 5
MAX_LABEL = 80
MAX_CUSTOM_ID = 100
MAX_OPTIONS = 25
MAX_REACTIONS = 20
"""Discord's bounds: of all text, of components, buttons of a row, characters of a label and of a
`custom_id`, choices of a select, distinct reactions (`discord.md` sections 2 and 3)."""

Style: TypeAlias = Literal["primary", "secondary", "success", "danger"]


class Text(Struct, frozen=True, tag=True):
    """A block of Discord's Markdown."""

    text: str


class Separator(Struct, frozen=True, tag=True):
    """A line between blocks; `visible` False leaves only the space."""

    visible: bool = True


class Button(Struct, frozen=True, tag=True):
    """A pressable control. `emoji` is a Unicode emoji or `<:name:id>`; label or emoji is set.

    `disabled` is never derived from what can be played (`rules.md` section 1, who knows what).
    """

    custom_id: str
    label: str = ""
    style: Style = "secondary"
    emoji: str | None = None
    disabled: bool = False


class LinkButton(Struct, frozen=True, tag=True):
    """A button that opens an address."""

    url: str
    label: str


class Row(Struct, frozen=True, tag=True):
    """One to five buttons side by side."""

    buttons: tuple[Button | LinkButton, ...]


class Choice(Struct, frozen=True):
    """One entry of a `Select`; `chosen` marks it as the present one."""

    value: str
    label: str
    description: str = ""
    emoji: str | None = None
    chosen: bool = False


class Select(Struct, frozen=True, tag=True):
    """A drop-down of 1 to 25 choices, in a row of its own."""

    custom_id: str
    placeholder: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1


class Picker(Struct, frozen=True, tag=True):
    """A drop-down of the server's own channels, roles or people, in a row of its own.

    `chosen` are the ids marked as the present ones.
    """

    custom_id: str
    kind: Literal["channels", "roles", "people"]
    placeholder: str
    chosen: tuple[int, ...] = ()
    least: int = 0
    most: int = MAX_OPTIONS


class Attachment(Struct, frozen=True):
    """A file sent with the screen."""

    filename: str
    data: bytes


class Picture(Struct, frozen=True, tag=True):
    """A picture: the filename of an attachment of the same screen, or an address; with words."""

    source: str
    alt: str


class Document(Struct, frozen=True, tag=True):
    """A file to download: the filename of an attachment of the same screen."""

    source: str


Figure: TypeAlias = tuple[Picture, Attachment]
"""A picture and its file."""

Part: TypeAlias = Text | Separator | Row | Select | Picker | Picture | Document


class Screen(Struct, frozen=True):
    """A rendered message.

    Attributes:
        parts: from top to bottom, inside one container.
        accent: the container's colour, 0xRRGGBB.
        reactions: emojis the bot sets below it, likeliest first.
        mentions: ids of the people who are really pinged; everybody else is only named.
    """

    parts: tuple[Part, ...]
    accent: int | None = None
    reactions: tuple[str, ...] = ()
    mentions: tuple[int, ...] = ()
    attachments: tuple[Attachment, ...] = ()

    def characters(self) -> int:
        """Return the displayed text that counts towards Discord's 4,000."""
        return sum(len(part.text) for part in self.parts if isinstance(part, Text))

    def components(self) -> int:
        """Return the components as Discord counts them: container, rows and what is in them."""
        return 1 + sum(_size(part) for part in self.parts)

    def fits(self) -> bool:
        """Say whether Discord takes it as it is."""
        return self.characters() <= MAX_CHARACTERS and self.components() <= MAX_COMPONENTS

    def buttons(self) -> tuple[Button, ...]:
        """Return all pressable buttons in reading order."""
        rows = (part for part in self.parts if isinstance(part, Row))
        return tuple(b for row in rows for b in row.buttons if isinstance(b, Button))


class Field(Struct, frozen=True):
    """One line to fill in on a `Form`."""

    key: str
    label: str
    longest: int = 100


class Form(Struct, frozen=True):
    """A modal of one to five fields; title at most 45 characters."""

    custom_id: str
    title: str
    fields: tuple[Field, ...]


def plain(*texts: str, accent: int | None = None, mentions: tuple[int, ...] = ()) -> Screen:
    """Return a screen of text alone, one block each."""
    parts = tuple(Text(text) for text in texts if text)
    return Screen(parts=parts, accent=accent, mentions=mentions)


def in_words(screen: Screen) -> Screen:
    """Return a screen without its own pictures, their words in their place if there is room.

    For where no files may be sent. Files to download stay: without them it would say nothing.
    """
    own = {each.filename for each in screen.attachments}
    shown = {part.source for part in screen.parts if isinstance(part, Picture)} & own
    files = tuple(each for each in screen.attachments if each.filename not in shown)
    said = structs.replace(
        screen,
        attachments=files,
        parts=tuple(
            Text(f"-# {part.alt}") if isinstance(part, Picture) and part.source in shown else part
            for part in screen.parts
        ),
    )
    if said.fits():
        return said
    kept = (p for p in screen.parts if not (isinstance(p, Picture) and p.source in shown))
    return structs.replace(said, parts=tuple(kept))


def rows(buttons: Iterable[Button | LinkButton]) -> tuple[Row, ...]:
    """Return the buttons in order, five a row."""
    every = tuple(buttons)
    starts = range(0, len(every), MAX_BUTTONS)
    return tuple(Row(every[start : start + MAX_BUTTONS]) for start in starts)


def first_fitting(degrees: Iterable[Screen]) -> Screen:
    """Return the first degree of detail that Discord takes, or the last one."""
    screen: Screen | None = None
    for screen in degrees:
        if screen.fits():
            break
    assert screen is not None, "at least one degree of detail"
    return screen


def _size(part: Part) -> int:
    if isinstance(part, Row):
        return 1 + len(part.buttons)
    return 2 if isinstance(part, Select | Picker | Picture) else 1

"""What servers and people have set, as plain values: `/settings` and `/preferences` keep them."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct, ValidationError, convert, to_builtins

from bot.db.records import Pace
from engine.api import OptionValue

Hands = Literal["dm", "button"]
"""Where one's cards come: by direct message, or only when "My hand" is pressed."""

Notice = Literal["dm", "channel", "none"]
"""How one is told of one's turn: a line by direct message, a mention at the table, not at all."""

S = TypeVar("S", bound=Struct)


class Preset(Struct, frozen=True, kw_only=True):
    """House rules that a server has given a name, to be reused by it.

    `id` counts up within a server and is never used again while a later one is there.
    """

    id: int
    game: str
    name: str
    rules: dict[str, OptionValue] = {}


class ServerSettings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a server has set (`experience.md` section 1).

    Attributes:
        language: of everything public; None: as the server is set at Discord.
        channels: where tables may be opened; empty: everywhere.
        opener, ender: the role that may open tables, and that may end any; None: everybody may
            open, and nobody but moderators end.
        barred: people who may not sit down here.
        pace: of a table for which none is asked for.
        window: milliseconds for which calls are gathered; None: as the operator has set.
        own_threads: every table gets its own thread.
        buttons_only: in rated games only buttons and commands count where people race.
        rated: whether games here count for ratings.
        tables_per_channel, tables_per_person, lobbies_per_person: bounds; None: the operator's.
        rules: house rules of a game where none are asked for, by the game's key.
        presets: in order of naming.
    """

    language: str | None = None
    channels: tuple[int, ...] = ()
    opener: int | None = None
    ender: int | None = None
    barred: tuple[int, ...] = ()
    pace: Pace = "live"
    window: int | None = None
    own_threads: bool = False
    buttons_only: bool = False
    rated: bool = True
    tables_per_channel: int | None = None
    tables_per_person: int | None = None
    lobbies_per_person: int | None = None
    rules: dict[str, dict[str, OptionValue]] = {}
    presets: tuple[Preset, ...] = ()

    def preset(self, number: int) -> Preset | None:
        """Return the preset of that id."""
        return next((each for each in self.presets if each.id == number), None)

    def presets_of(self, game: str) -> tuple[Preset, ...]:
        """Return the presets of a game."""
        return tuple(each for each in self.presets if each.game == game)


class Preferences(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a person has set, for everywhere.

    Attributes:
        language: of what this person alone sees; None: as at Discord.
        text: cards as text instead of emojis.
        big: one's own cards in big print.
        forced: moves without a choice come by themselves (`Game.waits`).
    """

    language: str | None = None
    text: bool = False
    big: bool = False
    hands: Hands = "dm"
    notice: Notice = "dm"
    forced: bool = True


def read(stored: Mapping[str, Any], kind: type[S]) -> S:
    """Return settings as stored; what cannot be read counts as never set."""
    try:
        return convert(dict(stored), kind)
    except ValidationError:
        return kind()


def written(settings: Struct) -> dict[str, Any]:
    """Return settings as they are stored: what differs from the defaults."""
    kept: dict[str, Any] = to_builtins(settings)
    return kept

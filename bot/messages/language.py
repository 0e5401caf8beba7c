"""For whom a screen is drawn: language and card faces."""

from collections.abc import Callable, Mapping

from bot.db.records import Preferences
from bot.discord_api.users import People
from bot.locale import Translator, translator
from bot.locale.commands import TYPED
from bot.locale.mentions import Mentions
from bot.tables.guild_settings import Servers
from bot.tables.model import Table
from bot.ui.elements.look import Look


class Looks:
    """Chooses the look of a screen.

    Attributes:
        emojis: the card faces that are uploaded.
        mentions: the commands that are registered.

    Args:
        people: knows the language of each person, and what each has set.
        servers: know what servers have set.
        guild_locale: returns a server's language, None if it is not known.
        guild_name: returns a server's name.
        language: of whoever's is not known.
    """

    def __init__(
        self,
        people: People,
        servers: Servers,
        guild_locale: Callable[[int], str | None],
        guild_name: Callable[[int], str],
        language: str,
    ) -> None:
        self._people = people
        self._servers = servers
        self._guild_locale = guild_locale
        self._guild_name = guild_name
        self._language = language
        self.emojis: Mapping[str, str] = {}
        self.mentions = Mentions(TYPED)
        self._translators: dict[str, Translator] = {}

    def public(self, table: Table) -> Look:
        """Return the look of a table's public message: the server's language."""
        return Look(t=self.guild(table.guild), emojis=self.emojis)

    def private(self, person: int, table: Table | None = None) -> Look:
        """Return the look of what one person alone sees."""
        chosen = self._people.preferences(person)
        emojis = {} if chosen.text else self.emojis
        return Look(t=self.person(person, table), emojis=emojis, big=chosen.big)

    def no_emoji(self) -> None:
        """Show cards as text until the emojis are looked up again: one of them is gone."""
        self.emojis = {}

    def guild(self, guild: int | None) -> Translator:
        """Return a server's language."""
        locale = self._servers.of(guild).language
        if locale is None and guild is not None:
            locale = self._guild_locale(guild)
        return self.translator(locale or self._language)

    def person(self, person: int, table: Table | None = None) -> Translator:
        """Return a person's language; if it is not known, that of the table's server.

        The buttons it names are those of that server; away from any table, in the same language.
        """
        locale = self._people.locale(person)
        there = self.guild(table.guild if table else None)
        if not locale:
            return there
        own = self.translator(locale)
        return own.beside(there) if table is not None else own

    def translator(self, locale: str) -> Translator:
        """Return the translator for a Discord locale, its commands pressable once they are."""
        known = self._translators.get(locale)
        if known is None:
            known = self._translators[locale] = translator(locale).pressing(self.mentions)
        return known

    def preferences(self, person: int) -> Preferences:
        """Return what a person has set."""
        return self._people.preferences(person)

    def server(self, guild: int | None) -> str:
        """Return a server's name."""
        return self._guild_name(guild) if guild is not None else ""

"""Names and descriptions of commands as Discord takes them, in every language."""

from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.locale import Translator
from bot.locale.commands import Localised, everywhere

LOCALISED = "localised"


def text(default: str, locales: Mapping[str, str]) -> app_commands.locale_str:
    """Return a text with its translations, for `Localiser`."""
    return app_commands.locale_str(default, **{LOCALISED: dict(locales)})


def name(words: Localised) -> app_commands.locale_str:
    """Return the name of a command or option."""
    return text(words.name, words.names)


def description(words: Localised) -> app_commands.locale_str:
    """Return what it does."""
    return text(words.description, words.descriptions)


def choice(say: Callable[[Translator], str], value: str) -> app_commands.Choice[str]:
    """Return a choice of an option, its name in every language."""
    names = everywhere(say)
    return app_commands.Choice(name=text(names["en-US"], names), value=value)


class Localiser(app_commands.Translator):
    """Hands the library the translations that a text carries; the default text is English."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in this locale; None leaves it to Discord's own fall-back."""
        locales: Mapping[str, Any] = string.extras.get(LOCALISED, {})
        found = locales.get(locale.value)
        return str(found) if found is not None else None

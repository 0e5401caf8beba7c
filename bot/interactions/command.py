"""Slash commands from their wording, in every language, and a callback."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.discord_api.interaction import AnyInteraction
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


Complete = Callable[[AnyInteraction, str], Awaitable[list[app_commands.Choice[str]]]]
AnyCommand = app_commands.Command[Any, ..., Any]
AnyGroup = app_commands.Group


def make(
    words: Localised,
    callback: Callable[..., Awaitable[None]],
    options: Mapping[str, Localised],
    complete: Mapping[str, Complete] | None = None,
    *,
    direct: bool = False,
    manage: bool = False,
) -> AnyCommand:
    """Return a command.

    Args:
        words: its name and description.
        callback: takes the interaction and the options by parameter name.
        options: the wording of each parameter.
        complete: what suggests values, by parameter.
        direct: whether it also works in the bot's direct messages.
        manage: whether it is only shown to people who may manage the server.
    """
    command: AnyCommand = app_commands.Command(
        name=name(words),
        description=description(words),
        callback=callback,  # type: ignore[arg-type]  # any coroutine function
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=direct),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    if manage:
        command = app_commands.default_permissions(manage_guild=True)(command)
    if options:
        command = app_commands.rename(**{k: name(each) for k, each in options.items()})(
            app_commands.describe(**{k: description(each) for k, each in options.items()})(command)
        )
    for key, suggest in (complete or {}).items():
        command.autocomplete(key)(suggest)  # type: ignore[arg-type]  # as the library wants it
    return command

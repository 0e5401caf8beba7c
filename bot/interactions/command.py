"""Slash commands from their wording, in every language, and a callback."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from inspect import Parameter, Signature, signature
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.discord_api.interaction import AnyInteraction
from bot.interactions.context import Context, Desk, context_of
from bot.locale import Translator
from bot.locale.commands import COMMANDS, OPTIONS, Localised, everywhere, localised
from bot.tables.replies import TableReason
from bot.ui.elements.controls import Control

LOCALISED = "localised"

AnyCommand = app_commands.Command[Any, ..., Any]
AnyGroup = app_commands.Group
Values: TypeAlias = tuple[str, ...]
Answerer: TypeAlias = Callable[[Context, Control, Values], Awaitable[bool]]
"""Answers a press of a screen that belongs to no table; False if the screen is none of its own."""


class Cog(ABC):
    """A command or a family of them, and the presses of their screens.

    Args:
        desk: the parts.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @abstractmethod
    def commands(self) -> Sequence[AnyCommand | AnyGroup]:
        """Return the commands."""

    def presses(self) -> Mapping[str, Answerer]:
        """Return who answers a press, by what its act begins with; nobody where tables do."""
        return {}


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


def make(
    words: Localised | str,
    callback: Callable[..., Coroutine[Any, Any, None]],
    *,
    direct: bool = False,
    manage: bool = False,
    options: Mapping[str, Localised] | None = None,
) -> AnyCommand:
    """Return a command.

    Args:
        words: its name and description, or the key of those in `COMMANDS`.
        callback: takes the context the gate has made, and the options by parameter name. A
            parameter whose transformer has a default (`bot.interactions.transformers`) is always
            given, also where its option is left out.
        direct: whether it also works in the bot's direct messages.
        manage: whether it is only for people who may manage the server.
        options: the wording of parameters that are not worded by their own name.
    """
    words = localised(COMMANDS[words]) if isinstance(words, str) else words
    parameters = list(signature(callback).parameters.values())[1:]
    defaults = {
        each.name: each.annotation for each in parameters if hasattr(each.annotation, "meant")
    }

    async def run(interaction: AnyInteraction, **given: Any) -> None:
        context = context_of(interaction)
        context.patient()
        if manage and not interaction.permissions.manage_guild:
            raise context.refused(TableReason.NOT_MANAGER)
        for key, default in defaults.items():
            if given[key] is None:
                given[key] = await default.meant(context)
        await callback(context, **given)
        context.settled()

    shown = [each.replace(default=None) if each.name in defaults else each for each in parameters]
    run.__signature__ = Signature(  # type: ignore[attr-defined]  # read by the library
        [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=AnyInteraction),
            *sorted(shown, key=lambda each: each.default is not Parameter.empty),
        ]
    )
    command: AnyCommand = app_commands.Command(
        name=name(words),
        description=description(words),
        callback=run,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=direct),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    if manage:
        command = app_commands.default_permissions(manage_guild=True)(command)
    worded = {
        each.name: (options or {}).get(each.name) or localised(OPTIONS[each.name])
        for each in parameters
    }
    if worded:
        app_commands.rename(**{key: name(each) for key, each in worded.items()})(command)
        app_commands.describe(**{key: description(each) for key, each in worded.items()})(command)
    return command


def group(key: str, *commands: AnyCommand, direct: bool = False) -> AnyGroup:
    """Return a command with subcommands; it is never itself a command."""
    words = localised(COMMANDS[key])
    made = app_commands.Group(
        name=name(words),
        description=description(words),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=direct),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    for each in commands:
        made.add_command(each)
    return made

"""Making a slash command from its wording, its callback and the wording of its options."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord import app_commands

from bot.discord_api.interaction import AnyInteraction
from bot.interactions import wording
from bot.locale.commands import Localised

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
        name=wording.name(words),
        description=wording.description(words),
        callback=callback,  # type: ignore[arg-type]  # any coroutine function
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=direct),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    if manage:
        command = app_commands.default_permissions(manage_guild=True)(command)
    if options:
        command = app_commands.rename(**{k: wording.name(each) for k, each in options.items()})(
            app_commands.describe(**{k: wording.description(each) for k, each in options.items()})(
                command
            )
        )
    for key, suggest in (complete or {}).items():
        command.autocomplete(key)(suggest)  # type: ignore[arg-type]  # as the library wants it
    return command

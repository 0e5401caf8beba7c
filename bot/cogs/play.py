"""`/play <game>`: one subcommand per registered game, its options from what the game declares."""

from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from bot.cogs.opening import Opener, Wish
from bot.discord_api.interaction import AnyInteraction
from bot.interactions import wording
from bot.interactions.command import Complete
from bot.interactions.context import Desk, name
from bot.interactions.typed import typed
from bot.locale.commands import COMMANDS, OPTIONS, PLAY, Localised, everywhere, localised, nth_with
from bot.tables.model import PACES, Invitation
from bot.ui import house_rules
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements.screen import plain
from engine.api import LEVELS, AnyGame, OptionValue

GUESTS = 7
"""Most people invited by one command: as many as the largest game has other seats."""


def play(desk: Desk, opener: Opener, games: Mapping[str, AnyGame]) -> app_commands.Group:
    """Return the command with a subcommand per game."""
    words = localised(COMMANDS["play"])
    group = app_commands.Group(
        name=wording.name(words),
        description=wording.description(words),
        guild_only=True,
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    for key, game in games.items():
        group.add_command(_subcommand(desk, opener, game, desk.kit.renderers[key]))
    return group


def _subcommand(
    desk: Desk, opener: Opener, game: AnyGame, renderer: AnyRenderer
) -> app_commands.Command[Any, ..., Any]:
    options = _options(game, renderer)

    async def callback(interaction: AnyInteraction, **values: Any) -> None:
        press = desk.press(interaction, typed(interaction))
        asked = {options[key].meaning: value for key, value in values.items() if value is not None}
        guests = [value for key, value in asked.items() if key.startswith("with-")]
        if any(guest.bot for guest in guests):
            t = desk.language(press)
            await press.say(plain(t("Bots cannot sit at a table; add a house player instead.")))
            return
        await opener.open(press, _wish(game, asked, _invitations(guests, interaction.user.id)))

    callback.__signature__ = Signature(  # type: ignore[attr-defined]  # read by the library
        [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=AnyInteraction),
            *(option.parameter for option in options.values()),
        ]
    )
    described = everywhere(lambda t: t(PLAY, game=renderer.name))
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=game.key, description=wording.text(described["en-US"], described), callback=callback
    )
    for decorate in (
        app_commands.describe(**{key: each.description for key, each in options.items()}),
        app_commands.rename(**{key: each.name for key, each in options.items()}),
        app_commands.choices(
            **{key: each.choices for key, each in options.items() if each.choices}
        ),
    ):
        command = decorate(command)
    if "preset" in options:
        command.autocomplete("preset")(_presets(desk, game))  # type: ignore[arg-type]  # as the library wants it
    return command


def _wish(game: AnyGame, asked: Mapping[str, Any], invited: tuple[Invitation, ...]) -> Wish:
    return Wish(
        game=game.key,
        invited=invited,
        house=int(asked.get("house", 0)),
        level=asked.get("level", "normal"),
        pace=asked.get("pace"),
        preset=asked.get("preset", ""),
        chosen=_chosen(game, asked),
    )


def _presets(desk: Desk, game: AnyGame) -> Complete:
    """Return what suggests the house rules that the server has given names."""

    async def suggest(interaction: AnyInteraction, so_far: str) -> list[app_commands.Choice[str]]:
        own = await desk.kit.servers.learn(interaction.guild_id)
        return [
            app_commands.Choice(name=each.name, value=str(each.id))
            for each in own.presets_of(game.key)
            if so_far.casefold() in each.name.casefold()
        ][:25]

    return suggest


class _Option:
    """One option of a subcommand: the library's parameter and what it means to us."""

    def __init__(
        self,
        key: str,
        meaning: str,
        words: Localised,
        annotation: Any,
        choices: list[app_commands.Choice[str]] | None = None,
    ) -> None:
        self.meaning = meaning
        self.name = wording.name(words)
        self.description = wording.description(words)
        self.choices = choices
        self.parameter = Parameter(
            key, Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=annotation
        )


def _options(game: AnyGame, renderer: AnyRenderer) -> dict[str, _Option]:
    """Return the options by parameter name, in the order they are shown."""
    most = max(game.seat_counts) - 1
    found: dict[str, _Option] = {}

    def add(key: str, *option: Any) -> None:
        found[key] = _Option(key, *option)

    for number in range(1, min(most, GUESTS) + 1):
        words = localised(OPTIONS["with"]) if number == 1 else nth_with(number)
        add(f"guest_{number}", f"with-{number}", words, discord.User | None)
    whole = app_commands.Range[int, 0, most]
    add("house", "house", localised(OPTIONS["house"]), whole | None)
    levels = [
        wording.choice(lambda t, one=one: house_rules.level(one, t), one)  # type: ignore[misc]
        for one in LEVELS
    ]
    add("level", "level", localised(OPTIONS["level"]), str | None, levels)
    if game.has_turns:
        paces = [
            wording.choice(lambda t, one=one: house_rules.pace(one, t), one)  # type: ignore[misc]
            for one in PACES
        ]
        add("pace", "pace", localised(OPTIONS["pace"]), str | None, paces)
    if game.options:
        add("preset", "preset", localised(OPTIONS["preset"]), str | None)
    for spec in game.options:
        rule = [
            wording.choice(
                lambda t, key=spec.key, value=value: renderer.choice(key, value, t),  # type: ignore[misc]
                house_rules.encode(value),
            )
            for value in spec.choices
        ]
        words = localised(renderer.wordings[spec.key])
        add(f"rule_{spec.key}", f"rule-{spec.key}", words, str | None, rule)
    return found


def _chosen(game: AnyGame, asked: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Return the house rules chosen; Discord offers no other values than these."""
    chosen: dict[str, OptionValue] = {}
    for spec in game.options:
        value = house_rules.decode(spec, asked.get(f"rule-{spec.key}", ""))
        if value is not None:
            chosen[spec.key] = value
    return chosen


def _invitations(guests: list[Any], host: int) -> tuple[Invitation, ...]:
    """Return the people invited, each once and never the host."""
    people = {guest.id: guest for guest in guests if guest.id != host}
    return tuple(Invitation(person=each.id, name=name(each)) for each in people.values())

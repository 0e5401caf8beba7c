"""`/play <game>`: one subcommand per registered game, its options from what the game declares."""

from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands
from msgspec import Struct

from bot.db.records import ServerSettings
from bot.discord_api import permissions
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions import command as wording
from bot.interactions.command import Complete
from bot.interactions.context import Desk, name, typed
from bot.locale import Translator
from bot.locale.commands import COMMANDS, OPTIONS, PLAY, Localised, everywhere, localised, nth_with
from bot.messages import drawing
from bot.tables.model import PACES, Invitation, NewTable, Pace
from bot.tables.replies import Done, Refusal, TableReason
from bot.ui import house_rules, server_rules
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import decode, encode
from bot.ui.elements import refusals, replies
from bot.ui.elements.screen import plain
from engine.api import LEVELS, AnyGame, Level, OptionValue

THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


class Wish(Struct, frozen=True, kw_only=True):
    """What somebody asked for.

    Attributes:
        pace: None: as the server has set.
        preset: a name the server has given to house rules, or its number.
        chosen: house rules, above those of the preset or the server.
    """

    game: str
    invited: tuple[Invitation, ...] = ()
    house: int = 0
    level: Level = "normal"
    pace: Pace | None = None
    preset: str = ""
    chosen: dict[str, OptionValue] = {}


class Opener:
    """Opens tables."""

    def __init__(self, desk: Desk, games: Mapping[str, AnyGame]) -> None:
        self._desk = desk
        self._games = games

    async def open(self, press: Incoming, wish: Wish) -> None:
        """Open a lobby where the press was, and say where it is."""
        desk, interaction = self._desk, press.interaction
        t = desk.language(press)
        channel = interaction.channel
        if interaction.guild_id is None or channel is None:
            await press.say(plain(t("Tables are opened in a server, where others can join.")))
            return
        lacking = lacking_here(press, t)
        if lacking:
            await press.say(plain("\n".join(lacking)))
            return
        desk.patient(press, press.think)
        own = await desk.kit.servers.learn(interaction.guild_id)
        refusal = _refused(press, own, wish)
        if refusal is not None:
            await press.say(plain(refusals.sentence(refusal.reason, refusal.details, t)))
            return
        answer = await desk.kit.tables.open(
            NewTable(
                game=wish.game,
                guild=interaction.guild_id,
                channel=channel.id,
                host=interaction.user.id,
                host_name=name(interaction.user),
                invited=tuple(one for one in wish.invited if one.person not in own.barred),
                chosen={**self._rules(own, wish), **wish.chosen},
                house=wish.house,
                level=wish.level,
                pace=self._pace(own, wish),
                key=str(interaction.id),
            )
        )
        if isinstance(answer, Done):
            opened = replies.opened(answer.table, t, await desk.address(answer.table))
            await press.say(drawing.with_text("\n".join(limits_here(press, t)), opened))
        else:
            await press.say(plain(refusals.sentence(answer.reason, answer.details, t)))

    def _pace(self, own: ServerSettings, wish: Wish) -> Pace:
        """Return the pace asked for, or else the server's; a game without turns has only one."""
        return (wish.pace or own.pace) if self._games[wish.game].has_turns else "live"

    def _rules(self, own: ServerSettings, wish: Wish) -> dict[str, OptionValue]:
        """Return the house rules of the preset asked for, or else of the server."""
        preset = server_rules.named(own, wish.game, wish.preset) if wish.preset else None
        game = self._games[wish.game]
        return server_rules.in_force(own, game, preset.id if preset is not None else 0)


def _refused(press: Incoming, own: ServerSettings, wish: Wish) -> Refusal | None:
    """Return why this person may not open such a table here, if so."""
    user, role = press.interaction.user, own.opener
    manages = press.interaction.permissions.manage_guild
    if role is not None and not manages and not has_role(user, role):
        return Refusal(TableReason.NOT_OPENER, {"role": f"<@&{role}>"})
    if wish.preset and server_rules.named(own, wish.game, wish.preset) is None:
        return Refusal(TableReason.NO_SUCH_PRESET)
    return None


def has_role(user: discord.User | discord.Member, role: int) -> bool:
    """Say whether somebody has a role here."""
    return isinstance(user, discord.Member) and user.get_role(role) is not None


def lacking_here(press: Incoming, t: Translator) -> list[str]:
    """Return what the bot must be allowed here and is not, one sentence each."""
    needs = permissions.missing(
        press.interaction.app_permissions, thread=in_thread(press.interaction.channel)
    )
    return permissions.sentences(tuple(need for need in needs if need.must), t)


def limits_here(press: Incoming, t: Translator) -> list[str]:
    """Return what will work less well here for want of a permission, one sentence each."""
    needs = permissions.missing(
        press.interaction.app_permissions, thread=in_thread(press.interaction.channel)
    )
    lesser = (need for need in needs if not need.must and need.flag not in permissions.OPTIONAL)
    return permissions.sentences(tuple(lesser), t)


def in_thread(channel: object) -> bool:
    """Say whether a channel is a thread."""
    return getattr(channel, "type", None) in THREADS


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
                encode(value),
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
        value = decode(spec, asked.get(f"rule-{spec.key}", ""))
        if value is not None:
            chosen[spec.key] = value
    return chosen


def _invitations(guests: list[Any], host: int) -> tuple[Invitation, ...]:
    """Return the people invited, each once and never the host."""
    people = {guest.id: guest for guest in guests if guest.id != host}
    return tuple(Invitation(person=each.id, name=name(each)) for each in people.values())

"""`/play <game>`: one subcommand per registered game, its options from what the game declares."""

from collections.abc import Mapping
from functools import partial
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands
from msgspec import Struct

from bot.cogs.check import has_role, lacking_here, limits_here
from bot.db.records import Preset, ServerSettings
from bot.interactions.command import (
    Answerer,
    AnyCommand,
    AnyGroup,
    Cog,
    Values,
    choice,
    group,
    make,
)
from bot.interactions.context import Context, Desk, name
from bot.interactions.transformers import PresetOption
from bot.locale.commands import OPTIONS, PLAY, Localised, everywhere, localised
from bot.messages import drawing
from bot.tables.model import PACES, Invitation, NewTable, Pace
from bot.tables.replies import Done, Refusal, TableReason
from bot.ui import house_rules, presets
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import decode, encode
from bot.ui.elements import controls, replies
from bot.ui.elements.controls import Control
from engine.api import LEVELS, AnyGame, Level, OptionValue


class Wish(Struct, frozen=True, kw_only=True):
    """What somebody asked for.

    Attributes:
        pace: None: as the server has set.
        preset: house rules the server has given a name; None: the server's own.
        chosen: house rules, above those of the preset or the server.
    """

    game: str
    invited: tuple[Invitation, ...] = ()
    house: int = 0
    level: Level = "normal"
    pace: Pace | None = None
    preset: Preset | None = None
    chosen: dict[str, OptionValue] = {}


class Play(Cog):
    """The command, and "Open a table", which opens one just as well."""

    def __init__(self, desk: Desk, games: Mapping[str, AnyGame]) -> None:
        super().__init__(desk)
        self._games = games

    def commands(self) -> list[AnyCommand | AnyGroup]:
        """Return the command with a subcommand per game."""
        renderers = self._desk.kit.renderers
        games = (self._subcommand(game, renderers[key]) for key, game in self._games.items())
        return [group("play", *games)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who answers "Open a table"."""
        return {controls.OPEN: self._press}

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        game = control.act.removeprefix(controls.OPEN)
        if game not in self._games:
            return False
        await context.come_back(context.press.think)
        await self._open(context, Wish(game=game))
        return True

    async def _open(self, context: Context, wish: Wish) -> None:
        """Open a lobby where it was asked for, and say where it is."""
        t, interaction = context.t, context.interaction
        if context.guild is None or interaction.channel is None:
            await context.tell(
                t("You can only open a table in a server, where others can join. Use /play there.")
            )
            return
        lacking = lacking_here(interaction, t)
        if lacking:
            way = t(
                "I can't open a table here until someone who manages this channel gives me "
                "what's missing."
            )
            await context.tell("\n".join((way, *lacking)))
            return
        own = await self._desk.kit.servers.learn(context.guild)
        may = own.opener is None or interaction.permissions.manage_guild
        if not may and not has_role(interaction.user, own.opener or 0):
            await context.refuse(TableReason.NOT_OPENER, {"role": f"<@&{own.opener}>"})
            return
        if any(guest.person in own.barred for guest in wish.invited):
            await context.refuse(TableReason.GUEST_BARRED)
            return
        answer = await self._desk.kit.tables.open(self._asked(context, wish, own, context.guild))
        if isinstance(answer, Done):
            address = await self._desk.registry.address_once_posted(answer.table)
            opened = replies.opened(answer.table, t, address)
            await context.say(drawing.with_text("\n".join(limits_here(interaction, t)), opened))
        else:
            await context.tell(self._refused(context, answer))

    def _refused(self, context: Context, refusal: Refusal) -> str:
        """Return why no table is opened, with a link to the lobby that is open already."""
        said, number = context.reason(refusal.reason, refusal.details), refusal.details.get("table")
        open_already = self._desk.kit.tables.get(number) if isinstance(number, int) else None
        if open_already is None:
            return said
        return replies.linked(said, self._desk.registry.address(open_already), context.t)

    def _asked(self, context: Context, wish: Wish, own: ServerSettings, guild: int) -> NewTable:
        """Return what is asked of the tables; what is left out is as the server has set."""
        game = self._games[wish.game]
        rules = presets.in_force(own, game, wish.preset.id if wish.preset is not None else 0)
        return NewTable(
            game=wish.game,
            guild=guild,
            channel=context.channel,
            host=context.person,
            host_name=context.name,
            invited=wish.invited,
            chosen={**rules, **wish.chosen},
            house=wish.house,
            level=wish.level,
            pace=(wish.pace or own.pace) if game.has_turns else "live",
            display=own.display if game.has_turns else "text",
            key=str(context.interaction.id),
        )

    def _subcommand(self, game: AnyGame, renderer: AnyRenderer) -> AnyCommand:
        options = _options(game, renderer)

        async def callback(context: Context, **values: Any) -> None:
            asked = {
                options[key].meaning: value for key, value in values.items() if value is not None
            }
            guest = asked.get("with")
            if guest is not None and guest.bot:
                t = context.t
                await context.tell(
                    t("I can't seat other bots. To add one of mine, use the “bots” option.")
                )
                return
            invited = _invitations(guest, context.person)
            await self._open(context, _wish(game, asked, invited))

        callback.__signature__ = Signature(  # type: ignore[attr-defined]  # read by `make`
            [
                Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=Context),
                *(
                    Parameter(
                        key,
                        Parameter.POSITIONAL_OR_KEYWORD,
                        default=None,
                        annotation=option.annotation,
                    )
                    for key, option in options.items()
                ),
            ]
        )
        described = everywhere(lambda t: t(PLAY, game=renderer.name))
        words = Localised(game.key, described["en-US"], {}, described)
        command = make(words, callback, options={key: each.words for key, each in options.items()})
        choices = {key: each.choices for key, each in options.items() if each.choices}
        return app_commands.choices(**choices)(command)


class _Option(Struct, frozen=True):
    """One option of a subcommand: what it means to us, and to the library."""

    meaning: str
    words: Localised
    annotation: Any
    choices: list[app_commands.Choice[str]] = []


def _options(game: AnyGame, renderer: AnyRenderer) -> dict[str, _Option]:
    """Return the options by parameter name, in the order they are shown: the likeliest first."""
    most = max(game.seat_counts) - 1
    found: dict[str, _Option] = {}
    whole = app_commands.Range[int, 0, most]
    found["bots"] = _Option("bots", localised(OPTIONS["bots"]), whole | None)
    levels = [choice(partial(house_rules.level, one), one) for one in LEVELS]
    found["level"] = _Option("level", localised(OPTIONS["level"]), str | None, levels)
    if game.has_turns:
        paces = [choice(partial(house_rules.pace, one), one) for one in PACES]
        found["pace"] = _Option("pace", localised(OPTIONS["pace"]), str | None, paces)
    found["guest"] = _Option("with", localised(OPTIONS["with"]), discord.User | None)
    if game.options:
        preset = PresetOption(game.key)
        found["preset"] = _Option("preset", localised(OPTIONS["preset"]), preset)
    for spec in game.options:
        rule = [
            choice(partial(renderer.choice, spec.key, value), encode(value))
            for value in spec.choices
        ]
        words = localised(renderer.wordings[spec.key])
        found[f"rule_{spec.key}"] = _Option(f"rule-{spec.key}", words, str | None, rule)
    return found


def _wish(game: AnyGame, asked: Mapping[str, Any], invited: tuple[Invitation, ...]) -> Wish:
    return Wish(
        game=game.key,
        invited=invited,
        house=int(asked.get("bots", 0)),
        level=asked.get("level", "normal"),
        pace=asked.get("pace"),
        preset=asked.get("preset"),
        chosen=_chosen(game, asked),
    )


def _chosen(game: AnyGame, asked: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Return the house rules chosen; Discord offers no other values than these."""
    chosen: dict[str, OptionValue] = {}
    for spec in game.options:
        value = decode(spec, asked.get(f"rule-{spec.key}", ""))
        if value is not None:
            chosen[spec.key] = value
    return chosen


def _invitations(guest: discord.User | discord.Member | None, host: int) -> tuple[Invitation, ...]:
    """Return the person invited; nobody invites themselves."""
    if guest is None or guest.id == host:
        return ()
    return (Invitation(person=guest.id, name=name(guest)),)

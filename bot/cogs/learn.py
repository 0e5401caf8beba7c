"""`/learn`: the lesson of a game on a practice table, for one person, also by direct message."""

from collections.abc import Mapping

from discord import app_commands

from bot.cogs.rules import Ruling
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, name, typed
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.ui import learn, practice
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen
from bot.ui.practice import Spot
from engine.api import AnyGame


class Learning:
    """The command and the presses of its one message.

    Args:
        desk: the parts.
        games: by key.
        ruling: shows the rules, which a lesson offers beside it.
    """

    def __init__(self, desk: Desk, games: Mapping[str, AnyGame], ruling: Ruling) -> None:
        self._desk = desk
        self._ruling = ruling
        renderers = desk.kit.renderers
        self._games = {key: games[key] for key in games if renderers[key].lesson is not None}

    def command(self) -> AnyCommand:
        """Return the command."""

        async def callback(interaction: AnyInteraction, game: str | None = None) -> None:
            press = self._desk.press(interaction, typed(interaction))
            await press.say(self._first(press, game), to_all=interaction.guild_id is None)

        named = [self._desk.kit.renderers[key] for key in self._games]
        choices = [app_commands.Choice(name=each.name, value=each.key) for each in named]
        app_commands.choices(game=choices)(callback)
        options = {"game": localised(OPTIONS["game"])}
        return make(localised(COMMANDS["learn"]), callback, options, direct=True)

    async def press(self, press: Incoming, control: Control, values: tuple[str, ...]) -> bool:
        """Go on in a lesson; False if the press is of none, or of a step there is not."""
        key = practice.key_of(control)
        if key not in self._games:
            return False
        t = self._desk.language(press)
        game, renderer = self._games[key], self._desk.kit.renderers[key]
        spot = practice.press(game, renderer, control, values, t)
        if spot is None:
            return False
        if practice.act_of(control) == practice.RULES:
            await self._ruling.show(press, key)
        else:
            await press.replace(self._step(press, key, spot))
        return True

    def _first(self, press: Incoming, game: str | None) -> Screen:
        """Return the first step of the game asked for, or the question which."""
        if game not in self._games:
            renderers = [self._desk.kit.renderers[key] for key in self._games]
            return learn.which(renderers, self._desk.language(press))
        return self._step(press, game, Spot())

    def _step(self, press: Incoming, key: str, spot: Spot) -> Screen:
        user = press.interaction.user
        look = self._desk.kit.looks.private(user.id)
        renderer = self._desk.kit.renderers[key]
        return learn.draw(self._games[key], renderer, spot, name(user), look)

"""`/learn`: the lesson of a game on a practice table, for one person, also by direct message."""

from collections.abc import Mapping

from discord import app_commands
from msgspec import structs

from bot.cogs.rules import Rules
from bot.interactions.command import Answerer, AnyCommand, Cog, Values, make
from bot.interactions.context import Context, Desk
from bot.ui import learn
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen
from bot.ui.learn import Spot
from engine.api import AnyGame


class Learn(Cog):
    """The command and the presses of its one message.

    Args:
        desk: the parts.
        games: by key.
        rules: shows the rules, which a lesson offers beside it.
    """

    def __init__(self, desk: Desk, games: Mapping[str, AnyGame], rules: Rules) -> None:
        super().__init__(desk)
        self._rules = rules
        renderers = desk.kit.renderers
        self._games = {key: games[key] for key in games if renderers[key].lesson is not None}

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        named = [self._desk.kit.renderers[key] for key in self._games]
        choices = [app_commands.Choice(name=each.name, value=each.key) for each in named]
        command = make("learn", self._learn, direct=True)
        return [app_commands.choices(game=choices)(command)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who goes on in a lesson."""
        return {controls.LEARN: self._press}

    async def _learn(self, context: Context, game: str | None = None) -> None:
        """Show the first step of the game asked for, or the question which."""
        if game in self._games:
            screen = self._step(context, game, Spot())
        else:
            renderers = [self._desk.kit.renderers[key] for key in self._games]
            screen = learn.which(renderers, context.t)
        await context.say(screen, to_all=context.guild is None)

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Go on in a lesson; False if the press is of none, or of a step there is not."""
        key = learn.key_of(control)
        if key not in self._games:
            return False
        game, renderer = self._games[key], self._desk.kit.renderers[key]
        spot = learn.press(game, renderer, control, values, context.t)
        if spot is None:
            return False
        if learn.act_of(control) == learn.RULES:
            await self._rules.show(context, key)
        else:
            await context.press.replace(self._step(context, key, spot))
        return True

    def _step(self, context: Context, key: str, spot: Spot) -> Screen:
        look = structs.replace(self._desk.kit.looks.private(context.person), t=context.t)
        renderer = self._desk.kit.renderers[key]
        return learn.draw(self._games[key], renderer, spot, context.name, look)

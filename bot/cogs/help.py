"""`/help`: what can be played, how to begin, where help is."""

from collections.abc import Mapping

from bot.interactions.command import Answerer, AnyCommand, make
from bot.interactions.context import Context, Desk
from bot.ui import help as help_screen


class Help:
    """The command; its buttons open tables and rules."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("help", self._help, direct=True)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return nothing: others answer its buttons."""
        return {}

    async def _help(self, context: Context) -> None:
        direct, games = context.guild is None, self._desk.kit.renderers.values()
        await context.say(help_screen.draw(games, context.t, direct=direct))

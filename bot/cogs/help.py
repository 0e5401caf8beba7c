"""`/help`: what can be played, how to begin, where help is."""

from bot.interactions.command import AnyCommand, Cog, make
from bot.interactions.context import Context
from bot.ui import help as help_screen


class Help(Cog):
    """The command; its buttons open tables and rules."""

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("help", self._help, direct=True)]

    async def _help(self, context: Context) -> None:
        direct, games = context.guild is None, self._desk.kit.renderers.values()
        await context.say(help_screen.draw(games, context.t, direct=direct))

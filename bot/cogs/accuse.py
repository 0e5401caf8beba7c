"""`/accuse`: asking the table whether somebody has broken a rule (`rules.md` section 1)."""

from discord import app_commands
from discord.app_commands import Transform

from bot.discord_api.interaction import AnyInteraction
from bot.interactions.command import AnyCommand, Cog, make
from bot.interactions.context import Context, context_of
from bot.interactions.transformers import PlayerOption, TableOption, playing
from bot.tables import entries
from bot.tables.model import Table
from bot.tables.replies import Done
from bot.ui.elements import replies
from bot.ui.elements.names import short


class ReasonOption(app_commands.Transformer):
    """The option `reason` of `/accuse`: cleaned as names are, and something to be read."""

    min_value, max_value = 1, 100

    async def transform(self, interaction: AnyInteraction, value: str, /) -> str:
        """Return what is left of it."""
        context, cleaned = context_of(interaction), short(value, self.max_value)
        if not cleaned:
            raise context.told(context.t("Say in a few words what happened."))
        return cleaned


class Accuse(Cog):
    """The command."""

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("accuse", self._accuse)]

    async def _accuse(
        self,
        context: Context,
        player: Transform[int, PlayerOption(TableOption(playing), house=True)],
        reason: Transform[str, ReasonOption()],
        table: Transform[Table, TableOption(playing)],
    ) -> None:
        t, notation = context.t, self._desk.kit.renderers[table.game].accusation(player)
        if notation is None:
            await context.tell(t("You can't accuse anyone in this game."))
            return
        entry = context.origin.entry(
            entries.Accuse, notation=notation, accused=player, reason=reason
        )
        answer = await self._desk.kit.tables.submit(table.id, entry)
        done = isinstance(answer, Done)
        await context.tell(replies.put_to_vote(t) if done else replies.sentence(answer, t))

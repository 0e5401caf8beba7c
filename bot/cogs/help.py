"""Commands that only show: `/help`, `/table`, `/check`."""

from discord import app_commands

from bot.cogs.play import in_thread
from bot.discord_api import permissions
from bot.discord_api.interaction import AnyInteraction
from bot.interactions import transformers
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, typed
from bot.locale import Translator
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.messages.drawing import drawn, illustrated
from bot.messages.table_view import TableView
from bot.ui import help as help_screen
from bot.ui.elements import replies
from bot.ui.elements.screen import plain


class Looking:
    """The commands."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> list[AnyCommand]:
        """Return the commands."""
        table = localised(OPTIONS["table"])
        return [
            make(localised(COMMANDS["help"]), self._help, {}, direct=True),
            make(
                localised(COMMANDS["table"]),
                self._table,
                {"table": table, "picture": localised(OPTIONS["picture"])},
                {"table": self._tables},
            ),
            make(localised(COMMANDS["check"]), self._check, {}),
        ]

    async def _help(self, interaction: AnyInteraction) -> None:
        press = self._desk.press(interaction, typed(interaction))
        t = self._desk.language(press)
        direct = interaction.guild_id is None
        await press.say(help_screen.draw(self._desk.kit.renderers.values(), t, direct=direct))

    async def _table(
        self, interaction: AnyInteraction, table: str | None = None, picture: bool = False
    ) -> None:
        desk = self._desk
        press = desk.press(interaction, typed(interaction))
        t = desk.language(press)
        found = await transformers.table(desk, press, table)
        if found is None:
            return
        board = desk.board(found.id)
        if picture and found.state is not None:
            board = board or await desk.boards.recall(found.id)
        elif not found.active:
            board = None
        if board is None:
            await press.say(plain(replies.no_table(t)))
            return
        desk.patient(press, press.think)
        said = await self._shown(board, t) if found.active else t("The game is over.")
        drawing = await drawn(board, t) if picture and found.state is not None else None
        await press.say(illustrated(said, drawing))

    async def _shown(self, board: TableView, t: Translator) -> str:
        """Post a table anew, unless it is in sight; return where it is."""
        placing = self._desk.boards.placing
        if await placing.at_hand(board):
            said = t("It is just above, posted a moment ago.")
        else:
            placing.post(board)
            said = t("Here it is again, at the bottom.")
        return replies.linked(said, await placing.address(board.table), t)

    async def _check(self, interaction: AnyInteraction) -> None:
        press = self._desk.press(interaction, typed(interaction))
        t = self._desk.language(press)
        needs = permissions.missing(
            interaction.app_permissions, thread=in_thread(interaction.channel)
        )
        lines = permissions.sentences(needs, t) or [t("Everything I need is allowed here.")]
        await press.say(plain("\n".join(lines)))

    async def _tables(
        self, interaction: AnyInteraction, so_far: str
    ) -> list[app_commands.Choice[str]]:
        return transformers.choices(self._desk, interaction.user.id, so_far)

"""`/replay`: a finished game of this server, step by step, and its log as a file."""

from discord import app_commands
from msgspec import structs

from bot.db.stats import RecordReader
from bot.db.tables import Reader
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, typed
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.messages import drawing
from bot.messages.table_view import TableView
from bot.records.proof import as_file, log_of
from bot.tables.model import StoredEvent, Table
from bot.ui import replay
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen, first_fitting, plain
from bot.ui.replay import Step
from engine.play import fold

OFFERED = 25
"""Finished games suggested while `table` is typed."""


class Replaying:
    """The command and the presses of its screen."""

    def __init__(self, desk: Desk, reader: Reader, records: RecordReader) -> None:
        self._desk = desk
        self._reader = reader
        self._records = records

    def command(self) -> AnyCommand:
        """Return the command."""
        return make(
            localised(COMMANDS["replay"]),
            self._replay,
            {"table": localised(OPTIONS["table"])},
            {"table": self._tables},
        )

    async def press(self, press: Incoming, control: Control, values: tuple[str, ...]) -> bool:
        """Go to a step, see it as somebody else, or get the log."""
        step = replay.parse(control, values)
        if step is None:
            return False
        is_log = control.act.startswith(controls.LOG)
        self._desk.patient(press, press.think if is_log else press.acknowledge)
        table = await self._finished(press, step.table)
        if table is None:
            await press.say(plain(replay.not_here(self._desk.language(press))))
        elif is_log:
            await press.say(await self._log(press, table))
        else:
            await press.replace(await self._screen(press, table, step))
        return True

    async def _replay(self, interaction: AnyInteraction, table: str | None = None) -> None:
        desk = self._desk
        press = desk.press(interaction, typed(interaction))
        t = desk.language(press)
        desk.patient(press, press.think)
        number = await self._named(press, table)
        found = await self._finished(press, number) if number is not None else None
        if found is None:
            await press.say(plain(replay.none(t) if table is None else replay.not_here(t)))
            return
        await press.say(await self._screen(press, found, Step(found.id, 0)))

    async def _named(self, press: Incoming, typed_so_far: str | None) -> int | None:
        """Return the table meant: the one named, the channel's last one, the person's last one."""
        if typed_so_far is not None:
            text = typed_so_far.strip().removeprefix("#")
            return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None
        interaction = press.interaction
        last = self._desk.boards.last_over(interaction.channel_id or 0)
        if last is not None:
            return last.id
        played = await self._records.played(interaction.user.id, interaction.guild_id, most=1)
        return played[0].result.table if played else None

    async def _finished(self, press: Incoming, number: int) -> Table | None:
        """Return a finished game of the server the press was in."""
        table = await self._desk.kit.tables.load(number)
        if table is None or table.status != "ended" or table.guild != press.interaction.guild_id:
            return None
        return table

    async def _screen(self, press: Incoming, table: Table, step: Step) -> Screen:
        t = self._desk.language(press)
        events = await self._desk.kit.tables.events(table.id)
        if not events:
            return plain(replay.dropped(t))
        last = events[-1].ply
        seat = step.seat if step.seat is not None and step.seat < len(table.seats) else None
        step = Step(table.id, min(step.ply, last), seat)
        look = self._desk.kit.looks.private(press.interaction.user.id, table)
        board = self._board(table, step.ply, last, events)
        degrees = (look, look.text_only())
        return first_fitting(_drawn(board, step, last, table, degree) for degree in degrees)

    def _board(
        self, table: Table, ply: int, last: int, events: tuple[StoredEvent, ...]
    ) -> TableView:
        """Return the memory of the table as it was after a ply."""
        game = self._desk.kit.tables.game(table)
        past = [event for event in events if event.ply <= ply]
        then = structs.replace(
            table, state=fold(game, (event.event for event in past)), ply=ply, seq=len(past)
        )
        if ply < last:
            then = structs.replace(then, status="playing", outcome=None, end_reason=None)
        board = TableView(then, game, self._desk.kit.renderers[table.game])
        board.rebuild(past)
        return board

    async def _log(self, press: Incoming, table: Table) -> Screen:
        t = self._desk.language(press)
        records = await self._reader.events(table.id)
        if not records:
            return plain(replay.dropped(t))
        before = (
            await self._reader.table(table.rematch_of) if table.rematch_of is not None else None
        )
        results = await self._reader.results(table.id)
        game = self._desk.kit.tables.game(table)
        log = log_of(game, table, records, before=before, results=results)
        return replay.log(table, as_file(log), t)

    async def _tables(
        self, interaction: AnyInteraction, so_far: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest one's own last games in this server."""
        played = await self._records.played(interaction.user.id, interaction.guild_id, most=OFFERED)
        found = []
        for each in played:
            renderer = self._desk.kit.renderers.get(each.result.game)
            label = f"{renderer.name if renderer else each.result.game} · {each.result.table}"
            if so_far.casefold() in label.casefold():
                found.append(app_commands.Choice(name=label, value=str(each.result.table)))
        return found


def _drawn(board: TableView, step: Step, last: int, table: Table, look: Look) -> Screen:
    """Return a step as a seat saw it; with all cards open, as the channel did, with every hand."""
    seen_by = step.seat if board.playing and board.renderer.hands else None
    if seen_by is None:
        body = drawing.public(board, board.table, look)
        views = [board.view(seat.index) for seat in table.seats]
        hands = [board.renderer.own(view, look) for view in views] if step.seat is None else []
    else:
        body = board.renderer.hand(board.hand(seen_by, "", look.t), look)
        hands = []
    return replay.draw(step, last, table, body, hands, look.t)

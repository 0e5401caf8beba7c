"""`/replay`: a finished game of this server, step by step, and its log as a file."""

from collections.abc import Mapping
from typing import Any

from discord import app_commands
from discord.app_commands import Transform
from msgspec import structs

from bot.db.stats import StatsReader
from bot.db.tables import Reader
from bot.discord_api.interaction import AnyInteraction
from bot.interactions.command import Answerer, AnyCommand, Cog, Values, make
from bot.interactions.context import Context, Desk, context_of
from bot.interactions.sight import sees
from bot.interactions.transformers import MOST, Choices, number_of, offered
from bot.messages import drawing
from bot.messages.dependencies import Dependencies
from bot.messages.scene import Scene
from bot.messages.shares import Shown, Topic
from bot.records.proof import as_file, log_of
from bot.tables.model import StoredEvent, Table
from bot.tables.replies import TableReason
from bot.ui import replay
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.links import link
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen, Text, first_fitting, plain
from bot.ui.replay import ReplayStep


class FinishedOption(app_commands.Transformer):
    """The option `table` of `/replay`: a finished game of this server that one may see.

    Args:
        records: who played what.
    """

    def __init__(self, records: StatsReader) -> None:
        self._records = records

    async def transform(self, interaction: AnyInteraction, value: str, /) -> Table:
        """Return the game named."""
        context, number = context_of(interaction), number_of(value)
        table = await _finished(context, number) if number is not None else None
        if table is None:
            raise context.told(replay.not_here(context.t))
        return table

    async def meant(self, context: Context) -> Table:
        """Return the game that ended here last, else the person's own last one."""
        last = context.desk.registry.last_over(context.channel)
        if last is not None:
            return last
        played = await self._records.played(context.person, context.guild, most=1)
        table = await _finished(context, played[0].result.table) if played else None
        if table is None:
            raise context.told(replay.none(context.t))
        return table

    async def autocomplete(self, interaction: AnyInteraction, value: Any, /) -> Choices:
        """Offer one's own last games in this server, told apart by when and by the place."""
        context = context_of(interaction)
        played = await self._records.played(context.person, context.guild, most=MOST)
        renderers = context.desk.kit.renderers
        labels = (replay.label(each, renderers, context.t) for each in played)
        numbers = (str(each.result.table) for each in played)
        return offered(zip(labels, numbers, strict=True), value)


async def _finished(context: Context, number: int) -> Table | None:
    """Return a finished game of the server it was asked for in, if this person may see it.

    Raises:
        Told: its stored game cannot be read.
    """
    table = await context.desk.kit.tables.load(number)
    if table is None or table.guild != context.guild or not sees(context.interaction, table):
        return None
    if table.set_aside:
        raise context.refused(TableReason.SET_ASIDE)
    return table if table.status == "ended" else None


class Replay(Cog):
    """The command and the presses of its screen."""

    def __init__(self, desk: Desk, reader: Reader, records: StatsReader) -> None:
        super().__init__(desk)
        self._reader = reader
        self._records = records

    def commands(self) -> list[AnyCommand]:
        """Return the command."""

        async def callback(
            context: Context, table: Transform[Table, FinishedOption(self._records)]
        ) -> None:
            await context.say(await stepped(context, table, ReplayStep(table.id, 0)))

        return [make("replay", callback)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who goes to a step, shows it as somebody else, or gives the log."""
        return dict.fromkeys((controls.REPLAY, controls.SEAT, controls.LOG), self._press)

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Go to a step, see it as somebody else, or get the log; False if it is none of these."""
        step = replay.parse(control, values)
        if step is None:
            return False
        is_log, press = control.act.startswith(controls.LOG), context.press
        context.patient(press.think if is_log else press.acknowledge)
        table = await _finished(context, step.table)
        if table is None:
            await context.tell(replay.not_here(context.t))
        elif is_log:
            await context.say(await self._log(context, table))
        else:
            await press.replace(await stepped(context, table, step))
        return True

    async def shared(self, topic: Topic) -> Shown | None:
        """Draw a step of a game that is over for everybody in its server."""
        step = replay.parse(Control(0, 0, topic.ply, 0, topic.what), ())
        table = await self._of(topic, step.table) if step is not None else None
        if step is None or table is None or table.status != "ended":
            return None
        screen = await _at(self._desk.kit, table, step, self._desk.kit.looks.public(table))
        if screen is None:
            return None
        screen = frame.without_controls(screen)
        return Shown(_linked(screen, self._desk, table), _everybody(table), table)

    async def pictured(self, topic: Topic) -> Shown | None:
        """Draw a table as it was after a ply, as a picture; of one that is over, the result."""
        number = number_of(topic.what.removeprefix(controls.PICTURE))
        table = await self._of(topic, number) if number is not None else None
        events = await self._desk.kit.tables.events(table.id) if table is not None else ()
        if table is None or not events:
            return None
        kit, last = self._desk.kit, events[-1].ply
        t = kit.looks.guild(table.guild)
        scene = _scene(kit, table, min(topic.ply, last), last, events)
        drawn = await drawing.drawn(scene, t, headed=scene.playing)
        screen = drawing.illustrated(drawing.in_short(scene, t), drawn)
        return Shown(
            _linked(frame.without_controls(screen), self._desk, table), _everybody(table), table
        )

    async def _of(self, topic: Topic, number: int) -> Table | None:
        """Return a table of the topic's server whose cards were dealt."""
        table = await self._desk.kit.tables.load(number)
        if table is None or table.guild != topic.guild or table.state is None:
            return None
        return table

    async def _log(self, context: Context, table: Table) -> Screen:
        t = context.t
        records = await self._reader.events(table.id)
        if not await self._desk.kit.tables.events(table.id):
            return plain(replay.dropped(t))
        before = (
            await self._reader.table(table.rematch_of) if table.rematch_of is not None else None
        )
        results = await self._reader.results(table.id)
        game = self._desk.kit.tables.game(table)
        log = log_of(game, table, records, before=before, results=results)
        return replay.log(table, as_file(log), t)


async def stepped(context: Context, table: Table, step: ReplayStep) -> Screen:
    """Return a step of a finished game."""
    kit = context.desk.kit
    screen = await _at(kit, table, step, kit.looks.private(context.person, table))
    return screen or plain(replay.dropped(context.t))


async def _at(kit: Dependencies, table: Table, step: ReplayStep, look: Look) -> Screen | None:
    """Return a step of a finished game; None: its moves are no longer kept."""
    events = await kit.tables.events(table.id)
    if not events:
        return None
    last = events[-1].ply
    seat = step.seat if step.seat is not None and step.seat < len(table.seats) else None
    step = ReplayStep(table.id, min(step.ply, last), seat)
    scene = _scene(kit, table, step.ply, last, events)
    degrees = (look, look.text_only())
    return first_fitting(_drawn(scene, step, last, table, degree) for degree in degrees)


def _linked(screen: Screen, desk: Desk, table: Table) -> Screen:
    """Return what was shared of a table with the link to it."""
    t = desk.kit.looks.guild(table.guild)
    where = Text(link(t("Go to table"), desk.registry.address(table)))
    return structs.replace(screen, parts=(*screen.parts, where))


def _everybody(table: Table) -> frozenset[int]:
    """Return everybody whom a table may name."""
    seated = {seat.person for seat in table.seats if seat.person is not None}
    return frozenset(seated | {leaver.person for leaver in table.leavers})


def _scene(
    kit: Dependencies, table: Table, ply: int, last: int, events: tuple[StoredEvent, ...]
) -> Scene:
    """Return the table as its screens showed it after a ply.

    Who was away then is not stored, and how the game ended says nothing of it.
    """
    game = kit.tables.game(table)
    past = [event for event in events if event.ply <= ply]
    then = structs.replace(
        table, state=game.fold(None, (event.event for event in past)), ply=ply, seq=len(past)
    )
    if ply < last:
        here = tuple(structs.replace(each, standin=None, away=None) for each in table.seats)
        then = structs.replace(
            then, status="playing", outcome=None, end_reason=None, seats=here, paused=None
        )
    scene = Scene(then, game, kit.renderers[table.game])
    scene.rebuild(past)
    return scene


def _drawn(scene: Scene, step: ReplayStep, last: int, table: Table, look: Look) -> Screen:
    """Return a step as a seat saw it; with all hands open, as the channel did, with every hand."""
    if not scene.renderer.hands:
        return replay.draw(step, last, table, drawing.public(scene, look), look.t, None)
    if step.seat is None:
        views = [scene.view(seat.index) for seat in table.seats]
        hands = [scene.renderer.own(view, look) for view in views]
        return replay.draw(step, last, table, drawing.public(scene, look), look.t, hands)
    if scene.playing:
        body = scene.renderer.hand(scene.hand_sight(step.seat, "", look.t), look)
    else:
        body = drawing.public(scene, look)
    return replay.draw(step, last, table, body, look.t)

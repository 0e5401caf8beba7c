"""Every press of a component and every submitted form: read at once, answered exactly once."""

import asyncio
from collections.abc import Coroutine, Iterator, Mapping
from typing import Any, assert_never

from msgspec import structs

from bot.gateway.private_screens import show
from bot.interactions import parsing
from bot.interactions.command import Answerer, Values
from bot.interactions.context import Context, Desk, Origin
from bot.interactions.gate import Gate
from bot.interactions.parsing import Guest
from bot.interactions.replies import Answering, Pressed
from bot.messages.table_view import TableView
from bot.tables.replies import Answer, TableReason
from bot.ui.elements import controls
from bot.ui.elements.controls import Control


class Presses:
    """The one listener of components.

    Args:
        desk: the parts.
        gate: says whether a control counts where it was pressed.
        answerers: who answers presses of screens that belong to no table, by how their act begins.
    """

    def __init__(self, desk: Desk, gate: Gate, answerers: Mapping[str, Answerer]) -> None:
        self._desk = desk
        self._gate = gate
        self._answerers = answerers
        self._answering = Answering(desk)

    def component(self, context: Context) -> None:
        """Read a press and put it into its table's inbox, synchronously; answer afterwards."""
        try:
            self._take(context)
        except Exception as error:
            context.run(context.failed("press", error), "telling an error")

    def _take(self, context: Context) -> None:
        data: dict[str, Any] = dict(context.interaction.data or {})
        control = controls.parse(str(data.get("custom_id", "")))
        values = tuple(str(value) for value in data.get("values") or _filled_in(data))
        if control is None:
            context.run(context.unknown(), "unknown press")
            return
        if control.table == 0:
            context.run(self._tableless(context, control, values), "press")
            return
        returning = self._desk.registry.returning
        if control.table in returning:
            context.patient()
            returning.wait(control.table, lambda: self.component(context))
            return
        view = self._desk.registry.view(control.table)
        if view is None or not view.ready:
            self._elsewhere(context, control, values)
            return
        answer = self._handed_in(context, view, control, values)
        context.run(answer, f"press at table {view.table.id}")

    def _handed_in(
        self, context: Context, view: TableView, control: Control, values: Values
    ) -> Coroutine[Any, Any, None]:
        """Read and submit now, in the order of arrival; return the rest of the work."""
        if not self._gate.belongs(context, control, view):
            return context.unknown()
        pressed = Pressed(context, view, _origin(context, view), control)
        intent = self._read(pressed, values)
        future: asyncio.Future[Answer] | None = None
        if context.guild is None and control.act == controls.REMATCH:
            context.patient()
            return self._from_afar(pressed, intent)
        if isinstance(intent, parsing.Submit):
            future = self._desk.kit.tables.submit(view.table.id, intent.entry)
            self._expect(pressed, future)
        else:
            self._desk.heard(view.table, pressed.origin)
        if not isinstance(intent, parsing.Show):
            context.patient(lambda: self._answering.acknowledge(pressed))
        return self._answer(pressed, intent, future)

    async def _from_afar(self, pressed: Pressed, intent: parsing.Intent) -> None:
        """Open a rematch for who pressed by direct message, unless no member of the server."""
        if await pressed.view.members.has_left(pressed.context.person):
            await pressed.context.refuse(TableReason.NO_TABLE)
            return
        future = None
        if isinstance(intent, parsing.Submit):
            future = self._desk.kit.tables.submit(pressed.view.table.id, intent.entry)
        await self._answer(pressed, intent, future)

    def _expect(self, pressed: Pressed, future: "asyncio.Future[Answer]") -> None:
        """Have the pressed message wait a little for this press, to be changed by its answer."""
        writer = pressed.view.writer(pressed.message)
        if writer is not None and not future.done():
            writer.expect()
            future.add_done_callback(lambda _: writer.decided())

    def _elsewhere(self, context: Context, control: Control, values: Values) -> None:
        """Hand on a press of another process' table; of any other one, read it here."""

        def cold() -> None:
            context.run(self._cold(context, control, values), "press")

        forwarding = self._desk.forwarding
        if forwarding is None or not self._gate.native(control) or context.press.letter is not None:
            cold()
        else:
            forwarding.press(context, control.table, cold)

    async def _cold(self, context: Context, control: Control, values: Values) -> None:
        """Read a press of a table that is not shown: it is over, or never was, or comes back."""
        view = await self._desk.registry.recall(control.table)
        if view is None and self._gate.closed:
            await context.refuse(TableReason.STOPPING)
        elif view is None:
            await context.unknown()
        else:
            await self._handed_in(context, view, control, values)

    def _read(self, pressed: Pressed, values: Values) -> parsing.Intent:
        view, control = pressed.view, pressed.control
        seen = view.seen_on(pressed.message)
        shows = control.act in parsing.SHOWN
        if not (shows or pressed.context.private) and control.round < view.public.expected:
            call = any(each.notation == control.act for each in view.game.calls)
            if not (call and view.is_leaving(pressed.message)):
                return parsing.Old()
        guests = tuple(_guests(pressed.context.interaction.data or {}))
        return parsing.control(view, pressed.origin, control, values, seen, guests)

    async def _answer(
        self,
        pressed: Pressed,
        intent: parsing.Intent,
        future: "asyncio.Future[Answer] | None",
    ) -> None:
        match intent:
            case parsing.Submit() as submitted:
                assert future is not None, "a submitted entry has its future"
                await self._answering.conclude(pressed, await future, submitted)
            case parsing.Halved():
                await self._answering.changed(pressed)
            case parsing.Tell(sentence=sentence):
                await self._answering.refuse(pressed, pressed.t(sentence))
            case parsing.Old():
                await self._answering.stale(pressed)
            case parsing.Show(what=what):
                await show(pressed.context, pressed.view, what)
            case _:
                assert_never(intent)

    async def _tableless(self, context: Context, control: Control, values: Values) -> None:
        """Answer on a screen that belongs to no table: of records, settings, lessons, rules."""
        if self._gate.native(control):
            for prefix, answer in self._answerers.items():
                if control.act.startswith(prefix) and await answer(context, control, values):
                    return
        await context.unknown()


def _origin(context: Context, view: TableView) -> Origin:
    """Return where a press came from; by DM, by the name its maker has at the table.

    Discord tells no server's name there.
    """
    known = view.table.name_of(context.person) if context.guild is None else ""
    return structs.replace(context.origin, name=known) if known else context.origin


def _guests(data: Any) -> Iterator[Guest]:
    """Yield the people chosen from a select, in order; a member by the name in the server."""
    chosen = data.get("resolved") or {}
    people, members = chosen.get("users") or {}, chosen.get("members") or {}
    for value in data.get("values") or ():
        if (user := people.get(value)) is not None:
            nick = (members.get(value) or {}).get("nick")
            name = nick or user.get("global_name") or user["username"]
            yield Guest(int(value), name, bool(user.get("bot")))


def _filled_in(data: Any) -> Iterator[str]:
    """Yield what was filled in on a form, line by line."""
    parts = data.get("components") or ()
    for part in (*parts, *filter(None, (data.get("component"),))):
        if "value" in part:
            yield str(part["value"])
        yield from _filled_in(part)

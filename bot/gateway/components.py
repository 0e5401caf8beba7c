"""Every press of a component and every submitted form: read at once, answered exactly once."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Protocol, assert_never

from bot.cogs import hand
from bot.cogs.play import Opener, Wish
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions import parsing
from bot.interactions.command import AnyCommand
from bot.interactions.context import Desk
from bot.interactions.replies import Answering, Pressed
from bot.messages.table_view import TableView
from bot.tables.replies import Answer
from bot.ui.elements import controls, refusals
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import plain

Values = tuple[str, ...]
Answerer = Callable[[Incoming, Control, Values], Awaitable[bool]]
"""Answers a press of a screen that belongs to no table; False if the screen is none of its own."""


class Standalone(Protocol):
    """A command whose screens belong to no table."""

    def command(self) -> AnyCommand:
        """Return the command."""

    async def press(self, press: Incoming, control: Control, values: Values) -> bool:
        """Answer a press of one of its screens, as an `Answerer`."""


class Presses:
    """The one listener of components."""

    def __init__(self, desk: Desk, opener: Opener, tableless: Sequence[Answerer]) -> None:
        self._desk = desk
        self._opener = opener
        self._answerers = tableless
        self._answering = Answering(desk)

    def component(self, interaction: AnyInteraction, arrived: float) -> None:
        """Read a press and put it into its table's inbox, synchronously; answer afterwards."""
        if self._desk.replayed(interaction, arrived):
            return
        press = self._desk.press(interaction, arrived)
        try:
            self._take(press)
        except Exception as error:
            self._desk.run(press, self._desk.told(press, "press", error), "telling an error")

    def _take(self, press: Incoming) -> None:
        data: dict[str, Any] = dict(press.interaction.data or {})
        control = controls.parse(str(data.get("custom_id", "")))
        values = tuple(str(value) for value in data.get("values") or filled_in(data))
        if control is None:
            self._desk.run(press, self._unknown(press), "unknown press")
            return
        if control.table == 0:
            self._desk.run(press, self._tableless(press, control, values), "press")
            return
        board = self._desk.board(control.table)
        if board is None or not board.ready:
            self._desk.run(press, self._cold(press, control, values), "press")
            return
        answer = self._handed_in(self._pressed(press, board, control), values)
        self._desk.run(press, answer, f"press at table {board.table.id}")

    def _pressed(self, press: Incoming, board: TableView, control: Control) -> Pressed:
        return Pressed(press, board, self._desk.origin(press, "button"), control)

    def _handed_in(self, pressed: Pressed, values: Values) -> Any:
        """Read and submit now, in the order of arrival; return the rest of the work."""
        intent = self._read(pressed, values)
        future: asyncio.Future[Answer] | None = None
        if isinstance(intent, parsing.Submit):
            future = self._desk.kit.tables.submit(pressed.board.table.id, intent.entry)
            self._expect(pressed, future)
        else:
            hand.heard(self._desk, pressed.board, pressed.origin)
        if not isinstance(intent, parsing.Show):
            self._desk.patient(pressed.press, lambda: self._answering.acknowledge(pressed))
        return self._answer(pressed, intent, future)

    def _expect(self, pressed: Pressed, future: "asyncio.Future[Answer]") -> None:
        """Have the pressed message wait a little for this press, to be changed by its answer."""
        writer = self._desk.boards.writer(pressed.message)
        if writer is not None and not future.done():
            writer.expect()
            future.add_done_callback(lambda _: writer.decided())

    async def _cold(self, press: Incoming, control: Control, values: Values) -> None:
        """Read a press of a table that is not shown: it is over, or never was, or comes back."""
        board = await self._desk.boards.recall(control.table)
        if board is None:
            await self._unknown(press)
        else:
            await self._handed_in(self._pressed(press, board, control), values)

    def _read(self, pressed: Pressed, values: Values) -> parsing.Intent:
        board, control = pressed.board, pressed.control
        seen = self._desk.boards.seen(board, pressed.message)
        if not pressed.private and control.round != self._desk.boards.round(board):
            call = any(each.notation == control.act for each in board.game.calls)
            if not (call and self._desk.boards.placing.leaving(board.table, pressed.message)):
                return parsing.Old()
        return parsing.control(board, pressed.origin, control, values, seen)

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
                t = self._desk.language(pressed.press)
                await self._answering.refuse(pressed, t(sentence))
            case parsing.Old():
                await self._answering.stale(pressed)
            case parsing.Show(what=what):
                await hand.show(self._desk, pressed.press, pressed.board, what)
            case _:
                assert_never(intent)

    async def _unknown(self, press: Incoming) -> None:
        await press.say(plain(refusals.unknown(self._desk.language(press))))

    async def _tableless(self, press: Incoming, control: Control, values: Values) -> None:
        """Open a table from "Start a table", or answer on a screen of records or settings."""
        for answered in self._answerers:
            if await answered(press, control, values):
                return
        game = control.act.removeprefix(controls.OPEN)
        if not control.act.startswith(controls.OPEN) or game not in self._desk.kit.renderers:
            await self._unknown(press)
            return
        await self._opener.open(press, Wish(game=game))


def filled_in(data: Any) -> Iterator[str]:
    """Yield what was filled in on a form, line by line."""
    parts = data.get("components") or ()
    for part in (*parts, *filter(None, (data.get("component"),))):
        if "value" in part:
            yield str(part["value"])
        yield from filled_in(part)

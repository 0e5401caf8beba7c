"""Every press of a component and every submitted form: read at once, answered exactly once."""

import asyncio
from typing import Any, assert_never

from bot.boards import screens
from bot.boards.board import Board
from bot.boards.press import AnyInteraction, Press
from bot.boards.writer import Writer
from bot.cogs import opening, reading, showing
from bot.cogs.desk import Desk
from bot.cogs.origin import Origin
from bot.tables.answers import Acted, Answer, Done, Late, Pending, Refusal, Slower, Stale
from bot.ui import answers, controls, errors, house_rules
from bot.ui.controls import Control
from bot.ui.screen import plain

LOBBY_SCREENS = (controls.DISMISS, controls.PACE, controls.LEVEL)
"""Acts of the host's private screen of house rules, besides the rules themselves."""


class Presses:
    """The one listener of components."""

    def __init__(self, desk: Desk, opener: opening.Opener) -> None:
        self._desk = desk
        self._opener = opener

    def component(self, interaction: AnyInteraction, arrived: float) -> None:
        """Read a press and put it into its table's inbox, synchronously; answer afterwards."""
        press = self._desk.press(interaction, arrived)
        data: dict[str, Any] = dict(interaction.data or {})
        pressed = controls.parse(str(data.get("custom_id", "")))
        values = tuple(str(value) for value in data.get("values", ()))
        if pressed is None:
            self._desk.run(press, self._unknown(press), "unknown press")
        elif pressed.table == 0:
            self._desk.run(press, self._tableless(press, pressed), "press")
        else:
            board = self._desk.board(pressed.table)
            if board is None or not board.ready:
                self._desk.run(press, self._cold(press, pressed, values), "press")
            else:
                self._warm(press, board, pressed, values)

    def _warm(self, press: Press, board: Board, pressed: Control, values: tuple[str, ...]) -> None:
        """Read and submit now; the order of arrival is the order of submitting."""
        origin = self._desk.origin(press, "button")
        intent = self._read(press, board, origin, pressed, values)
        future: asyncio.Future[Answer] | None = None
        if isinstance(intent, reading.Submit):
            future = self._desk.kit.tables.submit(board.table.id, intent.entry)
        self._desk.patient(press, lambda: self._acknowledge(press, board))
        work = self._answer(press, board, origin, pressed, intent, future)
        self._desk.run(press, work, f"press at table {board.table.id}")

    async def _cold(self, press: Press, pressed: Control, values: tuple[str, ...]) -> None:
        """Read a press of a table that is not in memory: it is over, or never was."""
        self._desk.patient(press, press.acknowledge)
        board = await self._desk.boards.recall(pressed.table)
        if board is None:
            await self._unknown(press)
            return
        origin = self._desk.origin(press, "button")
        intent = self._read(press, board, origin, pressed, values)
        future: asyncio.Future[Answer] | None = None
        if isinstance(intent, reading.Submit):
            future = self._desk.kit.tables.submit(board.table.id, intent.entry)
        await self._answer(press, board, origin, pressed, intent, future)

    def _read(
        self,
        press: Press,
        board: Board,
        origin: Origin,
        pressed: Control,
        values: tuple[str, ...],
    ) -> reading.Intent:
        message = press.interaction.message
        seen = self._desk.boards.seen(board, message.id) if message is not None else None
        if not self._private(press) and pressed.round != board.table.round:
            return reading.Old()
        return reading.control(board, origin, pressed, values, seen)

    @staticmethod
    def _private(press: Press) -> bool:
        """Say whether the message is one person's: by DM or ephemeral."""
        message = press.interaction.message
        return press.interaction.guild_id is None or (
            message is not None and message.flags.ephemeral
        )

    async def _answer(
        self,
        press: Press,
        board: Board,
        origin: Origin,
        pressed: Control,
        intent: reading.Intent,
        future: "asyncio.Future[Answer] | None",
    ) -> None:
        t = self._desk.language(press)
        match intent:
            case reading.Submit(call=call):
                assert future is not None, "a submitted entry has its future"
                await self._conclude(press, board, origin, pressed, await future, call=call)
            case reading.Halved():
                await self._changed(press, board, origin, pressed)
            case reading.Tell(reason=reason):
                await self._refuse(press, board, origin, errors.sentence(reason, {}, t))
            case reading.Old():
                await self._stale(press, board, origin, pressed)
            case reading.Show(what=what):
                await showing.show(self._desk, press, board, what)
            case _:
                assert_never(intent)

    async def _conclude(
        self,
        press: Press,
        board: Board,
        origin: Origin,
        pressed: Control,
        answer: Answer,
        *,
        call: bool,
    ) -> None:
        """Answer with what the table said."""
        t = self._desk.language(press)
        match answer:
            case Done() | Acted():
                self._clear(board, origin)
                await self._changed(press, board, origin, pressed)
            case Stale():
                await self._stale(press, board, origin, pressed)
            case Refusal() | Late() | Slower():
                await self._refuse(press, board, origin, answers.sentence(answer, t, call=call))
            case Pending(verdict=verdict):
                await self._changed(press, board, origin, pressed)
                final = await verdict
                if isinstance(final, Refusal | Late | Slower | Stale):
                    await press.say(plain(answers.sentence(final, t, call=call)))
            case _:
                assert_never(answer)

    async def _changed(self, press: Press, board: Board, origin: Origin, pressed: Control) -> None:
        """Answer by the newest state of the pressed message."""
        if pressed.act in LOBBY_SCREENS or pressed.rule is not None:
            t = self._desk.language(press)
            screen = house_rules.screen(board.table, board.game, board.renderer, t)
            await press.replace(screen)
            return
        writer = self._writer(press, board, origin)
        if writer is not None:
            await writer.lend(press)
        elif self._private(press):
            await press.acknowledge()
        else:
            await self._stale(press, board, origin, pressed)

    async def _stale(self, press: Press, board: Board, origin: Origin, pressed: Control) -> None:
        """Show how it stands now: in the pressed message, or to the presser alone."""
        message = press.interaction.message
        writer = self._writer(press, board, origin)
        if writer is not None:
            await writer.lend(press)
            return
        t = self._desk.language(press)
        assert message is not None, "a component is on a message"
        look = self._desk.kit.looks.private(origin.person, board.table)
        now = screens.public(board, board.table, look)
        await press.say(screens.with_text(errors.stale(t), now))

    async def _refuse(self, press: Press, board: Board, origin: Origin, sentence: str) -> None:
        """Say why not: in the hand's last line, elsewhere in one private sentence."""
        writer = self._hand_writer(press, board, origin)
        seat = board.table.seat_of(origin.person)
        if writer is None or seat is None:
            await press.say(plain(sentence))
            return
        board.lasts[seat.index] = lambda t: sentence
        await writer.lend(press)

    def _clear(self, board: Board, origin: Origin) -> None:
        seat = board.table.seat_of(origin.person)
        if seat is not None:
            board.lasts.pop(seat.index, None)

    def _writer(self, press: Press, board: Board, origin: Origin) -> Writer | None:
        message = press.interaction.message
        known = self._desk.boards.writer(message.id) if message is not None else None
        return known or self._hand_writer(press, board, origin)

    def _hand_writer(self, press: Press, board: Board, origin: Origin) -> Writer | None:
        """Return the writer of this person's hand, if that was pressed."""
        message = press.interaction.message
        seat = board.table.seat_of(origin.person)
        if message is None or seat is None or board.table.state is None:
            return None
        hand = self._desk.boards.hands.sent_as(message.id)
        if hand is not None:
            return hand.writer if hand.seat == seat.index else None
        if message.flags.ephemeral and board.renderer.hands and board.playing:
            return self._desk.boards.pressed_private(board, seat.index, press)
        return None

    async def _acknowledge(self, press: Press, board: Board) -> None:
        """Answer by nothing for now; the message follows through the token."""
        message = press.interaction.message
        await press.acknowledge()
        writer = self._desk.boards.writer(message.id) if message is not None else None
        if writer is not None:
            writer.keep(press)
            writer.touch()

    async def _unknown(self, press: Press) -> None:
        await press.say(plain(errors.unknown(self._desk.language(press))))

    async def _tableless(self, press: Press, pressed: Control) -> None:
        """Open a table from "Start a table"."""
        game = pressed.act.removeprefix(controls.OPEN)
        if not pressed.act.startswith(controls.OPEN) or game not in self._desk.kit.renderers:
            await self._unknown(press)
            return
        await self._opener.open(press, opening.Wish(game=game))

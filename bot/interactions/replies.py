"""Answering a press on a message: by its newest state, or one private sentence why not."""

from dataclasses import dataclass
from typing import assert_never

from bot.discord_api.writer import Writer
from bot.interactions.context import Context, Desk, Origin
from bot.interactions.parsing import Submit
from bot.locale import Translator
from bot.messages import drawing
from bot.messages.scene import Last
from bot.messages.table_view import TableView
from bot.tables.absence import how_gone
from bot.tables.replies import (
    Acted,
    Answer,
    Done,
    Late,
    Pending,
    Refusal,
    Slower,
    Stale,
    TableReason,
)
from bot.ui import house_rules, lobby
from bot.ui.elements import controls, refusals, replies
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import plain

GOING = {controls.RESIGN: ("resigned", replies.resigned), controls.GO: ("left", replies.went)}
"""How one goes away by the act that confirms it, and what the question becomes by that."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press of a control of a table.

    Attributes:
        context: the press.
        view: the table's view.
        origin: where the press came from.
        control: what was pressed.
    """

    context: Context
    view: TableView
    origin: Origin
    control: Control

    @property
    def t(self) -> Translator:
        """The presser's language, beside the screens of the table."""
        return self.context.beside(self.view.table)

    @property
    def message(self) -> int:
        """The message that was pressed."""
        message = self.context.interaction.message
        assert message is not None, "a component is on a message"
        return message.id

    @property
    def seat(self) -> int | None:
        """The presser's seat."""
        seat = self.view.table.seat_of(self.origin.person)
        return seat.index if seat is not None else None


class Answering:
    """Gives each press its one answer."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def conclude(self, pressed: Pressed, answer: Answer, submitted: Submit) -> None:
        """Answer with what the table said."""
        call = submitted.call
        if pressed.control.act in GOING:
            how, gone = GOING[pressed.control.act]
            now, t = pressed.view.table, pressed.t
            done = isinstance(answer, Done) or how_gone(now, pressed.origin.person) == how
            text = gone(now, t) if done else replies.sentence(answer, t)
            await pressed.context.press.replace(plain(text))
            return
        match answer:
            case Done() | Acted() if pressed.control.act == controls.REMATCH:
                await self._again(pressed, answer)
            case Done() | Acted():
                if pressed.seat is not None:
                    pressed.view.lasts.pop(pressed.seat, None)
                await self.changed(pressed)
            case Refusal(reason=TableReason.NOT_A_LOBBY) if house_rules.sets(pressed.control):
                view, address = pressed.view, drawing.table_address(pressed.view)
                over = lobby.settled(view.table, view.renderer, pressed.t, address)
                await pressed.context.press.replace(over)
            case Stale():
                await self.stale(pressed)
            case Late() | Slower() if self._quick(pressed):
                await self.stale(pressed)
            case Refusal() | Late() | Slower():
                said = replies.sentence(answer, pressed.t, call=call, card=submitted.card)
                await self.refuse(pressed, said, call=call, lasts=replies.lasts(answer))
            case Pending(verdict=verdict):
                await self.changed(pressed)
                final = await verdict
                if isinstance(final, Late | Slower) and self._quick(pressed):
                    return
                if isinstance(final, Refusal | Late | Slower | Stale):
                    await self._tell(pressed, replies.sentence(final, pressed.t, call=call))
            case _:
                assert_never(answer)

    async def _again(self, pressed: Pressed, answer: Done | Acted) -> None:
        """Say where the next game is: by direct message, or below a long talk, nobody sees it."""
        now, t = answer.table if isinstance(answer, Done) else answer.after, pressed.t
        address = await self._desk.registry.address_once_posted(now)
        await pressed.context.tell(replies.linked(replies.again(now, t), address, t))

    async def changed(self, pressed: Pressed) -> None:
        """Answer by the newest state of the pressed message."""
        view, control = pressed.view, pressed.control
        if house_rules.sets(control):
            t = pressed.t
            said = house_rules.saved(view.table, view.renderer, control, t)
            screen = house_rules.screen(view.table, view.game, view.renderer, t, said)
            await pressed.context.press.replace(screen)
            return
        writer = self._writer(pressed)
        if writer is not None:
            await writer.lend(pressed.context.press)
        else:
            await pressed.context.press.acknowledge()

    async def stale(self, pressed: Pressed) -> None:
        """Show how it stands now: in the pressed message, or to the presser alone.

        Where the table has left the message, where it is now.
        """
        if pressed.view.has_left(pressed.message):
            address = drawing.table_address(pressed.view)
            await pressed.context.tell(replies.moved(address, pressed.t))
            return
        writer = self._writer(pressed)
        if writer is not None:
            await writer.lend(pressed.context.press)
            return
        t = pressed.t
        look = self._desk.kit.looks.private(pressed.origin.person, pressed.view.table)
        now = drawing.public(pressed.view, look)
        await pressed.context.press.say(drawing.with_text(refusals.stale(t), now))

    async def refuse(
        self, pressed: Pressed, sentence: str, *, call: bool = False, lasts: float = 0.0
    ) -> None:
        """Say why not (a `call`, perhaps): in the hand's last line, else in a private sentence.

        `lasts`: the seconds for which it is so; 0 where only a change ends it.
        """
        writer = self._hand_writer(pressed) if pressed.view.playing else None
        if writer is None or pressed.seat is None:
            await self._tell(pressed, sentence, lasts)
            return
        pressed.view.lasts[pressed.seat] = Last(lambda t: sentence, call)
        await writer.lend(pressed.context.press)

    def _quick(self, pressed: Pressed) -> bool:
        """Say whether it is a player's press on a table without turns, where every card is open.

        There the verdict of a call stands on the table already.
        """
        view = pressed.view
        own = view.is_public(pressed.message)
        begun = view.table.state is not None
        return begun and not view.game.has_turns and own and pressed.seat is not None

    async def _tell(self, pressed: Pressed, sentence: str, lasts: float = 0.0) -> None:
        """Say something to the presser alone; at a running table in the place of the last time."""
        if pressed.view.playing:
            await pressed.view.private_lines.say(pressed.context.press, sentence, lasts)
        else:
            await pressed.context.tell(sentence)

    async def acknowledge(self, pressed: Pressed) -> None:
        """Answer by nothing for now; the message follows through the token."""
        await pressed.context.press.acknowledge()
        writer = pressed.view.writer(pressed.message)
        if writer is not None:
            writer.keep(pressed.context.press.token)
            writer.touch()

    def _writer(self, pressed: Pressed) -> Writer | None:
        known = pressed.view.writer(pressed.message)
        return known or self._hand_writer(pressed)

    def _hand_writer(self, pressed: Pressed) -> Writer | None:
        """Return the writer of this person's hand, if that was pressed."""
        view, seat = pressed.view, pressed.seat
        if seat is None or view.table.state is None:
            return None
        hand = view.hand_on(pressed.message)
        if hand is not None:
            return hand.writer if hand.seat == seat else None
        message = pressed.context.interaction.message
        ephemeral = message is not None and message.flags.ephemeral
        if ephemeral and view.renderer.hands and view.playing:
            return view.hands.private(seat, pressed.origin.person, pressed.message).writer
        return None

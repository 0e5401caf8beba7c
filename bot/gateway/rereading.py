"""Reactions nobody told of: read again after a session was lost (`discord.md` section 12, item 18).

Which reactions stand below a hand is a fact; who was first, and in which order, is not. So one
press that was missed is taken for what it is; several at one hand, or a call, have no effect, and
the hand says so.
"""

import logging
import time

import discord

from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import describe
from bot.gateway.reactions import Reactions
from bot.interactions.context import Desk
from bot.messages.hand_message import HandMessage
from bot.messages.table_view import TableView
from bot.ui.elements import emojis, refusals

log = logging.getLogger(__name__)


class Rereading:
    """Compares what stands below hands with what was told."""

    def __init__(self, desk: Desk, reactions: Reactions) -> None:
        self._desk = desk
        self._reactions = reactions

    def begin(self, own: int, *, presses: bool) -> None:
        """Read the hands of all running games in the background.

        Args:
            own: the bot's id.
            presses: whether a difference is a press that was missed; after a start nothing is known
                of what stood there before, so it is only remembered.
        """
        for table in self._desk.kit.tables.active():
            board = self._desk.board(table.id)
            if board is None or not board.playing or not board.game.has_turns:
                continue
            for seat in board.table.seats:
                hand = self._desk.boards.hands.at_seat(table.id, seat.index)
                if hand is not None and seat.owner == hand.person:
                    work = self._read(board, hand, own, presses=presses)
                    self._desk.kit.tasks.start(work, f"reading the hand {table.id}/{seat.index}")

    async def _read(self, board: TableView, hand: HandMessage, own: int, *, presses: bool) -> None:
        message, channel = hand.writer.message, hand.writer.channel
        if channel is None:
            return
        try:
            shown = await self._desk.kit.wire.reactions(channel, message)
        except FAILURES as error:
            log.info("reading the hand %s: %s", message, describe(error))
            return
        changed = []
        for emoji, there in shown.items():
            plain = emojis.plain(emoji)
            standing = hand.person in self._desk.boards.toggles.standing(message, plain)
            if standing != there:
                changed.append((emoji, there))
        call = emojis.plain(board.renderer.call_emoji)
        if presses and len(changed) == 1 and emojis.plain(changed[0][0]) != call:
            self._press(hand, channel, *changed[0], own)
            return
        if presses and changed:
            self._desk.boards.remark(board, hand.seat, refusals.missed)
        for emoji, there in changed:
            key = emojis.plain(emoji)
            self._desk.boards.toggles.turn(message, hand.person, key, added=there)

    def _press(self, hand: HandMessage, channel: int, emoji: str, added: bool, own: int) -> None:
        """Hand it to the listener as if the event had come now."""
        found = discord.PartialEmoji.from_str(emoji)
        payload = discord.RawReactionActionEvent(
            {
                "user_id": hand.person,
                "channel_id": channel,
                "message_id": hand.writer.message,
                "emoji": {"id": found.id, "name": found.name},
                "burst": False,
                "type": 0,
            },
            found,
            "REACTION_ADD" if added else "REACTION_REMOVE",
        )
        self._reactions.turned(payload, time.monotonic(), 0, own=own)

"""Reactions nobody told of, read again after a session was lost (`discord.md` section 12, item 18).

Which stand below a hand is a fact; who was first, and in which order, is not. So one press that was
missed is taken for what it is; several at one hand, or a call, have no effect, and the hand says
so.
"""

import logging
import time
from collections import defaultdict
from typing import Any

import discord

from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.gateway.reactions import Reactions
from bot.gateway.session import Session
from bot.interactions.context import Desk
from bot.messages.hand_message import HandMessage
from bot.messages.table_view import TableView
from bot.ui.elements import emojis, refusals

log = logging.getLogger(__name__)


class Rereading:
    """Compares what stands below hands, tables and lobbies with what was told."""

    def __init__(self, desk: Desk, reactions: Reactions) -> None:
        self._desk = desk
        self._reactions = reactions

    def begin(self, session: Session) -> None:
        """Read in the background whatever reactions a session's shard would have told of.

        A difference is a press that was missed; after a start nothing is known of what stood there
        before, so it is only remembered. Only whoever has set "sit down" in a lobby and does not
        sit there has certainly missed something.
        """
        for table in self._desk.kit.tables.active():
            view = self._desk.registry.view(table.id)
            if view is None or not view.ready:
                continue
            present = view.public.present
            if present is not None and session.hears(table.guild):
                channel, message = present.record.channel, present.record.message
                work = self._read_table(view, channel, message, session)
                self._desk.kit.tasks.start(work, f"reading the table {table.id}")
            if not session.hears(None):
                continue
            for seat in view.table.seats:
                hand = view.hands.at_seat(seat.index)
                if hand is not None and seat.owner == hand.person:
                    work = self._read(view, hand, session)
                    self._desk.kit.tasks.start(work, f"reading the hand {table.id}/{seat.index}")

    async def _read(self, view: TableView, hand: HandMessage, session: Session) -> None:
        message, channel = hand.writer.message, hand.writer.channel
        if channel is None:
            return
        before = view.toggles.turns(message)
        own: tuple[str, ...] = ()
        try:
            own, shown = await self._desk.kit.wire.reactions(channel, message, _haste(session))
        except FAILURES as error:
            log.info("reading the hand %s: %s", message, describe(error))
            return
        finally:
            if hand.arming is not None:
                hand.arming.learn(own)
        changed, now = [], view.toggles.turns(message)
        for emoji, there in shown.items():
            key = (hand.person, emojis.plain(emoji))
            standing = view.toggles.stands(message, *key)
            if standing != there and now.get(key) == before.get(key):
                changed.append((emoji, there))
        call = emojis.plain(view.renderer.call_emoji)
        if session.again and len(changed) == 1 and emojis.plain(changed[0][0]) != call:
            emoji, added = changed[0]
            self._press(view, channel, message, hand.person, emoji, session, added=added)
            return
        if session.again and changed:
            view.remark(hand.seat, refusals.missed)
        for emoji, there in changed:
            view.toggles.see(message, hand.person, emojis.plain(emoji), there=there)

    async def _read_table(
        self, view: TableView, channel: int, message: int, session: Session
    ) -> None:
        """Read what stands below a table; what was told while it was asked for is known better."""
        before = view.toggles.turns(message)
        present, own = view.public.present, tuple[str, ...]()
        try:
            own, shown = await self._desk.kit.wire.reactors(channel, message, _haste(session))
        except FAILURES as error:
            log.info("reading the table %s: %s", view.table.id, describe(error))
            return
        finally:
            if present is not None:
                present.arming.learn(own)
        names: dict[int, str] = {}
        changed: defaultdict[int, list[tuple[str, bool]]] = defaultdict(list)
        now = view.toggles.turns(message)
        for emoji, people in shown.items():
            names |= people
            plain = emojis.plain(emoji)
            for person in (people.keys() ^ view.toggles.standing(message, plain)) - {session.own}:
                if now.get((person, plain)) == before.get((person, plain)):
                    changed[person].append((emoji, person in people))
        for person, turns in changed.items():
            if view.table.status == "lobby":
                missed = [
                    each for each in turns if session.again or self._sits_down(view, person, each)
                ]
            else:
                missed = turns if self._single(view, turns) and session.again else []
                if session.again and not missed:
                    self._vain(view, channel, message, person, turns)
            for emoji, added in turns:
                if (emoji, added) in missed:
                    name = names.get(person, "")
                    self._press(
                        view, channel, message, person, emoji, session, added=added, name=name
                    )
                else:
                    key = emojis.plain(emoji)
                    view.toggles.see(message, person, key, there=added)

    def _sits_down(self, view: TableView, person: int, turn: tuple[str, bool]) -> bool:
        """Say whether somebody has set "sit down" and does not sit there."""
        emoji, added = turn
        return added and emojis.same(emoji, emojis.SIT) and view.table.seat_of(person) is None

    def _single(self, view: TableView, turns: list[tuple[str, bool]]) -> bool:
        """Say whether it is one press that plays a card where every card lies open."""
        call = emojis.plain(view.renderer.call_emoji)
        return not view.renderer.hands and [emojis.plain(each) != call for each, _ in turns] == [
            True
        ]

    def _vain(
        self,
        view: TableView,
        channel: int,
        message: int,
        person: int,
        turns: list[tuple[str, bool]],
    ) -> None:
        """Say that presses at a running table do not count, and take them away where allowed."""
        seat = view.table.seat_of(person)
        read = [
            (each, added) for each, added in turns if view.reads(emojis.plain(each), hand=False)
        ]
        if seat is None or not read:
            return
        if view.renderer.hands:
            view.remark(seat.index, refusals.missed)
        else:
            self._reactions.say_aside(view, person, refusals.missed)
        if not view.may_unreact(channel):
            return
        for emoji, added in read:
            if added:
                work = self._taken_away(view, channel, message, emoji, person)
                self._desk.kit.tasks.start(work, "a reaction that does not count")

    async def _taken_away(
        self, view: TableView, channel: int, message: int, emoji: str, person: int
    ) -> None:
        """Take a reaction away; that it is gone then is no press."""
        view.toggles.turn(message, person, emojis.plain(emoji), added=False)
        try:
            await self._desk.kit.wire.unreact(channel, message, emoji, person)
        except FAILURES as error:
            log.info("reaction of %s below %s: %s", person, message, describe(error))

    def _press(
        self,
        view: TableView,
        channel: int,
        message: int,
        person: int,
        emoji: str,
        session: Session,
        *,
        added: bool,
        name: str = "",
    ) -> None:
        """Hand it to the listener as if the event had come now."""
        found = discord.PartialEmoji.from_str(emoji)
        data: Any = {
            "user_id": person,
            "channel_id": channel,
            "message_id": message,
            "emoji": {"id": found.id, "name": found.name},
            "burst": False,
            "type": 0,
        }
        payload = discord.RawReactionActionEvent(
            data, found, "REACTION_ADD" if added else "REACTION_REMOVE"
        )
        payload.guild_id = view.table.guild if view.is_public(message) else None
        self._reactions.turned(payload, time.monotonic(), session.shard, own=session.own, name=name)


def _haste(session: Session) -> Priority:
    """Return how urgent it is to read reactions again: presses that were missed wait for it."""
    return Priority.COSMETIC if session.again else Priority.UPKEEP

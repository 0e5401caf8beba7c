"""Reactions as presses (`experience.md` section 4, a press by reaction).

On hands, and on tables where nothing can be reset, adding and taking away are the same press; "sit
down" is taken back by taking it away, "start" is pressed by adding only, and so is a call where the
bot takes callers' reactions away after the verdict.

Reactions nobody told of are read again after a session was lost (`discord.md` section 12, item 18).
Which stand below a hand is a fact; who was first, and in which order, is not. So one press that was
missed is taken for what it is; several at one hand, or a call, have no effect, and the hand says
so.
"""

import asyncio
import logging
import time
from collections import defaultdict
from functools import partial
from typing import Any

import discord

from bot.cogs import hand as showing
from bot.db.inbox import Letter
from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.gateway.session import Session
from bot.interactions import parsing
from bot.interactions.context import Desk, Origin
from bot.interactions.gate import Gate
from bot.locale import Translator, mark
from bot.messages.hand_message import HandMessage
from bot.messages.scene import Sentence
from bot.messages.table_view import TableView
from bot.tables import commands
from bot.tables.model import Table
from bot.tables.replies import Acted, Answer, Done, Late, Pending, Refusal, Slower, Stale
from bot.ui.contract.renderer import Press
from bot.ui.elements import emojis, refusals, replies
from bot.ui.elements.names import texts

BUTTONS_ONLY = mark("Reactions don't count in rated games here. Use a button or a command.")


class Reactions:
    """The one listener of reactions."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        self._desk = desk
        self._gate = gate

    def turned(
        self,
        payload: discord.RawReactionActionEvent,
        arrived: float,
        shard: int,
        *,
        own: int,
        name: str = "",
        letter: Letter | None = None,
    ) -> "asyncio.Future[Answer] | None":
        """Take in a reaction set or taken away, synchronously; return what becomes of it.

        Args:
            payload: the gateway's event.
            arrived: monotonic seconds.
            shard: by which it came.
            own: the bot's own id.
            name: of the person, where the event does not tell it.
            letter: by which the process has handed it on that it came to.
        """
        view = self._gate.reaction(payload, own)
        if view is None:
            return None
        emoji = emojis.plain(str(payload.emoji))
        if view.has_left(payload.message_id):
            showing.moved(view, payload, emoji)
            return None
        hand = view.messages[payload.message_id].seat
        if not _meant(view, emoji, hand=hand is not None):
            return None
        added = payload.event_type == "REACTION_ADD"
        key = view.toggles.turn(payload.message_id, payload.user_id, emoji, added=added)
        if key is None:
            return None
        origin = Origin(
            person=payload.user_id,
            name=payload.member.display_name if payload.member is not None else name,
            route="reaction",
            stamp=self._desk.stamps.stamp(shard, arrived) if letter is None else letter.stamp,
            arrived=arrived,
            key=key if letter is None else letter.name,
            well_timed=self._desk.stamps.sure(shard) if letter is None else letter.well_timed,
        )
        if view.table.status == "lobby":
            return self._lobby(view, origin, emoji, added=added)
        if view.playing:
            return self._play(view, origin, emoji, payload, hand, added=added)
        return None

    def _lobby(
        self, view: TableView, origin: Origin, emoji: str, *, added: bool
    ) -> "asyncio.Future[Answer] | None":
        entry: commands.PersonEntry
        if emojis.same(emoji, emojis.START):
            if not added:
                return None
            entry = origin.entry(commands.Start)
        elif added:
            entry = origin.entry(commands.Join, name=origin.name)
        else:
            entry = origin.entry(commands.Leave)
        future = self._desk.kit.tables.submit(view.table.id, entry)
        self._desk.kit.tasks.start(self._lobby_answer(view, origin, future), "reaction")
        return future

    async def _lobby_answer(
        self, view: TableView, origin: Origin, future: "asyncio.Future[Answer]"
    ) -> None:
        """The lobby itself shows what was done; a refused start is one line below it."""
        answer = await future
        if isinstance(answer, Refusal) and view.table.seat_of(origin.person) is not None:
            self.say_aside(view, origin.person, partial(replies.aside, answer))

    def _play(
        self,
        view: TableView,
        origin: Origin,
        emoji: str,
        payload: discord.RawReactionActionEvent,
        hand: int | None,
        *,
        added: bool,
    ) -> "asyncio.Future[Answer] | None":
        seat = view.table.seat_of(origin.person)
        if seat is None or (hand is not None and hand != seat.index):
            return None
        call = emojis.same(emoji, view.renderer.call_emoji)
        if call and not added and self._resets(payload):
            return None
        seen = view.seen_on(payload.message_id)
        intent = parsing.game(view, origin, Press(key=emoji), seen)
        if (call or not view.game.has_turns) and self._desk.kit.servers.buttons_only(view.table):
            intent = parsing.Tell(BUTTONS_ONLY)
        if not isinstance(intent, parsing.Submit):
            showing.heard(self._desk, view, origin)
        match intent:
            case parsing.Submit(entry=entry, call=is_call) as submitted:
                future = self._desk.kit.tables.submit(view.table.id, entry)
                work = self._answer(view, origin, seat.index, hand, future, submitted)
                self._desk.kit.tasks.start(work, "reaction")
                if is_call and self._resets(payload):
                    reset = self._reset(view, payload, future)
                    self._desk.kit.tasks.start(reset, "reaction of a caller")
                return future
            case parsing.Halved():
                view.lasts.pop(seat.index, None)
                view.hands.touch_seat(seat.index)
            case parsing.Tell(sentence=sentence):
                said = partial(_in_language, sentence)
                if view.renderer.hands:
                    view.remark(seat.index, said)
                else:
                    self.say_aside(view, origin.person, said)
            case parsing.Old() | parsing.Show():
                pass
        return None

    def _resets(self, payload: discord.RawReactionActionEvent) -> bool:
        """Say whether callers' reactions are taken away here, so that adding alone is a press."""
        guild = payload.guild_id
        if guild is None:
            return False
        return self._desk.kit.permissions(guild, payload.channel_id).manage_messages

    async def _reset(
        self,
        view: TableView,
        payload: discord.RawReactionActionEvent,
        future: "asyncio.Future[Answer]",
    ) -> None:
        """Take the caller's reaction away after the verdict, so that it can be set again."""
        answer = await future
        if isinstance(answer, Pending):
            await answer.verdict
        call = view.renderer.call_emoji
        view.toggles.take_away(payload.channel_id, payload.message_id, payload.user_id, call)

    async def _answer(
        self,
        view: TableView,
        origin: Origin,
        seat: int,
        hand: int | None,
        future: "asyncio.Future[Answer]",
        submitted: parsing.Submit,
    ) -> None:
        """Show what became of it: in the table, in a line below it, or in the hand's last line."""
        answer, call = await future, submitted.call
        if isinstance(answer, Pending):
            answer = await answer.verdict
        match answer:
            case Done() | Acted():
                view.remark(seat, None)
                view.hands.touch_seat(seat)
            case Refusal() | Late() | Slower() | Stale() | Pending():
                told = isinstance(answer, Late | Slower)
                if hand is not None or not (told or not view.renderer.hands):
                    said = partial(replies.sentence, answer, call=call, card=submitted.card)
                    view.remark(seat, said, call=call)
                elif not (told and call):
                    said = partial(replies.aside, answer, card=submitted.card)
                    self.say_aside(view, origin.person, said, replies.lasts(answer))

    def say_aside(
        self, view: TableView, person: int, sentence: Sentence, lasts: float = 0.0
    ) -> None:
        """Put one short line with the name below the table (`TableView.remark_below`)."""
        seat = view.table.seat_of(person)
        view.remark_below(
            seat.index if seat is not None else None,
            lambda t: f"{_name(view.table, person, t)}: {sentence(t)}",
            lasts,
        )


def _in_language(sentence: str, t: Translator) -> str:
    """Return a marked sentence in a reader's language."""
    return t(sentence)


def _meant(view: TableView, emoji: str, *, hand: bool) -> bool:
    """Say whether an emoji means something here now."""
    if view.table.status == "lobby":
        return emojis.same(emoji, emojis.SIT) or emojis.same(emoji, emojis.START)
    return view.reads(emoji, hand=hand)


def _haste(session: Session) -> Priority:
    """Return how urgent it is to read reactions again: presses that were missed wait for it."""
    return Priority.COSMETIC if session.again else Priority.UPKEEP


def _name(table: Table, person: int, t: Translator) -> str:
    seat = table.seat_of(person)
    return texts(table, t)[seat.index] if seat is not None else ""


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
            if not (view.playing and view.renderer.hands and session.hears(None)):
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
            view.toggles.turn(message, hand.person, emojis.plain(emoji), added=there)

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
                    view.toggles.turn(message, person, key, added=added)

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
        public = view.is_public(message) and view.table.guild is not None
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
        payload.guild_id = view.table.guild if public else None
        self._reactions.turned(payload, time.monotonic(), session.shard, own=session.own, name=name)

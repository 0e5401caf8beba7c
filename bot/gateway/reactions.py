"""Reactions as presses (`experience.md` section 4, a press by reaction).

On hands, and on tables where nothing can be reset, adding and taking away are the same press; "sit
down" is taken back by taking it away, "start" is pressed by adding only, and so is a call where the
bot takes callers' reactions away after the verdict.
"""

import asyncio
from functools import partial

import discord

from bot.db.inbox import Letter
from bot.interactions import parsing
from bot.interactions.context import Desk, Origin
from bot.interactions.gate import Gate
from bot.locale import Translator, mark
from bot.messages import drawing
from bot.messages.scene import Sentence
from bot.messages.table_view import TableView
from bot.tables import entries
from bot.tables.model import Table
from bot.tables.replies import Acted, Answer, Done, Late, Pending, Refusal, Slower, Stale
from bot.ui.contract.renderer import Press
from bot.ui.elements import emojis, replies
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
            _moved(view, payload, emoji)
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
        entry: entries.PersonEntry
        if emojis.same(emoji, emojis.START):
            if not added:
                return None
            entry = origin.entry(entries.Start)
        elif added:
            entry = origin.entry(entries.Join, name=origin.name)
        else:
            entry = origin.entry(entries.Leave)
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
            self._desk.heard(view.table, origin)
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


def _name(table: Table, person: int, t: Translator) -> str:
    seat = table.seat_of(person)
    return texts(table, t)[seat.index] if seat is not None else ""


def _moved(view: TableView, payload: discord.RawReactionActionEvent, emoji: str) -> None:
    """Tell a player that the table is elsewhere: nothing counts on a message that says so.

    Args:
        view: of the table that has left the message.
        payload: the reaction there; one that is taken away, by whomever, asks for nothing.
        emoji: the reaction, plain.
    """
    seat = view.table.seat_of(payload.user_id)
    if seat is None or not view.playing or not view.renderer.reads(emoji):
        return
    if payload.event_type != "REACTION_ADD":
        return
    if view.renderer.hands:
        address = drawing.table_address(view)
        view.remark(seat.index, lambda t: replies.moved(address, t))
        return

    def said(t: Translator) -> str:
        name = texts(view.table, t)[seat.index]
        return f"{name}: " + t("that was an old copy of the table. Play on this one.")

    view.remark_below(seat.index, said)

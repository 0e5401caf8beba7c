"""`/hand`, and whatever else a press at a table shows to one person alone."""

from collections.abc import Mapping

import discord
from discord.app_commands import Transform

from bot.cogs.replay import stepped
from bot.cogs.rules import rules_page
from bot.cogs.why import explained
from bot.interactions.command import Answerer, AnyCommand, make
from bot.interactions.context import Context, Desk, Origin
from bot.interactions.transformers import HandsOption, playing
from bot.locale import Translator
from bot.messages import drawing
from bot.messages.table_view import TableView
from bot.tables import entries
from bot.tables.absence import why_not_seated
from bot.tables.model import Table
from bot.tables.replies import TableReason
from bot.ui import fair_deal, house_rules
from bot.ui.elements import replies
from bot.ui.elements.names import texts
from bot.ui.replay import ReplayStep


class Hand:
    """The command."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("hand", self._hand, direct=True)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return nothing: a hand is pressed as its table is."""
        return {}

    async def _hand(
        self, context: Context, table: Transform[tuple[Table, ...], HandsOption(playing, turn=True)]
    ) -> None:
        for each in table:
            view = await self._desk.registry.recall(each.id)
            if view is not None:
                await hand(context, view)


async def show(context: Context, view: TableView, what: str) -> None:
    """Answer a press by showing what it asks for (`bot.interactions.parsing.SHOWN`)."""
    match what:
        case "hand":
            await hand(context, view)
        case "rules":
            await _rules(context, view)
        case "how-to":
            await context.say(await rules_page(context, view.game, view.renderer, 0, view.table))
        case "fair" | "replay" if view.table.status != "ended":
            await context.refuse(TableReason.NOT_OVER)
        case "fair":
            await context.say(fair_deal.draw(view.table, context.t))
        case "replay":
            await context.say(await stepped(context, view.table, ReplayStep(view.table.id, 0)))
        case _:
            await context.say(await explained(context, view))


async def hand(context: Context, view: TableView) -> None:
    """Show somebody's hand to that person alone, and keep it up to date while its token lives."""
    desk, person, press = context.desk, context.person, context.press
    heard(desk, view, context.origin)
    seat = view.table.seat_of(person)
    if seat is None:
        await context.refuse(why_not_seated(view.table, person))
    elif view.table.state is None or not view.table.active:
        await context.refuse(TableReason.NOT_PLAYING)
    elif not view.renderer.hands:
        await context.tell(replies.no_hand(view.renderer, context.t))
    else:
        drawn = view.hands.drawn(seat.index, person, private=True)
        assert drawn is not None, "the cards are dealt"
        if await context.say(drawn.screen):
            view.hands.keep_private(seat.index, press, drawn)


async def _rules(context: Context, view: TableView) -> None:
    """Show the host's screen of house rules, or say why this person cannot have it."""
    if view.table.status != "lobby":
        await context.refuse(TableReason.NOT_A_LOBBY)
    elif context.person != view.table.host:
        await context.refuse(TableReason.NOT_HOST, {"host": view.table.host})
    else:
        now = (view.table, view.game, view.renderer)
        await context.say(house_rules.screen(*now, context.t))


def heard(desk: Desk, view: TableView, origin: Origin) -> None:
    """Tell a table that somebody who was missed has pressed something that does nothing there."""
    if view.table.misses(origin.person):
        desk.kit.tables.submit(view.table.id, origin.entry(entries.Here))


def moved(view: TableView, payload: discord.RawReactionActionEvent, emoji: str) -> None:
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

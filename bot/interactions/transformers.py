"""Which table a command means: the one named, this channel's, or the one that waits for him."""

from collections.abc import Callable, Sequence

import discord
from discord import app_commands

from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions.context import Desk
from bot.messages import drawing
from bot.tables.model import Table
from bot.tables.replies import TableReason
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import refusals, replies
from bot.ui.elements.names import labels
from bot.ui.elements.screen import plain

Fits = Callable[[Table], bool]


def anything(table: Table) -> bool:
    """Take every table."""
    return True


def playing(table: Table) -> bool:
    """Take tables where a game is going on."""
    return table.status == "playing"


def candidates(desk: Desk, press: Incoming, fits: Fits) -> tuple[Table, ...]:
    """Return the tables a command without `table` may mean, the best kind alone.

    This channel's, those where the person sits first; then those waiting for the person; then all
    where the person sits.
    """
    person, channel = press.interaction.user.id, press.interaction.channel_id
    tables = desk.kit.tables
    here = [table for table in tables.in_channel(channel or 0) if fits(table)]
    own = [table for table in here if _own(table, person)]
    waiting = [table for table in tables.waiting_for(person) if fits(table)]
    seated = [table for table in tables.of_person(person) if fits(table)]
    return tuple(own or here or waiting or seated)


def sees(interaction: AnyInteraction, table: Table) -> bool:
    """Say whether the person of an interaction can see the channel a table is in."""
    guild, user = interaction.guild, interaction.user
    if guild is None or guild.id != table.guild or not isinstance(user, discord.Member):
        return False
    if interaction.channel_id in (table.channel, table.thread):
        return True
    channel = guild.get_channel(table.channel)
    return channel is not None and channel.permissions_for(user).view_channel


async def table(
    desk: Desk, press: Incoming, named: str | None, fits: Fits = anything
) -> Table | None:
    """Return the table a command means, or None after telling the person why there is none.

    Args:
        desk: the parts.
        press: the command.
        named: the option `table` as typed or chosen; one neither sits at nor can see is as none.
        fits: which tables come into question where none is named.
    """
    t = desk.language(press)
    if named is not None:
        number = named.strip().removeprefix("#")
        found = await desk.kit.tables.load(int(number)) if _is_number(number) else None
        person = press.interaction.user.id
        if found is None or not (_own(found, person) or sees(press.interaction, found)):
            await press.say(plain(refusals.sentence(TableReason.NO_TABLE, {}, t)))
            return None
        return found
    found_all = candidates(desk, press, fits)
    if len(found_all) == 1:
        return found_all[0]
    if not found_all:
        here = desk.kit.tables.in_channel(press.interaction.channel_id or 0)
        await press.say(plain(replies.no_table(t, here[0] if here else None)))
        return None
    await press.say(replies.which(_named(desk, found_all), t))
    return None


async def player(
    desk: Desk, press: Incoming, named: str | None, who: str, fits: Fits
) -> tuple[Table, int] | None:
    """Return the table a command means and the seat of a player at it, else None as `table`.

    Args:
        desk: the parts.
        press: the command.
        named: the option `table`.
        who: the option `player`, as `seat` reads it.
        fits: which tables come into question where none is named.
    """
    found = await table(desk, press, named, fits)
    at = seat(found, who) if found is not None else None
    if found is not None and at is None:
        t = desk.language(press)
        await press.say(plain(refusals.sentence(TableReason.NO_SUCH_SEAT, {}, t)))
    return None if found is None or at is None else (found, at)


def choices(desk: Desk, person: int, typed: str) -> list[app_commands.Choice[str]]:
    """Return the tables offered while `table` is typed: one's own."""
    found = []
    for each in desk.kit.tables.of_person(person):
        label = f"{desk.kit.renderers[each.game].name} · {each.id}"
        if typed.casefold() in label.casefold():
            found.append(app_commands.Choice(name=label, value=str(each.id)))
    return found[:25]


def players(desk: Desk, press: Incoming, fits: Fits, typed: str) -> list[app_commands.Choice[str]]:
    """Return everybody at the one table a command may mean, by name."""
    tables = candidates(desk, press, fits)
    if len(tables) != 1:
        return []
    names = labels(tables[0], desk.language(press))
    return [
        app_commands.Choice(name=label, value=str(seat))
        for seat, label in enumerate(names)
        if typed.casefold() in label.casefold()
    ][:25]


def seat(table: Table, text: str) -> int | None:
    """Return the seat an option names: its number as suggested, or a name as typed."""
    if _is_number(text) and int(text) < len(table.seats):
        return int(text)
    named = [seat.index for seat in table.seats if seat.name.casefold() == text.casefold()]
    return named[0] if len(named) == 1 else None


def _own(table: Table, person: int) -> bool:
    return table.seat_of(person) is not None or table.kept_for(person) is not None


def _named(desk: Desk, tables: Sequence[Table]) -> list[tuple[Table, AnyRenderer, str]]:
    return [
        (table, desk.kit.renderers[table.game], drawing.table_address(table)) for table in tables
    ]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19

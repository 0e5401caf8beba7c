"""What the options of commands mean: a table, a player at it, a preset of house rules.

What was chosen from the list an option offers is its number; what was typed is a name. So that the
two are never mistaken for one another, a number from a list comes in a form longer than any name.
"""

from collections.abc import Callable, Iterable
from typing import Any

from discord import app_commands

from bot.db.messages import TOO_LARGE
from bot.db.records import Preset
from bot.discord_api.interaction import AnyInteraction
from bot.interactions.context import Context, Told, context_of
from bot.interactions.sight import has_seat, sees
from bot.tables import absence
from bot.tables.model import Seat, Table
from bot.tables.replies import TableReason
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import replies
from bot.ui.elements.names import labels

Fits = Callable[[Table], bool]
Choices = list[app_commands.Choice[int | float | str]]

LONGEST_NUMBER = 19
"""Digits of the largest number a database has, and of ids of Discord's."""
MOST, LONGEST = 25, 100
"""Choices in a list and characters of each, by Discord's limits."""
CHOSEN = "this was chosen from the list, by its number: "
"""Begins the value of a choice; longer than any name of a person or a preset."""


def _anything(table: Table) -> bool:
    """Take every table."""
    return True


def active(table: Table) -> bool:
    """Take lobbies and running games."""
    return table.active


def playing(table: Table) -> bool:
    """Take tables where a game is going on."""
    return table.status == "playing"


def over(table: Table) -> bool:
    """Take games that are over."""
    return table.status == "ended"


class TableOption(app_commands.Transformer):
    """The option `table` (`experience.md` section 2); without it the one that is meant.

    Args:
        fits: which tables come into question where none is named.
        turn: it is about one's own turn, so a table that waits for this person is meant before
            others.
        ended: the game that ended here last comes into question too.
        shown: offers all of this server that one can see, not one's own tables alone.
        aside: a table whose stored game cannot be read can be meant too; no other option takes
            one, and all say so in the same words.
    """

    def __init__(
        self,
        fits: Fits = _anything,
        *,
        turn: bool = False,
        ended: bool = False,
        shown: bool = False,
        aside: bool = False,
    ) -> None:
        self._fits = fits
        self._turn = turn
        self._ended = ended
        self._shown = shown
        self._aside = aside

    async def transform(self, interaction: AnyInteraction, value: str, /) -> Table:
        """Return the table named; one that is out of this person's sight is as none."""
        context, found = context_of(interaction), number_of(value)
        await context.desk.registry.returning.back(found or 0)
        table = await context.desk.kit.tables.load(found) if found is not None else None
        if table is None:
            raise await self._elsewhere(context, found)
        if not sees(interaction, table):
            raise context.refused(TableReason.NO_TABLE)
        if table.set_aside and not self._aside:
            raise context.refused(TableReason.SET_ASIDE)
        return table

    async def meant(self, context: Context) -> Table:
        """Return the one table that is meant where none is named; else ask, or say none is."""
        handed_on = await _meant_elsewhere(context)
        if handed_on is not None:
            return handed_on
        aside = () if (found := await self.candidates(context)) else self._set_aside(context)
        if aside and not self._aside:
            raise context.refused(TableReason.SET_ASIDE)
        found = found or aside
        if len(found) == 1 and not context.desk.kit.tables.owns(found[0].guild):
            raise context.handed_on(found[0])
        if len(found) == 1:
            return found[0]
        if found:
            await _learn_places(context, found)
            raise self.which(context, found)
        raise self.none(context)

    async def candidates(self, context: Context) -> tuple[Table, ...]:
        """Return the tables that may be meant, the likeliest kind alone.

        This channel's, those where the person sits first, then one that ended here; then, about
        one's own turn, those that wait for the person; then all where the person sits.
        """
        tables, person = context.desk.kit.tables, context.person
        here = [each for each in tables.in_channel(context.channel) if self._fits(each)]
        own = [each for each in here if has_seat(each, person)]
        last = context.desk.registry.last_over(context.channel) if self._ended else None
        if own or here or last is not None:
            return tuple(own or here or filter(None, (last,)))
        seated = [each for each in await all_of(context) if self._fits(each)]
        waiting = [each for each in seated if self._turn and tables.waits_for(each, person)]
        return tuple(waiting or seated)

    async def _elsewhere(self, context: Context, number: int | None) -> Exception:
        """Return what hands the command on to the owner of a table, or says there is none."""
        for each in await context.elsewhere():
            if each.id == number:
                return context.handed_on(each)
        return context.refused(TableReason.NO_TABLE)

    def _set_aside(self, context: Context) -> tuple[Table, ...]:
        """Return the tables set aside that may be meant: this channel's, else one's own."""
        aside = context.desk.kit.tables.set_aside()
        here = [each for each in aside if context.channel in (each.channel, each.thread)]
        return tuple(here or (each for each in aside if has_seat(each, context.person)))

    def which(self, context: Context, found: Iterable[Table]) -> Exception:
        """Return what asks which table is meant."""
        return _told_which(context, found)

    def none(self, context: Context) -> Exception:
        """Return what says that there is no table to be meant; who went away from it reads that."""
        here = context.desk.kit.tables.in_channel(context.channel)
        first, person = here[0] if here else None, context.person
        if first is not None and absence.how_gone(first, person) is not None:
            return context.refused(absence.why_not_seated(first, person))
        return context.told(replies.no_table(context.t, first, ended=self._ended))

    async def autocomplete(self, interaction: AnyInteraction, value: Any, /) -> Choices:
        """Offer the tables that it can be about: one's own, here in sight, just over."""
        context = context_of(interaction)
        found = [each for each in await all_of(context) if self._fits(each)]
        if self._shown:
            found += [each for each in _in_sight(context) if self._fits(each)]
        last = context.desk.registry.last_over(context.channel) if self._ended else None
        by_number = {each.id: each for each in (*found, *filter(None, (last,)))}
        tables = [by_number[number] for number in sorted(by_number)]
        await _learn_places(context, tables)
        return offered(((_label(interaction, each), str(each.id)) for each in tables), value)


class CallOption(TableOption):
    """The option `table` of a game's call: a false one costs something, so nothing is guessed."""

    def __init__(self, renderer: AnyRenderer) -> None:
        super().__init__(lambda table: playing(table) and table.game == renderer.key)
        self._renderer = renderer

    def which(self, context: Context, found: Iterable[Table]) -> Exception:
        """Ask by buttons: the one pressed calls as of the moment when the command was made."""
        return _told_which(context, found, call=True)

    def none(self, context: Context) -> Exception:
        """Offer to start such a game."""
        return Told(replies.no_game(self._renderer, context.t))


class HandsOption(TableOption):
    """The option `table` of `/hand`; without it one's hand here, else every hand of one's own."""

    async def transform(self, interaction: AnyInteraction, value: str, /) -> tuple[Table, ...]:  # type: ignore[override]  # as many as are meant
        """Return the table named."""
        return (await super().transform(interaction, value),)

    async def meant(self, context: Context) -> tuple[Table, ...]:  # type: ignore[override]  # the same
        """Return the tables whose hands are shown."""
        handed_on = await _meant_elsewhere(context)
        if handed_on is not None:
            return (handed_on,)
        tables = context.desk.kit.tables
        own = [each for each in await all_of(context) if playing(each)]
        here = [each for each in own if context.channel in (each.channel, each.thread)]
        shown = [each for each in here or own if tables.owns(each.guild)]
        others = [each for each in here or own if not tables.owns(each.guild)]
        several = len(others) + len(shown) > 1
        if others and several:
            # First of all: who "thinks" until several have answered may do so for ever.
            await context.tell(replies.hands(context.t))
        if others:
            ended = context.handed_on(*others, waiting=not several)
            if not shown:
                raise ended
        return tuple(shown) or (await super().meant(context),)


class PlayerOption(app_commands.Transformer):
    """The option `player`: the seat of somebody else at the table that is meant.

    Args:
        table: which table that is.
        house: whether a house player can be meant too.
    """

    def __init__(self, table: TableOption, *, house: bool = False) -> None:
        self._table = table
        self._house = house

    async def transform(self, interaction: AnyInteraction, value: str, /) -> int:
        """Return the seat chosen from the list, or that of whoever has the name typed."""
        context, named = context_of(interaction), interaction.namespace.table
        option = self._table
        table = await (option.transform(interaction, named) if named else option.meant(context))
        shown = labels(table, context.t)
        wanted = value.strip().casefold()
        others = [seat for seat in table.seats if self._counts(seat, context.person)]
        found = [seat.index for seat in others if value == _choice_of(table, seat)] or [
            seat.index
            for seat in others
            if wanted in (seat.name.casefold(), shown[seat.index].casefold())
        ]
        if len(found) > 1:
            raise context.told(replies.same_name([shown[seat] for seat in found], context.t))
        if not found:
            raise context.refused(TableReason.NO_SUCH_SEAT)
        return found[0]

    async def autocomplete(self, interaction: AnyInteraction, value: Any, /) -> Choices:
        """Offer the other people at the one table that may be meant, by name."""
        context, named = context_of(interaction), interaction.namespace.table
        found = number_of(named) if named else None
        known = context.desk.kit.tables.get(found) if found is not None else None
        tables = (known,) if known is not None else await self._table.candidates(context)
        if len(tables) != 1 or not sees(interaction, tables[0]):
            return []
        shown = labels(tables[0], context.t)
        others = (seat for seat in tables[0].seats if self._counts(seat, context.person))
        return offered(((shown[seat.index], _choice_of(tables[0], seat)) for seat in others), value)

    def _counts(self, seat: Seat, person: int) -> bool:
        """Say whether a seat is somebody else's."""
        return seat.owner not in (None, person) or (self._house and seat.house is not None)


def _choice_of(table: Table, seat: Seat) -> str:
    """Return the value of a choice that stands for somebody at a table: nobody else's, ever."""
    return f"{CHOSEN}{table.id}-{seat.index}-{seat.owner or seat.house}"


class PresetOption(app_commands.Transformer):
    """The option `preset`: house rules that the server has given a name.

    Args:
        game: the key of the game they are for.
    """

    def __init__(self, game: str) -> None:
        self._game = game

    async def transform(self, interaction: AnyInteraction, value: str, /) -> Preset:
        """Return the one chosen from the list, or of the name typed."""
        context = context_of(interaction)
        chosen, wanted = number_chosen(value), value.strip().casefold()
        own = await context.desk.kit.servers.learn(interaction.guild_id)
        for each in own.presets_of(self._game):
            if each.id == chosen or (chosen is None and each.name.casefold() == wanted):
                return each
        raise context.refused(TableReason.NO_SUCH_PRESET)

    async def autocomplete(self, interaction: AnyInteraction, value: Any, /) -> Choices:
        """Offer those of the server."""
        own = await context_of(interaction).desk.kit.servers.learn(interaction.guild_id)
        presets = own.presets_of(self._game)
        return offered(((each.name, choice(each.id)) for each in presets), value)


async def all_of(context: Context) -> tuple[Table, ...]:
    """Return every lobby and running game a person sits at, oldest first, those elsewhere too."""
    own = context.desk.kit.tables.of_person(context.person)
    elsewhere = await context.elsewhere()
    return tuple(sorted((*own, *elsewhere), key=lambda each: each.id))


async def _meant_elsewhere(context: Context) -> Table | None:
    """Return the table another process has found to be meant; None: none has handed it on."""
    letter = context.press.letter
    if letter is None:
        return None
    table = await context.desk.kit.tables.load(letter.about)
    if table is None:
        raise context.refused(TableReason.NO_TABLE)
    return table


def _in_sight(context: Context) -> list[Table]:
    """Return the lobbies and running games of this server that somebody can see."""
    here = (each for each in context.desk.kit.tables.active() if each.guild == context.guild)
    return [each for each in here if sees(context.interaction, each)]


async def _learn_places(context: Context, tables: Iterable[Table]) -> None:
    """Learn what the places of other processes' tables are called, before they are told apart."""
    if context.desk.names is not None:
        own = context.interaction.client.get_guild
        places = [(each.guild, each.channel) for each in tables if each.guild is not None]
        await context.desk.names.learn(each for each in places if own(each[0]) is None)


def _told_which(context: Context, found: Iterable[Table], *, call: bool = False) -> Exception:
    """Return the question which table is meant: each told apart as in the list of the option."""
    interaction, renderers = context.interaction, context.desk.kit.renderers
    listed = [
        (each, renderers[each.game], _label(interaction, each), context.desk.registry.address(each))
        for each in found
    ]
    return Told(replies.which(listed, context.t, call=call))


def _label(interaction: AnyInteraction, table: Table) -> str:
    """Return what tells a table apart: game and number, where it is, who sits there."""
    context = context_of(interaction)
    renderer = context.desk.kit.renderers[table.game]
    guild, names = table.guild or 0, context.desk.names
    server = interaction.client.get_guild(guild)
    channel = server.get_channel_or_thread(table.channel) if server is not None else None
    place = f"#{channel.name}" if channel is not None else ""
    if server is not None and table.guild != interaction.guild_id:
        place = f"{server.name} {place}"
    if server is None and names is not None:
        place = names.of(guild, table.channel)
    people = ", ".join(labels(table, context.t))
    parts = (f"{renderer.name} {table.id}", place.strip(), people)
    return " · ".join(part for part in parts if part)


def offered(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Return the choices whose label has what was typed so far."""
    wanted = " ".join(typed.casefold().split())
    found = (each for each in pairs if wanted in " ".join(each[0].casefold().split()))
    return [
        app_commands.Choice(name=name[:LONGEST], value=value) for name, value in list(found)[:MOST]
    ]


def choice(number: int) -> str:
    """Return the value of a choice that stands for a number."""
    return f"{CHOSEN}{number}"


def number_chosen(value: str) -> int | None:
    """Return the number of a choice; None for what was typed."""
    rest = value.removeprefix(CHOSEN)
    return number_of(rest) if rest != value else None


def number_of(text: str) -> int | None:
    """Return a table's number or a person's id, "12" or "#12"; None if no database has it."""
    number = text.strip().removeprefix("#")
    if not number.isascii() or not number.isdecimal() or len(number) > LONGEST_NUMBER:
        return None
    return int(number) if int(number) < TOO_LARGE else None

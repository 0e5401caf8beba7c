"""What the options of commands mean: which table, who at it, which house rules."""

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec import structs

from bot.db.inbox import Letter
from bot.db.records import Preset, ServerSettings
from bot.interactions.context import KEY, Context, Told
from bot.interactions.forwarding import HandedOn
from bot.interactions.transformers import (
    CHOSEN,
    CallOption,
    HandsOption,
    PlayerOption,
    PresetOption,
    TableOption,
    choice,
    number_chosen,
    number_of,
    over,
    playing,
)
from bot.locale import translator
from bot.messages.returning import Returning
from bot.tables.model import Seat, Table
from bot.tables.replies import TableReason
from bot.ui.elements import refusals, replies
from bot.ui.elements.links import channel_url
from bot.ui.elements.screen import Screen, plain
from bot.ui.renderers import RENDERERS

ANA, BEN, CARLA, DAN = 1, 2, 3, 4
HERE, THERE, SERVER, ELSEWHERE = 10, 20, 5, 6
NAMES = {ANA: "Ana", BEN: "Ben", CARLA: "Carla"}
RENDERER = RENDERERS[0]


def table(number: int, channel: int, *people: int, **fields: Any) -> Table:
    """Return a running game."""
    seats = tuple(Seat(index=at, person=each, name=NAMES[each]) for at, each in enumerate(people))
    made = Table(
        id=number,
        game=RENDERER.key,
        chosen={},
        options={},
        pace="live",
        level="normal",
        guild=SERVER,
        channel=channel,
        host=people[0],
        seats=seats,
        created=datetime(2030, 1, 1, tzinfo=UTC),
        status="playing",
    )
    return structs.replace(made, **fields)


class Tables:
    """The tables there are, and which of them wait for whom."""

    def __init__(
        self,
        *tables: Table,
        waiting: tuple[int, ...] = (),
        elsewhere: tuple[Table, ...] = (),
    ) -> None:
        self._tables = tables
        self._elsewhere = elsewhere
        self._waiting = waiting

    def active(self) -> tuple[Table, ...]:
        """Return the running ones."""
        return tuple(each for each in self._tables if each.active)

    def set_aside(self) -> tuple[Table, ...]:
        """Return those that cannot be read."""
        return tuple(each for each in self._tables if each.set_aside)

    def in_channel(self, channel: int) -> tuple[Table, ...]:
        """Return those of a channel."""
        return tuple(each for each in self.active() if channel in (each.channel, each.thread))

    def of_person(self, person: int) -> tuple[Table, ...]:
        """Return those where somebody sits."""
        return tuple(each for each in self.active() if each.seat_of(person))

    def waits_for(self, one: Table, person: int) -> bool:
        """Say whether a table waits for somebody."""
        return one.id in self._waiting

    def owns(self, guild: int | None) -> bool:
        """Say whether a server's tables are this process': those of `ELSEWHERE` are not."""
        return guild != ELSEWHERE

    async def elsewhere(self, person: int) -> tuple[Table, ...]:
        """Return those of another process where somebody sits."""
        return self._elsewhere

    def get(self, number: int) -> Table | None:
        """Return one by its number."""
        return next((each for each in self._tables if each.id == number), None)

    async def load(self, number: int) -> Table | None:
        """Return one by its number."""
        return self.get(number)


class Thing:
    """Something with these attributes."""

    def __init__(self, **attributes: Any) -> None:
        self.__dict__.update(attributes)


class Servers:
    """The settings of the one server."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings

    async def learn(self, guild: int | None) -> ServerSettings:
        """Return them."""
        return self._settings


class Forwarding:
    """Takes what is handed on: the tables, and whether that is the first answer."""

    def __init__(self) -> None:
        self.handed_on: list[tuple[int, bool]] = []

    def command(self, context: Context, table: Table, *, waiting: bool = True) -> None:
        """Take a command."""
        self.handed_on.append((table.id, waiting))


def asking(
    tables: Tables,
    *,
    channel: int = HERE,
    guild: int | None = SERVER,
    last: Table | None = None,
    settings: ServerSettings | None = None,
    letter: Letter | None = None,
    **options: str,
) -> Any:
    """Return a command of Ana's with its context, as the gate makes it."""
    registry = Thing(
        last_over=lambda where: last if where == HERE else None,
        address=lambda table: channel_url(table.guild, table.where),
        returning=Returning(lambda number: None),
    )
    kit = Thing(
        tables=tables,
        renderers={RENDERER.key: RENDERER},
        servers=Servers(settings or ServerSettings()),
        looks=Thing(guild=lambda number: translator("en"), translator=translator),
    )
    people = Thing(preferences=lambda person: Thing(language="en"))
    asked: Any = Thing(
        id=77,
        type=None,
        user=Thing(id=ANA, display_name="Ana"),
        guild=None,
        guild_id=guild,
        channel_id=channel,
        locale=Thing(value="en-US"),
        namespace=Thing(**{"table": None, **options}),
        client=Thing(get_guild=lambda number: None),
        extras={},
    )
    forwarding, told = Forwarding(), list[tuple[Screen, int]]()

    async def say(screen: Screen) -> None:
        told.append((screen, len(forwarding.handed_on)))

    press: Any = Thing(interaction=asked, stamp=1_700_000_000.25, letter=letter, say=say, told=told)
    parts: dict[str, Any] = {"kit": kit, "registry": registry, "people": people}
    desk: Any = Thing(**parts, forwarding=forwarding, names=None)
    asked.extras[KEY] = Context(desk, press)
    return asked


def context(asked: Any) -> Context:
    """Return the context of a command."""
    found = asked.extras[KEY]
    assert isinstance(found, Context)
    return found


def told(asked: Any) -> list[tuple[Screen, int]]:
    """Return what was said already, and how many had a command handed on before it."""
    found: list[tuple[Screen, int]] = asked.extras[KEY].press.told
    return found


async def meant(option: Any, asked: Any) -> Any:
    """Return the number of the table an option means, or what is told instead."""
    try:
        found = await option.meant(context(asked))
    except Told as told:
        return told.screen
    return found.id


MINE, OTHERS, AWAY, FAR = (
    table(1, HERE, ANA, BEN),
    table(2, HERE, BEN, CARLA),
    table(3, THERE, ANA, CARLA),
    table(4, THERE, ANA, BEN),
)


async def test_table_of_this_channel_is_meant_first() -> None:
    """One's own here before others' here, and those before any elsewhere."""
    option = TableOption(playing)
    assert await meant(option, asking(Tables(MINE, OTHERS, AWAY))) == 1
    assert await meant(option, asking(Tables(OTHERS, AWAY))) == 2
    assert await meant(option, asking(Tables(AWAY))) == 3


async def test_call_never_guesses_the_table() -> None:
    """Whose turn it is says nothing about where somebody calls: with several tables it asks.

    `experience.md` section 2: for calls only the one table this person sits at.
    """
    both = Tables(AWAY, FAR, waiting=(3,))
    assert await meant(TableOption(playing, turn=True), asking(both)) == 3
    screen = await meant(CallOption(RENDERER), asking(both))
    assert "At which table do you call?" in str(screen.parts[0])
    acts = [button.custom_id.rsplit(":", 1)[1] for button in screen.buttons()]
    assert acts == ["meant-3", "meant-4"]
    leave = await meant(TableOption(playing), asking(both))
    assert "Which table?" in str(leave.parts[0])
    assert leave.buttons() == ()


async def test_tables_that_look_alike_are_told_apart() -> None:
    """By game, number, and who sits there."""
    screen = await meant(TableOption(playing), asking(Tables(AWAY, FAR)))
    assert f"{RENDERER.name} 3 · Ana, Carla" in screen.parts[0].text
    assert f"{RENDERER.name} 4 · Ana, Ben" in screen.parts[0].text


async def test_game_that_just_ended_here_is_meant_before_one_elsewhere() -> None:
    """What `/why` explains after a game lost here is that game, not another channel's."""
    ended = table(9, HERE, ANA, BEN, status="ended")
    option = TableOption(playing, ended=True)
    assert await meant(option, asking(Tables(AWAY, ended), last=ended)) == 9
    assert await meant(option, asking(Tables(MINE, ended), last=ended)) == 1
    assert await meant(TableOption(over, ended=True), asking(Tables(AWAY), last=ended)) == 9


async def test_command_about_an_ended_game_says_that_none_has_just_ended() -> None:
    """It names where older ones are; other commands say that no table is open."""
    older = await meant(TableOption(playing, ended=True), asking(Tables()))
    assert "none has just ended" in str(older.parts[0])
    assert "/replay" in str(older.parts[0])
    assert "No table is open here" in str(
        (await meant(TableOption(playing), asking(Tables()))).parts[0]
    )


async def test_list_offers_what_the_command_can_be_about() -> None:
    """One's own of that kind, and a game that has just ended here."""
    lobby = table(5, HERE, ANA, status="lobby")
    ended = table(9, HERE, ANA, BEN, status="ended")
    asked = asking(Tables(MINE, OTHERS, AWAY, lobby, ended), last=ended)

    async def listed(option: TableOption) -> list[str]:
        return [str(each.value) for each in await option.autocomplete(asked, "")]

    assert await listed(TableOption(playing, turn=True)) == ["1", "3"]
    assert await listed(TableOption()) == ["1", "3", "5"]
    assert await listed(TableOption(lambda each: each.status == "lobby")) == ["5"]
    assert await listed(TableOption(over, ended=True)) == ["9"]


async def test_every_hand_is_meant_where_none_is_here() -> None:
    """`/hand` by DM shows all of them; in a channel the one there."""
    option = HandsOption(playing, turn=True)
    everywhere = await option.meant(context(asking(Tables(MINE, AWAY, FAR), channel=99)))
    assert [each.id for each in everywhere] == [1, 3, 4]
    here = await option.meant(context(asking(Tables(MINE, AWAY, FAR))))
    assert [each.id for each in here] == [1]


async def test_named_table_out_of_sight_is_as_none() -> None:
    """Whoever neither sits there nor sees its channel reads what is read of no table at all."""
    option = TableOption(playing)
    hidden = asking(Tables(table(2, THERE, BEN, CARLA), MINE))
    with pytest.raises(Told) as told:
        await option.transform(hidden, "2")
    with pytest.raises(Told) as none:
        await option.transform(hidden, "12345")
    assert told.value.screen == none.value.screen
    assert (await option.transform(hidden, "#1")).id == 1


async def test_number_typed_for_a_player_is_a_name() -> None:
    """ "2" is whoever is called 2; the seat of that index is meant by choosing it alone.

    What was chosen from one table's list is nobody at another table, nor whoever sits there later.
    """
    seats = (
        Seat(index=0, person=ANA, name="Ana"),
        Seat(index=1, person=BEN, name="2"),
        Seat(index=2, person=CARLA, name="Carla"),
    )
    here = structs.replace(MINE, seats=seats)
    option, asked = PlayerOption(TableOption(playing)), asking(Tables(here))
    assert await option.transform(asked, "2") == 1
    assert await option.transform(asked, "carla") == 2
    offered = await option.autocomplete(asked, "")
    assert [each.name for each in offered] == ["2", "Carla"]
    _, chosen = (str(each.value) for each in offered)
    assert await option.transform(asked, chosen) == 2
    elsewhere = structs.replace(here, id=9)
    new = structs.replace(here, seats=(*seats[:2], Seat(index=2, person=DAN, name="Dan")))
    for other in (elsewhere, new):
        with pytest.raises(Told):
            await option.transform(asking(Tables(other)), chosen)


async def test_same_name_twice_asks() -> None:
    """Two people of one name are told apart by the list; the label says which is which."""
    seats = (
        Seat(index=0, person=ANA, name="Ana"),
        Seat(index=1, person=BEN, name="Sam"),
        Seat(index=2, person=CARLA, name="Sam"),
    )
    option, asked = (
        PlayerOption(TableOption(playing)),
        asking(Tables(structs.replace(MINE, seats=seats))),
    )
    with pytest.raises(Told) as told:
        await option.transform(asked, "sam")
    assert "Several people here have that name: Sam or Sam" in str(told.value.screen.parts[0])
    assert await option.transform(asked, "Sam (2)") == 2


async def test_oneself_and_house_players_are_not_offered_for_removal() -> None:
    """`/kick` offers other people; an accusation may be of a house player too."""
    seats = (
        Seat(index=0, person=ANA, name="Ana"),
        Seat(index=1, house="easy", name="1"),
        Seat(index=2, person=BEN, name="Ben"),
    )
    asked = asking(Tables(structs.replace(MINE, seats=seats)))
    removal = await PlayerOption(TableOption(playing)).autocomplete(asked, "")
    assert [each.name for each in removal] == ["Ben"]
    accused = await PlayerOption(TableOption(playing), house=True).autocomplete(asked, "")
    assert [each.name for each in accused] == ["Bot 1", "Ben"]
    for each in accused[:1]:
        with pytest.raises(Told):
            await PlayerOption(TableOption(playing)).transform(asked, str(each.value))


async def test_number_typed_for_a_preset_is_a_name() -> None:
    """A preset called "1" is not the preset with that number."""
    presets = (
        Preset(id=1, game=RENDERER.key, name="Club night"),
        Preset(id=2, game=RENDERER.key, name="1"),
    )
    option = PresetOption(RENDERER.key)
    asked = asking(Tables(), settings=ServerSettings(presets=presets))
    assert (await option.transform(asked, "1")).id == 2
    assert (await option.transform(asked, choice(1))).id == 1
    assert (await option.transform(asked, "club NIGHT")).id == 1
    with pytest.raises(Told):
        await option.transform(asked, "3")


def test_no_name_can_be_taken_for_a_choice() -> None:
    """A choice's value is longer than any name at Discord, and than a preset's."""
    assert len(CHOSEN) > 40
    assert number_chosen("12") is None
    assert number_chosen(choice(12)) == 12


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        (" #12 ", 12),
        ("1576941869097549824", 1576941869097549824),
        ("9223372036854775808", None),
        ("9" * 5000, None),
        ("-1", None),
        ("٣", None),
        ("", None),
    ],
)
def test_number_is_one_that_a_database_has(text: str, number: int | None) -> None:
    """A person's id has nineteen digits by now; beyond 63 bits there is nothing."""
    assert number_of(text) == number


async def test_table_of_another_process_is_handed_on() -> None:
    """By direct message the one that waits is meant, whoever has it; and so is one by number."""
    own, other = table(7, THERE, ANA, BEN), table(8, HERE + 1, ANA, CARLA, guild=ELSEWHERE)
    tables = Tables(own, waiting=(8,), elsewhere=(other,))
    asked = asking(tables, channel=0, guild=None)
    with pytest.raises(HandedOn):
        await TableOption(playing, turn=True).meant(context(asked))
    with pytest.raises(HandedOn):
        await TableOption(playing).transform(asked, "#8")
    assert context(asked).desk.forwarding.handed_on == [(8, True), (8, True)]  # type: ignore[union-attr]  # the one above
    assert (await TableOption(playing).transform(asked, "7")).id == 7
    with pytest.raises(Told):
        await TableOption(playing).transform(asked, "9")


async def test_hands_of_several_processes_are_shown_by_each() -> None:
    """After a first answer by who was asked, which no other one fills or is waited for."""
    first = [(plain(replies.hands(translator("en"))), 0)]
    own, other = table(7, THERE, ANA, BEN), table(8, HERE + 1, ANA, CARLA, guild=ELSEWHERE)
    third = structs.replace(other, id=9)
    asked = asking(Tables(own, elsewhere=(other, third)), channel=0, guild=None)
    assert await HandsOption(playing).meant(context(asked)) == (own,)
    assert context(asked).desk.forwarding.handed_on == [(8, False), (9, False)]  # type: ignore[union-attr]  # as above
    assert told(asked) == first
    asked = asking(Tables(elsewhere=(other, third)), channel=0, guild=None)
    with pytest.raises(HandedOn):
        await HandsOption(playing).meant(context(asked))
    assert context(asked).desk.forwarding.handed_on == [(8, False), (9, False)]  # type: ignore[union-attr]  # as above
    assert told(asked) == first
    asked = asking(Tables(elsewhere=(other,)), channel=0, guild=None)
    with pytest.raises(HandedOn):
        await HandsOption(playing).meant(context(asked))
    assert context(asked).desk.forwarding.handed_on == [(8, True)]  # type: ignore[union-attr]  # as above
    assert told(asked) == []


async def test_what_was_handed_on_is_about_the_table_found_there() -> None:
    """The owner looks for nothing: whoever received it has found what is meant."""
    own, meant = table(7, THERE, ANA, BEN), table(8, HERE, ANA, CARLA)
    letter = Letter(kind="INTERACTION_CREATE", stamp=1.0, about=8, data={})
    asked = asking(Tables(own, meant, waiting=(7,)), channel=0, guild=None, letter=letter)
    assert await TableOption(playing, turn=True).meant(context(asked)) == meant
    assert await HandsOption(playing).meant(context(asked)) == (meant,)


async def test_buttons_are_named_as_at_the_table_they_stand_at() -> None:
    """By direct message, who plays in several servers reads the one's of the table pressed."""
    asked = asking(Tables(AWAY), guild=None)
    found = context(asked)
    of_server = {SERVER: translator("en"), SERVER + 1: translator("es")}
    looks: Any = Thing(guild=of_server.__getitem__, translator=translator)
    found.desk.kit.looks = looks  # type: ignore[misc]  # as the servers have chosen
    left = structs.replace(FAR, guild=SERVER + 1)
    said = refusals.sentence(TableReason.LEFT, {}, found.beside(left))
    assert said.startswith("You left this game.")
    button = translator("es")("Take a seat")
    assert f"**{button}**" in said
    assert f"**{button}**" not in refusals.sentence(TableReason.LEFT, {}, found.t)

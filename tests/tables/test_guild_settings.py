"""What a server has set holds for its tables (`experience.md` section 1)."""

from typing import Any

from msgspec import structs

from bot.db.changes import guild_change
from bot.db.records import ServerSettings, settings_of, stored_settings
from bot.tables.entries import End, Invite, Leave, Rematch
from bot.tables.model import NewTable
from bot.tables.replies import Done, Refusal, TableReason
from tests.storage import BOTH
from tests.tables.harness import HOST, House

GUILD = 1


async def setting(house: House, **chosen: Any) -> None:
    """Store what the server has set."""
    settings = ServerSettings(**chosen)
    await house.store.commit(guild_change(GUILD, stored_settings(settings)))


async def refused(house: House, **fields: Any) -> Refusal:
    """Open a table that must be refused."""
    usual: dict[str, Any] = {"guild": GUILD, "channel": 2, "host": HOST, "host_name": "Ana"}
    answer = await house.tables.open(NewTable(game="count", **(usual | fields)))
    assert isinstance(answer, Refusal), answer
    return answer


@BOTH
async def test_tables_open_in_allowed_channels_alone(house: House) -> None:
    """Another channel is refused; a game that runs there already is finished."""
    table = await house.playing()
    await setting(house, channels=(7,))
    answer = await refused(house, host=200)
    assert answer.reason == TableReason.CHANNEL_NOT_ALLOWED
    assert answer.details == {"channels": (7,)}
    assert house.table(table).status == "playing"
    person = house.on_turn(table)
    await house.acted(table, person, "A")
    await house.lobby(channel=7, host=200)


async def test_what_is_changed_while_it_is_read_stays_changed(house: House) -> None:
    """Somebody opens a table just as the staff sets something: the newer word holds."""
    servers, reader = house.tables._hall.servers, house.reader
    read = reader.guild

    async def slowly(guild: int) -> dict[str, Any]:
        before = await read(guild)
        reader.guild = read  # type: ignore[method-assign]  # once
        await servers.change(GUILD, lambda own: structs.replace(own, channels=(7,)))
        return before

    reader.guild = slowly  # type: ignore[method-assign]  # a change in the middle of a reading
    assert (await servers.learn(GUILD)).channels == (7,)
    assert servers.of(GUILD).channels == (7,)


@BOTH
async def test_rematch_needs_an_allowed_channel(house: House) -> None:
    """A game in a channel disallowed since is the last one there."""
    table = await house.playing()
    await house.do(table, End(**house.press(HOST, moderator=True)))
    await setting(house, channels=(7,))
    await house.lobby(channel=7, host=200)
    answer = await house.unchanged(table, Rematch(**house.press(HOST, name="Ana")))
    assert answer.reason == TableReason.CHANNEL_NOT_ALLOWED


@BOTH
async def test_barred_people_neither_open_nor_sit_down(house: House) -> None:
    """Both are refused with that reason, nor are they invited; everybody else plays."""
    await setting(house, barred=(HOST, 102))
    assert (await refused(house)).reason == TableReason.BARRED
    lobby = await house.lobby(host=200)
    answer = await house.join(lobby, 102)
    assert isinstance(answer, Refusal)
    assert answer.reason == TableReason.BARRED
    invite = Invite(**house.press(200, guest=102, name="Ben"))
    assert (await house.unchanged(lobby, invite)).reason == TableReason.GUEST_BARRED
    assert isinstance(await house.join(lobby, 103), Done)


@BOTH
async def test_server_sets_its_own_bounds(house: House) -> None:
    """Tables of a channel, tables of a person and lobbies of a person, in this server alone."""
    await setting(house, tables_per_channel=1, tables_per_person=1, lobbies_per_person=2)
    await house.lobby(guild=9, channel=90, host=200)
    lobby = await house.lobby(host=200)
    full = await refused(house, host=201)
    assert (full.reason, full.details["limit"]) == (TableReason.CHANNEL_LIMIT, 1)
    busy = await refused(house, channel=3, host=200)
    assert (busy.reason, busy.details["limit"]) == (TableReason.PERSON_LIMIT, 1)
    other = await house.lobby(channel=3, host=201)
    answer = await house.join(other, 200)
    assert isinstance(answer, Refusal)
    assert answer.reason == TableReason.PERSON_LIMIT
    await setting(house, lobbies_per_person=2)
    second = await house.lobby(channel=4, host=201)
    assert (await refused(house, channel=5, host=201)).details["table"] == other.id
    assert lobby.id < other.id < second.id


@BOTH
async def test_calls_are_gathered_as_long_as_the_server_wants(house: House) -> None:
    """The window of a race is the server's; elsewhere the operator's."""
    await setting(house, window=800)
    servers = house.tables._hall.servers
    await servers.learn(GUILD)
    assert servers.window(GUILD, 0.3) == 0.8
    assert servers.window(9, 0.3) == 0.3


@BOTH
async def test_reactions_are_left_out_of_races_in_rated_games_alone(house: House) -> None:
    """Where there is a bot at the table, or the server rates nothing, they count."""
    servers, table = house.tables._hall.servers, await house.playing()
    with_bot = await house.lobby(channel=7, host=200, house=1)
    for rated in (True, False):
        await setting(house, buttons_only=True, rated=rated)
        await servers.learn(GUILD)
        assert servers.buttons_only(table) is rated
        assert not servers.buttons_only(with_bot)


@BOTH
async def test_barring_takes_nobody_off_a_table(house: House) -> None:
    """Who plays goes on playing, but does not come back to a seat that was left."""
    table = await house.playing(3)
    await setting(house, barred=(102, 103))
    await house.tables._hall.servers.learn(GUILD)
    while house.on_turn(table) != 102:
        await house.acted(table, house.on_turn(table), "A")
    await house.acted(table, 102, "A")
    await house.do(table, Leave(**house.press(103)))
    answer = await house.join(table, 103)
    assert isinstance(answer, Refusal)
    assert answer.reason == TableReason.BARRED


@BOTH
async def test_rematch_keeps_no_seat_for_the_barred(house: House) -> None:
    """Nobody is mentioned who may not sit down, and no seat waits for such a person."""
    table = await house.playing(3)
    await house.do(table, End(**house.press(HOST, moderator=True)))
    await setting(house, barred=(102,))
    await house.tables._hall.servers.learn(GUILD)
    answer = await house.do(table, Rematch(**house.press(HOST, name="Ana")))
    assert isinstance(answer, Done)
    assert [(each.person, each.invited) for each in answer.table.seats] == [
        (HOST, None),
        (None, 103),
    ]


@BOTH
async def test_settings_are_known_again_after_a_restart(house: House) -> None:
    """Before anything is submitted; what a running table goes by must not wait."""
    await setting(house, window=500)
    await house.playing()
    again = await house.again()
    assert again.tables._hall.servers.of(GUILD).window == 500
    await again.close()


@BOTH
async def test_change_is_stored_as_what_differs(house: House) -> None:
    """A server that sets nothing keeps nothing, and changes do not undo each other."""
    servers = house.tables._hall.servers
    await servers.change(GUILD, lambda now: ServerSettings(language="es", rated=now.rated))
    assert await house.reader.guild(GUILD) == {"language": "es"}
    await servers.change(GUILD, lambda now: ServerSettings(language=now.language, rated=False))
    assert await house.reader.guild(GUILD) == {"language": "es", "rated": False}
    assert servers.of(GUILD) == ServerSettings(language="es", rated=False)


def test_settings_that_cannot_be_read_count_as_never_set() -> None:
    """Junk in a row stops nothing."""
    assert settings_of({"channels": "everywhere"}, ServerSettings) == ServerSettings()

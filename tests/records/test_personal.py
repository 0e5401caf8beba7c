"""People's own data: handed out, and forgotten in every place it stands.

See `experience.md` section 1.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from bot.db.changes import guild_change, person_change
from bot.db.people import PersonalReader
from bot.db.records import Person, ServerSettings, stored_settings
from bot.db.stats import StatsReader
from bot.tables.entries import Accuse, Decline, Erase, HandDelivered, Leave
from bot.tables.model import Invitation
from bot.tables.notes import Ended
from bot.tables.replies import Done
from tests.records.games import finish, play, results
from tests.records.scan import found
from tests.storage import FILE
from tests.tables.harness import HOST, House

HIS = 987_654_321_987_654_321
NAME = "Zacharias"


def path_of(house: House) -> Path:
    """Return the database file."""
    return Path(make_url(house.url).database or "")


async def forget(house: House) -> None:
    """Forget the person as `bot.messages.forget` does."""
    reader = PersonalReader(house.reader)
    numbers = await reader.tables(HIS)
    for table in house.tables.remembered():
        await house.do(table, Erase(HIS))
    await house.store.commit(await reader.forgetting(HIS, numbers))


async def know(house: House) -> None:
    """Store what interactions tell of a person."""
    for guild in (0, 1):
        person = Person(person=HIS, guild=guild, name=NAME, locale="es-ES", dm_channel=HIS + 1)
        await house.store.commit(person_change(person))


async def sit(house: House, people: int = 3, **fields: Any) -> Any:
    """Return a running game with the person at its last seat, the hand out."""
    lobby = await house.lobby(**fields)
    for person in range(HOST + 1, HOST + people - 1):
        await house.join(lobby, person)
    await house.join(lobby, HIS, NAME)
    from bot.tables.entries import Start

    await house.do(lobby, Start(**house.press(HOST)))
    for seat in house.table(lobby).seats:
        await house.do(lobby, HandDelivered(seat.index))
    await house.seen(lobby)
    return house.table(lobby)


async def race(house: House, table: Any) -> None:
    """Have the person call, with a key that names it, and be judged."""
    while house.on_turn(table) == HIS:
        await house.acted(table, HIS, "A")
    await house.acted(table, house.on_turn(table), "X")
    await house.pending(table, HIS, "C", key=f"message {HIS} ✋ 1")
    await house.wait(1)


async def test_forgetting_leaves_no_trace_in_the_whole_database(
    house: House, records: StatsReader
) -> None:
    """Finished, running, a lobby, votes, races, presses, names, direct channels: all gone."""
    await know(house)
    over = await sit(house, chosen={"goal": 3})
    await race(house, over)
    await finish(house, over, HIS)
    running = await sit(house)
    await race(house, running)
    accuse = Accuse(
        **house.press(HIS, notation="J0", accused=0, reason=f"{NAME} saw it, says {HIS}")
    )
    await house.do(running, accuse)
    await house.do(running, house.voice(running, HOST + 1, yes=False))
    lobby = await house.lobby(host=HOST + 50, invited=(Invitation(HIS, NAME),), channel=9)
    assert await found(house.url, str(HIS), NAME)

    await forget(house)

    assert await found(house.url, str(HIS), NAME) == []
    assert all(HIS not in table.people for table in house.tables.remembered())
    assert house.table(lobby).kept_for(HIS) is None
    assert await house.do(lobby, Decline(**house.press(HOST))) is not None
    assert (await records.ratings("count", [0, 1], [""], [HIS])) == {}


async def test_open_vote_goes_on_without_saying_why(house: House) -> None:
    """The accuser's words, which may name anybody, do not come back with the next voice."""
    table = await sit(house, 4)
    words = f"{NAME} has told what to play"
    accuse = Accuse(**house.press(HOST + 1, notation="J0", accused=0, reason=words))
    assert isinstance(await house.do(table, accuse), Done)
    await forget(house)
    assert house.table(table).vote is not None
    await house.do(table, house.voice(table, HOST + 2, yes=False))
    assert house.table(table).vote is None
    assert await found(house.url, NAME) == []


async def test_other_peoples_results_ratings_and_replays_stay_whole(
    house: House, records: StatsReader
) -> None:
    """Only who it was is gone: every figure of the others and every event is as before."""
    over = await sit(house, chosen={"goal": 3})
    await finish(house, over, HIS)
    before = await results(house, over)
    events = await house.reader.events(over.id)
    others = [HOST, HOST + 1]
    ratings = await records.ratings("count", [0, 1], [""], others)

    await forget(house)

    after = await results(house, over)
    assert [result.person for result in after] == [*others, None]
    assert after[:2] == before[:2]
    assert (after[2].place, after[2].won, after[2].rating_after) == (
        before[2].place,
        before[2].won,
        before[2].rating_after,
    )
    assert [event.data for event in await house.reader.events(over.id)] == [
        event.data for event in events
    ]
    assert await records.ratings("count", [0, 1], [""], others) == ratings
    assert {each.person for each in await records.opponents(HOST, 1, 5)} == {HOST + 1}


async def test_own_acts_are_handed_out_and_forgotten_also_of_who_was_replaced(
    house: House,
) -> None:
    """What somebody did before leaving is his; what the substitute did is not."""
    await know(house)
    table = await sit(house)
    while house.on_turn(table) != HIS:
        await house.acted(table, house.on_turn(table), "A")
    await house.acted(table, HIS, "A")
    await house.do(table, Leave(**house.press(HIS)))
    await house.join(table, 500, "Eva")
    while house.on_turn(table) != 500:
        await house.acted(table, house.on_turn(table), "A")
    await house.acted(table, 500, "A")

    reader = PersonalReader(house.reader)
    plies = {who: [a["ply"] for a in (await reader.export(who))["actions"]] for who in (HIS, 500)}
    assert len(plies[HIS]) == len(plies[500]) == 1
    assert plies[HIS] < plies[500]
    await forget(house)
    assert (await reader.export(HIS))["actions"] == []
    assert await found(house.url, str(HIS), NAME) == []


async def test_running_game_goes_on_with_a_stand_in(house: House) -> None:
    """In mid-game a house player acts for the seat; the others are rated, the seat is last."""
    table = await sit(house, chosen={"goal": 3})
    await forget(house)
    seat = house.table(table).seats[2]
    assert (seat.person, seat.name, seat.standin) == (None, "", "easy")
    assert seat.gone
    while house.turn_seat(table) != 2:
        await house.acted(table, house.on_turn(table), "A")
        await house.seen(table)
    await house.wait(5)
    assert house.turn_seat(table) == 0
    await finish(house, house.table(table), HOST)
    stored = await results(house, table)
    assert [result.unrated for result in stored] == [None, None, "gone"]
    assert [result.place for result in stored] == [1, 2, 3]
    restored = await house.again()
    assert await restored.reader.results(table.id) == stored
    await restored.close()


async def test_game_ends_when_the_last_person_is_forgotten(house: House) -> None:
    """Nobody is left to play for: no result."""
    lobby = await house.lobby(host=HIS, host_name=NAME, house=1)
    from bot.tables.entries import Start

    await house.do(lobby, Start(**house.press(HIS)))
    await forget(house)
    table = house.table(lobby)
    assert (table.status, table.end_reason, table.host) == ("ended", "empty", 0)
    assert house.notes(Ended) == [Ended("empty")]
    assert await found(house.url, str(HIS), NAME) == []


async def test_lobby_of_somebody_forgotten_passes_to_the_next(house: House) -> None:
    """As if he had stood up."""
    lobby = await house.lobby(host=HIS, host_name=NAME)
    await house.join(lobby, HOST)
    await forget(house)
    assert house.table(lobby).people == (HOST,)
    assert house.table(lobby).host == HOST
    alone = await house.lobby(host=HIS, host_name=NAME, channel=3)
    await forget(house)
    assert house.table(alone).status == "closed"
    assert await found(house.url, str(HIS), NAME) == []


async def test_export_holds_everything_about_a_person_and_no_secret(house: House) -> None:
    """Names, seats, actions, calls, results, ratings; neither seeds nor events."""
    await know(house)
    over = await sit(house, chosen={"goal": 3})
    await race(house, over)
    await finish(house, over, HIS)
    running = await sit(house)
    await play(house, HOST)
    data = await PersonalReader(house.reader).export(HIS)
    assert {row["name"] for row in data["people"]} == {NAME}
    assert [row["table"] for row in data["seats"]] == [over.id, running.id]
    assert {row["table"] for row in data["actions"]} == {over.id}
    assert any(row["notation"] == "C" for row in data["actions"])
    assert [row["verdict"] for row in data["calls"]] == ["good"]
    assert [row["place"] for row in data["results"]] == [1]
    assert len(data["ratings"]) == 4
    text = str(data)
    assert house.seed not in text
    assert "cards" not in text
    assert len(set(map(str, data["actions"]))) == len(data["actions"])
    assert await PersonalReader(house.reader).export(1) == {key: [] for key in data}


async def test_export_holds_own_voices_and_reasons_and_who_has_barred_one(house: House) -> None:
    """Neither how others voted, nor in whose words."""
    running = await sit(house, 4)
    for by, others, reason in ((HOST, (HIS, HOST + 2), "other"), (HIS, (HOST, HOST + 2), "own")):
        accuse = Accuse(**house.press(by, notation="J1", accused=1, reason=reason))
        assert isinstance(await house.do(running, accuse), Done)
        for person in others:
            await house.do(running, house.voice(running, person, yes=False))
        assert house.table(running).vote is None
        await house.wait(1)
    for guild, barred in ((1, (HIS, 5)), (2, (HIS * 10 + 1,))):
        settings = stored_settings(ServerSettings(barred=barred))
        await house.store.commit(guild_change(guild, settings))
    data = await PersonalReader(house.reader).export(HIS)
    assert [(row["kind"], row["voice"], row.get("reason")) for row in data["votes"]] == [
        ("accuse", "no", None),
        ("accuse", "yes", "own"),
    ]
    assert data["barred"] == [{"guild": 1}]


def traces(house: House) -> list[str]:
    """Return the database's files in which the name or the id still stands."""
    path = path_of(house)
    return [
        each.name
        for each in path.parent.glob(f"{path.name}*")
        for wanted in (NAME.encode(), HIS.to_bytes(8, "big"))
        if wanted in each.read_bytes()
    ]


@FILE
async def test_nothing_of_somebody_forgotten_is_left_in_any_file(house: House) -> None:
    """Neither in free pages nor in the write-ahead log, while the bot runs."""
    await know(house)
    await play(house, HOST)
    assert traces(house)
    await forget(house)
    assert traces(house) == []


@FILE
async def test_a_reader_delays_the_last_traces_and_no_move(house: House) -> None:
    """While a backup reads, the log cannot be cut off: it is with the next thing stored."""
    await know(house)
    with closing(sqlite3.connect(path_of(house))) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM users").fetchone()
        await forget(house)
        await play(house, HOST)
        assert traces(house)
        other.execute("COMMIT")
    await play(house, HOST)
    assert traces(house) == []

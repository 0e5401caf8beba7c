"""What counts for ratings, and what is stored with a game's last move.

See `experience.md` section 7.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import structs

from bot.db.changes import guild_change
from bot.db.records import ALWAYS, EVERYWHERE, Result
from bot.db.stats import StatsReader
from bot.records.ratings import (
    Ratings,
    Side,
    Skill,
    after_game,
    sides_of,
)
from bot.records.seasons import lately, parsed, season_of
from bot.tables.entries import End
from bot.tables.notes import Ended
from tests.records.games import away, finish, play, results
from tests.tables.harness import HOST, House, restored

BEN, CARLA, DAN = HOST + 1, HOST + 2, HOST + 3


async def rating(records: StatsReader, person: int, **fields: Any) -> Any:
    """Return a person's rating; in server 1 over all seasons if nothing else is said."""
    guild, season = fields.get("guild", 1), fields.get("season", ALWAYS)
    found = await records.ratings(fields.get("game", "count"), [guild], [season], [person])
    return found.get((guild, season, person))


async def test_game_counts_for_server_everywhere_season_and_all_time(
    house: House, records: StatsReader
) -> None:
    """Four boards a person, by openskill's figures."""
    table = await play(house, HOST)
    after = after_game((Side((0,), 1, True), Side((1,), 2, False)), {0: Skill(), 1: Skill()})
    season = season_of(house.clock.now())
    for guild in (1, EVERYWHERE):
        for when in (ALWAYS, season):
            won = await rating(records, HOST, guild=guild, season=when)
            lost = await rating(records, BEN, guild=guild, season=when)
            assert (won.mu, won.sigma, won.number) == (after[0].mu, after[0].sigma, 3)
            assert (lost.mu, lost.sigma, lost.number) == (after[1].mu, after[1].sigma, -2)
            assert (won.games, won.wins, won.streak) == (1, 1, 1)
            assert (lost.games, lost.wins, lost.streak) == (1, 0, 0)
    first, second = await results(house, table)
    assert (first.rating_before, first.rating_after) == (0.0, after[0].exact)
    assert (second.overall_before, second.overall_after) == (0.0, after[1].exact)
    assert (first.number, first.unrated, first.won) == (1, None, True)
    assert house.notes(Ended) == [Ended("won", (first, second))]


async def test_games_and_servers_have_ratings_of_their_own(
    house: House, records: StatsReader
) -> None:
    """A win elsewhere counts everywhere but not here; another game is another rating."""
    await play(house, HOST)
    await play(house, HOST, guild=2)
    assert (await rating(records, HOST)).games == 1
    assert (await rating(records, HOST, guild=2)).games == 1
    assert (await rating(records, HOST, guild=EVERYWHERE)).games == 2
    assert await rating(records, HOST, game="snap") is None


async def test_streak_ends_with_a_game_that_is_not_won(house: House, records: StatsReader) -> None:
    """Wins in a row are counted from nothing after every other result."""
    for winner, streak in ((HOST, 1), (HOST, 2), (BEN, 0), (HOST, 1)):
        await play(house, winner)
        assert (await rating(records, HOST)).streak == streak


async def test_new_season_begins_anew_and_all_time_stays(
    house: House, records: StatsReader
) -> None:
    """Seasons are calendar quarters; the board of all time goes on."""
    await play(house, HOST)
    before = season_of(house.clock.now())
    await house.wait(timedelta(days=100).total_seconds())
    await play(house, HOST)
    after = season_of(house.clock.now())
    assert before != after
    assert (await rating(records, HOST, season=before)).games == 1
    assert (await rating(records, HOST, season=after)).games == 1
    assert (await rating(records, HOST)).games == 2


async def test_game_begun_with_a_house_player_is_unrated(
    house: House, records: StatsReader
) -> None:
    """It says so at every seat, and nobody's rating is touched."""
    lobby = await house.lobby(house=1, chosen={"goal": 3})
    from bot.tables.entries import Start

    await house.do(lobby, Start(**house.press(HOST)))
    await house.seen(lobby)
    await finish(house, house.table(lobby), HOST)
    stored = await results(house, house.table(lobby))
    assert [result.unrated for result in stored] == ["house", "house"]
    assert await rating(records, HOST) is None


async def test_sixth_game_of_a_day_with_the_same_people_is_unrated(
    house: House, records: StatsReader
) -> None:
    """Five a UTC day, whichever game and server; others may still be played against."""
    for _ in range(5):
        stored = await results(house, await play(house, HOST))
        assert [result.unrated for result in stored] == [None, None]
    stored = await results(house, await play(house, HOST, guild=2))
    assert [result.unrated for result in stored] == ["often", "often"]
    assert (await rating(records, HOST)).games == 5
    with_a_third = await results(house, await play(house, HOST, people=3))
    assert {result.unrated for result in with_a_third} == {None}
    await house.wait(timedelta(days=1).total_seconds())
    assert {result.unrated for result in await results(house, await play(house, BEN))} == {None}


async def test_five_games_a_day_are_counted_by_the_people_not_by_one_of_them(
    house: House, records: StatsReader
) -> None:
    """Whoever of them the game did not count for: not the first, not any other."""
    for _ in range(7):
        table = await house.playing(3, chosen={"goal": 3})
        live = house.tables._live[table.id]
        substitutes = [structs.replace(live.table.seats[0], substitute=True)]
        live.known = structs.replace(live.table, seats=(*substitutes, *live.table.seats[1:]))
        await finish(house, table, BEN)
        last = await results(house, table)
    assert [result.unrated for result in last] == ["substitute", "often", "often"]
    assert (await rating(records, BEN)).games == 5


async def test_server_without_ratings_says_so(house: House, records: StatsReader) -> None:
    """With the setting `rated` off games are played, counted and not rated."""
    await house.store.commit(guild_change(1, {"rated": False}))
    stored = await results(house, await play(house, HOST))
    assert {result.unrated for result in stored} == {"server"}
    assert await rating(records, HOST) is None


async def test_seat_that_ends_under_a_stand_in_comes_last(
    house: House, records: StatsReader
) -> None:
    """Who is away at the end loses to everybody who stayed, whatever the cards say."""
    table = await house.playing(3, chosen={"goal": 3})
    away(house, table, 1)
    await finish(house, table, CARLA)
    stored = await results(house, table)
    assert [(result.place, result.left) for result in stored] == [
        (2, False),
        (3, True),
        (1, False),
    ]
    assert (await rating(records, BEN)).number < (await rating(records, HOST)).number


async def test_win_of_a_stand_in_is_nobodys(house: House, records: StatsReader) -> None:
    """The seat that went out first was left: it is last and has not won."""
    table = await house.playing(2, chosen={"goal": 3})
    away(house, table, 1)
    if house.on_turn(table) == HOST:
        await house.acted(table, HOST, "A")
    await house.seen(table)
    await house.wait(5)
    await house.pending(table, HOST, "C")
    await house.wait(1)
    await finish(house, table, BEN)
    stored = await results(house, table)
    outcome = house.table(table).outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    assert [(result.place, result.won) for result in stored] == [(1, False), (2, False)]
    assert (await rating(records, HOST)).number > 0 > (await rating(records, BEN)).number
    assert (await rating(records, BEN)).wins == 0


async def test_partner_of_a_leaver_is_not_rated(house: House, records: StatsReader) -> None:
    """The pair comes last; only who left pays for it."""
    table = await house.playing(4, chosen={"goal": 3, "partners": True})
    away(house, table, 1)
    await finish(house, table, DAN)
    stored = await results(house, table)
    assert [result.unrated for result in stored] == [None, None, None, "partner"]
    assert await rating(records, DAN) is None
    assert (await rating(records, BEN)).number < 0 < (await rating(records, HOST)).number
    skills = dict.fromkeys(range(4), Skill())
    after = after_game((Side((0, 2), 1, False), Side((1, 3), 2, False)), skills)
    assert (await rating(records, HOST)).mu == after[0].mu


async def test_partners_are_rated_as_a_team(house: House, records: StatsReader) -> None:
    """Both partners win what one of them wins."""
    await play(house, HOST, people=4, chosen={"partners": True})
    numbers = [(await rating(records, person)).mu for person in (HOST, BEN, CARLA, DAN)]
    assert numbers[1] == numbers[3]
    after = after_game(
        (Side((0, 2), 1, True), Side((1, 3), 2, False)), dict.fromkeys(range(4), Skill())
    )
    assert numbers[1] == after[1].mu


async def test_game_ended_by_a_moderator_counts_for_nobody(
    house: House, records: StatsReader
) -> None:
    """No outcome, no results, no ratings."""
    table = await house.playing(2)
    await house.do(table, End(**house.press(900, moderator=True)))
    assert await results(house, table) == ()
    assert await rating(records, HOST) is None


async def test_games_that_end_together_are_rated_one_after_the_other(
    house: House, records: StatsReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two last moves at one moment: neither rating is lost."""
    tables = [await house.playing(2, chosen={"goal": 3}) for _ in range(2)]
    for table in tables:
        for _ in range(2):
            while house.on_turn(table) != HOST:
                await house.acted(table, BEN, "A")
            await house.acted(table, HOST, "B")
    rate, read = Ratings.rate, []

    async def noted(ratings: Ratings, results: tuple[Result, ...]) -> Any:
        read.append(results[0].table)
        return await rate(ratings, results)

    monkeypatch.setattr(Ratings, "rate", noted)
    await asyncio.gather(*(house.acted(table, HOST, "B") for table in tables))
    assert len(read) == 2, "neither was rated again for want of the other's rating"
    assert (await rating(records, HOST)).games == 2
    numbers = [(await results(house, table))[0].number for table in tables]
    assert sorted(number for number in numbers if number is not None) == [1, 2]


async def test_another_process_cannot_count_a_game_twice(url: str, house: House) -> None:
    """A rating made from figures that somebody else has changed since is refused and made anew."""
    table = await house.playing(2, chosen={"goal": 3})
    other = House(url, rater=lambda reader: Ratings(StatsReader(reader)))
    other.clock = house.clock
    await restored(other.tables)
    for _ in range(2):
        while house.on_turn(table) != HOST:
            await house.acted(table, BEN, "A")
        await house.acted(table, HOST, "B")
    await house.acted(table, HOST, "B")
    stored = await results(house, table)
    await other.act(table, HOST, "B")
    assert await results(house, table) == stored
    await other.close()


def result(seat: int, **fields: Any) -> Result:
    """Return a result."""
    values: dict[str, Any] = {
        "table": 1,
        "seat": seat,
        "guild": 1,
        "game": "count",
        "person": 10 + seat,
        "house": None,
        "place": seat + 1,
        "won": seat == 0,
        "unrated": None,
        "ended": datetime(2026, 1, 1, tzinfo=UTC),
        "team": seat,
        **fields,
    }
    return Result(**values)


def test_sides_that_left_share_the_last_place() -> None:
    """Two leavers are equal behind everybody who stayed."""
    sides = sides_of([result(0, left=True), result(1), result(2, left=True), result(3)])
    assert [side.place for side in sides] == [3, 1, 3, 2]


@pytest.mark.parametrize(
    ("month", "day", "season"),
    [(1, 1, "2026-Q1"), (3, 31, "2026-Q1"), (4, 1, "2026-Q2"), (12, 31, "2026-Q4")],
)
def test_seasons_are_calendar_quarters(month: int, day: int, season: str) -> None:
    """The quarter of UTC counts."""
    assert season_of(datetime(2026, month, day, 23, 59, tzinfo=UTC)) == season


def test_seasons_can_be_typed_in_any_case() -> None:
    """What is no season is refused; the last ones are offered newest first."""
    offered = lately(datetime(2026, 6, 1, tzinfo=UTC), 8)
    assert parsed(" 2026-q2 ", offered) == "2026-Q2"
    assert parsed("always", offered) == ALWAYS
    for other in ("2026-Q5", "2026-Q3", "9999-Q1", "٢٠٢٦-Q2", "2026-Q²", "0000-Q1"):
        assert parsed(other, offered) is None, other
    assert lately(datetime(2026, 1, 5, tzinfo=UTC), 3) == ("2026-Q1", "2025-Q4", "2025-Q3")

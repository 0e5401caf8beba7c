"""The leaderboard: places, ties, and that it counts what was played (section 7)."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.db.changes import person_change
from bot.db.values import Person, Score
from bot.records.leaderboard import leaderboard, ranked
from bot.tables.entries import End
from tests.tables.harness import HOST, House


def score(person: int, wins: int, games: int) -> Score:
    """Return a score."""
    return Score(person=person, wins=wins, games=games)


def test_ties_share_a_place_and_the_next_ones_are_skipped() -> None:
    """Most wins first, then the fewer games; equals share a place: 1, 1, 3."""
    standings = ranked([score(4, 2, 5), score(3, 5, 9), score(1, 5, 9), score(2, 5, 10)], {1: "A"})

    assert [(line.place, line.person) for line in standings] == [(1, 1), (1, 3), (3, 2), (4, 4)]
    assert [line.name for line in standings] == ["A", "", "", ""]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=12), st.randoms())
def test_the_order_never_depends_on_the_order_read(
    pairs: list[tuple[int, int]], chance: object
) -> None:
    """However the database answers, the page is the same."""
    scores = [score(person, wins, wins + lost) for person, (wins, lost) in enumerate(pairs)]
    shuffled = list(scores)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis' Random

    standings = ranked(scores, {})
    assert ranked(shuffled, {}) == standings
    for line in standings:
        better = [
            other for other in standings if (-other.wins, other.games) < (-line.wins, line.games)
        ]
        assert line.place == 1 + len(better)


async def play(house: House, winner: int, **fields: Any) -> None:
    """Let somebody win a game of two people."""
    table = await house.playing(2, chosen={"goal": 3}, **fields)
    while house.table(table).status == "playing":
        person = house.on_turn(table)
        await house.acted(table, person, "B" if person == winner else "A")


async def test_finished_games_are_counted_per_server(house: House) -> None:
    """Wins and games come from results; a game ended by a moderator counts for nobody."""
    for winner in (HOST, HOST, HOST + 1):
        await play(house, winner)
    await play(house, HOST, guild=2)
    ended = await house.playing(2)
    await house.do(ended, End(**house.press(900, moderator=True)))
    await house.store.commit(person_change(Person(person=HOST, guild=1, name="Ana")))

    here = await leaderboard(house.reader, "count", 1)
    assert [(line.place, line.name, line.wins, line.games) for line in here] == [
        (1, "Ana", 2, 3),
        (2, "", 1, 3),
    ]
    everywhere = await leaderboard(house.reader, "count", None)
    assert [(line.person, line.wins, line.games) for line in everywhere] == [
        (HOST, 3, 4),
        (HOST + 1, 1, 4),
    ]
    assert await leaderboard(house.reader, "snap", 1) == ()

"""Pictures of what comes after games, from the real page: `python -m scripts.records`.

The leaderboard with its chart, somebody's statistics, and a replay, at the size of a phone, in
English and Spanish.
"""

import asyncio
import math
from datetime import timedelta
from random import Random

from playwright.async_api import Browser

from bot.db.changes import Change, names_change, ratings_change, results_change, table_change
from bot.db.values import Rating, Result, Seat, TableRecord
from bot.tables.values import Table
from engine.api import Outcome
from engine.games import GAMES
from scripts.stage import EN, ES, SEED, Mode, Stage, run, shoot
from tests.browser import PHONE

OTHERS = (
    "Bea",
    "Carlos",
    "Dilan",
    "Elif",
    "Farid",
    "Greta",
    "Hugo",
    "Ines",
    "Jonas",
    "Kira",
    "Leo",
)
FIRST_TABLE = 1_000
TALL = (PHONE[0], 1_000)
STEPS = 9
"""How far the replay is gone through."""


async def fill(on: Stage) -> None:
    """Store a season of ratings, and the games by which Ana and Ben came to theirs."""
    app, guild, key = on.app, on.guild.id, GAMES[0].key
    ana, ben = on.people[0], on.people[1]
    people = {ana.id: ana.name, ben.id: ben.name}
    people |= {9_000 + at: name for at, name in enumerate(OTHERS)}
    ratings = [
        Rating(
            guild=guild, game=key, season="", person=person, mu=25.0, sigma=3.0,
            number=21 - at - at % 2, games=9 + 7 * at % 31, wins=4 + at % 5, streak=at % 3,
        )
        for at, person in enumerate(people)
    ]  # fmt: skip
    await app.store.commit(ratings_change(ratings) + names_change(guild, people))
    for game, count in zip(GAMES, (24, 11, 6), strict=False):
        for number in range(count):
            await app.store.commit(_game(on, game.key, number))


def _game(on: Stage, key: str, number: int) -> Change:
    """Return the writes of one old game of Ana and Ben."""
    at = FIRST_TABLE + 100 * [game.key for game in GAMES].index(key) + number
    ended = on.app.kit.clock.now() - timedelta(days=30 - number)
    seats = tuple(
        Seat(index=seat, person=person.id, name=person.name)
        for seat, person in enumerate(on.people[:2])
    )
    won = (number + at) % 3 != 0
    table = TableRecord(
        id=at, game=key, chosen={}, options={}, pace="live", level="easy", guild=on.guild.id,
        channel=1, status="ended", host=1, seats=seats, created=ended, ended=ended,
        outcome=Outcome("won", (0 if won else 1,), (1, 2) if won else (2, 1)), end_reason="won",
    )  # fmt: skip
    rating = 8 * (1 - math.exp(-number / 5)) + 3 * math.sin(number / 2 + at / 100)
    results = tuple(
        Result(
            table=at, seat=seat.index, guild=on.guild.id, game=key, person=seat.person, house=None,
            place=1 if (seat.index == 0) == won else 2, won=(seat.index == 0) == won, unrated=None,
            ended=ended, team=seat.index, number=number + 100, rating_before=rating,
            rating_after=rating + 1, overall_before=rating, overall_after=rating + 1,
        )
        for seat in seats
    )  # fmt: skip
    return table_change(None, table) + results_change(results)


async def finished(on: Stage) -> Table:
    """Play a whole game and return its table."""
    table, _ = await on.play(GAMES[0].key)
    chance = Random(SEED)
    while (now := on.app.tables.get(table.id)) is not None and now.status == "playing":
        await on.act(now, chance)
    assert now is not None
    return now


async def take(browser: Browser, on: Stage, mode: Mode, theme: str) -> None:
    """Take all pictures in one language."""
    table = await finished(on)
    await fill(on)
    ana, key = on.people[0], GAMES[0].key

    async def one(name: str, command: str, **options: object) -> None:
        room = on.sandbox.world.add_channel(on.guild, name)
        answer = await (await ana.slash(room.id, command, **options)).settled()
        if command == "replay" and answer is not None:
            for _ in range(STEPS):
                controls = [each.custom_id or "" for each in ana.message(answer.id).controls]
                await ana.press(answer.id, controls[2])
        url = f"{on.sandbox.base_url}/#/{ana.id}/{room.id}"
        await shoot(browser, url, f"records-{name}{mode.suffix}", TALL, theme)

    await one("leaderboard", "leaderboard", game=key, chart=True)
    await one("stats", "stats")
    await one("history", "history")
    await one("replay", "replay", table=str(table.id))


if __name__ == "__main__":
    asyncio.run(run(take, (EN, ES), __doc__))

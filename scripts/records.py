"""Pictures of what comes after games, from the real page: `python -m scripts.records`.

The leaderboard with its chart, somebody's statistics, and a replay, at the size of a phone, in
English and Spanish.
"""

import asyncio
import itertools
from datetime import timedelta
from random import Random

from msgspec import structs
from playwright.async_api import Browser

from bot.db.changes import names_change, results_change, table_change
from bot.db.records import Seat
from bot.db.stats import RecordReader
from bot.records.ratings import Ratings
from bot.tables.model import Table
from bot.tables.step import results
from engine.api import AnyGame, Outcome
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
GAMES_PLAYED = 120, 60, 40
SEASON = timedelta(days=40)
TALL = (PHONE[0], 1_000)
STEPS = 9
"""How far the replay is gone through."""


async def fill(on: Stage) -> None:
    """Store a season of games that the bot itself rates; Ana sits at every other table."""
    app, chance = on.app, Random(SEED)
    ana, ben = on.people[0], on.people[1]
    people = {ana.id: ana.name, ben.id: ben.name}
    people |= {9_000 + at: name for at, name in enumerate(OTHERS)}
    await app.store.commit(names_change(on.guild.id, people))
    ratings = Ratings(RecordReader(app.reader))
    numbers = itertools.count(FIRST_TABLE)
    for game, count in zip(GAMES, GAMES_PLAYED, strict=True):
        for played in range(count):
            some = chance.sample(list(people), game.seat_counts[0])
            if played % 2 and ana.id not in some:
                some[0] = ana.id
            table = _ended(on, game, next(numbers), some, people, chance)
            ended = app.kit.clock.now() - SEASON * (1 - played / count)
            table = structs.replace(table, created=ended, ended=ended)
            assert table.outcome is not None
            rated = await ratings.rate(results(game, table, table.outcome, ended))
            stored = table_change(None, table) + results_change(rated.results)
            await app.store.commit(stored + rated.change)


def _ended(
    on: Stage, game: AnyGame, number: int, some: list[int], people: dict[int, str], chance: Random
) -> Table:
    """Return a table that has ended; the earlier somebody stands in the list, the better."""
    order = list(people)
    luck = [order.index(person) + chance.gauss(0, 5) for person in some]
    places = tuple(1 + sorted(luck).index(each) for each in luck)
    seats = tuple(
        Seat(index=at, person=person, name=people[person]) for at, person in enumerate(some)
    )
    options = game.settle(len(some), {})
    return Table(
        id=number, game=game.key, chosen={}, options=options, pace="live", level="easy",
        guild=on.guild.id, channel=1, status="ended", host=some[0], seats=seats,
        created=on.app.kit.clock.now(), outcome=Outcome("won", (places.index(1),), places),
        end_reason="won",
    )  # fmt: skip


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

"""Letters, news and claims of several processes, as a PostgreSQL keeps them."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.db.changes import message_change, table_change
from bot.db.engines import lasting_engine, sharing_engine
from bot.db.inbox import InboxRows, Letter
from bot.db.listening import listen
from bot.db.records import MessageRecord
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from tests.db import values
from tests.postgresql import Databases

BOUND = 60.0


@dataclass
class Shared:
    """A database, and two processes that share it."""

    url: str
    engine: AsyncEngine
    one: InboxRows
    two: InboxRows

    async def do(self, statement: str) -> None:
        """Change what is stored."""
        async with self.engine.begin() as connection:
            await connection.execute(text(statement))

    async def count(self, table: str) -> int:
        """Return how many rows there are."""
        async with self.engine.connect() as connection:
            return int(
                (await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one()
            )


@pytest.fixture
async def shared(server: Databases) -> AsyncIterator[Shared]:
    """Return two processes on an empty database."""
    url = server.empty()
    engine = sharing_engine(url)
    yield Shared(url, engine, InboxRows(engine, "one"), InboxRows(engine, "two"))
    await engine.dispose()


def letter(key: str | None = None) -> Letter:
    """Return a press."""
    return Letter(kind="INTERACTION_CREATE", key=key, stamp=1.5, about=7, token="secret", data={})


async def numbers(
    rows: InboxRows, *shards: int, but: tuple[int, ...] = (), most: int = 9
) -> list[int]:
    """Return the letters that wait, by their number."""
    return [each.id for each in await rows.waiting(shards, but, most)]


async def test_owner_is_given_the_oldest_letters_of_its_own_shards(shared: Shared) -> None:
    """In the order they came, some of them, those in hand left out."""
    for shard in (0, 1, 0, 0):
        await shared.one.put([(shard, letter())])
    first, other, second, third = await numbers(shared.two, 0, 1)
    assert await numbers(shared.two, 0) == [first, second, third]
    assert await numbers(shared.two, 1) == [other]
    assert await numbers(shared.two, 0, but=(first,), most=1) == [second]
    assert await numbers(shared.two) == []


async def test_press_is_put_once_and_a_reaction_as_often_as_it_comes(shared: Shared) -> None:
    """One with a key that is there already is left as it stands."""
    for key in ("i1", "i1", None, None, "i2"):
        await shared.one.put([(0, letter(key))])
    waiting = await shared.two.waiting((0,), (), 9)
    assert [each.key for each in waiting] == ["i1", None, None, "i2"]
    assert len({each.name for each in waiting}) == 4


async def test_letter_that_is_too_old_is_nobodys_and_erased(shared: Shared) -> None:
    """Its token answers no more; the younger ones stay."""
    for _ in range(2):
        await shared.one.put([(0, letter())])
    old, young = await numbers(shared.two, 0)
    await shared.do(f"UPDATE inbox SET made = made - interval '15 minutes' WHERE id = {old}")
    assert await numbers(shared.two, 0) == [young]
    age = await shared.two.age()
    assert age is not None
    assert age > 15 * 60
    await shared.two.sweep()
    assert await shared.count("inbox") == 1
    await shared.two.done([young])
    assert await shared.two.age() is None


async def test_news_are_those_of_others_and_kept_for_a_while(shared: Shared) -> None:
    """Nobody hears himself."""
    await shared.one.tell("erased", 5)
    await shared.two.tell("prefers", 6)
    assert [(each.kind, each.about) for each in await shared.two.news()] == [("erased", 5)]
    assert [(each.kind, each.about) for each in await shared.one.news()] == [("prefers", 6)]
    await shared.do("UPDATE news SET made = made - interval '2 minutes' WHERE about = 5")
    await shared.one.sweep()
    assert await shared.two.news() == []
    assert await shared.count("news") == 1


@pytest.mark.parametrize("what", ["letter", "news"])
async def test_whatever_is_put_is_announced_with_it(shared: Shared, what: str) -> None:
    """The other one need not wait for its next look."""
    heard = asyncio.Event()
    engine = lasting_engine(shared.url)
    listening = asyncio.ensure_future(listen(engine, heard.set))
    async with asyncio.timeout(BOUND):
        await heard.wait()  # it may have missed some before
        heard.clear()
        await (shared.one.put([(0, letter())]) if what == "letter" else shared.one.tell("x", 1))
        await heard.wait()
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    await engine.dispose()


async def test_of_several_claims_at_once_one_is_had(shared: Shared) -> None:
    """Until its time is over, or it is taken back by whoever has it."""
    claims = [rows.claim("shared", 5, 30.0) for rows in (shared.one, shared.two) * 3]
    left = sorted(await asyncio.gather(*claims))
    assert left[0] == 0
    assert all(0 < each <= 30 for each in left[1:])
    assert await shared.count("news") == 1
    assert await shared.one.claim("shared", 6, 30.0) == 0
    assert await shared.one.claim("other", 5, 30.0) == 0
    await shared.do("UPDATE news SET made = made - interval '31 seconds'")
    assert await shared.two.claim("shared", 5, 30.0) == 0
    await shared.one.unclaim("shared", 5)
    assert await shared.one.claim("shared", 5, 30.0) > 0, "what another has is not given back"
    await shared.two.unclaim("shared", 5)
    await shared.one.unclaim("shared", 5)
    assert await shared.one.claim("shared", 5, 30.0) == 0


async def test_tables_are_found_by_number_person_and_hand(shared: Shared) -> None:
    """Those that are open, of whichever process; a hand's message alone leads to its table."""
    store = Store(writing_engine(shared.url))
    for number, status in ((1, "playing"), (2, "lobby"), (3, "ended")):
        await store.commit(
            table_change(None, values.table(number, guild=number << 22, status=status))
        )
    for message, kind in ((50, "hand"), (51, "table")):
        record = MessageRecord(table=1, message=message, channel=9, kind=kind)  # type: ignore[arg-type]  # one of them
        await store.commit(message_change(record))
    await store.close()
    ana = values.table().seats[0].person
    assert ana is not None
    assert await shared.one.seats(ana) == [(1, 1 << 22), (2, 2 << 22)]
    assert await shared.one.seats(ana + 1) == []
    assert [await shared.one.place(number) for number in (3, 4)] == [(3 << 22,), None]
    assert await shared.one.hand(50) == (1, 1 << 22)
    assert await shared.one.hand(51) is None


async def test_letter_tells_nothing_of_what_was_pressed_in_a_log() -> None:
    """Neither its token nor what it says."""
    assert repr(letter("i1")) == "<Letter 0 INTERACTION_CREATE table 7>"

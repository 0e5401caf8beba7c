"""Letters between two processes on a PostgreSQL, and how an operator sees them wait."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

import pytest
import pytest_asyncio
from msgspec import structs

from bot.cluster.leases import Leases
from bot.cluster.post import AT_ONCE, IN_HAND, YOUNG, Post
from bot.db.changes import table_change
from bot.db.engines import Server, sharing_engine
from bot.db.errors import StorageError
from bot.db.inbox import InboxRows, Letter, News
from bot.db.leases import LeaseRows
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from tests.db import values
from tests.postgresql import Databases

SHARDS = 2
BOUND = 60.0
OTHERS = 1 << 22
"""A server of shard 1."""
TABLE = 7


@dataclass
class Process:
    """One process' post, and what it has received."""

    post: Post
    leases: Leases
    rows: InboxRows
    received: list[Letter] = field(default_factory=list)
    answered: list[None] = field(default_factory=list)
    heard: list[News] = field(default_factory=list)

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(BOUND):
            while not so():  # noqa: ASYNC110 - a test looks from outside
                await asyncio.sleep(0.01)


async def _gained(shards: tuple[int, ...]) -> None:
    """Take over nothing: nobody dies here."""


@pytest_asyncio.fixture
async def two(server: Databases) -> AsyncIterator[tuple[Process, Process]]:
    """Return who has shard 0 and who has shard 1 with a table there; both send and receive."""
    url = server.empty()
    engine = sharing_engine(url, Server(timeout=BOUND))
    store = Store(writing_engine(url))
    await store.commit(table_change(None, values.table(TABLE, guild=OTHERS)))
    await store.close()
    made = []
    for shard in range(SHARDS):
        name = f"{SHARDS}:{shard}"
        leases = Leases(
            LeaseRows(engine, name),
            SHARDS,
            [shard],
            spare=False,
            gained=_gained,
            shared=lambda living: None,
        )
        assert await leases.join() == ()
        rows, received, answered = InboxRows(engine, name), list[Letter](), list[None]()
        heard = list[News]()
        post = Post(
            rows,
            leases,
            SHARDS,
            received.append,
            heard.append,
            lambda said=answered: said.append(None),  # type: ignore[misc]  # bound here
        )
        made.append(Process(post, leases, rows, received, answered, heard))
    yield made[0], made[1]
    for each in made:
        await each.post.close()
        await each.leases.give((), 0.0)
    await engine.dispose()


def letter(number: int) -> Letter:
    """Return what came as the press of that number."""
    return Letter(
        kind="INTERACTION_CREATE",
        key=f"i{number}",
        stamp=float(number),
        about=0,
        token="secret",
        data={"id": str(number)},
    )


def send(process: Process, number: int) -> None:
    """Send a letter about the table."""
    process.post.send(letter(number), lambda: process.post.place(TABLE))


async def test_oldest_letter_that_waits_is_seen_by_every_process(
    two: tuple[Process, Process],
) -> None:
    """As long as it is not answered, whoever owns it; then what was answered is counted."""
    first, second = two
    first.post.begin()
    send(first, 1)
    await first.until(lambda: first.post.age > 0)
    age = first.post.age
    assert second.post.age == 0  # nobody has looked yet
    second.post.begin()
    await first.until(lambda: len(second.received) == 1 and second.post.age >= age)
    await first.until(lambda: first.post.age > age)
    second.post.done(second.received[0].id)
    await first.until(lambda: first.post.age == 0 and second.post.age == 0)
    assert (len(first.answered), len(second.answered)) == (0, 1)


async def test_letter_put_though_nobody_heard_so_arrives_once(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost in the COMMIT: its maker reads no refusal of what is done."""
    first, second = two
    put, tries, lost = first.rows.put, list[None](), list[None]()

    async def unheard(letters: Iterable[tuple[int, Letter]]) -> None:
        await put(letters)
        tries.append(None)
        if len(tries) == 1:
            raise StorageError("the connection was lost")

    monkeypatch.setattr(first.rows, "put", unheard)
    second.post.begin()
    place = partial(first.post.place, TABLE)
    first.post.send(letter(1), place, lost=lambda: lost.append(None))
    send(first, 2)
    await first.until(lambda: len(second.received) == 2)
    assert [each.key for each in second.received] == ["i1", "i2"]
    assert (len(tries), lost) == (3, [])


async def test_reaction_that_cannot_be_put_is_lost_at_once(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a key it might be put twice; what was sent behind it still arrives."""
    first, second = two
    put, lost, tries = first.rows.put, list[None](), list[None]()

    async def failing(letters: Iterable[tuple[int, Letter]]) -> None:
        [(shard, sent)] = letters
        if sent.key is None:
            tries.append(None)
            raise StorageError("the connection was lost")
        await put([(shard, sent)])

    monkeypatch.setattr(first.rows, "put", failing)
    second.post.begin()
    reaction = structs.replace(letter(1), key=None)
    first.post.send(reaction, partial(first.post.place, TABLE), lost=lambda: lost.append(None))
    send(first, 2)
    await first.until(lambda: len(second.received) == 1)
    assert ([each.key for each in second.received], lost, tries) == (["i2"], [None], [None])


async def test_letter_about_ones_own_table_or_none_stays_here(
    two: tuple[Process, Process],
) -> None:
    """Its sender does it, or says that there is no such table; another's leaves, and says so."""
    first, second = two
    what = list[str]()

    def sent(number: int, found: tuple[int, int | None] | None) -> None:
        async def find() -> tuple[int, int | None] | None:
            return found

        own, leaving = f"{number} own", f"{number} leaves"
        first.post.send(
            letter(number), find, lambda: what.append(own), lambda: what.append(leaving)
        )

    second.post.begin()
    first.post.begin()
    sent(1, (TABLE + 1, None))
    sent(2, None)
    sent(3, (TABLE, OTHERS))
    await first.until(lambda: len(second.received) == 1)
    assert what == ["1 own", "2 own", "3 leaves"]
    assert [(each.key, each.about) for each in second.received] == [("i3", TABLE)]
    assert first.received == []


async def test_letters_wait_until_the_tables_of_a_shard_are_back(
    two: tuple[Process, Process],
) -> None:
    """Of one that was just taken over; then they are done as they came."""
    first, second = two
    second.leases.coming = frozenset({1})
    second.post.begin()
    await first.rows.put([(1, letter(1)), (0, letter(2))])
    second.leases.held[0] = 1  # for a look that finds something, after which there was one
    await first.until(lambda: len(second.received) == 1)
    assert [each.key for each in second.received] == ["i2"]
    second.leases.coming = frozenset()
    second.post.announced()
    await first.until(lambda: len(second.received) == 2)
    del second.leases.held[0]


async def test_more_letters_than_are_taken_in_at_once_need_no_second_announcement(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner goes on by itself."""
    first, second = two
    monkeypatch.setattr("bot.cluster.post.LOOK", 3_600.0)
    await first.rows.put([(1, letter(number)) for number in range(2 * AT_ONCE + 1)])
    second.post.begin()
    second.post.announced()
    await first.until(lambda: len(second.received) == 2 * AT_ONCE + 1)


async def test_news_are_heard_once_by_whoever_was_there(two: tuple[Process, Process]) -> None:
    """What was told before a process began is old; each look finds the news of a minute again."""
    first, second = two
    await first.rows.tell("old", 1)
    second.post.begin()
    send(first, 1)
    await first.until(lambda: len(second.received) == 1)
    first.post.tell("new", 2)
    await first.until(lambda: bool(second.heard))
    for number in (2, 3):
        send(first, number)
        await first.until(lambda number=number: len(second.received) == number)  # type: ignore[misc]  # bound here
    assert [(each.kind, each.about) for each in second.heard] == [("new", 2)]


async def test_news_that_cannot_be_told_are_told_later(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the database takes them."""
    first, second = two
    tell, tries = first.rows.tell, list[None]()

    async def failing(kind: str, about: int) -> None:
        tries.append(None)
        if len(tries) == 1:
            raise StorageError("the server is away")
        await tell(kind, about)

    monkeypatch.setattr(first.rows, "tell", failing)
    monkeypatch.setattr("bot.cluster.post.LOOK", 0.01)
    second.post.begin()
    send(first, 1)
    await first.until(lambda: len(second.received) == 1)
    first.post.tell("erased", 5)
    await first.until(lambda: bool(second.heard))
    assert len(tries) == 2


async def test_what_is_on_its_way_leaves_before_the_end(two: tuple[Process, Process]) -> None:
    """Whoever stops has taken it in, and has let its maker wait for the other process."""
    first, second = two
    found = asyncio.Event()

    async def find() -> tuple[int, int | None] | None:
        await found.wait()
        return TABLE, OTHERS

    first.post.send(letter(1), find)
    closing = asyncio.ensure_future(first.post.close())
    await asyncio.sleep(0)
    found.set()
    await closing
    assert [each.key for each in await second.rows.waiting((1,), (), 9)] == ["i1"]


async def test_tables_of_other_processes_are_those_one_does_not_own(
    two: tuple[Process, Process],
) -> None:
    """A person's seat at the second one's table is elsewhere for the first."""
    first, second = two
    person = values.table().seats[0].person
    assert person is not None
    assert await first.post.seats(person) == (TABLE,)
    assert await second.post.seats(person) == ()


async def test_letter_is_erased_before_what_cannot_be_said_twice(
    two: tuple[Process, Process],
) -> None:
    """Should the process die while it says it, the next one finds nothing to do again."""
    first, second = two
    second.post.begin()
    send(first, 1)
    await first.until(lambda: len(second.received) == 1)
    await second.post.part(second.received[0].id)
    assert await first.rows.age() is None


async def test_hand_that_was_just_sent_is_looked_for_again(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may not be written down yet; one that is old is none."""
    first, _ = two
    asked = list[int]()

    async def hand(message: int) -> tuple[int, int | None] | None:
        asked.append(message)
        return (TABLE, OTHERS) if len(asked) == 3 else None

    monkeypatch.setattr("bot.cluster.post.AGAIN", 0.0)
    monkeypatch.setattr(first.rows, "hand", hand)
    assert await first.post.hand(60, YOUNG) is None
    assert await first.post.hand(60, 0.0) == (TABLE, OTHERS)
    assert asked == [60] * 3


async def test_letters_by_the_thousand_arrive_once_and_in_order(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that wait when their owner begins, more than it takes in hand, and those that come."""
    first, second = two
    total, waiting, hands = IN_HAND + 120, second.rows.waiting, list[int]()

    async def counted(shards: Collection[int], but: Collection[int], most: int) -> Sequence[Letter]:
        hands.append(len(but) + most)
        return await waiting(shards, but, most)

    monkeypatch.setattr(second.rows, "waiting", counted)
    many = [(1, structs.replace(letter(number), about=TABLE)) for number in range(total - 20)]
    await first.rows.put(many)
    second.post.begin()
    await first.until(lambda: len(second.received) == IN_HAND)
    for number in range(total - 20, total):
        send(first, number)
    for each in second.received[:IN_HAND]:
        second.post.done(each.id)
    await first.until(lambda: len(second.received) == total)
    for each in second.received[IN_HAND:]:
        second.post.done(each.id)
    await first.until(lambda: not second.post._answered)
    assert [each.key for each in second.received] == [f"i{number}" for number in range(total)]
    assert max(hands) == IN_HAND
    assert await first.rows.age() is None


async def test_what_one_may_do_once_in_a_while_is_counted_for_all(
    two: tuple[Process, Process],
) -> None:
    """Of two processes that are asked at once one says yes; what was not done does not count."""
    first, second = (each.rows for each in two)
    left = await asyncio.gather(*(each.claim("shared", 5, 60.0) for each in (first, second)))
    assert min(left) == 0 < max(left) <= 60
    assert await first.claim("shared", 6, 60.0) == 0
    assert await first.claim("other", 5, 60.0) == 0
    has, has_not = (first, second) if left[0] == 0 else (second, first)
    await has_not.unclaim("shared", 5)
    assert await has_not.claim("shared", 5, 60.0) > 0
    await has.unclaim("shared", 5)
    assert await second.claim("shared", 5, 60.0) == 0
    assert await first.claim("shared", 5, 60.0) > 0
    assert await first.claim("shared", 5, 0.0) == 0  # it was long enough ago


async def test_reaction_is_named_once_and_for_ever(server: Databases) -> None:
    """Read again it has the same name; none of another database has it, whose ids are the same.

    Actions are stored with it, and go along into a copy.
    """
    read: list[Letter] = []
    for stamp in (1_800_000_000.25, 1_800_000_001.5):
        engine = sharing_engine(server.empty(), Server(timeout=BOUND))
        rows = InboxRows(engine, "one")
        await rows.put(
            [(0, Letter(kind="MESSAGE_REACTION_ADD", stamp=stamp, about=TABLE, data={}))]
        )
        for _ in range(2):
            read += await rows.waiting([0], [], 10)
        await engine.dispose()
    first, again, other, _ = read
    assert first.id == other.id
    assert first.name == again.name != other.name

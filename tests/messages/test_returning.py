"""What waits for a table that is not back yet after a start, and in which order it is done."""

import asyncio
from collections.abc import Callable

import pytest

from bot.db.records import Whereabouts
from bot.messages.returning import Returning
from tests.messages.time import settle


def three() -> tuple[Returning, list[int]]:
    """Return tables 1 to 3, shown by messages 11 to 13, and those that are brought back first."""
    brought = list[int]()
    returning = Returning(brought.append)
    returning.expect(
        [
            Whereabouts(
                table=number,
                guild=number * 100,
                channels=frozenset({number * 10}),
                people=frozenset({number, 7}),
                seated=frozenset(),
                abandoned=False,
            )
            for number in (1, 2, 3)
        ],
        {11: 1, 12: 2, 13: 3, 19: 9},
    )
    return returning, brought


def test_what_waits_for_a_table_is_done_in_the_order_of_asking() -> None:
    """It is brought back once, by whoever touches it first; what is back waits for nothing."""
    returning, brought = three()
    done = list[str]()
    returning.wait(2, lambda: done.append("first"))
    returning.wait(2, lambda: done.append("second"))
    assert (brought, done) == ([2], [])
    assert (returning.at(12), returning.at(19), 2 in returning) == (2, None, True)
    returning.came(1)
    assert done == []
    returning.came(2)
    assert done == ["first", "second"]
    assert (returning.at(12), 2 in returning) == (None, False)
    returning.wait(2, lambda: done.append("third"))
    assert (brought, done) == ([2], ["first", "second", "third"])


@pytest.mark.parametrize(
    ("ask", "wanted"),
    [
        (lambda returning: returning.back(2, 9), [2]),
        (lambda returning: returning.back(channels=(10, 30, None)), [1, 3]),
        (lambda returning: returning.back(person=3), [3]),
        (lambda returning: returning.back(person=7), [1, 2, 3]),
        (lambda returning: returning.back(guild=200), [2]),
        (lambda returning: returning.back(guild=None), []),
    ],
    ids=["tables", "channels", "person", "people", "server", "nothing"],
)
async def test_whoever_asks_waits_for_the_tables_that_are_meant_alone(
    ask: Callable[[Returning], object], wanted: list[int]
) -> None:
    """Of a channel, of a person, of a server: each is brought back, and all are waited for."""
    returning, brought = three()
    asked = asyncio.ensure_future(ask(returning))  # type: ignore[call-overload]  # a coroutine
    await settle()
    assert brought == wanted
    for number in wanted:
        assert not asked.done()
        returning.came(number)
        await settle()
    assert asked.done()


async def test_whoever_waits_for_all_waits_until_nothing_else_comes_back() -> None:
    """Each comes in its turn, none before others; what waits for one that never came is done."""
    returning, brought = three()
    done = list[str]()
    everything = asyncio.ensure_future(returning.all_back())
    returning.wait(3, lambda: done.append("third"))
    returning.came(1)
    await settle()
    assert not everything.done()
    returning.over()
    await settle()
    assert everything.done()
    assert (brought, done, returning.at(12)) == ([3], ["third"], None)

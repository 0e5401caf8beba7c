"""What is shown where is written down with the next move, and again where that failed."""

import asyncio
from typing import Any

import pytest

from bot.db.changes import table_change
from bot.db.errors import Conflict, StorageError
from bot.db.messages import MessageReader
from bot.db.records import MessageRecord
from bot.messages.ledger import RETRY, Ledger
from tests.db import values
from tests.messages.time import HandTime, settle
from tests.storage import Kept

HAND = MessageRecord(table=1, message=60, channel=5, kind="hand", seat=0, person=7)


async def test_message_is_written_with_the_next_move(kept: Kept) -> None:
    """It costs no transaction of its own as long as moves are stored."""
    await kept.store.commit(table_change(None, values.table()))
    before = kept.store.batches
    Ledger(kept.store, HandTime()).keep(HAND)
    await settle()
    assert kept.store.batches == before
    await kept.store.commit(table_change(values.table(), values.table(ply=1)))
    assert kept.store.batches == before + 1
    assert await MessageReader(kept.reader).of(1) == (HAND,)


async def test_message_is_written_by_itself_where_nobody_moves(kept: Kept) -> None:
    """A second later; what was struck out meanwhile is gone."""
    await kept.store.commit(table_change(None, values.table()))
    ledger = Ledger(kept.store, HandTime())
    ledger.keep(HAND)
    async with asyncio.timeout(60):
        while await MessageReader(kept.reader).at(60) != HAND:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.05)
    ledger.strike(HAND)
    await kept.store.commit(table_change(values.table(), values.table(ply=1)))
    assert await MessageReader(kept.reader).at(60) is None


async def test_what_a_move_has_shown_is_written_with_the_next_move_alone() -> None:
    """It may be lost with the process, which costs one edit; anything else may not."""
    rides = list[bool]()

    class Rides:
        """Takes whatever rides."""

        def ride(self, change: Any, *, alone: bool) -> "asyncio.Future[None]":
            rides.append(alone)
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            done.set_result(None)
            return done

    store: Any = Rides()
    ledger = Ledger(store, HandTime())
    ledger.keep(HAND)
    ledger.note(HAND, moved=True)
    ledger.note(HAND, moved=False)
    ledger.strike(HAND)
    assert rides == [True, False, True, True]


async def test_forged_number_of_a_table_finds_nothing(kept: Kept) -> None:
    """A control may name any number of nineteen digits."""
    assert await MessageReader(kept.reader).of(10**19 - 1) == ()


@pytest.mark.parametrize(
    ("error", "rides"), [(StorageError("locked"), 2), (Conflict("no such table"), 1)]
)
async def test_what_could_not_be_stored_is_tried_again(error: StorageError, rides: int) -> None:
    """A locked database costs no knowledge of where a table is shown.

    What contradicts the database does so for ever, and is given up.
    """

    class Locked:
        """Takes what rides at the second time."""

        def __init__(self) -> None:
            self.ridden = 0

        def ride(self, change: Any, *, alone: bool) -> "asyncio.Future[None]":
            """Fail first."""
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.ridden += 1
            if self.ridden == 1:
                done.set_exception(error)
            else:
                done.set_result(None)
            return done

    store: Any = Locked()
    time = HandTime()
    Ledger(store, time).keep(HAND)
    await time.advance(RETRY + 1)
    assert store.ridden == rides
    await time.advance(60)
    assert store.ridden == rides


async def test_what_is_tried_again_never_comes_after_what_is_newer(kept: Kept) -> None:
    """A hand struck out meanwhile, whose person was forgotten say, does not come back."""
    await kept.store.commit(table_change(None, values.table()))
    time, rides, ride = HandTime(), list[Any](), kept.store.ride

    def failing(change: Any, *, alone: bool = True) -> "asyncio.Future[None]":
        rides.append(change)
        if len(rides) > 1:
            return ride(change, alone=alone)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_exception(StorageError("locked"))
        return done

    kept.store.ride = failing  # type: ignore[method-assign]  # the first one alone
    ledger = Ledger(kept.store, time)
    ledger.keep(HAND)
    await settle()
    ledger.strike(HAND)
    await kept.store.commit(table_change(values.table(), values.table(ply=1)))
    await time.advance(RETRY + 1)
    await kept.store.commit(table_change(values.table(ply=1), values.table(ply=2)))
    assert await MessageReader(kept.reader).at(60) is None
    assert len(rides) == 2

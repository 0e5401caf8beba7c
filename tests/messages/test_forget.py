"""Forgetting somebody: what of a game stays on the screens that person has."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.db.changes import Change
from bot.db.errors import StorageError
from bot.db.records import MessageRecord, Share
from bot.messages.forget import Erasure
from bot.tables.entries import Entry, Erase
from bot.tables.replies import Answer, Refusal, TableReason
from bot.ui.elements.screen import plain
from tests.messages.stage import CHANNEL, Ledger, Refused, Stage, dm

BEN = 101


class Unwritten(Ledger):
    """The hands have come a moment ago: the database knows none of them yet."""

    async def of_person(self, person: int) -> tuple[MessageRecord, ...]:
        """Return nothing."""
        return ()


class Stored:
    """A database that knows nothing of anybody but the table."""

    committed = 0

    async def tables(self, person: int) -> tuple[int, ...]:
        """Return where the person sits."""
        return ()

    async def shares(self, person: int) -> tuple[Share, ...]:
        """Return nothing."""
        return ()

    async def forgetting(self, person: int, tables: tuple[int, ...]) -> Change | None:
        """Return nothing to change."""
        return None

    async def commit(self, change: Change | None) -> None:
        """Take it."""
        self.committed += 1

    async def redraw(self, shares: tuple[Share, ...]) -> None:
        """Have no posts."""


async def test_who_a_table_still_names_is_not_forgotten_yet() -> None:
    """What a table could not store it would write down again: nothing is taken for done."""
    stage = Stage(Unwritten())
    await stage.deal()
    asked: list[Entry] = []

    def refused(table: int, entry: Entry) -> "asyncio.Future[Answer]":
        asked.append(entry)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        answer.set_result(Refusal(TableReason.STORAGE))
        return answer

    stage.view.deps.tables.submit = refused  # type: ignore[method-assign]  # the database is away
    parts = cast(Any, Stored())
    people = cast(Any, SimpleNamespace(forget=lambda person: None))
    erasure = Erasure(stage.view.deps, stage.registry, people, parts, parts, parts)
    with pytest.raises(StorageError):
        await erasure.forget(BEN)
    assert asked == [Erase(BEN)]
    assert parts.committed == 0


async def test_hand_that_is_not_written_down_yet_is_closed_and_struck_out() -> None:
    """Its cards and controls go, and no row is left that names the person."""
    stage = Stage(Unwritten())
    await stage.deal()
    [hand] = stage.wire.at(dm(BEN))
    assert stage.wire.there[hand][1].buttons()
    parts = cast(Any, Stored())
    people = cast(Any, SimpleNamespace(forget=lambda person: None))
    await Erasure(stage.view.deps, stage.registry, people, parts, parts, parts).forget(BEN)
    await stage.wait(1)
    shown = stage.wire.there[hand][1]
    assert "you deleted your data" in str(shown.parts)
    assert not shown.buttons()
    assert BEN not in [each.person for each in await stage.ledger.of(7)]


@pytest.mark.parametrize(("status", "code"), [(503, 0), (403, 50001)])
async def test_hand_is_closed_once_discord_takes_it(status: int, code: int) -> None:
    """However long Discord refuses: nothing of a game stays on what was somebody's hand."""
    stage = Stage(Unwritten())
    await stage.deal()
    [hand] = stage.wire.at(dm(BEN))
    refused = {hand: Refused(status, code)}
    stage.wire.always["edit"] = refused.get
    parts = cast(Any, Stored())
    people = cast(Any, SimpleNamespace(forget=lambda person: None))
    await Erasure(stage.view.deps, stage.registry, people, parts, parts, parts).forget(BEN)
    await stage.wait(100)
    assert stage.wire.there[hand][1].buttons()
    refused.clear()
    await stage.wait(300)
    assert "you deleted your data" in str(stage.wire.there[hand][1].parts)


async def test_everybody_else_forgets_once_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered goes first: nothing of it is being saved any more when the rest goes."""
    stage, order = Stage(Unwritten()), list[str]()
    await stage.deal()
    parts = cast(Any, Stored())

    async def commit(change: Change | None) -> None:
        order.append("stored")

    monkeypatch.setattr(parts, "commit", commit)
    people = cast(Any, SimpleNamespace(forget=lambda person: order.append(f"{person} here")))
    erasure = Erasure(stage.view.deps, stage.registry, people, parts, parts, parts)
    erasure.erased = lambda person: order.append(f"{person} elsewhere")
    await erasure.forget(BEN)
    assert order == [f"{BEN} here", "stored", f"{BEN} elsewhere"]
    await erasure.forget_here(BEN)
    assert order[3:] == [f"{BEN} here", "stored"]


async def test_screen_that_names_somebody_never_comes_after_one_without() -> None:
    """The one before is still to be tried again when another person is forgotten, too."""
    stage = Stage()
    await stage.deal()
    message = stage.wire.at(CHANNEL)[-1]
    parts = cast(Any, Stored())
    erasure = Erasure(stage.view.deps, stage.registry, parts, parts, parts, parts)
    stage.wire.refusals["edit"] = [Refused(503, 0)]
    await erasure._edit(CHANNEL, message, plain("Ben and somebody."))
    await erasure._edit(CHANNEL, message, plain("Two people."))
    await stage.wait(1000)
    assert stage.wire.text(message) == "Two people."

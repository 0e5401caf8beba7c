"""Forgetting somebody: what of a game stays on the screens that person has."""

from types import SimpleNamespace
from typing import Any, cast

from bot.db.changes import Change
from bot.db.records import MessageRecord, Share
from bot.messages.forget import Erasure
from tests.messages.stage import Ledger, Stage, dm

BEN = 101


class Unwritten(Ledger):
    """The hands have come a moment ago: the database knows none of them yet."""

    async def of_person(self, person: int) -> tuple[MessageRecord, ...]:
        """Return nothing."""
        return ()


class Stored:
    """A database that knows nothing of anybody but the table."""

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

    async def redraw(self, shares: tuple[Share, ...], person: int) -> None:
        """Have no posts."""


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

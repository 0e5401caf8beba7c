"""How a table comes into its channel: the lobby, the game, a thread, and what begins late."""

import pytest
from msgspec import structs

from bot.db.records import MessageRecord
from bot.tables.entries import ThreadOpened
from bot.tables.model import Changed
from bot.ui.elements import controls
from bot.ui.elements.screen import plain
from tests.messages.playing import dealt
from tests.messages.stage import CHANNEL, Refused, Stage


def rounds(stage: Stage, message: int) -> set[int]:
    """Return which round the controls of a message say they are of."""
    _, screen = stage.wire.there[message]
    found = (controls.parse(button.custom_id) for button in screen.buttons())
    return {control.round for control in found if control is not None}


async def test_game_is_a_new_message_and_its_lobby_is_closed() -> None:
    """The lobby says that the game has begun, with the commitment and a link (rules.md section 0).

    The controls of the new message are of the next round.
    """
    stage = Stage()
    await stage.deal(lambda table: structs.replace(table, commitment="c0ffee"))
    lobby, table, _ = stage.wire.at(CHANNEL)
    assert "c0ffee" in stage.wire.text(lobby)
    assert stage.view.url is not None
    assert str(table) in stage.view.url
    assert rounds(stage, table) == {2}
    kept = {record.message: record.kind for record in await stage.ledger.of(7) if record.round}
    assert kept == {table: "table"}


async def test_beginning_is_told_where_the_lobby_never_came() -> None:
    """What its lobby would say by now is posted before the table: the commitment is in it."""
    stage = Stage()
    stage.wire.always["send"] = lambda channel: Refused(403, 50013) if channel == CHANNEL else None
    await stage.deal(lambda table: structs.replace(table, commitment="c0ffee"))
    assert stage.wire.at(CHANNEL) == []
    del stage.wire.always["send"]
    await stage.wait(60)
    told, table = stage.wire.at(CHANNEL)
    assert "c0ffee" in stage.wire.text(told)
    assert rounds(stage, table) == {2}


async def test_lobby_that_comes_after_the_start_is_an_old_message() -> None:
    """It is closed at once; the table is a new message below it."""
    stage = Stage()
    await stage.registry.restored()
    _, changed = dealt()
    assert changed.before is not None
    stage.tables[7] = changed.before
    stage.registry.changed(Changed(before=None, after=changed.before))
    await stage.change(changed)
    lobby, table, _ = stage.wire.at(CHANNEL)
    assert rounds(stage, table) == {2}
    assert rounds(stage, lobby) == set()


async def test_started_game_without_its_message_is_posted_after_a_restart() -> None:
    """The process ended between the start and the post: the stored lobby is closed."""
    stage = Stage()
    stage.wire.there[40] = (CHANNEL, plain("a lobby"))
    record = MessageRecord(table=7, message=40, channel=CHANNEL, kind="lobby", round=1)
    stage.ledger.keep(record)
    stage.tables[7] = dealt()[0]
    await stage.registry.restored()
    await stage.wait(1)
    lobby, table, _ = stage.wire.at(CHANNEL)
    assert lobby == 40
    assert rounds(stage, lobby) == set()
    assert rounds(stage, table) == {2}


async def test_thread_is_opened_once_from_the_lobby_and_told_to_the_table() -> None:
    """The second live game of a channel gets its own thread (`experience.md` section 1)."""
    stage = Stage()
    threads: list[int] = []

    async def open_thread(channel: int, message: int, name: str) -> int:
        threads.append(message)
        return 77

    stage.wire.open_thread = open_thread  # type: ignore[attr-defined]
    await stage.deal(lambda table: table, structs.replace(dealt()[0], id=8))
    assert threads == [stage.wire.at(CHANNEL)[0]]
    assert ThreadOpened(77) in stage.told


@pytest.mark.parametrize(("failure", "tries"), [(Refused(503, 0), 2), (Refused(403, 50013), 1)])
async def test_thread_whose_answer_was_lost_is_asked_for_again(
    failure: Refused, tries: int
) -> None:
    """It may be there; where it may not be opened the table goes on in the channel."""
    stage = Stage()
    threads: list[int] = []

    async def open_thread(channel: int, message: int, name: str) -> int:
        threads.append(message)
        if len(threads) == 1:
            raise failure
        return 77

    stage.wire.open_thread = open_thread  # type: ignore[attr-defined]
    await stage.deal(lambda table: table, structs.replace(dealt()[0], id=8))
    assert len(threads) == tries
    assert (ThreadOpened(77) in stage.told) == (tries == 2)


@pytest.mark.parametrize("rematch", [False, True])
async def test_thread_is_archived_after_the_rematch_time_unless_a_rematch_is_played_there(
    *, rematch: bool
) -> None:
    """The last game of a thread closes it, and none under another one (section 4)."""
    stage = Stage()
    archived: list[int] = []

    async def archive(thread: int) -> None:
        archived.append(thread)

    stage.wire.archive = archive  # type: ignore[attr-defined]
    dealt_ = await stage.deal(lambda table: structs.replace(table, thread=77))
    await stage.over(dealt_.after)
    if rematch:
        stage.tables[8] = structs.replace(dealt_.after, id=8, rematch_of=7)
    await stage.wait(200)
    assert archived == ([] if rematch else [77])


async def test_thread_of_a_game_that_ended_before_a_restart_is_archived_too() -> None:
    """Until then the game is the last one of its channel; nothing is edited again for that."""
    before = Stage()
    table = await before.over(
        (await before.deal(lambda table: structs.replace(table, thread=77))).after
    )
    before.ledger.over = {table.id}
    stage = Stage(before.ledger, before.wire)
    archived: list[int] = []

    async def archive(thread: int) -> None:
        archived.append(thread)

    stage.wire.archive = archive  # type: ignore[attr-defined]
    stage.tables[table.id] = table
    stage.wire.log.clear()
    await stage.registry.expect(())
    await stage.registry.restored()
    await stage.wait(60)
    assert stage.registry.last_over(CHANNEL) == table
    assert archived == []
    await stage.wait(140)
    assert archived == [77]
    assert stage.registry.last_over(CHANNEL) is None
    assert [name for name, _ in stage.wire.log if name in ("send", "edit")] == []


async def test_controls_of_a_message_still_on_its_way_are_not_old() -> None:
    """Another process has posted it: its presses come here before we know of it."""
    stage = Stage()
    await stage.registry.restored()
    _, changed = dealt()
    assert changed.before is not None
    stage.tables[7] = changed.before
    stage.registry.changed(Changed(before=None, after=changed.before))
    assert stage.view.public.expected == 1
    await stage.wait(1)
    assert stage.view.public.expected == 1
    stage.registry.changed(changed)
    assert stage.view.public.expected == 2
    await stage.wait(1)
    assert stage.view.public.expected == 2

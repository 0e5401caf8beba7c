"""Signals, and commands that take long (`operating.md`)."""

import asyncio
import signal

import pytest

from tests.operating.conftest import Operator
from tests.operating.test_damage import play

PRESSES = 30


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
async def test_every_signal_to_end_ends_it_calmly(operator: Operator, how: signal.Signals) -> None:
    """A closed terminal too; a second and a third one change nothing."""
    running = await operator.starts()
    await running.ready()
    for _ in range(2):
        running.process.send_signal(how)
    running.process.send_signal(signal.SIGTERM)
    assert await running.ended() == 0
    assert running.log.count("told to stop") == 1
    assert "Traceback" not in running.log


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_start_that_waits_for_a_database_ends_as_calmly(
    operator: Operator, how: signal.Signals
) -> None:
    """Before there is a bot, too: a container's first process would not end at all."""
    nowhere = "postgresql+asyncpg://ana@127.0.0.1:9/cards"
    running = await operator.starts(KALAMAZOO_DATABASE_URL=nowhere)
    await running.says("Trying again in 1 s.")
    assert await running.stop(how) == 0
    assert running.log.endswith("told to stop\n")


async def test_closed_terminal_is_nothing_under_nohup(operator: Operator) -> None:
    """What was to be ignored before the start still is."""
    operator.before = ("nohup",)
    running = await operator.starts()
    await running.ready()
    running.process.send_signal(signal.SIGHUP)
    answer = await (await operator.people[0].slash(operator.room.id, "help")).settled(15)
    assert answer is not None
    assert await running.stop() == 0


async def test_every_press_before_the_signal_is_answered(operator: Operator) -> None:
    """Under load: whatever had arrived is answered before the end, by an act or a sentence."""
    running = await operator.starts()
    await running.ready()
    await play(operator)
    ana, ben, carla = operator.people
    table = next(seen for seen in ana.messages(operator.room.id) if seen.controls)
    control = table.controls[0].custom_id or ""
    typed = [
        asyncio.create_task(person.slash(operator.room.id, command))
        for _ in range(PRESSES // 6)
        for person, command in ((ana, "why"), (ben, "stats"), (carla, "help"), (ana, "hand"))
    ]
    pressed = [
        asyncio.create_task(person.press(table.id, control))
        for _ in range(PRESSES // 6)
        for person in (ana, ben)
    ]
    await asyncio.sleep(0)
    assert await running.stop() == 0
    answers = [await each for each in (*typed, *pressed)]
    assert len(answers) == PRESSES
    for each in answers:
        assert not each.failed, each
    assert "Traceback" not in running.log


async def test_uploading_faces_says_that_it_waits(operator: Operator) -> None:
    """Where Discord holds it up nobody wonders whether it hangs."""
    operator.discord.world.faults.rate_limit("/emojis", 7.0, method="POST", times=1)
    status, out, err = await operator.types("emojis", "--sandbox")
    assert status == 0, err
    assert "Nothing uploaded yet. Waiting for Discord.\n" in out
    assert "1 of 71 uploaded.\n" in out

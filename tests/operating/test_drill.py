"""The drill of `operating.md` section 5, typed as it stands there, and the restore in earnest."""

import asyncio
import os
import re
import shlex
import sys
from pathlib import Path

from bot.cli import app
from tests.operating.conftest import ROOT, Operator
from tests.operating.test_damage import play, spoil
from tests.operating.test_monitoring import free_port

PAGE = ROOT / "docs" / "operating.md"


def drill() -> str:
    """Return what is to be typed."""
    found = re.search(r"\*\*The drill\*\*.*?```sh\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def shim(folder: Path) -> Path:
    """Make a folder with `kalamazoo` in it."""
    folder.mkdir()
    program = folder / "kalamazoo"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m bot "$@"\n')
    program.chmod(0o755)
    return folder


async def test_the_drill_works_beside_the_running_bot(operator: Operator) -> None:
    """Line by line, in a shell; afterwards all is as it was."""
    path = f"{shim(operator.folder / 'bin')}:{operator.environment['PATH']}"
    operator.environment["KALAMAZOO_MONITORING"] = f"127.0.0.1:{free_port()}"
    running = await operator.starts()
    await running.ready()
    await play(operator)
    before = {each.name for each in operator.folder.iterdir()}
    shell = await asyncio.create_subprocess_exec(
        *("/bin/bash", "-ec", drill()),
        cwd=operator.folder,
        env=operator.environment | {"PATH": path},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await shell.communicate()
    printed = out.decode()
    assert shell.returncode == 0, printed
    assert f"{operator.folder}/drill.backup holds the whole database (revision " in printed
    assert f"The database is as it was in {operator.folder}/drill.backup" in printed
    assert "Settings, database and token are in order.\n" in printed
    assert int(printed.splitlines()[-1]) > 3
    assert {each.name for each in operator.folder.iterdir()} == before
    assert await running.stop() == 0


async def test_line_for_cron_makes_a_backup_and_is_silent(operator: Operator) -> None:
    """As cron runs it: by `sh`, in another folder, with next to no environment."""
    assert (await operator.types("migrate"))[0] == 0
    [line] = re.findall(r"^10 4 \* \* \* (.+)$", PAGE.read_text(), re.MULTILINE)
    kept = operator.folder / "backups"
    kept.mkdir()
    (kept / "kalamazoo-2020-01-01").touch()
    os.utime(kept / "kalamazoo-2020-01-01", (0, 0))
    typed = line.replace("\\%", "%").replace("/var/backups", str(kept))
    program = shim(operator.folder / "bin") / "kalamazoo"
    shell = await asyncio.create_subprocess_exec(
        *("/bin/sh", "-c", typed.replace("/usr/local/bin/kalamazoo", str(program))),
        cwd="/",
        env={
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(ROOT),
            "KALAMAZOO_DATABASE_URL": operator.environment["KALAMAZOO_DATABASE_URL"],
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await shell.communicate()
    assert (shell.returncode, said) == (0, b"")
    [copy] = kept.iterdir()
    assert re.fullmatch(r"kalamazoo-\d{4}-\d\d-\d\d", copy.name)


async def test_a_game_goes_on_from_a_backup_after_the_worst_day(operator: Operator) -> None:
    """Killed, damaged, put back, started: the game that was in the copy is there again.

    What Discord was told after the copy was made it is told anew: another version may have been it.
    """
    running = await operator.starts()
    await running.ready()
    await play(operator)
    assert (await operator.types("backup", "nightly"))[0] == 0
    running.process.kill()
    await running.ended()
    spoil(operator.database)
    assert (await operator.types("run", "--sandbox"))[0] == 2
    assert (await operator.types("restore", "nightly"))[0] == 0
    running = await operator.starts()
    await running.says("tables brought back: 1 games, 0 lobbies")
    await running.ready()
    assert " registered, card faces: " in running.log
    assert await running.stop() == 0


def test_every_command_of_the_page_is_one() -> None:
    """What the page has you type exists."""
    known = {
        each.name or (each.callback.__name__.replace("_", "-") if each.callback else "")
        for each in app.registered_commands
    }
    typed = re.findall(r"(?:bin/|`|^|&& )kalamazoo ([a-z-]+)", PAGE.read_text(), re.MULTILINE)
    assert typed
    assert set(typed) <= known

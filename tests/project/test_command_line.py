"""`kalamazoo`: wrong words, `check`, and what the demo sets for itself."""

import asyncio
import os
import shlex
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.cli import main, relax
from bot.db.engines import reading_engine
from bot.db.migrate import upgraded
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from bot.tables.guild_settings import Servers
from tests.tables.harness import url_of

TOKEN = "of-this-test"
ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Awaitable[tuple[int, str, str]]]


@pytest.fixture
async def discord() -> AsyncIterator[Sandbox]:
    """Return a Discord on this machine that knows one bot."""
    world = World()
    guild = world.add_guild("Club", owner=world.add_user("Ana"))
    world.add_bot(TOKEN, guilds=(guild,))
    sandbox = Sandbox(world)
    await sandbox.start()
    yield sandbox
    await sandbox.stop()


@pytest.fixture
def run(tmp_path: Path, discord: Sandbox) -> Run:
    """Return what a command answers as its own process: status, output, error."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("KALAMAZOO_")}
    usual = kept | {
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": TOKEN,
        "KALAMAZOO_API_BASE": discord.api_base,
        "KALAMAZOO_GATEWAY_URL": discord.gateway_url,
        "KALAMAZOO_DATABASE_URL": url_of(tmp_path / "new" / "k.sqlite3"),
    }

    async def command(*words: str, **environment: str) -> tuple[int, str, str]:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "bot", *words),
            cwd=tmp_path,
            env=usual | environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate()
        assert process.returncode is not None
        return process.returncode, out.decode(), err.decode()

    return command


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("runn",), "No such command 'runn'. Did you mean 'run'?\n"),
        (("demo", "--prot", "1"), "No such option: --prot (Possible options: --port).\n"),
        (("demo", "--port", "x"), "Invalid value for '--port': "),
        (("verify",), "Missing argument 'file'.\n"),
    ],
)
def test_wrong_words_are_one_sentence(
    words: tuple[str, ...],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """No box, no usage, no trace: what is wrong, and status 2."""
    monkeypatch.setattr(sys, "argv", ["kalamazoo", *words])
    with pytest.raises(SystemExit) as left:
        main()
    captured = capsys.readouterr()
    assert (left.value.code, captured.out) == (2, "")
    assert captured.err.startswith(sentence)
    assert captured.err.count("\n") == 1


def test_no_words_are_answered_with_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`kalamazoo` alone lists its commands."""
    monkeypatch.setattr(sys, "argv", ["kalamazoo"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 0
    assert "migrate" in capsys.readouterr().out


async def test_check_asks_discord_about_the_token_and_makes_nothing(
    run: Run, tmp_path: Path
) -> None:
    """In order: status 0, and no database is made; refused: one sentence and status 1."""
    status, out, err = await run("check")
    made = f"There is no database yet: run makes {tmp_path / 'new' / 'k.sqlite3'}.\n"
    assert (status, out, err) == (0, f"{made}Settings, database and token are in order.\n", "")
    assert not (tmp_path / "new").exists()
    status, out, err = await run("check", DISCORD_TOKEN="of-somebody-else")
    assert (status, out) == (1, made)
    assert err == "Discord does not accept the token in DISCORD_TOKEN.\n"


async def test_check_says_so_where_discord_cannot_be_asked(run: Run) -> None:
    """Offline nothing of ours is wrong: one line, and status 1."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{nobody.getsockname()[1]}/api/v10"
        status, _, err = await run("check", KALAMAZOO_API_BASE=closed)
    assert (status, err.count("\n")) == (1, 1)
    assert err.startswith("Discord cannot be reached")
    assert "The token is not tested" in err


async def test_check_finds_a_database_that_cannot_be_made(run: Run, tmp_path: Path) -> None:
    """The folder of the database is a file: one sentence that names it, and status 1."""
    (tmp_path / "file").write_text("no folder")
    database = tmp_path / "file" / "deep" / "k.sqlite3"
    status, out, err = await run("check", KALAMAZOO_DATABASE_URL=url_of(database))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"The database {database} cannot be made (")


@pytest.mark.parametrize("token", ["ünlikely", "two\nlines"])
async def test_what_is_no_token_is_one_sentence(run: Run, token: str) -> None:
    """What cannot stand in a request is refused before any."""
    status, out, err = await run("emojis", "--sandbox", DISCORD_TOKEN=token)
    assert (status, out) == (2, "")
    assert err == "What stands in DISCORD_TOKEN is no token of Discord.\n"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("kalamazoo --version > /dev/full", (2, "That cannot be done (No space left on device).")),
        ("kalamazoo --version >&- 2>&- <&-", (0, "")),
        ("kalamazoo backup none 2> /dev/full", (2, "")),
        (
            "mkdir gone && cd gone && rmdir ../gone && kalamazoo check",
            (2, "That cannot be done (the folder you are in is gone)."),
        ),
    ],
)
def test_what_the_system_refuses_is_one_sentence(
    typed: str, answer: tuple[int, str], tmp_path: Path
) -> None:
    """A full disk, closed streams, a folder that is gone: status 2 and no trace."""
    program = f'kalamazoo() {{ {shlex.quote(sys.executable)} -m bot "$@"; }}; '
    done = subprocess.run(
        ["/bin/sh", "-c", program + typed],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr.rstrip("\n")) == answer


async def test_demo_is_played_at_a_relaxed_pace(tmp_path: Path) -> None:
    """One person plays several seats there; a minute a turn would be tight."""
    url = url_of(tmp_path / "k.sqlite3")
    await upgraded(url)
    await relax(url, 7)
    reader, store = Reader(reading_engine(url)), Store(writing_engine(url))
    assert (await Servers(reader, store).learn(7)).pace == "relaxed"
    await store.close()
    await reader.close()


def test_bot_on_sqlite_loads_no_driver_of_another_database() -> None:
    """Some MB and a tenth of a second of the start that nobody there needs."""
    asked = "import bot.app, sys; print('sqlalchemy.dialects.postgresql' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], check=True, stdout=subprocess.PIPE)
    assert done.stdout.strip() == b"False"

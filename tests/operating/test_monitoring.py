"""What an operator reads of a running bot: health, figures, the log (`operating.md`)."""

import asyncio
import contextlib
import io
import json
import logging
import os
import re
import socket
import sqlite3
import sys
import warnings
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import aiohttp
import asyncpg  # type: ignore[import-untyped]  # it has no stubs
import pytest
from typer.testing import CliRunner

from bot.app import build
from bot.cli import app, secrets_of
from bot.config import load
from bot.db.changes import person_change
from bot.db.errors import StorageError
from bot.db.migrate import upgraded
from bot.db.records import Person
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from bot.telemetry import log as logs
from bot.telemetry.figures import Figures, template
from bot.telemetry.log import Format, Line, ThreadHandler, about, log_to_stderr
from bot.telemetry.monitoring import Health, Monitoring
from tests.operating.conftest import TOKEN, Operator
from tests.operating.test_damage import play
from tests.tables.harness import url_of

WEBHOOK, REACTION = "/webhooks/{id}/{token}", "/channels/{id}/messages/{id}/reactions/{emoji}"


def free_port() -> int:
    """Return a port nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


async def asked(address: str, path: str) -> tuple[int, str]:
    """Return status and body of an answer."""
    async with aiohttp.ClientSession() as session, session.get(f"http://{address}{path}") as got:
        return got.status, await got.text()


async def test_health_says_what_is_missing(operator: Operator) -> None:
    """Live from the start; ready with gateway and database; `kalamazoo health` asks the same."""
    address = f"127.0.0.1:{free_port()}"
    operator.environment["KALAMAZOO_MONITORING"] = address
    operator.discord.world.faults.answer("users/@me", 503, times=1)
    running = await operator.starts()
    await running.says("Trying again in 1 s.")
    status, body = await asked(address, "/health")
    waiting = {"gateway": False, "database": True, "heartbeat_age": None}
    assert (status, json.loads(body)) == (503, {**waiting, "live": True, "ready": False})
    await running.ready()
    status, body = await asked(address, "/health")
    found = json.loads(body)
    assert status == 200
    assert found.pop("heartbeat_age") < 60
    assert found == {"gateway": True, "database": True, "live": True, "ready": True}
    assert (await operator.types("health"))[0] == 0
    operator.database.unlink()
    await (await operator.people[2].slash(operator.room.id, "play flip")).settled(15)
    status, body = await asked(address, "/health")
    assert (status, json.loads(body)["database"]) == (503, False)
    assert (await operator.types("health"))[0] == 1
    await running.stop()
    status, _, err = await operator.types("health")
    assert (status, err) == (1, f"Nobody answers at {address} (Connection refused).\n")


@pytest.mark.parametrize(
    "answer",
    [
        "HTTP/1.1 200 OK\r\n\r\n<html>Another service</html>",
        "HTTP/1.1 404 Not Found\r\n\r\n[]",
        "SSH-2.0-OpenSSH\r\n",
    ],
)
async def test_another_service_at_the_address_is_not_healthy(
    answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it answers; one sentence, and the status of who is not well."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer.encode())
        await writer.drain()
        writer.close()

    other = await asyncio.start_server(serve, "127.0.0.1", 0)
    address = f"127.0.0.1:{other.sockets[0].getsockname()[1]}"
    monkeypatch.setenv("KALAMAZOO_MONITORING", address)
    done = await asyncio.to_thread(CliRunner().invoke, app, ["health"])
    other.close()
    said = f"Somebody else than Kalamazoo answers at {address}.\n"
    assert (done.exit_code, done.stdout, done.stderr) == (1, "", said)


async def test_database_that_takes_nothing_in_is_not_healthy(tmp_path: Path) -> None:
    """Though it can be read; what asks finds out when it does again, whether anybody plays or not.

    As with a full disk, or a server that stands by for another.
    """
    url = url_of(tmp_path / "k.sqlite3")
    await upgraded(url)
    bot = build(load(environment=False, database_url=url))
    bot.store = Store(writing_engine(url, busy_timeout=0.05))
    assert (await bot.health()).database
    with closing(sqlite3.connect(tmp_path / "k.sqlite3", isolation_level=None)) as somebody:
        somebody.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError):
            await bot.store.commit(person_change(Person(person=7, name="Ana")))
        assert not (await bot.health()).database
    assert (await bot.health()).database
    await bot.store.close()
    await bot.reader.close()


async def test_who_speaks_no_http_is_no_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """An operator looks at every ERROR; an error of ours is one."""

    async def broken() -> Health:
        raise ValueError("ours")

    address = f"127.0.0.1:{free_port()}"
    monitoring = Monitoring(address, Figures(), broken)
    await monitoring.start()
    reader, writer = await asyncio.open_connection(*address.split(":"))
    writer.write(b"\x16\x03\x01\x02\x00garbage\r\n\r\n")
    assert (await reader.read()).startswith(b"HTTP/1.0 400 ")
    writer.close()
    assert caplog.messages == []
    assert (await asked(address, "/health"))[0] == 500
    assert "ours" in caplog.text
    await monitoring.close()


async def test_figures_count_what_happens(operator: Operator) -> None:
    """Moves, presses, answers, edits, requests, batches, tables, queues, lag: no secret in them."""
    address = f"127.0.0.1:{free_port()}"
    running = await operator.starts(KALAMAZOO_MONITORING=address)
    await running.says("commands: ")
    operator.discord.world.faults.rate_limit("interactions/.*/callback", times=1)
    await play(operator)
    async with asyncio.timeout(10):
        while "loop_lag_seconds_count 0.0" in (await asked(address, "/metrics"))[1]:  # noqa: ASYNC110 - another process counts
            await asyncio.sleep(0.1)
    status, text = await asked(address, "/metrics")
    assert status == 200
    figures = {
        name: float(value) for name, value in re.findall(r"^(kalamazoo.+) (\S+)$", text, re.M)
    }
    assert figures['kalamazoo_moves_total{game="flip"}'] >= 1
    assert figures['kalamazoo_presses_total{kind="component"}'] == 2
    assert figures['kalamazoo_answer_seconds_count{kind="application_command"}'] == 1
    assert figures['kalamazoo_tables{state="playing"}'] == 1
    assert figures["kalamazoo_batch_changes_count"] > 0
    assert figures["kalamazoo_batch_seconds_count"] == figures["kalamazoo_batch_changes_count"]
    assert figures["kalamazoo_loop_lag_seconds_count"] > 0
    assert {'kalamazoo_queue_age_seconds{queue="requests"}'} < set(figures)
    limited = "POST /interactions/{id}/{token}/callback"
    assert figures[f'kalamazoo_rate_limited_total{{route="{limited}"}}'] == 1
    assert any(name.startswith("kalamazoo_edits_total") for name in figures)
    assert TOKEN not in text
    assert not re.search(r'="[^"]*\d{5}', text)
    assert await running.stop() == 0


async def test_monitoring_address_in_use_is_one_sentence(operator: Operator) -> None:
    """By the start and by `check`."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        said = f"Setting 'monitoring' is wrong: {address} cannot be used ("
        for command, expected in ((("run", "--sandbox"), 2), (("check",), 1)):
            status, _, err = await operator.types(*command, KALAMAZOO_MONITORING=address)
            assert status == expected
            assert err.splitlines()[-1].startswith(said)


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/123/messages/456", "/channels/{id}/messages/{id}"),
        ("/api/v10/webhooks/1/aW50/messages/@original", f"{WEBHOOK}/messages/@original"),
        ("/api/v10/channels/1/messages/2/reactions/x:3/@me", f"{REACTION}/@me"),
    ],
)
def test_routes_name_no_place_and_no_token(path: str, route: str) -> None:
    """Else there would be as many figures as tables, and secrets among them."""
    assert template(path) == route


async def test_log_is_one_object_a_line(operator: Operator) -> None:
    """With table and server of what it is about."""
    running = await operator.starts(KALAMAZOO_LOG_FORMAT="json")
    await running.ready()
    await play(operator)
    operator.database.unlink()
    await (await operator.people[2].slash(operator.room.id, "play flip")).settled(15)
    await running.stop()
    lines = [json.loads(line) for line in running.log.splitlines()]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    assert operator.room.guild is not None
    assert any(line.get("server") == operator.room.guild.id for line in lines)


async def test_last_sentence_is_an_object_as_well(operator: Operator) -> None:
    """What ends the start is read by the same program as all else."""
    status, _, err = await operator.types(
        "run", "--sandbox", KALAMAZOO_LOG_FORMAT="json", DISCORD_TOKEN="of-somebody-else"
    )
    assert status == 2
    last = [json.loads(line) for line in err.splitlines()][-1]
    assert last["level"] == "CRITICAL"
    assert last["message"] == "Discord does not accept the token in DISCORD_TOKEN."


async def test_unexpected_error_is_one_line_with_its_number(operator: Operator) -> None:
    """The traceback too; table, server and the number that the person was shown stand beside it."""
    running = await operator.starts()
    await running.ready()
    await play(operator)
    operator.discord.world.faults.answer("messages/", 400, code=50035, times=20)
    log = await running.says(" error=")
    [line, *_] = [line for line in log.splitlines() if " error=" in line]
    assert re.search(r" ERROR .* \[table=1 server=\d+ error=[0-9A-F]{6}\] ", line)
    await running.stop()


@contextlib.contextmanager
def logging_to_stderr(form: Format = "text") -> Iterator[None]:
    """Send the log to standard error meanwhile, and nowhere else."""
    root = logging.getLogger()
    before, level, hook = root.handlers[:], root.level, sys.unraisablehook
    root.handlers.clear()
    try:
        log_to_stderr("INFO", form, (TOKEN,))
        yield
    finally:
        root.handlers[:], root.level, sys.unraisablehook = before, level, hook
        logging.captureWarnings(False)


def test_no_name_begins_a_line_or_moves_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever people and servers call themselves."""
    with logging_to_stderr():
        logging.getLogger("x").warning("server %s", "A\r\x1b[2J\u2028\x85\x9bB")
    line = capsys.readouterr().err
    assert line.endswith(" WARNING x: server A\\r\\x1b[2J\\u2028\\x85\\x9bB\n")


def test_objects_are_read_whatever_the_terminal_can_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where standard error is no UTF-8, too; what stands in place of a letter is JSON."""
    written = io.BytesIO()
    narrow = io.TextIOWrapper(written, encoding="latin-1", errors="backslashreplace")
    monkeypatch.setattr(sys, "stderr", narrow)
    with logging_to_stderr("json"):
        logging.getLogger("x").warning("server 🂡 ñ")
    narrow.flush()
    assert json.loads(written.getvalue())["message"] == "server 🂡 ñ"


def test_what_no_logger_tells_is_a_line_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings of libraries, and what comes up where nobody can be told."""

    class Broken:
        def __del__(self) -> None:
            raise ValueError("broken")

    with logging_to_stderr("json"), warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old\nways", stacklevel=1)
        Broken()
    warned, ignored = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert "old\nways" in warned["message"]
    assert "ValueError: broken" in ignored["traceback"]


def test_no_line_holds_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither Discord's nor that of an interaction in an address a library tells of."""
    with logging_to_stderr(), about(table=5, server=7):
        logging.getLogger("x").warning(
            "PATCH https://discord.com/api/v10/webhooks/12/aW50-x.Y_/messages/@original %s", TOKEN
        )
    line = capsys.readouterr().err
    assert "aW50" not in line
    assert TOKEN not in line
    assert line.endswith(" [table=5 server=7]\n")
    assert "/webhooks/12/…/messages/@original" in line


@pytest.mark.parametrize(("password", "secret"), [("bot", False), ("p%40ss-word-long", True)])
def test_short_password_is_not_told_by_what_is_missing(password: str, secret: bool) -> None:
    """Of a word of the log that it stands in; in an address it is taken out, however short."""
    address = f"postgresql+asyncpg://ana:{password}@[zz]/cards"
    found = secrets_of(load(environment=False, database_url=address), TOKEN)
    assert found == ((TOKEN, "p@ss-word-long") if secret else (TOKEN,))
    assert (
        Line(found)
        .format(logging.LogRecord("x", logging.INFO, "", 1, f"the bot at {address}", None, None))
        .endswith("the bot at postgresql+asyncpg://ana:…@[zz]/cards")
    )


async def test_no_line_holds_the_password_of_a_proxy(capsys: pytest.CaptureFixture[str]) -> None:
    """A proxy that refuses: its address is told with the password spelled in another way."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 407 Authentication Required\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    refusing = await asyncio.start_server(refuse, "127.0.0.1", 0)
    port = refusing.sockets[0].getsockname()[1]
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientHttpProxyError) as refused:
            await session.get("https://discord.com", proxy=f"http://ana:hu@sh@127.0.0.1:{port}")
    refusing.close()
    assert "hu%40sh" in str(refused.value)
    with logging_to_stderr():
        logging.getLogger("x").error("Attempting a reconnect", exc_info=refused.value)
    line = capsys.readouterr().err
    assert f"http://ana:…@127.0.0.1:{port}" in line
    assert "sh@" not in line


def test_no_line_holds_a_row_that_the_database_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """PostgreSQL repeats the whole row, which stands in the traceback of whatever came of it."""
    cause = asyncpg.NotNullViolationError('null value in column "newer"')
    cause.detail = "Failing row contains (1, seed\nof it, hand)."
    error = StorageError("refused")
    error.__cause__ = cause
    with logging_to_stderr():
        logging.getLogger("x").error("error 7", exc_info=error)
    line = capsys.readouterr().err
    assert "null value in column" in line
    assert "StorageError: refused" in line
    assert "seed" not in line
    assert "hand" not in line


async def test_log_that_nobody_reads_holds_up_nobody(operator: Operator) -> None:
    """A terminal that is held, a pager: people play on, and the end is as calm as any."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(write, bytes(4096))
    os.set_blocking(write, True)
    process = await asyncio.create_subprocess_exec(
        *(*operator.program, "run", "--sandbox"),
        cwd=operator.folder,
        env=operator.environment,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=write,
    )
    os.close(write)
    ana = operator.people[0]
    async with asyncio.timeout(60):
        while not ana.commands(operator.room.id):  # noqa: ASYNC110 - of another process
            await asyncio.sleep(0.05)
    answer = await (await ana.slash(operator.room.id, "help")).settled(60)
    assert answer is not None
    assert answer.text
    process.terminate()
    assert await asyncio.wait_for(process.wait(), 60) == 0
    os.close(read)


def test_lines_there_is_no_room_for_are_left_out_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once somebody reads again; the others come in their order."""
    monkeypatch.setattr(logs, "MOST", 2)
    read, write = os.pipe()
    handler = ThreadHandler(write, "utf-8")
    handler.setFormatter(Line())
    full = "x" * 1_000_000
    for words in (full, "second", "third", "fourth", "fifth"):
        handler.emit(logging.makeLogRecord({"levelname": "INFO", "name": "x", "msg": words}))
        if words == full:
            os.read(read, 1)  # it is being written
    with open(read, encoding="utf-8") as reader:
        found = [reader.readline() for _ in range(4)]
    os.close(write)
    assert [line.split(": ")[-1] for line in found[1:]] == [
        "second\n",
        "third\n",
        "nobody had taken those before\n",
    ]

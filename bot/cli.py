"""The command line. Exit status 2 and one sentence on standard error for anything wrong.

Nothing else of the bot knows the sandbox: the demo is put together here. What a command needs is
loaded by that command: help and a wrong word are answered at once.
"""

import base64
import binascii
import contextlib
import gc
import logging
import os
import platform
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer
from typer.exceptions import Abort, TyperException

from bot.operations.backup import backup
from bot.operations.check import check
from bot.operations.copy_database import copy_database
from bot.operations.database import prepared, sole, upgrade
from bot.operations.export import export
from bot.operations.health import health
from bot.operations.restore import restore
from bot.operations.terminal import Config, fail, say, settings_of, token_of_environment
from bot.operations.verify import verify
from bot.telemetry.log import log_to_stderr

if TYPE_CHECKING:
    from bot.config import Settings

log = logging.getLogger(__name__)

app = typer.Typer(
    name="kalamazoo",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

PERMISSIONS = 309237763136
"""View, send, threads, links, files, history, reactions (`discord.md` section 6)."""
INTERRUPTED = 130
"""The exit status of what Ctrl+C ended, as of every program."""
BEGIN_AGAIN = 75
"""The exit status of what is to be started again: another process has taken over meanwhile."""
NO_WORD = 12
"""Characters from which on a password stands in no other word by chance."""
QUIET = 5.0
"""Seconds without any progress after which a command says that it waits."""
DEMO_FOLDER = Path("data/demo")
DEMO_TOKEN = "demo"


def say_version(wanted: bool) -> None:
    """Print the version, where that is wanted, and leave."""
    if wanted:
        from importlib.metadata import version

        typer.echo(f"kalamazoo {version('kalamazoo')}")
        raise typer.Exit


@app.callback()
def common(
    _: Annotated[
        bool,
        typer.Option("--version", callback=say_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Play cards on Discord."""


@app.command()
def run(
    config: Config = None,
    sandbox: Annotated[
        bool, typer.Option(help="Connect to a loopback Discord (api_base, gateway_url).")
    ] = False,
    shards: Annotated[
        str | None, typer.Option(help="One of several processes: its shards, as 0-3.")
    ] = None,
    of: Annotated[int | None, typer.Option(min=1, help="How many shards there are in all.")] = None,
    spare: Annotated[
        bool, typer.Option("--spare", help="Take the shards of another process that died.")
    ] = False,
) -> None:
    """Start the bot on Discord."""
    from importlib.metadata import version

    from bot.config import ConfigError, check_sandbox, check_shards

    given = {"shards": shards, "shard_count": of, "spare": spare or None}
    settings = settings_of(config, **{key: each for key, each in given.items() if each is not None})
    try:
        check_sandbox(settings, sandbox=sandbox)
        check_shards(settings)
    except ConfigError as error:
        fail(str(error))
    token = token_of_environment()
    log_to_stderr(settings.log_level, settings.log_format, secrets_of(settings, token))
    log.info("Kalamazoo %s, Python %s", version("kalamazoo"), platform.python_version())
    stop_by_signals()
    with sole(settings.database_url):
        log.info("database: %s", prepared(settings.database_url))
        serve(settings, token)


def stop_by_signals() -> None:
    """Let what stops the bot later stop the start as well, which may wait for a database.

    The first process of a container would not even end by a signal that it has no answer to.
    """

    def stop(*_: object) -> None:
        log.info("told to stop")
        raise SystemExit(0)

    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(name) is not signal.SIG_IGN:
            signal.signal(name, stop)


def secrets_of(settings: "Settings", token: str) -> tuple[str, ...]:
    """Return what no line of the log may hold: the token, passwords in addresses.

    A short password is taken out of addresses alone: words in which it stands by chance would tell
    it by what is missing.
    """
    from urllib.parse import unquote, urlsplit

    from sqlalchemy.engine import make_url

    proxy = urlsplit(settings.proxy or "").password or ""
    passwords = {make_url(settings.database_url).password or "", proxy, unquote(proxy)}
    return (token, *(each for each in passwords if len(each) >= NO_WORD))


def serve(settings: "Settings", token: str) -> None:
    """Run the bot until it is told to stop."""
    import asyncio

    from bot.cluster.leases import ReplacedError
    from bot.discord_api.errors import leave
    from bot.gateway.login import StartError
    from bot.serving import serve

    # What is loaded by now stands for good: the collector, which holds up everything while it goes
    # through it all, need not do so again.
    gc.collect()
    gc.freeze()
    try:
        asyncio.run(serve(settings, token))
    except StartError as error:
        fail(str(error))
    except ReplacedError as error:
        fail(str(error), status=BEGIN_AGAIN)
    if any(
        not each.daemon for each in threading.enumerate() if each is not threading.main_thread()
    ):
        leave()


@app.command()
def demo(
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Port of the page.")] = 8913,
) -> None:
    """Play in the browser, without a token.

    The bot runs on its own Discord on this machine.
    """
    import asyncio

    log_to_stderr("WARNING")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(play_demo(port))


def fresh_database(port: int) -> str:
    """Make an empty database of the demo on this port, and return its address."""
    DEMO_FOLDER.mkdir(parents=True, exist_ok=True)
    database = DEMO_FOLDER / f"kalamazoo-{port}.sqlite3"
    for old in DEMO_FOLDER.glob(database.name + "*"):
        old.unlink()
    url = f"sqlite+aiosqlite:///{database}"
    upgrade(url)
    return url


async def relax(database_url: str, server: int) -> None:
    """Give a server of the demo the relaxed pace: one person plays several seats there."""
    from bot.db.changes import guild_change
    from bot.db.records import ServerSettings, stored_settings
    from bot.db.unit_of_work import Store
    from bot.db.writers import writing_engine

    store = Store(writing_engine(database_url))
    await store.commit(guild_change(server, stored_settings(ServerSettings(pace="relaxed"))))
    await store.close()


async def play_demo(port: int) -> None:
    """Start the sandbox with its page and the bot on it, and print the address."""
    import asyncio

    from bot.config import load
    from bot.gateway.login import StartError
    from bot.sandbox.demo import furnished
    from bot.sandbox.server import Sandbox
    from bot.serving import serve

    world = furnished(token=DEMO_TOKEN)
    sandbox = Sandbox(world, port=port, page=True)
    try:
        await sandbox.start()
    except OSError:
        fail(f"Port {port} is in use; choose another with --port.")
    try:
        # Only now that the port is ours: another demo may be playing on its own database.
        settings = load(
            environment=False,
            database_url=await asyncio.to_thread(fresh_database, sandbox.port),
            api_base=sandbox.api_base,
            gateway_url=sandbox.gateway_url,
        )
        for server in world.guilds:
            await relax(settings.database_url, server)
        typer.echo(f"Kalamazoo is at http://127.0.0.1:{sandbox.port}/  (Ctrl+C ends it)")
        await serve(settings, DEMO_TOKEN, with_faces=True)
    except StartError as error:
        fail(str(error))
    finally:
        await sandbox.stop()


@app.command()
def invite(
    application: Annotated[
        int | None, typer.Option(min=1, help="Application id; read from the token if left out.")
    ] = None,
) -> None:
    """Print the address that invites the bot to a server."""
    identity = application or application_of(token_of_environment())
    if identity is None:
        fail("The token in DISCORD_TOKEN names no application; give --application ID.")
    typer.echo(
        f"https://discord.com/oauth2/authorize?client_id={identity}"
        f"&scope=bot+applications.commands&permissions={PERMISSIONS}"
    )


def application_of(token: str) -> int | None:
    """Return the application a token belongs to: its first part is the id in base 64."""
    part = token.split(".", maxsplit=1)[0]
    try:
        return int(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (ValueError, binascii.Error):
        return None


@app.command()
def migrate(config: Config = None) -> None:
    """Bring the database to the newest version."""
    settings = settings_of(config)
    with sole(settings.database_url):
        typer.echo(upgrade(settings.database_url) or "The database is up to date.")


@app.command()
def sync(
    config: Config = None,
    sandbox: Annotated[bool, typer.Option(help="Register on a loopback Discord.")] = False,
) -> None:
    """Register the slash commands now, also when nothing changed."""
    import asyncio

    from bot.config import ConfigError, check_sandbox
    from bot.db.migrate import MigrationError, existing
    from bot.gateway.login import StartError
    from bot.serving import sync_commands

    settings = settings_of(config)
    token = token_of_environment()
    try:
        check_sandbox(settings, sandbox=sandbox)
        existing(settings.database_url)
        count = asyncio.run(sync_commands(settings, token))
    except (ConfigError, MigrationError, StartError) as error:
        fail(str(error))
    typer.echo(f"{count} commands are registered.")


@app.command()
def emojis(
    config: Config = None,
    sandbox: Annotated[bool, typer.Option(help="Upload to a loopback Discord.")] = False,
) -> None:
    """Upload the card faces as the application's emojis.

    What is up to date stays. Only the bot's own emojis are replaced or removed. Interrupted, it
    goes on when run again.
    """
    import asyncio

    from bot.config import ConfigError, check_sandbox
    from bot.discord_api.emojis import Upkeep
    from bot.gateway.login import StartError
    from bot.serving import upload_faces

    settings = settings_of(config)
    token = token_of_environment()
    reached = "Nothing uploaded yet."

    def progress(done: int, every: int) -> None:
        nonlocal reached
        reached = f"{done} of {every} uploaded."
        typer.echo(reached)

    async def upload() -> Upkeep:
        uploading = asyncio.ensure_future(upload_faces(settings, token, progress))
        while True:
            before = reached
            await asyncio.wait((uploading,), timeout=QUIET)
            if uploading.done():
                return uploading.result()
            if reached == before:
                typer.echo(f"{reached} Waiting for Discord.")

    try:
        check_sandbox(settings, sandbox=sandbox)
        done = asyncio.run(upload())
    except (ConfigError, StartError) as error:
        fail(str(error))
    typer.echo(
        f"Card faces uploaded: {len(done.upload)}, already there: {done.kept}, outdated ones "
        f"removed: {len(done.remove)}. A running bot shows them within ten minutes."
    )


for operation in (check, health, verify, export, backup, restore, copy_database):
    app.command()(operation)


def main() -> None:
    """Run the command line; a wrong use of it is one sentence and status 2.

    So is what the system refuses: a full disk below the output, a folder that is gone or locked.
    """
    _have_streams()
    try:
        status = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except TyperException as error:
        sentence = " ".join(error.format_message().split())
        say(sentence if sentence.endswith((".", "?")) else sentence + ".")
        status = error.exit_code
    except (KeyboardInterrupt, Abort):
        say("Interrupted.")
        status = INTERRUPTED
    except OSError as error:
        say(f"That cannot be done ({_cause(error)}).")
        status = 2
    except Exception:
        log.critical("an error of its own ends it", exc_info=True)
        status = 1
    if not _written(sys.stdout):
        status = status or 2
    _written(sys.stderr)
    sys.exit(status)


def _written(stream: TextIO) -> bool:
    """Have everything written; what cannot be is dropped, so that the interpreter does not try."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return False
    return True


def _cause(error: OSError) -> str:
    """Return what the system does not do, and with what."""
    try:
        os.getcwd()
    except OSError:
        return "the folder you are in is gone"
    why = error.strerror or type(error).__name__
    return f"{why}: {error.filename}" if error.filename else why


def _have_streams() -> None:
    """Open what was closed before the start, so that no file of ours is taken for it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115 - to the end
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115 - to the end

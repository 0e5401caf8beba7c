"""Running the bot as a command does: until it is told to stop, or for one errand."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Sequence

from bot.app import App, build
from bot.cluster.leases import ReplacedError
from bot.config import Settings
from bot.db.errors import StorageError
from bot.discord_api import emojis
from bot.discord_api.errors import leave
from bot.gateway.login import StartError, failing, point
from bot.interactions.command import Localiser
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.renderers import RENDERERS
from engine.api import AnyGame
from engine.games import GAMES

log = logging.getLogger(__name__)


async def serve(
    settings: Settings,
    token: str,
    *,
    with_faces: bool = False,
    games: Sequence[AnyGame] = GAMES,
    renderers: tuple[AnyRenderer, ...] = RENDERERS,
) -> None:
    """Run the bot until it is told to stop (SIGTERM, SIGINT, or being cancelled).

    Args:
        settings: everything an operator may set.
        token: Discord's.
        with_faces: whether it uploads its card faces by itself.
        games, renderers: as for `build`.

    Raises:
        StartError: Discord does not accept the token, or cannot be reached.
    """
    point(settings.api_base, settings.gateway_url)
    app = build(settings, games, renderers)
    app.with_faces = with_faces
    running = asyncio.ensure_future(app.run(token))
    _stop_by_signals(running)
    try:
        with failing():
            await running
    except asyncio.CancelledError:
        log.info("told to stop")
    except StorageError:
        raise StartError("The database cannot be read.") from None
    except ReplacedError as error:
        log.info("%s It ends.", error)
        if not error.planned:
            raise
    finally:
        if not await app.stop():
            leave()


def _stop_by_signals(running: "asyncio.Future[None]") -> None:
    """Let SIGTERM, SIGINT and a closed terminal stop it; a second signal changes nothing.

    What was ignored before, as under `nohup`, still is.
    """
    stopping = False

    def stop() -> None:
        nonlocal stopping
        if not stopping:
            stopping = True
            running.cancel()

    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(name) is not signal.SIG_IGN:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                asyncio.get_running_loop().add_signal_handler(name, stop)


async def sync_commands(settings: Settings, token: str) -> int:
    """Register the slash commands now; return how many.

    Raises:
        StartError: as `serve`.
    """
    async with logged_in(settings, token) as app:
        await app.client.tree.set_translator(Localiser())
        return await app.commands.register(always=True)


async def upload_faces(settings: Settings, token: str, progress: emojis.Progress) -> emojis.Upkeep:
    """Bring the application's emojis to the card faces; return what was done.

    Raises:
        StartError: as `serve`, or Discord refused an emoji; running it again goes on from there.
    """
    async with logged_in(settings, token) as app:
        return await app.faces.upload(progress)


@contextlib.asynccontextmanager
async def logged_in(settings: Settings, token: str) -> AsyncIterator[App]:
    """Build the bot and log in without connecting; what goes wrong is a `StartError`."""
    point(settings.api_base, settings.gateway_url)
    app = build(settings)
    app.client.prepare = None
    with failing():
        try:
            await app.client.login(token)
            yield app
        except StorageError:
            raise StartError("The database cannot be read.") from None
        finally:
            await app.stop()

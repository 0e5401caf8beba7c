"""What an error of Discord means for whoever sent the request (`discord.md` section 6)."""

import asyncio
import logging
import os
import secrets
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, NoReturn

import aiohttp
import discord

log = logging.getLogger(__name__)

GONE = {10008}
NO_PLACE = {10003, 10004}
NO_CHANNEL = {50001, 50013, 50083, 160005}
LOCKED = {50083, 160005}
"""On posting into a thread: it is locked, since posting unarchives."""
NO_DM = {50007, 50278, 40003}
DEAD_TOKEN = {50027, 10015, 10062, 40060}
NO_EMOJI = {10014}


class Trouble(Enum):
    """The kinds that matter.

    `message`: the message is gone. `place`: its channel or server is gone. `channel`: it cannot be
    used now. `dm`: this person takes no direct message. `token`: the interaction's token is dead.
    `busy`: try again later. `ours`: a request that Discord does not understand; sending it again is
    no use. `emoji`: an emoji in it is gone.
    """

    MESSAGE = "message"
    PLACE = "place"
    CHANNEL = "channel"
    DM = "dm"
    TOKEN = "token"
    BUSY = "busy"
    OURS = "ours"
    EMOJI = "emoji"


FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)
"""How a request of the library can fail, asyncio's time-out being one of them since 3.11."""
UNREADABLE = (AttributeError, KeyError, TypeError, ValueError)
"""What the library raises over an answer that is not as it is documented."""


def code(error: BaseException) -> int:
    """Return Discord's error code; 0 if it has none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def status(error: BaseException) -> int:
    """Return the status Discord answered with; 0 if it did not answer."""
    return error.status if isinstance(error, discord.HTTPException) else 0


def kind(error: BaseException) -> Trouble:
    """Return what an error means."""
    if not isinstance(error, discord.HTTPException):
        return Trouble.BUSY
    for codes, trouble in (
        (GONE, Trouble.MESSAGE),
        (NO_DM, Trouble.DM),
        (NO_PLACE, Trouble.PLACE),
        (NO_CHANNEL, Trouble.CHANNEL),
        (DEAD_TOKEN, Trouble.TOKEN),
        (NO_EMOJI, Trouble.EMOJI),
    ):
        if error.code in codes:
            return trouble
    if error.status in (401, 403):
        return Trouble.CHANNEL
    if error.status == 429 or error.status >= 500:
        return Trouble.BUSY
    return Trouble.OURS


def number() -> str:
    """Return a new error number: shown to the person, and found in the log."""
    return secrets.token_hex(3).upper()


def report(what: str, error: BaseException) -> str:
    """Log an unexpected error with its traceback under a new number; return the number."""
    name = number()
    log.error("error %s: %s", name, what, exc_info=error, extra={"error": name})
    return name


@contextmanager
def reading() -> Iterator[None]:
    """Take an answer that cannot be read for one that was lost: it is logged, and tried again.

    Raises:
        ConnectionError: as a lost connection does.
    """
    try:
        yield
    except UNREADABLE as error:
        report("an answer of Discord's could not be read", error)
        raise ConnectionError("an answer that cannot be read") from error


def leave() -> NoReturn:
    """End the process at once: a thread that waits for the database would keep it for seconds.

    What was not committed is as if it had never been begun.
    """
    log.warning("left without waiting for the database")
    logging.shutdown()
    os._exit(0)


class Tasks:
    """Keeps background tasks alive, which asyncio itself does not, and reports their errors."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    def start(self, coroutine: Coroutine[object, object, None], name: str) -> asyncio.Task[None]:
        """Run it in the background; after `cancel` nothing is begun any more."""
        if self._closed:
            coroutine.close()
            coroutine = _nothing()
        task = asyncio.get_running_loop().create_task(coroutine, name=name)
        self.adopt(task)
        return task

    def adopt(self, task: "asyncio.Task[Any]") -> None:
        """Keep a task that is running already: it is waited for, or given up, with the others."""
        if task not in self._tasks:
            self._tasks.add(task)
            task.add_done_callback(self._done)

    async def settle(self, seconds: float) -> None:
        """Let what is under way finish, at most that long."""
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=seconds)

    async def cancel(self) -> None:
        """Give up what is still under way: only cosmetics are left by then."""
        self._closed = True
        left = tuple(self._tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            report(f"background task {task.get_name()}", error)


async def _nothing() -> None:
    """Do what is done when it is too late to do anything."""

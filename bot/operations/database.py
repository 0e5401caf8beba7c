"""The database before the bot starts: nobody else's, whole, and of the newest version."""

import contextlib
import logging
import sys
import time
from collections.abc import Iterator
from itertools import chain, repeat

from bot.operations.terminal import fail

log = logging.getLogger(__name__)

PAUSES = (1.0, 2.0, 5.0, 10.0)
"""Seconds before a database server is looked for again; the last one for ever."""


@contextlib.contextmanager
def sole(url: str) -> Iterator[None]:
    """Have the database alone, a new one too, or leave with the sentence that says who has it."""
    from bot.db.lock import LockError, held

    try:
        with held(url, made=True):
            yield
    except LockError as error:
        fail(str(error))


def prepared(url: str) -> str:
    """Look through the database, bring it to the newest version, and say where and what it is.

    Leaves with one sentence where that cannot be done; a server that is not there is waited for.
    """
    from bot.db.file import file_of
    from bot.db.integrity import BOUND, DamageError, check_files, check_pages, exposed
    from bot.db.migrate import newest, where

    file = file_of(url)
    try:
        if file is not None:
            check_files(file)
            if not check_pages(file):
                log.warning("no time to look through it all in %d s: kalamazoo check does", BOUND)
    except DamageError as error:
        fail(str(error))
    done = _patiently(url)
    if done:
        log.info("%s", done)
    size = f", {file.stat().st_size:,} bytes" if file is not None else ""
    if file is not None and exposed(file):
        log.warning("%s", exposed(file))
    return f"{where(url)}, revision {newest()}{size}"


def _patiently(url: str) -> str:
    """Do what `upgrade` does, waiting for a database server that is not there yet."""
    from bot.db.migrate import UnreachableError

    for pause in chain(PAUSES, repeat(PAUSES[-1])):
        try:
            return upgraded_apart(url)
        except UnreachableError as error:
            log.warning("%s Trying again in %d s.", error, pause)
            time.sleep(pause)
    raise AssertionError("it waits for ever")


def upgraded_apart(url: str) -> str:
    """Do what `upgrade` does, where possible in a process of its own.

    What a migration takes of memory the bot would carry along as long as it runs.

    Raises:
        UnreachableError: a database server cannot be reached now.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    from bot.db import migrate

    try:
        if sys.platform != "linux":
            return migrate.upgrade(url)
        with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as apart:
            return apart.submit(migrate.upgrade, url).result()
    except migrate.UnreachableError:
        raise
    except migrate.MigrationError as error:
        fail(str(error))


def upgrade(url: str) -> str:
    """Bring the database to the newest version or leave with what is wrong with it.

    Returns:
        What was done, one sentence; empty if nothing.
    """
    from bot.db.migrate import MigrationError, upgrade

    try:
        return upgrade(url)
    except MigrationError as error:
        fail(str(error))

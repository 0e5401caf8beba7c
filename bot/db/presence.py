"""Whether the files of an open SQLite database are still those that were opened.

A file that is removed or replaced stays open and takes every write, which nobody will ever read.
"""

import logging
import os
from pathlib import Path

log = logging.getLogger(__name__)

SUFFIXES = ("", "-wal", "-shm")


class GoneError(OSError):
    """The files of the database are no longer there."""


class Presence:
    """The database file, its log and its shared memory, as they were first seen.

    Attributes:
        gone: whether one of them has been removed or replaced; that is for good.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._paths = {suffix: f"{file}{suffix}" for suffix in SUFFIXES}
        self._seen: dict[str, tuple[int, int]] = {}
        self.gone = False

    def check(self) -> None:
        """Look at each of them.

        Raises:
            GoneError: one is not the file that it was.
        """
        before = self.gone
        for suffix, path in self._paths.items():
            try:
                found = os.stat(path)
            except (FileNotFoundError, NotADirectoryError):
                self.gone |= suffix in self._seen
                continue
            here = (found.st_dev, found.st_ino)
            self.gone |= self._seen.setdefault(suffix, here) != here
        if self.gone and not before:
            log.error(
                "the files of the database %s were removed or replaced while the bot runs: nothing "
                "is stored any more; stop the bot and put them back, or a copy by restore",
                self._file.absolute(),
            )
        if self.gone:
            raise GoneError(f"the files of the database {self._file} are gone")

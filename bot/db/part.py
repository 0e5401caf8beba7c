"""A file in the making, beside what it will be: it gets its name once it is whole.

Whoever makes one has it locked, so that what a killed process has left is told from what a living
one still makes, also on another machine's clock or in another container.
"""

import contextlib
import fcntl
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from bot.db.file import discard, give_to_folder_owner

MARK = ".kalamazoo-part-"
SIGNS = 8
"""How many signs follow the mark."""


@contextlib.contextmanager
def making(target: Path) -> Iterator[Path]:
    """Yield a new, empty file of its owner's alone; afterwards it is gone, unless it was renamed.

    What dead processes have left in that folder, of whatever target, is cleared first.

    Raises:
        OSError: it cannot be made.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    for left in target.parent.glob(f"*{MARK}{'?' * SIGNS}"):
        with contextlib.suppress(OSError):
            _clear(left)
    part = target.with_name(f"{target.name}{MARK}{secrets.token_hex(SIGNS // 2)}")
    descriptor = _locked(part)
    try:
        give_to_folder_owner(part)
        yield part
    finally:
        discard(part)
        os.close(descriptor)


def _locked(part: Path) -> int:
    """Make a file and lock it; again where it was cleared in between."""
    while True:
        descriptor = os.open(part, os.O_RDWR | os.O_CREAT, 0o600)
        with contextlib.suppress(OSError):  # where nothing can be locked, nothing is cleared either
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if part.exists():
            return descriptor
        os.close(descriptor)


def _clear(left: Path) -> None:
    """Take a file in the making away, unless somebody who lives makes it."""
    descriptor = os.open(left, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        discard(left)
    finally:
        os.close(descriptor)

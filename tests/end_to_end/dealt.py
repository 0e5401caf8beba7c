"""The bot whose deals are known beforehand: `python -m tests.end_to_end.dealt <deals> run …`.

The same number gives the same games in the order in which they are started, so that no test hangs
on the luck of a deal. Only the harness starts it; nothing of the bot knows of it.
"""

import functools
import hashlib
import itertools
import sys

from bot.tables.service import Tables


def foreseen(deals: str) -> None:
    """Let the secret seeds be the hashes of ``deals`` and of the games' numbers."""
    numbers = itertools.count()

    def seed() -> str:
        return hashlib.sha256(f"{deals} {next(numbers)}".encode()).hexdigest()

    Tables.__init__ = functools.partialmethod(Tables.__init__, seed=seed)  # type: ignore[method-assign,assignment]  # for tests


if __name__ == "__main__":
    from bot.cli import main

    foreseen(sys.argv.pop(1))
    main()

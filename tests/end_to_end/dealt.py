"""The bot whose deals are known beforehand: `python -m tests.end_to_end.dealt <file> run …`.

The file holds a label; a label's first, second … game is always the same, so that no test hangs on
the luck of a deal or on which tests ran before it. Only the harness starts it; nothing of the bot
knows of it.
"""

import functools
import hashlib
import sys
from collections import Counter
from pathlib import Path

from bot.tables.service import Tables


def foreseen(labelled: Path) -> None:
    """Let the secret seeds be the hashes of the label in that file and of its games' numbers."""
    begun: Counter[str] = Counter()

    def seed() -> str:
        label = labelled.read_text(encoding="utf-8")
        number = begun[label]
        begun[label] += 1
        return hashlib.sha256(f"{label} {number}".encode()).hexdigest()

    Tables.__init__ = functools.partialmethod(Tables.__init__, seed=seed)  # type: ignore[method-assign,assignment]  # for tests


if __name__ == "__main__":
    from bot.cli import main

    foreseen(Path(sys.argv.pop(1)))
    main()

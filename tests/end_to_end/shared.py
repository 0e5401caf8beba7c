"""The bot without its lock: `python -m tests.end_to_end.shared <file> run …`.

On one machine a second process is refused (`operating.md`); what several processes of one
token do on one database is tried here without a database server.
"""

import contextlib
import sys
from pathlib import Path

from bot.db import lock
from tests.end_to_end.dealt import foreseen

if __name__ == "__main__":
    from bot.cli import main

    lock.held = lambda url: contextlib.nullcontext()  # type: ignore[assignment,return-value]  # for tests
    foreseen(Path(sys.argv.pop(1)))
    main()

"""What a start costs: the seconds of CPU of importing the bot, and of asking for help."""

import os
import resource
import subprocess
import sys
from functools import partial

from tests.bench.figure import Figure, interleaved, say

IMPORT = ("-c", "import bot.app")
HELP = ("-m", "bot", "--help")


def seconds(*arguments: str) -> float:
    """Return the seconds of CPU of a new process with these arguments."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run(
        (sys.executable, *arguments), check=True, stdout=subprocess.DEVNULL, env=environment
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(rounds: int) -> list[Figure]:
    """Return the figures of so many rounds, after one that compiles the modules."""
    ways = (partial(seconds, *IMPORT), partial(seconds, *HELP))
    interleaved(1, *ways)
    imported, helped = interleaved(rounds, *ways)
    return [
        Figure(what="`import bot.app`, CPU", unit="s", rounds=imported, must=0.8),
        Figure(what="`kalamazoo --help`, CPU", unit="s", rounds=helped, must=0.2),
    ]


if __name__ == "__main__":
    say(main(int(sys.argv[1])))

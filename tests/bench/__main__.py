"""All figures beside their yardsticks and goals: `make bench`, or some of them by name.

    python -m tests.bench [--rounds N] [NAME …]

One process a part, so that none warms or slows another. A yardstick is measured in the same run,
in turn with what it is for, and the figure is the median of the rounds. Exit status 0 though goals
are missed: the last lines name them. 1 if a part could not be measured. Where other programs keep
the machine busy, `chrt -r 1 make bench` (as root) keeps them out of the figures of time.
"""

import argparse
import os
import platform
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import msgspec

from tests.bench.figure import HEAD, Figure

PARTS = (
    "rules",
    "press",
    "store",
    "server",
    "start",
    "restart",
    "hold",
    "memory",
    "servers",
    "live",
    "leaderboard",
    "pictures",
)


def machine() -> str:
    """Return in one line what was measured on, and how busy it was."""
    cpus = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = {line.partition(": ")[2] for line in cpus if line.startswith("model name")}
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    return (
        f"{' / '.join(sorted(names)) or platform.machine()}, {os.cpu_count()} cores, "
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}; "
        f"load {load}"
    )


def measured(part: str, rounds: int) -> tuple[list[Figure], int]:
    """Return the figures of a part, and its exit status."""
    command = [sys.executable, "-m", f"tests.bench.{part}", str(rounds)]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE)
    lines = done.stdout.splitlines()
    return [msgspec.json.decode(line, type=Figure) for line in lines], done.returncode


def main() -> int:
    """Print the table, the machine and what is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="NAME", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    unknown = sorted(set(asked.parts) - set(PARTS))
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    if find_spec("rlcard") is None:
        parser.error("the yardsticks are not installed; `make bench` installs them")
    sys.stdout.write(f"{machine()}; medians of {asked.rounds} rounds\n\n{HEAD}\n")
    begun, missed, failed = time.monotonic(), [], []
    for part in asked.parts or PARTS:
        sys.stdout.flush()
        figures, status = measured(part, asked.rounds)
        for figure in figures:
            sys.stdout.write(figure.row() + "\n")
        missed += [figure for figure in figures if figure.missed]
        failed += [part] if status else []
    sys.stdout.write(f"\n{time.monotonic() - begun:.0f} s; load now {os.getloadavg()[0]:.1f}\n")
    sys.stdout.write(f"Missed: {len(missed) or 'nothing'}\n")
    for figure in missed:
        sys.stdout.write(f"- {figure.what}{': ' + figure.note if figure.note else ''}\n")
    for part in failed:
        sys.stdout.write(f"Not measured: {part}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

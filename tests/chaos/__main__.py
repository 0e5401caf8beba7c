"""Whole games while everything fails at random, compared with their twins in memory.

`python -m tests.chaos --games 200 --seed 1`; exit status 1 if anything was lost, doubled, stuck,
unanswered or leaked, or a game did not finish. `--sabotage lost` plants that defect; `--kills-only`
plays short games during which nothing happens but that the process is killed and started again.
"""

import argparse
import sys
from pathlib import Path

from tests.chaos.entry import SABOTAGES
from tests.chaos.run import AT_ONCE, Asked, run


def main() -> int:
    """Play and print the line; return the exit status."""
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=AT_ONCE)
    parser.add_argument("--sabotage", choices=SABOTAGES)
    parser.add_argument("--keep", type=Path, help="a new folder for databases and logs")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--kills-only", action="store_true")
    result = run(Asked(**vars(parser.parse_args())))
    sys.stdout.write(f"event loop held for {result.held:.0f} ms at most\n{result.line}\n")
    return 0 if result.clean else 1


if __name__ == "__main__":
    sys.exit(main())

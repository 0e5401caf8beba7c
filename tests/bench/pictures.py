"""How long a picture of a table takes and how large it is: `python -m tests.bench.pictures`.

Drawn in memory from random positions of every game with the most seats, fonts and faces warm, as in
a bot that runs.
"""

import argparse
import sys
import time

from bot.locale import translator
from bot.pictures import of_table
from tests.ui.positions import PAIRS, walk

GOAL_SECONDS, GOAL_BYTES = 0.010, 60 * 1024


def main() -> None:
    """Print the median and worst of each game beside the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=60)
    options = parser.parse_args()
    t = translator("es")
    for game, renderer in PAIRS:
        times, sizes = [], []
        seats = max(game.seat_counts)
        for position in walk(game, renderer, seats, seed=1, plies=options.positions):
            of_table(position.public(), renderer, t)
            start = time.process_time()
            drawing = of_table(position.public(), renderer, t)
            times.append(time.process_time() - start)
            sizes.append(len(drawing.data))
        times.sort()
        sys.stdout.write(
            f"picture of {game.key}, {seats} seats: median {times[len(times) // 2] * 1000:.1f} ms, "
            f"worst {times[-1] * 1000:.1f} ms (goal {GOAL_SECONDS * 1000:.0f} ms), "
            f"{max(sizes) / 1024:.0f} KB (goal {GOAL_BYTES // 1024} KB)\n"
        )


if __name__ == "__main__":
    main()

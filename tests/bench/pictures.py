"""How long a picture of a table takes and how large it is.

Drawn in memory from random positions of every game with the most seats, fonts and faces warm, as in
a bot that runs.
"""

import sys
import time

from bot.locale import translator
from bot.pictures import of_table
from tests.bench.figure import Figure, say
from tests.ui.positions import PAIRS, walk

POSITIONS = 12
"""Of each game, a round."""


def main(rounds: int) -> list[Figure]:
    """Return the figures of so many rounds."""
    found = []
    t = translator("es")
    for game, renderer in PAIRS:
        times, sizes = [], []
        seats = max(game.seat_counts)
        for position in walk(game, renderer, seats, seed=1, plies=POSITIONS * rounds):
            of_table(position.public(), renderer, t)
            start = time.process_time()
            drawing = of_table(position.public(), renderer, t)
            times.append((time.process_time() - start) * 1000)
            sizes += [len(file.data) / 1024 for file in drawing.attachments]
        what = f"picture of {game.key}, {seats} seats"
        found += [
            Figure(what=f"{what}, CPU", unit="ms", rounds=tuple(times), must=10),
            Figure(what=f"{what}, largest", unit="KiB", rounds=(max(sizes),), must=40),
        ]
    return found


if __name__ == "__main__":
    say(main(int(sys.argv[1])))

"""What a running table takes of the bot's memory: of FLIP after some plays, of Flinch with hands.

Between two states of one process, so that what any first table brings along does not count; nor
does what many presses at the same moment take: as many tables are played at once before as after.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.bench.figure import Figure, say
from tests.bench.ground import ground
from tests.bench.press import good_play, in_loops

GROUP, GROUPS = 30, 5
"""Tables opened and played at once; the first group stands already, the others are weighed."""
TABLES = GROUP * (GROUPS - 1)
PROFILE = (
    "some 22 KiB are objects, of which states, events and what is seen are 4 and the library's "
    "rate limits 1 (FLIP) to 2 (Flinch: three messages); the rest is the allocator's, connections "
    "and pages of the database, half a MiB of them for the writer; it varies by 2"
)
SHOWS = {"flip": "FLIP!", "flinch": "My hand"}


async def weighed(game: str) -> float:
    """Return the KiB of a table."""
    with tempfile.TemporaryDirectory() as folder:
        async with ground(Path(folder), GROUP * GROUPS) as place:
            weights = []
            for first in range(0, len(place.rooms), GROUP):
                rooms = place.rooms[first : first + GROUP]
                await place.open(game, rooms, SHOWS[game])
                await place.settled()
                if game == "flip":
                    await in_loops(place, rooms, good_play)
                await place.settled()
                weights.append(place.memory)
            return (weights[-1] - weights[0]) / TABLES / 1024


def main(rounds: int) -> list[Figure]:
    """Return the figures of one round: it is the mean of many tables."""
    del rounds
    return [
        Figure(
            what=f"memory of a running table of {game}",
            unit="KiB",
            rounds=(asyncio.run(weighed(game)),),
            must=40,
            note=PROFILE,
        )
        for game in SHOWS
    ]


if __name__ == "__main__":
    say(main(int(sys.argv[1])))

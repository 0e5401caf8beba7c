"""What a running table takes of the bot's memory: of FLIP after some plays, of Flinch with hands.

Between two states of one process, so that what any first table brings along does not count.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.bench.figure import Figure, say
from tests.bench.ground import ground
from tests.bench.press import good_play, in_loops

BEFORE, TABLES = 30, 90
"""Tables that stand already, and those that are weighed."""
SHOWS = {"flip": "FLIP!", "flinch": "My hand"}


async def weighed(game: str) -> float:
    """Return the KiB of a table."""
    with tempfile.TemporaryDirectory() as folder:
        async with ground(Path(folder), BEFORE + TABLES) as place:
            before = 0
            for rooms in (place.rooms[:BEFORE], place.rooms[BEFORE:]):
                before = place.memory
                await place.open(game, rooms, SHOWS[game])
                await place.settled()
                if game == "flip":
                    await in_loops(place, rooms, good_play)
                await place.settled()
            return (place.memory - before) / TABLES / 1024


def main(rounds: int) -> list[Figure]:
    """Return the figures of one round: it is the mean of many tables."""
    del rounds
    return [
        Figure(
            what=f"memory of a running table of {game}",
            unit="KiB",
            rounds=(asyncio.run(weighed(game)),),
            must=40,
        )
        for game in SHOWS
    ]


if __name__ == "__main__":
    say(main(int(sys.argv[1])))

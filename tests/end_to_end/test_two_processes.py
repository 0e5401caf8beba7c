"""Two processes of one token on one database, as for a minute while the bot is replaced.

Both get every event; whatever both do has its effect once.
"""

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import FAST, Bot, Club, club, press


@contextlib.asynccontextmanager
async def another(place: Club, folder: Path) -> AsyncIterator[Bot]:
    """Run a second process beside the first."""
    second = Bot(place.sandbox, folder, FAST, deals=2)
    place.world.record.events.clear()
    await second.start()
    try:
        await place.ready()
        yield second
    finally:
        await second.kill()


def counted(place: Club) -> tuple[int, list[int]]:
    """Return how many tables there are, and the plies of all actions."""
    database = sqlite3.connect(f"file:{place.bot.database}?mode=ro", uri=True)
    tables = database.execute("SELECT count(*) FROM tables").fetchone()[0]
    plies = [row[0] for row in database.execute("SELECT DISTINCT ply FROM events ORDER BY ply")]
    database.close()
    return tables, plies


async def test_nothing_happens_twice(tmp_path: Path) -> None:
    """One command opens one table; no act is lost or doubled; one message shows the table."""
    async with club(tmp_path, people=2) as place, another(place, tmp_path):
        ana, ben = place.people
        await ana.slash(place.room.id, "play flinch", pile="5")
        lobby = await place.table(ana, "Join")
        await press(ben, lobby, "Join")
        await press(ana, ana.message(lobby.id), "Start")
        await place.table(ana, "My hand")
        tried, accepted = 0, 0
        for _ in range(8):
            for person in place.people:
                hand = read(await place.hand(person))
                for notation in hand.wishes()[:1] if hand.mine else ():
                    done = await person.slash(place.room.id, "move", action=notation)
                    answer = await done.settled()
                    tried += 1
                    accepted += answer is not None and answer.text.startswith("Done.")
                    await FlinchPlayer(person, place.room, "commands").settled(hand)
        tables, plies = counted(place)
        assert tables == 1
        assert plies == list(range(len(plies)))
        assert 0 < accepted <= len(plies) - 1 <= tried
        shown = [
            seen
            for seen in ana.messages(place.room.id)
            if any("My hand" in each.label for each in seen.controls)
        ]
        assert len(shown) == 1

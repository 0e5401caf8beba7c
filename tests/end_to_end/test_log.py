"""What the log tells even at its most talkative: nothing that is a secret of a game."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.end_to_end.harness import TOKEN, club


async def test_debug_log_holds_no_seed_no_card_and_no_token(tmp_path: Path) -> None:
    """The drivers' own chatter, stored values and all, stays out of it.

    See `architecture.md`, Secrets.
    """
    async with club(tmp_path, people=2, settings={"LOG_LEVEL": "DEBUG"}) as house:
        await house.opened()
        for person in house.people:
            await house.hand(person)
        with closing(sqlite3.connect(house.bot.database)) as stored:
            (seed,) = stored.execute("SELECT seed FROM tables").fetchone()
        tokens = [each.token for each in house.world.interactions]
    log = house.bot.log.read_text(encoding="utf-8")
    assert " DEBUG " in log
    assert seed
    assert not [secret for secret in (seed, TOKEN, *tokens) if secret in log]
    assert "INSERT" not in log

"""A whole day in the log at its most talkative: nothing of it is a secret.

See `architecture.md`, Secrets.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec import to_builtins

from tests.chaos import secrecy
from tests.chaos.ledger import Ledger
from tests.end_to_end.harness import TOKEN, Club, club
from tests.end_to_end.test_machine import moved, turn
from tests.end_to_end.test_secrets import play_flip

SETTINGS = {"LOG_LEVEL": "DEBUG", "LOG_FORMAT": "json"}


async def day(place: Club) -> None:
    """Games to their end and in half, a crash, lost connections, refusals, operators at work."""
    faults = place.world.faults
    table = await place.opened("flip", shows="")
    faults.answer("messages/", 403, code=50013, times=1)
    faults.rate_limit("/messages", 0.2, times=2)
    await play_flip(place, table.id)
    await place.opened(pile="5")
    for _ in range(4):
        await moved(place, *(await turn(place)))
    for words in (("backup", "copy"), ("check",), ("export",)):
        status, printed = await place.bot.command(*words)
        assert status == 0, printed
    faults.drop_gateway()
    await place.bot.kill()
    await place.restart()
    for _ in range(4):
        await moved(place, *(await turn(place)))
    faults.answer("callback", 500, times=2)
    await place.people[0].slash(place.room.id, "why")


async def test_log_of_a_day_holds_no_card_no_seed_and_no_token(tmp_path: Path) -> None:
    """Every line is an object; what is stored of games, and every token, stands in none."""
    async with club(tmp_path, people=2, settings=SETTINGS) as place:
        await day(place)
        assert await place.bot.stop() == 0
        ledger = Ledger(place.bot.database)
        ledger.refresh()
        sittings = list(ledger.sittings.values())
        with closing(sqlite3.connect(place.bot.database)) as stored:
            seeds = [row[0] for row in stored.execute("SELECT seed FROM tables")]
            events = [row[0] for row in stored.execute("SELECT data FROM events")]
        tokens = [each.token for each in place.world.interactions]
        place.world.interactions.clear()  # a crash leaves some without an answer
    log = place.bot.log.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"DEBUG", "INFO"} <= {line["level"] for line in lines}
    assert len(sittings) == 2
    assert len(seeds) == 2
    assert len(tokens) > 20
    assert not [secret for secret in (*seeds, *tokens, TOKEN) if secret in log]
    assert not [event for event in events if "card" in event and event in log]
    assert secrecy.in_log(log, sittings) == []
    assert to_builtins(sittings[0].plies[0].events), "there were cards to be told"

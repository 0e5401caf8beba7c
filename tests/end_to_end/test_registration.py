"""Commands register themselves, only when their payload has changed (`discord.md` section 14)."""

import asyncio
from pathlib import Path
from typing import Any

from bot.app import build
from bot.config import load
from bot.gateway.commands import fingerprint, payload
from bot.interactions.command import Localiser
from tests.end_to_end.harness import Club, club


def sent(place: Club) -> list[Any]:
    """Return the bodies of all registrations."""
    return [each.body for each in place.world.record.find("PUT", "/commands")]


async def test_commands_are_registered_once_and_as_they_were_hashed(tmp_path: Path) -> None:
    """The hash is of what goes over the wire; a restart registers nothing."""
    async with club(tmp_path, people=1) as place:
        assert len(sent(place)) == 1
        url = f"sqlite+aiosqlite:///{tmp_path / 'unused.sqlite3'}"
        app = build(load(environment=False, database_url=url))
        await app.client.tree.set_translator(Localiser())
        expected = await payload(app.client.tree)
        wire = sorted(sent(place)[0], key=lambda each: (each["type"], each["name"]))
        assert fingerprint(wire) == fingerprint(expected)
        await app.stop()
        await place.bot.stop()
        await place.restart()
        await read_again(place)  # by then it would have registered them
        assert len(sent(place)) == 1


async def read_again(place: Club) -> None:
    """Ask for help until its commands can be pressed, which they can a moment after the start.

    Each is mentioned by the id that Discord gave it, though this process has registered none.
    """
    ana, (bot,) = place.people[0], place.world.bots.values()
    numbers = {each["name"]: number for number, each in bot.commands[None].items()}
    play = f"</play flinch:{numbers['play']}>, </play flip:{numbers['play']}>, or "
    async with asyncio.timeout(60):
        while True:
            shown = (await ana.slash(place.room.id, "help")).message
            assert shown is not None
            if f"</hand:{numbers['hand']}>" in shown.text:
                break
    assert f"Type {play}</play flushed:{numbers['play']}> to open a table." in shown.text

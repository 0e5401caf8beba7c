"""The bot is told to stop while people type commands."""

import asyncio
from pathlib import Path

from tests.end_to_end.harness import club

AT_ONCE = 4


async def test_commands_under_way_are_finished_when_the_bot_stops(tmp_path: Path) -> None:
    """What was taken in is answered, what comes then is told so; nothing ends as an error."""
    async with club(tmp_path, people=2) as place:
        await place.opened()
        [ana, _] = place.people
        answered = 0

        async def asks() -> None:
            nonlocal answered
            while True:
                for command in ("why", "why", "stats"):
                    interaction = await ana.slash(place.room.id, command)
                    answered += not interaction.failed

        people = [asyncio.create_task(asks()) for _ in range(AT_ONCE)]
        await ana.until(lambda: answered >= AT_ONCE)
        status = await place.bot.stop()
        for one in people:
            one.cancel()
        await asyncio.gather(*people, return_exceptions=True)
        assert status == 0
        assert place.bot.errors() == []
        place.world.interactions.clear()  # what nobody was there any more to hear

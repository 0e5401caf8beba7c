"""Pictures of the lessons, from the real page: `python -m scripts.lessons`.

Some steps of each, at the size of a phone, in English and Spanish, with faces and as text.
"""

import asyncio

from playwright.async_api import Browser

from engine.games import GAMES
from scripts.stage import EN, ES, TEXT, Mode, Stage, run, shoot
from tests.browser import PHONE
from tests.end_to_end.newcomer import Newcomer, progress

TALL = (PHONE[0], 1_250)
EVERY = 3
"""Every how many steps a picture is taken."""


async def take(browser: Browser, on: Stage, mode: Mode, theme: str) -> None:
    """Take the pictures of one mode: the newcomer does what each lesson says."""
    ana = on.people[0]
    base = f"{on.sandbox.base_url}/#/{ana.id}/"
    for game in GAMES:
        room = on.sandbox.world.add_channel(on.guild, f"learn-{game.key}")
        lesson = await (await ana.slash(room.id, "learn", game=game.key)).settled()
        assert lesson is not None
        newcomer = Newcomer(ana, lesson)
        last = progress(lesson)[1]
        for step in range(1, last + 1):
            await newcomer.learn(step)
            if step % EVERY == 2 or step == last:
                name = f"learn-{game.key}-{step}{mode.suffix}"
                await shoot(browser, f"{base}{room.id}", name, TALL, theme)


if __name__ == "__main__":
    asyncio.run(run(take, (EN, ES, TEXT), __doc__))

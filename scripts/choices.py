"""Pictures of what people set and read, from the real page: `python -m scripts.choices`.

All pages of `/settings` and of the rules, `/preferences`, `/tables`, `/privacy`, `/check`, `/help`,
at the size of a phone, in English and Spanish.
"""

import asyncio

from playwright.async_api import Browser

from bot.locale import translator
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.objects import Channel
from bot.ui import server_settings
from engine.games import GAMES
from scripts.stage import EN, ES, Mode, Stage, run, shoot
from tests.browser import PHONE

TALL = (PHONE[0], 1_000)
PAGES = range(len(server_settings.PAGES) + len(GAMES))


async def answered(on: Stage, room: Channel, command: str, **options: object) -> MessageSeen:
    """Return the private answer to a command of Ana's."""
    answer = await (await on.people[0].slash(room.id, command, **options)).settled()
    assert answer is not None
    return answer


async def turned(on: Stage, seen: MessageSeen, value: int) -> None:
    """Choose a page on the last select of a screen; the buttons after it turn pages too."""
    ana = on.people[0]
    selects = [each for each in ana.message(seen.id).controls if each.kind == "string"]
    await ana.select(seen.id, selects[-1].custom_id or "", [str(value)])


async def take(browser: Browser, on: Stage, mode: Mode, theme: str) -> None:
    """Take all pictures in one language."""
    base = f"{on.sandbox.base_url}/#/{on.people[0].id}/"

    async def one(name: str, command: str, page: int = 0, **options: object) -> None:
        room = on.sandbox.world.add_channel(on.guild, name)
        seen = await answered(on, room, command, **options)
        if page:
            await turned(on, seen, page)
        await shoot(browser, f"{base}{room.id}", f"choices-{name}{mode.suffix}", TALL, theme)

    for command in ("preferences", "privacy", "check", "help"):
        await one(command, command)
    await one("rules-which", "rules")
    for page in PAGES:
        await one(f"settings-{page + 1}", "settings", page)
    for game in GAMES:
        for page in range(len(on.app.kit.renderers[game.key].rules(translator("en")).pages)):
            await one(f"rules-{game.key}-{page + 1}", "rules", page, game=game.key)
    await on.play(GAMES[0].key)
    await one("tables", "tables")


if __name__ == "__main__":
    asyncio.run(run(take, (EN, ES), __doc__))

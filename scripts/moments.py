"""Pictures of moments of a game, from the real page: `python -m scripts.moments`.

The lobby and its house rules, a half-made choice, a call being judged and its verdict, a vote, what
spectators see, big print, `/why`, a missing permission, and the result, at the size of a phone, in
English and Spanish, with card faces and as text.
"""

import asyncio
from random import Random

from playwright.async_api import Browser

from bot.sandbox.model import permissions
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.objects import Channel
from bot.tables.model import Table
from engine.games import GAMES
from scripts.stage import EVERY, SEED, TALL, Mode, Stage, control, has, run, shoot, until
from tests.browser import PHONE

WINDOW_MS = 8_000
"""How long a call is being judged here: long enough for a picture."""


class Shots:
    """Takes pictures of places as somebody sees them."""

    def __init__(self, browser: Browser, on: Stage, mode: Mode, theme: str) -> None:
        self.on = on
        self._browser = browser
        self._mode = mode
        self._theme = theme

    async def one(
        self, place: int, name: str, *, who: int = 0, size: tuple[int, int] = PHONE
    ) -> None:
        """Take one."""
        url = f"{self.on.sandbox.base_url}/#/{self.on.people[who].id}/{place}"
        await shoot(self._browser, url, f"moment-{name}{self._mode.suffix}", size, self._theme)


async def lobby(shots: Shots) -> None:
    """A lobby of four seats with partners, and what its host chooses."""
    on = shots.on
    ana, ben = on.people[:2]
    room = on.sandbox.world.add_channel(on.guild, "lobby")
    await ana.slash(room.id, f"play {GAMES[0].key}", bots=2, partners="on")
    seen = await ana.wait_for(lambda each: len(each.controls) > 2, room.id)
    await ben.press(seen.id, control(seen, "join"))
    await ana.until(lambda: ben.name in ana.message(seen.id).text)
    await ana.press(seen.id, control(seen, "rules"))
    await shots.one(room.id, "lobby", who=1)
    await shots.one(room.id, "lobby-rules", size=TALL)
    await ben.press(seen.id, control(seen, "leave"))
    await ana.press(seen.id, control(seen, "leave"))


async def playing(shots: Shots) -> tuple[Table, Channel]:
    """A half-made choice, big print, a spectator, a vote, a call."""
    on = shots.on
    ana, ben, carla, dan = on.people
    table, room = await on.play(GAMES[0].key)
    dm = await ana.dm()
    hand = await hand_of(on, 0)
    await ana.press(hand.id, control(hand, "lay"))
    await shots.one(dm, "half-made", size=TALL)
    await ana.press(hand.id, control(ana.message(hand.id), "cancel"))
    apart = on.sandbox.world.add_channel(on.guild, "private")
    preferences = await (await ana.slash(apart.id, "preferences")).settled()
    assert preferences is not None
    size = next(
        each for each in preferences.controls if (each.custom_id or "").endswith("prefer-big")
    )
    await ana.select(preferences.id, size.custom_id or "", ["on"])
    await ana.slash(apart.id, "hand")
    await shots.one(apart.id, "big-print", size=TALL)
    await carla.slash(apart.id, "watch", table=str(table.id))
    await shots.one(apart.id, "watch", who=2, size=TALL)
    await ben.slash(room.id, "end")
    seen = await carla.wait_for(lambda each: has(each, "vote-no"), room.id)
    await shots.one(room.id, "vote", size=TALL)
    for person in (carla, dan):
        await person.press(seen.id, control(seen, "vote-no"))
    await carla.until(lambda: not has(carla.message(seen.id), "vote-no"))
    await shots.one(room.id, "vote-over", size=TALL)
    return table, room


async def called(shots: Shots, table: Table, room: Channel) -> None:
    """A call while it is being judged, the verdict, and its explanation."""
    on = shots.on
    ben = on.people[1]
    call = on.app.kit.renderers[table.game].call_emoji
    hand = await hand_of(on, 1)
    seen = next(each for each in ben.messages(room.id) if has(each, "hand"))
    await ben.react(seen.id, call)
    await shots.one(room.id, "judged", size=TALL)
    await until(lambda: (now := on.app.tables.get(table.id)) is not None and now.race is None)
    await asyncio.sleep(2)
    await shots.one(room.id, "verdict", who=1, size=TALL)
    await ben.slash(room.id, "why")
    await shots.one(room.id, "why", who=1, size=TALL)
    await ben.press(hand.id, control(ben.message(hand.id), "F"))
    await shots.one(await ben.dm(), "not-your-turn", who=1, size=TALL)


async def over(shots: Shots, table: Table, room: Channel) -> None:
    """The result with its picture, and a hand whose game is over."""
    on = shots.on
    chance = Random(SEED)
    while (now := on.app.tables.get(table.id)) is not None and now.status == "playing":
        await on.act(now, chance)
    await asyncio.sleep(4)
    await shots.one(room.id, "result", size=(PHONE[0], 1_400))
    await shots.one(await on.people[0].dm(), "hand-over")


async def rights(shots: Shots) -> None:
    """What `/check` says where permissions are missing."""
    on = shots.on
    room = on.sandbox.world.add_channel(on.guild, "closed")
    lost = permissions.ADD_REACTIONS | permissions.ATTACH_FILES | permissions.MANAGE_MESSAGES
    on.sandbox.world.faults.deny(room, on.bot, lost)
    await on.people[0].slash(room.id, "check")
    await shots.one(room.id, "check")


async def take(browser: Browser, on: Stage, mode: Mode, theme: str) -> None:
    """Take all pictures of one bot."""
    shots = Shots(browser, on, mode, theme)
    await lobby(shots)
    await rights(shots)
    table, room = await playing(shots)
    await called(shots, table, room)
    await over(shots, table, room)


async def hand_of(on: Stage, seat: int) -> MessageSeen:
    """Return somebody's hand by DM."""
    person = on.people[seat]
    dm = await person.dm()
    return await person.wait_for(lambda seen: len(seen.controls) > 3, dm)


if __name__ == "__main__":
    asyncio.run(run(take, EVERY, __doc__, call_window_ms=WINDOW_MS))

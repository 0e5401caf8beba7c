"""What servers and channels of other processes are called: the gateway tells only of one's own."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable

from bot.clock import Clock
from bot.discord_api.errors import FAILURES, Tasks
from bot.discord_api.rest import Wire

KEPT = 3600.0
"""Seconds after which a name is asked for again."""
REMEMBERED = 5_000
"""How many names are remembered."""
PATIENCE = 1.0
"""Seconds somebody waits for them: suggestions cannot wait longer."""


class PlaceNames:
    """Asks Discord, and remembers.

    Args:
        wire: sends the requests.
        clock: says how old a name is.
        tasks: keeps requests that nobody waits for any longer.
    """

    def __init__(self, wire: Wire, clock: Clock, tasks: Tasks) -> None:
        self._wire = wire
        self._clock = clock
        self._tasks = tasks
        self._names: OrderedDict[int, tuple[str, float]] = OrderedDict()

    async def learn(self, places: Iterable[tuple[int, int]]) -> None:
        """Ask for the names of servers and channels that are not known, for a moment at most."""
        asked: dict[int, Callable[[int], Awaitable[str]]] = {}
        for guild, channel in places:
            asked |= {guild: self._wire.server_name, channel: self._wire.channel_name}
        work = [
            self._tasks.start(self._ask(place, ask), "asking for a name")
            for place, ask in asked.items()
            if not self._knows(place)
        ]
        if work:
            await asyncio.wait(work, timeout=PATIENCE)

    def of(self, guild: int, channel: int) -> str:
        """Return what is known of a place: "Card Club #hall"; "" is nothing."""
        server, room = (self._names.get(each, ("", 0.0))[0] for each in (guild, channel))
        return f"{server} {f'#{room}' if room else ''}".strip()

    def _knows(self, place: int) -> bool:
        known = self._names.get(place)
        return known is not None and self._clock.monotonic() - known[1] < KEPT

    async def _ask(self, place: int, ask: Callable[[int], Awaitable[str]]) -> None:
        """Remember a name; one that Discord does not tell is asked for again the next time."""
        try:
            self._names[place] = await ask(place), self._clock.monotonic()
        except FAILURES:
            return
        self._names.move_to_end(place)
        if len(self._names) > REMEMBERED:
            self._names.popitem(last=False)

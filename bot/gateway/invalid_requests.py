"""Counting what Discord refuses: 10,000 in ten minutes get an address banned.

See `discord.md` section 1.1.

Every 401, 403 and 429 counts, but for a 429 of a limit that is shared with others. At a tenth of
what Discord bears the log warns, once until it is better: something keeps asking in vain.
"""

import logging
from collections import Counter, deque
from types import SimpleNamespace

import aiohttp

from bot.clock import Clock

log = logging.getLogger(__name__)

COUNTED = (401, 403, 429)
WINDOW = 600.0
"""Seconds over which they are counted."""
MANY = 1_000
"""So many are worth a warning."""


class Refusals:
    """The counters.

    Args:
        time: the clock.
        many: how many within the window are worth a warning.
    """

    def __init__(self, time: Clock, many: int = MANY) -> None:
        self._time = time
        self._many = many
        self._recent: deque[tuple[float, int]] = deque()
        self._warned = False
        self.total: Counter[int] = Counter()

    def note(self, status: int, scope: str = "") -> None:
        """Count an answer.

        Args:
            status: of HTTP.
            scope: `X-RateLimit-Scope` of a 429.
        """
        if status not in COUNTED or scope == "shared":
            return
        now = self._time.monotonic()
        self.total[status] += 1
        self._recent.append((now, status))
        while self._recent[0][0] <= now - WINDOW:
            self._recent.popleft()
        if len(self._recent) < self._many:
            self._warned = False
        elif not self._warned:
            self._warned = True
            counts = Counter(each for _, each in self._recent)
            log.warning(
                "Discord refused %d requests in ten minutes (401: %d, 403: %d, 429: %d); "
                "at 10000 it bans this address",
                len(self._recent),
                *(counts[each] for each in COUNTED),
            )

    def trace(self) -> aiohttp.TraceConfig:
        """Return what lets the library's connection report every answer."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._ended)
        return config

    async def _ended(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        scope = params.response.headers.get("X-RateLimit-Scope", "")
        self.note(params.response.status, scope)

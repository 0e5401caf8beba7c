"""What is counted and timed while the bot runs, in the form of Prometheus.

Nothing of it says who played what: labels are games, routes and kinds, never people or tables.
"""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

TICK = 1.0
"""Seconds between two looks at how late the event loop is."""
KNOWN = 1_000
"""How many interactions without an answer are remembered."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)

ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
PLACES = (
    (re.compile(r"^/api(/v\d+)?"), ""),
    (re.compile(r"(/(?:webhooks|interactions)/\d+)/[^/]+"), r"\1/{token}"),
    (re.compile(r"/reactions/[^/]+"), "/reactions/{emoji}"),
    (re.compile(r"/\d+"), "/{id}"),
)


class Figures:
    """Everything that is counted; told by those who know.

    Attributes:
        late: by how much the event loop was late when it was last looked at, in seconds.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.late = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._arrived: OrderedDict[int, tuple[str, float]] = OrderedDict()
        here = self.registry
        self._moves = Counter("kalamazoo_moves", "Actions stored.", ["game"], registry=here)
        self._presses = Counter(
            "kalamazoo_presses", "What people did, by kind.", ["kind"], registry=here
        )
        self._answers = Histogram(
            "kalamazoo_answer_seconds",
            "From the arrival of an interaction to Discord's word that it is answered.",
            ["kind"],
            buckets=SECONDS,
            registry=here,
        )
        self._requests = Histogram(
            "kalamazoo_request_seconds",
            "Requests to Discord.",
            ["route"],
            buckets=SECONDS,
            registry=here,
        )
        self._edits = Counter(
            "kalamazoo_edits", "Messages edited, by route.", ["route"], registry=here
        )
        self._limited = Counter(
            "kalamazoo_rate_limited", "Answers 429, by route.", ["route"], registry=here
        )
        self._letters = Counter(
            "kalamazoo_letters_answered",
            "Presses that another process handed on, answered here.",
            registry=here,
        )
        self._batch_sizes = Histogram(
            "kalamazoo_batch_changes", "Changes a transaction stored.", buckets=SIZES, registry=here
        )
        self._batch_times = Histogram(
            "kalamazoo_batch_seconds",
            "How long a transaction took.",
            buckets=SECONDS,
            registry=here,
        )
        self._lateness = Histogram(
            "kalamazoo_loop_lag_seconds", "How late the loop was.", buckets=SECONDS, registry=here
        )

    def gauge(
        self, name: str, about: str, label: str, values: Mapping[str, Callable[[], float]]
    ) -> None:
        """Add what is asked for when it is read, by the values of one label."""
        gauge = Gauge(f"kalamazoo_{name}", about, [label], registry=self.registry)
        for value, ask in values.items():
            gauge.labels(value).set_function(ask)

    def moved(self, game: str, actions: int) -> None:
        """Count actions that are stored."""
        self._moves.labels(game).inc(actions)

    def happened(self, kind: str, interaction: int | None = None) -> None:
        """Count what a person did; an interaction is timed until it is answered."""
        self._presses.labels(kind).inc()
        if interaction is not None:
            self._arrived[interaction] = kind, time.monotonic()
            if len(self._arrived) > KNOWN:
                self._arrived.popitem(last=False)

    def handed_on(self) -> None:
        """Count an answer to what another process has handed on."""
        self._letters.inc()

    def stored(self, changes: int, seconds: float) -> None:
        """Count a transaction."""
        self._batch_sizes.observe(changes)
        self._batch_times.observe(seconds)

    def listen(self, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Have a connection report every request; return it."""
        config.on_request_start.append(self._begun)
        config.on_request_end.append(self._ended)
        return config

    def watch(self) -> None:
        """Begin to look how late the event loop is; `close` ends it."""
        loop = asyncio.get_running_loop()
        due = loop.time() + TICK

        def look() -> None:
            self.late = max(0.0, loop.time() - due)
            self._lateness.observe(self.late)
            self.watch()

        self._timer = loop.call_at(due, look)

    def close(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()

    def text(self) -> bytes:
        """Return everything in the form that Prometheus reads."""
        return generate_latest(self.registry)

    async def _begun(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        context.begun = time.monotonic()

    async def _ended(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        now, path = time.monotonic(), params.url.path
        route = f"{params.method} {template(path)}"
        self._requests.labels(route).observe(now - context.begun)
        if params.response.status == 429:
            self._limited.labels(route).inc()
        elif params.method == "PATCH" and "/messages/" in path:
            self._edits.labels(route).inc()
        answered = ANSWER.search(path)
        known = self._arrived.pop(int(answered[1]), None) if answered is not None else None
        if known is not None:
            kind, arrived = known
            self._answers.labels(kind).observe(now - arrived)


def template(path: str) -> str:
    """Return a path without what is of one place, person or press."""
    for pattern, instead in PLACES:
        path = pattern.sub(instead, path)
    return path

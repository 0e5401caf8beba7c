"""The record of everything that happened; tokens never stand in it."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.model.objects import Json

_WEBHOOK = re.compile(r"/webhooks/(\d+)/[^/?]+")
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/?]+/callback")

HIDDEN = "(hidden)"


def without_token(path: str) -> str:
    """Return a request path with its interaction or webhook token hidden."""
    path = _WEBHOOK.sub(rf"/webhooks/\1/{HIDDEN}", path)
    return _CALLBACK.sub(rf"/interactions/\1/{HIDDEN}/callback", path)


def scrub(value: Any) -> Any:
    """Return JSON with every value under the key ``token`` hidden."""
    if isinstance(value, dict):
        return {k: HIDDEN if k == "token" else scrub(v) for k, v in value.items()}
    if isinstance(value, list):
        return [scrub(each) for each in value]
    return value


@dataclass(slots=True)
class RequestRecord:
    """One REST request of a bot: ``arrived`` and ``answered`` in Unix seconds of the world."""

    arrived: float
    method: str
    path: str
    route: str
    bot_id: int | None
    body: Any = None
    files: tuple[str, ...] = ()
    status: int | None = None
    answer: Any = None
    effect: float | None = None
    answered: float | None = None
    interaction_id: int | None = None
    fault: str | None = None

    @property
    def code(self) -> int | None:
        """Return Discord's error code, if it was refused with one."""
        return self.answer.get("code") if isinstance(self.answer, dict) else None


@dataclass(frozen=True, slots=True)
class EventRecord:
    """One gateway event put on its way to one session."""

    time: float
    name: str
    bot_id: int
    shard: int
    session_id: str
    seq: int
    data: Json


@dataclass(slots=True)
class ActRecord:
    """One act of a person and what came of it: a failure is a sentence, else None."""

    time: float
    user_id: int
    kind: str
    channel_id: int | None = None
    message_id: int | None = None
    detail: Json = field(default_factory=dict)
    interaction_id: int | None = None
    answer: str | None = None
    latency: float | None = None
    refused: str | None = None


class Record:
    """All requests, events and acts since the start, in order.

    Args:
        keep: How many of each to keep; None keeps all, 0 nothing, at no cost.
    """

    def __init__(self, keep: int | None = None) -> None:
        self.keeps = keep != 0
        self.requests: deque[RequestRecord] = deque(maxlen=keep)
        self.events: deque[EventRecord] = deque(maxlen=keep)
        self.acts: deque[ActRecord] = deque(maxlen=keep)

    def find(
        self, method: str | None = None, route: str | None = None, status: int | None = None
    ) -> Iterator[RequestRecord]:
        """Yield the requests with this method, a route containing ``route`` and this status."""
        for each in self.requests:
            if method is not None and each.method != method:
                continue
            if route is not None and route not in each.route:
                continue
            if status is None or each.status == status:
                yield each

    def clear(self) -> None:
        """Forget everything so far."""
        self.requests.clear()
        self.events.clear()
        self.acts.clear()

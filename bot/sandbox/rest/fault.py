"""What may happen to a request instead of its answer."""

import re
from dataclasses import dataclass, field
from typing import Literal, Protocol

from bot.sandbox.model.objects import Json

FaultKind = Literal["answer", "hang", "drop"]


@dataclass(slots=True)
class Fault:
    """What happens to the next ``times`` requests that match.

    Attributes:
        after_effect: The request takes effect and only its answer is lost or replaced.
        seconds: How long a hang lasts before the connection is dropped.
        via: Whether a 429 carries the Via header; without it the library takes it for a ban.
    """

    kind: FaultKind
    method: str | None
    pattern: re.Pattern[str]
    times: int = 1
    after_effect: bool = False
    status: int = 500
    body: Json = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    via: bool = True

    def matches(self, method: str, route: str, path: str) -> bool:
        """Say whether a request is meant, by its route's template or its path."""
        if self.times <= 0 or self.method not in (None, method):
            return False
        return bool(self.pattern.search(route) or self.pattern.search(path))


class Mischief(Protocol):
    """Who decides which requests are struck."""

    def take(self, method: str, route: str, path: str) -> Fault | None:
        """Return the fault that hits this request, and count it."""

"""What may happen to a request instead of its answer."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict

from bot.sandbox.model.objects import Json
from bot.sandbox.model.record import RequestRecord

FaultKind = Literal["answer", "garble", "hang", "drop"]


class Which(TypedDict, total=False):
    """Which of the requests whose route or path matches are struck, and when.

    ``method`` alone; ``files``: only those with files, or only those without; ``when``: only those
    whose JSON satisfies it, such as the edit that ends a game. ``skip`` lets so many of them pass
    first, ``times`` is how many are struck. ``after_effect``: the request takes effect and only
    its answer is lost or replaced.
    """

    method: str | None
    files: bool
    when: Callable[[Any], bool]
    skip: int
    times: int
    after_effect: bool


@dataclass(slots=True)
class Fault:
    """What happens to the next ``times`` requests that match; see :class:`Which`.

    Attributes:
        text: An answer that is no JSON Discord would send.
        seconds: How long a hang lasts before the connection is dropped.
        via: Whether a 429 carries the Via header; without it the library takes it for a ban.
        struck: How many requests it has hit.
    """

    kind: FaultKind
    pattern: re.Pattern[str]
    method: str | None = None
    files: bool | None = None
    when: Callable[[Any], bool] | None = None
    skip: int = 0
    times: int = 1
    after_effect: bool = False
    status: int = 500
    body: Json = field(default_factory=dict)
    text: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    via: bool = True
    struck: int = 0

    def strikes(self, request: RequestRecord) -> bool:
        """Say whether a request is struck, and count it."""
        if self.times <= 0 or not self._meant(request):
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        self.times -= 1
        self.struck += 1
        return True

    def _meant(self, request: RequestRecord) -> bool:
        return (
            self.method in (None, request.method)
            and self.files in (None, bool(request.files))
            and bool(self.pattern.search(request.route) or self.pattern.search(request.path))
            and (self.when is None or self.when(request.body))
        )


class Mischief(Protocol):
    """Who decides which requests are struck."""

    def take(self, request: RequestRecord) -> Fault | None:
        """Return the fault that hits this request, and count it."""

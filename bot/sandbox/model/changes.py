"""Telling those who look on that something changed, so that nobody has to poll."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

ChangeKind = Literal["message", "deleted", "channel", "guild", "interaction", "ping", "commands"]


@dataclass(frozen=True, slots=True)
class Change:
    """What changed: ``only`` names the one person it concerns, None means everybody."""

    kind: ChangeKind
    channel_id: int | None = None
    message_id: int | None = None
    only: int | None = None


class Changes:
    """The subscribers of a world; called synchronously, after the change."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[Change], None]] = []

    def subscribe(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Call ``callback`` at every change from now on; return what ends it."""
        self._subscribers.append(callback)

        def end() -> None:
            if callback in self._subscribers:
                self._subscribers.remove(callback)

        return end

    def tell(self, change: Change) -> None:
        """Call every subscriber."""
        for callback in tuple(self._subscribers):
            callback(change)

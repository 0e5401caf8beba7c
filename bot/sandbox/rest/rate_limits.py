"""Rate limits as `discord.md` sections 1.1 and 1.2 give them, with headers on every answer."""

import hashlib
from dataclasses import dataclass, field
from typing import Final

from bot.sandbox.model.clock import Clock
from bot.sandbox.model.errors import ApiError

GLOBAL: Final = 50
"""Requests a token may make in a second, interaction routes apart."""

OLD_MESSAGE: Final = 3600.0
"""Age in seconds from which edits count to the limit of 30046."""

_MOST_WINDOWS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Rule:
    """How often: ``most`` requests in ``seconds``, counted per major parameter ``per``."""

    name: str
    most: int
    seconds: float
    per: str | None = None

    @property
    def bucket(self) -> str:
        """Return the hash Discord would send as X-RateLimit-Bucket."""
        return hashlib.md5(self.name.encode(), usedforsecurity=False).hexdigest()


WRITE: Final = Rule("write messages", 5, 5.0, "channel_id")
REACT: Final = Rule("react", 1, 0.25, "channel_id")
DELETE: Final = Rule("delete messages", 5, 1.0, "channel_id")
TOKEN: Final = Rule("webhook token", 5, 2.0, "webhook_token")
CALLBACK: Final = Rule("interaction callback", 5, 2.0, "interaction_token")
FOLLOW_UP: Final = Rule("new follow-ups of a channel", 30, 60.0)
OLD_EDIT: Final = Rule("edits of old messages", 3, 6.0)
DEFAULT: Final = 50, 5.0


def default(method: str, template: str) -> Rule:
    """Return the rule of a route about which nothing is known: 50 in five seconds.

    No number is published for it; it is wide enough never to shape a test.
    """
    major = "channel_id" if "{channel_id}" in template else None
    if major is None and "{guild_id}" in template:
        major = "guild_id"
    return Rule(f"{method} {template}", *DEFAULT, major)


@dataclass(slots=True)
class _Window:
    opened: float
    used: int = 0


@dataclass(slots=True)
class Limits:
    """The counters of one server.

    Args:
        clock: The world's.
        enabled: False lets everything pass, headers included as if nothing had been used.
    """

    clock: Clock
    enabled: bool = True
    refused: int = 0
    invalid: int = 0
    _windows: dict[tuple[str, str], _Window] = field(default_factory=dict)

    def enter(self, bot_id: int | None, rule: Rule, key: str) -> dict[str, str]:
        """Count a request and return its headers.

        Args:
            bot_id: Whose global limit it counts to; None for interaction routes.
            rule: Of its bucket.
            key: The major parameter's value.

        Raises:
            ApiError: 429, with the headers and body the library expects.
        """
        if not self.enabled:
            return self._headers(rule, rule.most - 1, rule.seconds)
        if bot_id is not None:
            self._global(bot_id)
        window = self._window(rule, key)
        left = window.opened + rule.seconds - self.clock.now()
        if window.used >= rule.most:
            raise self._too_many(rule, left, "user")
        window.used += 1
        return self._headers(rule, rule.most - window.used, left)

    def enter_channel_follow_up(self, channel_id: int) -> None:
        """Count a new follow-up to its channel's 30 per 60 s, which no header announces.

        Raises:
            ApiError: 429.
        """
        self._hidden(FOLLOW_UP, str(channel_id), 20028, "This channel is being rate limited.")

    def enter_old_edit(self, channel_id: int) -> None:
        """Count an edit of a message older than an hour: 3 per 6 s and channel.

        Raises:
            ApiError: 429 with code 30046.
        """
        text = "Maximum number of edits to messages older than 1 hour reached. Try again later."
        self._hidden(OLD_EDIT, str(channel_id), 30046, text)

    def note(self, status: int) -> None:
        """Count an invalid request (401, 403, 429); Discord bans at 10,000 in ten minutes."""
        if status in (401, 403, 429):
            self.invalid += 1
        if status == 429:
            self.refused += 1

    def _global(self, bot_id: int) -> None:
        window = self._window(Rule("global", GLOBAL, 1.0), str(bot_id))
        if window.used >= GLOBAL:
            left = window.opened + 1.0 - self.clock.now()
            raise self._too_many(Rule("global", GLOBAL, 1.0), left, "global")
        window.used += 1

    def _hidden(self, rule: Rule, key: str, code: int, text: str) -> None:
        if not self.enabled:
            return
        window = self._window(rule, key)
        if window.used >= rule.most:
            left = window.opened + rule.seconds - self.clock.now()
            raise self._too_many(rule, left, "shared" if code == 20028 else "user", code, text)
        window.used += 1

    def _window(self, rule: Rule, key: str) -> _Window:
        now = self.clock.now()
        window = self._windows.get((rule.name, key))
        if window is None or now >= window.opened + rule.seconds:
            if len(self._windows) > _MOST_WINDOWS:
                self._windows = {
                    each: one for each, one in self._windows.items() if now - one.opened < 60.0
                }
            window = self._windows[rule.name, key] = _Window(now)
        return window

    def _headers(self, rule: Rule, remaining: int, left: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(rule.most),
            "X-RateLimit-Remaining": str(remaining),
            "X-RateLimit-Reset": f"{self.clock.now() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": rule.bucket,
        }

    def _too_many(
        self,
        rule: Rule,
        left: float,
        scope: str,
        code: int = 0,
        text: str = "You are being rate limited.",
    ) -> ApiError:
        headers = {"Retry-After": str(max(1, round(left))), "X-RateLimit-Scope": scope}
        if scope == "global":
            headers["X-RateLimit-Global"] = "true"
        else:
            headers |= self._headers(rule, 0, left)
        extra = {"retry_after": round(left, 3), "global": scope == "global"}
        return ApiError(429, code, text, headers=headers, extra=extra)

"""Setting reactions below a message in the background, the likeliest first.

A hand is live meanwhile. What Discord does not allow (twenty distinct ones, a block, a missing
permission) costs only the reaction: buttons are always there.
"""

import logging

from bot.discord_api.errors import FAILURES, NO_REACTION, Tasks, Trouble, code, kind
from bot.discord_api.rest import Wire
from bot.ui.elements.emojis import plain
from bot.ui.elements.screen import MAX_REACTIONS

log = logging.getLogger(__name__)

STOP = {30010, 50013, 50001, 10008, 10003, 50083}
"""Errors after which the others would fail as well."""


class Armory:
    """Sets reactions, one message after the other per channel, messages side by side."""

    def __init__(self, wire: Wire, tasks: Tasks) -> None:
        self._wire = wire
        self._tasks = tasks
        self._set: dict[int, set[str]] = {}

    def arm(self, channel: int, message: int, emojis: tuple[str, ...]) -> None:
        """Set what is not set yet below a message; nothing is ever taken away."""
        known = self._set.setdefault(message, set())
        new = [each for each in emojis if plain(each) not in known]
        known.update(plain(each) for each in new)
        if new:
            self._tasks.start(self._run(channel, message, new), f"reactions {message}")

    def forget(self, message: int) -> None:
        """Set no more below a message that is closed or gone."""
        self._set.pop(message, None)

    def known(self, message: int, emojis: tuple[str, ...]) -> None:
        """Remember what stands below a message since before a restart."""
        self._set[message] = {plain(each) for each in emojis}

    async def _run(self, channel: int, message: int, emojis: list[str]) -> None:
        for emoji in emojis[:MAX_REACTIONS]:
            if message not in self._set:
                return
            try:
                await self._wire.react(channel, message, emoji)
            except FAILURES as error:
                log.info("reaction below %s: %s", message, type(error).__name__)
                if code(error) in STOP or kind(error) is Trouble.MESSAGE:
                    return
                if code(error) not in NO_REACTION and kind(error) is Trouble.OURS:
                    return

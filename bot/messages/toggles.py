"""The reactions people have set below the messages of one table."""

import logging
import secrets
from typing import TYPE_CHECKING

from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import describe
from bot.tables.press_keys import turn_key

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

log = logging.getLogger(__name__)

AGAIN = 5.0
"""Seconds in which one reaction is taken away at most twice, however often it is set."""


class Toggles:
    """Which way each reaction was last turned, so that the same press delivered twice counts once.

    After a restart nothing is known of what stands below a message: the first turn of either kind
    then counts, and a key says which run of the bot it belongs to. What was only seen to stand has
    not counted yet: should Discord still tell of it, later than it showed it, that is the press.
    """

    __slots__ = ("_run", "_seen", "_state", "_taken", "_view")

    def __init__(self, view: "TableView") -> None:
        self._view = view
        self._run = secrets.token_hex(4)
        self._state: dict[tuple[int, int, str], tuple[bool, int]] = {}
        self._seen: set[tuple[int, int, str]] = set()
        self._taken: dict[tuple[int, int, str], bool] = {}

    def turn(self, message: int, person: int, emoji: str, *, added: bool) -> str | None:
        """Note a reaction set or taken away; return the press's own key, None for a repetition."""
        key = (message, person, emoji)
        before, number = self._state.get(key, (not added, 0))
        if before == added and key not in self._seen:
            return None
        self._seen.discard(key)
        self._state[key] = (added, number + 1)
        return turn_key(self._run, message, person, emoji, number + 1, added=added)

    def see(self, message: int, person: int, emoji: str, *, there: bool) -> None:
        """Note how a reaction was seen to stand that nobody has told of, as yet: no press."""
        key = (message, person, emoji)
        _, number = self._state.get(key, (False, 0))
        self._state[key] = (there, number + 1)
        self._seen.add(key)

    def stands(self, message: int, person: int, emoji: str) -> bool:
        """Say whether a person is known to have this reaction set now."""
        return self._state.get((message, person, emoji), (False, 0))[0]

    def standing(self, message: int, emoji: str) -> set[int]:
        """Return who is known to have this reaction set now."""
        return {
            person
            for (at, person, key), (added, _) in self._state.items()
            if (at, key) == (message, emoji) and added
        }

    def turns(self, message: int) -> dict[tuple[int, str], int]:
        """Return how often each reaction below a message was turned, by person and emoji."""
        return {
            (person, emoji): number
            for (at, person, emoji), (_, number) in self._state.items()
            if at == message
        }

    def take_away(self, channel: int, message: int, person: int, emoji: str) -> None:
        """Take a person's reaction away, so that it can be set again.

        Whoever sets it again and again brings no more requests: the next one leaves after a while,
        and only if the reaction then stands.
        """
        key = (message, person, emoji)
        if key in self._taken:
            self._taken[key] = True
            return
        self._taken[key] = False
        self._view.deps.tasks.start(
            self._unreact(channel, message, person, emoji), f"reaction below {message}"
        )
        self._view.deps.clock.call_later(
            AGAIN, lambda: self._look_again(channel, message, person, emoji)
        )

    def _look_again(self, channel: int, message: int, person: int, emoji: str) -> None:
        wanted = self._taken.pop((message, person, emoji))
        if wanted and self.stands(message, person, emoji):
            self.take_away(channel, message, person, emoji)

    async def _unreact(self, channel: int, message: int, person: int, emoji: str) -> None:
        try:
            await self._view.deps.wire.unreact(channel, message, emoji, person)
        except FAILURES as error:
            log.info("reaction of %s below %s: %s", person, message, describe(error))

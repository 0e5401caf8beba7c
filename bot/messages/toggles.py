"""Which way each reaction was last turned, so that the same press delivered twice counts once.

After a restart nothing is known of what stands below a message: the first turn of either kind then
counts, and a key says which run of the bot it belongs to.
"""

import secrets

from bot.tables.repeats import turn_key


class Toggles:
    """The reactions people have set, per message."""

    def __init__(self) -> None:
        self._run = secrets.token_hex(4)
        self._state: dict[int, dict[tuple[int, str], tuple[bool, int]]] = {}

    def turn(self, message: int, person: int, emoji: str, *, added: bool) -> str | None:
        """Note a reaction set or taken away; return the press's own key, None for a repetition."""
        states = self._state.setdefault(message, {})
        before, number = states.get((person, emoji), (not added, 0))
        if before == added:
            return None
        states[person, emoji] = (added, number + 1)
        return turn_key(self._run, message, person, emoji, number + 1, added=added)

    def standing(self, message: int, emoji: str) -> set[int]:
        """Return who is known to have this reaction set now."""
        states = self._state.get(message, {})
        return {person for (person, key), (set_, _) in states.items() if key == emoji and set_}

    def forget(self, message: int) -> None:
        """Forget a message that is closed."""
        self._state.pop(message, None)

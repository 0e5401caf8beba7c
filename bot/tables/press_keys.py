"""What names a press: by it one that comes twice is known, also by another process, or later."""

from collections.abc import Iterable

from bot.tables.entries import Press
from bot.tables.model import StoredEvent

SAME = 0.25
"""Seconds by which two processes may estimate one press differently: quicker than anybody turns one
reaction there, back and there again."""


def turn_key(run: str, message: int, person: int, emoji: str, number: int, *, added: bool) -> str:
    """Return what names a turn of a reaction.

    Args:
        run: names the process.
        message: below which it stands.
        person: whose it is.
        emoji: plain.
        number: the process' own count of its turns.
        added: whether it was set or taken away.
    """
    return f"r{run}:{message}:{person}:{emoji}:{'+' if added else '-'}:{number}"


def numbered(key: str, number: int) -> str:
    """Return the key of a press that has named a card by its hand number.

    It is stored with what the press does, so that it is known for ever which of several equal
    cards was played.
    """
    return f"{key}#{number}" if number else key


def number_in(key: str | None) -> int:
    """Return the hand number in a press' key; 0 without one."""
    number = (key or "").rpartition("#")[2] if "#" in (key or "") else ""
    return int(number) if number.isdecimal() else 0


def repeated(press: Press, events: Iterable[StoredEvent]) -> bool:
    """Say whether another process has stored an action of this very press."""
    if press.route != "reaction":
        return False
    run, what = _parts(press.key)
    for event in events:
        if event.press is None or event.stamp is None:
            continue
        other, same = _parts(event.press)
        if what and what == same and run != other and abs(event.stamp - press.stamp) < SAME:
            return True
    return False


def _parts(key: str) -> tuple[str, str]:
    """Return a key's run, and what is the same in every process; "" for any other press."""
    run, _, rest = key.partition(":")
    return run, rest.rpartition(":")[0]

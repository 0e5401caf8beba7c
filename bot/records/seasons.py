"""Seasons: calendar quarters of UTC, written `2026-Q1`; "" is all of them together.

See `experience.md` section 7.
"""

from collections.abc import Collection
from datetime import UTC, datetime

from bot.db.records import ALWAYS


def season_of(at: datetime) -> str:
    """Return the season of a time.

    >>> season_of(datetime(2026, 3, 31, 23, 59, tzinfo=UTC))
    '2026-Q1'
    """
    day = at.astimezone(UTC)
    return f"{day.year}-Q{(day.month + 2) // 3}"


def parsed(text: str, offered: Collection[str]) -> str | None:
    """Return the season people mean, in any case; None if it is none of those offered.

    >>> parsed("2026-q4", ["2026-Q4"]), parsed("always", []), parsed("9999-Q1", ["2026-Q4"])
    ('2026-Q4', '', None)
    """
    season = text.strip().upper()
    if season in ("", "ALWAYS"):
        return ALWAYS
    return season if season in offered else None


def lately(now: datetime, most: int) -> tuple[str, ...]:
    """Return so many seasons up to the present one, newest first.

    >>> lately(datetime(2026, 5, 1, tzinfo=UTC), 3)
    ('2026-Q2', '2026-Q1', '2025-Q4')
    """
    day = now.astimezone(UTC)
    quarters = range(day.year * 4 + (day.month - 1) // 3, 0, -1)[:most]
    return tuple(f"{quarter // 4}-Q{quarter % 4 + 1}" for quarter in quarters)

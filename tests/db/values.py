"""Stored values for tests: a table in play with everything that can be stored about one."""

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.db.records import CallMade, EventRecord, Race, Result, Seat, TableRecord, Vote
from engine.api import Outcome

NOW = datetime(2026, 1, 1, 12, 0, 0, 123_456, tzinfo=UTC)


def table(number: int = 1, **fields: Any) -> TableRecord:
    """Return a table in play with two seats."""
    values: dict[str, Any] = {
        "id": number,
        "game": "count",
        "chosen": {"goal": 3},
        "options": {"goal": 3, "partners": False, "conduct": "call"},
        "pace": "live",
        "level": "easy",
        "guild": 2**62 + 1,
        "channel": 2**62 + 2,
        "status": "playing",
        "host": 2**62 + 3,
        "seats": (
            Seat(index=0, person=2**62 + 3, name="Ana **x** @everyone"),
            Seat(index=1, house="hard", name="1"),
        ),
        "created": NOW,
        **fields,
    }
    return TableRecord(**values)


def event(number: int = 1, seq: int = 1, **fields: Any) -> EventRecord:
    """Return an event."""
    values: dict[str, Any] = {
        "table": number,
        "seq": seq,
        "ply": seq,
        "by": (0,),
        "kind": "did",
        "data": '{"kind":"did"}',
        "notation": "A",
        "stamp": 1_767_268_800.123,
        "at": NOW,
        **fields,
    }
    return EventRecord(**values)


def vote(**fields: Any) -> Vote:
    """Return an open vote."""
    values: dict[str, Any] = {
        "notation": "J1",
        "accuser": 0,
        "accused": 1,
        "reason": "peeked 'under'; DROP TABLE votes",
        "voters": (1, 2, 3),
        "yes": (1,),
        "no": (2,),
        "opened": NOW,
        "until": NOW + timedelta(seconds=60),
        **fields,
    }
    return Vote(**values)


def race() -> Race:
    """Return an open race of a person and a house player."""
    calls = (
        CallMade(seat=0, person=5, notation="C", route="reaction", stamp=1.25, well_timed=False),
        CallMade(seat=1, person=None, notation="C", route="button", stamp=1.5),
    )
    return Race(ply=4, calls=calls)


def result(number: int = 1, seat: int = 0, **fields: Any) -> Result:
    """Return a result."""
    values: dict[str, Any] = {
        "table": number,
        "seat": seat,
        "guild": 1,
        "game": "count",
        "person": 10 + seat,
        "house": None,
        "place": 1 + seat,
        "won": seat == 0,
        "unrated": None,
        "ended": NOW,
        **fields,
    }
    return Result(**values)


OUTCOME = Outcome("won", (0,), (1, 2))

"""What the database holds, read beside the bot: tables, and every accepted action in order.

It is the only source of the positions people act upon here, and one of the two the audit counts by.
"""

import json
import sqlite3
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from bot.ui.contract.renderer import AnyRenderer, Numbers
from bot.ui.renderers import RENDERERS
from engine.api import AnyGame, Seat
from engine.games import GAMES

_GAMES: dict[str, AnyGame] = {game.key: game for game in GAMES}
_RENDERERS: dict[str, AnyRenderer] = {each.key: each for each in RENDERERS}
_OVER = ("ended", "closed", "set-aside")

_TABLES = """SELECT id, game, options, status, host, seed, dealer,
(SELECT message FROM messages WHERE "table" = tables.id AND round > 0 ORDER BY round DESC LIMIT 1)
FROM tables"""
_SEATS = """SELECT "table", "index", CASE WHEN away IS NULL THEN person END FROM seats
ORDER BY "table", "index\""""
_EVENTS = """SELECT rowid, "table", seq, ply, "by", data, notation, at, press, auto
FROM events WHERE rowid > ? ORDER BY rowid"""
_EVERYTHING = """SELECT "table", ply, data
FROM events WHERE rowid <= ? ORDER BY "table", seq"""


@dataclass
class Ply:
    """One accepted action as stored: `events` and their `data`; `after` is what they brought."""

    number: int
    by: tuple[Seat, ...]
    notation: str
    press: str | None
    auto: bool
    at: float
    events: list[Any]
    data: list[str] = field(default_factory=list)
    after: Any = None


@dataclass
class Sitting:
    """One table as stored.

    Attributes:
        seats: the person in each seat, if any; not who has gone away.
        plies: from the deal on, by number as stored.
        numbers: hand numbers by seat, as the screens have them.
    """

    id: int
    game: AnyGame
    renderer: AnyRenderer
    options: dict[str, Any] = field(default_factory=dict)
    status: str = "lobby"
    host: int = 0
    seed: str = ""
    dealer: int | None = None
    message: int | None = None
    seats: list[int | None] = field(default_factory=list)
    everybody: dict[int, Seat] = field(default_factory=dict)
    plies: list[Ply] = field(default_factory=list)
    numbers: dict[Seat, Numbers] = field(default_factory=dict)
    broken: str = ""

    @property
    def over(self) -> bool:
        """Whether nothing comes any more."""
        return self.status in _OVER

    @property
    def state(self) -> Any:
        """The newest stored position; None before the deal."""
        return self.plies[-1].after if self.plies else None

    @property
    def ply(self) -> int:
        """The number of the last stored action."""
        return self.plies[-1].number if self.plies else 0

    def at(self, ply: int) -> Ply | None:
        """Return the action of that number."""
        return next((each for each in self.plies if each.number == ply), None)


class Ledger:
    """Follows a database file."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._last = 0
        self.sittings: dict[int, Sitting] = {}

    def refresh(self) -> None:
        """Read what is new; a database that is not there or locked is read the next time."""
        if not self._database.exists():
            return
        try:
            with sqlite3.connect(f"file:{self._database}?mode=ro", uri=True, timeout=0.2) as file:
                file.execute("BEGIN")
                events = file.execute(_EVENTS, (self._last,)).fetchall()
                tables = file.execute(_TABLES).fetchall()
                seats = file.execute(_SEATS).fetchall()
        except sqlite3.OperationalError:
            return
        finally:
            if "file" in locals():
                file.close()
        for row in tables:
            self._table(*row).seats.clear()
        for table, index, person in seats:
            self._seat(self.sittings[table], index, person)
        for rowid, table, *rest in events:
            self._event(self.sittings[table], *rest)
            self._last = rowid
        for sitting in self.sittings.values():
            _fold(sitting)

    def differences(self) -> list[str]:
        """Read the tables that are not over from the beginning; return what was changed since.

        Raises:
            sqlite3.OperationalError: the database is locked.
        """
        with sqlite3.connect(f"file:{self._database}?mode=ro", uri=True, timeout=5) as file:
            rows = file.execute(_EVERYTHING, (self._last,)).fetchall()
        file.close()
        found: dict[int, list[tuple[int, str]]] = {}
        for table, ply, data in rows:
            found.setdefault(table, []).append((ply, data))
        wrong = []
        for sitting in self.sittings.values():
            if sitting.over or sitting.broken:
                continue
            known = [(ply.number, data) for ply in sitting.plies for data in ply.data]
            if known != found.get(sitting.id, []):
                wrong.append(f"table {sitting.id}: what was stored has changed")
        return wrong

    def of(self, person: int) -> Sitting | None:
        """Return the newest table this person has sat at."""
        found = [each for each in self.sittings.values() if person in each.everybody]
        return max(found, key=lambda each: each.id, default=None)

    def _table(self, number: int, game: str, options: str, *rest: Any) -> Sitting:
        sitting = self.sittings.get(number)
        if sitting is None:
            sitting = self.sittings[number] = Sitting(number, _GAMES[game], _RENDERERS[game])
        sitting.options = json.loads(options)
        sitting.status, sitting.host, sitting.seed, sitting.dealer, sitting.message = rest
        return sitting

    def _seat(self, sitting: Sitting, index: int, person: int | None) -> None:
        while len(sitting.seats) <= index:
            sitting.seats.append(None)
        sitting.seats[index] = person
        if person is not None:
            sitting.everybody[person] = index

    def _event(self, sitting: Sitting, seq: int, ply: int, by: str, *rest: Any) -> None:
        data, notation, at, press, auto = rest
        event = msgspec.json.decode(data, type=sitting.game.event_type)
        if not sitting.plies or sitting.plies[-1].number != ply:
            if ply != (sitting.plies[-1].number + 1 if sitting.plies else 0):
                sitting.broken = sitting.broken or f"table {sitting.id}: no ply before {ply}"
            stored = datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp()
            seats = tuple(json.loads(by))
            sitting.plies.append(Ply(ply, seats, notation, press, bool(auto), stored, []))
        sitting.plies[-1].events.append(event)
        sitting.plies[-1].data.append(data)


def _fold(sitting: Sitting) -> None:
    """Give every new action the position after it, and the seats their hand numbers."""
    if sitting.broken or not sitting.plies or sitting.plies[-1].after is not None:
        return
    new = [at for at, ply in enumerate(sitting.plies) if ply.after is None]
    state = sitting.plies[new[0] - 1].after if new[0] else None
    for ply in sitting.plies[new[0] :]:
        try:
            state = ply.after = sitting.game.fold(state, ply.events)
        except Exception as error:
            sitting.broken = f"table {sitting.id}, ply {ply.number}: {error!r}"
            return
        for seat, person in enumerate(sitting.seats):
            if person is not None and sitting.renderer.hands:
                view = sitting.game.view(state, seat)
                sitting.numbers[seat] = sitting.renderer.arrange(sitting.numbers.get(seat), view)

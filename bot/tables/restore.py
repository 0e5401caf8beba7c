"""From the database into memory: one table when it is asked for, all of them after a start."""

import logging
import secrets
from typing import Any

import msgspec
from msgspec import structs

from bot.db.errors import Conflict
from bot.db.messages import TOO_LARGE
from bot.db.records import EventRecord, TableRecord
from bot.tables import end, timers, votes
from bot.tables.commit import apply, recall, set_aside
from bot.tables.directory import Expected
from bot.tables.hall import Hall
from bot.tables.live_table import LiveTable
from bot.tables.model import Changed, StoredEvent, Table
from bot.tables.notes import Restored

TRIES = 5
"""How often a table is read anew after a start while another process writes it."""

log = logging.getLogger(__name__)


def stored_events(hall: Hall, game: str, records: tuple[EventRecord, ...]) -> list[StoredEvent]:
    """Return stored events with the game's own values.

    Raises:
        KeyError: an unknown game. ValueError: data that is no event of it.
    """
    decoder = msgspec.json.Decoder(hall.games[game].event_type)
    return [
        StoredEvent(
            seq=record.seq,
            ply=record.ply,
            by=record.by,
            people=record.people,
            event=decoder.decode(record.data),
            notation=record.notation,
            stamp=record.stamp,
            at=record.at,
            press=record.press,
            auto=record.auto,
            race=record.race,
        )
        for record in records
    ]


async def load(live: LiveTable) -> None:
    """Read a table; `known` stays None if there is none.

    So it does where it is another process' and not over. Calls that were being judged are void:
    who called and when is no longer known to the judge. A lobby or running game that is expected
    since the start comes back by this, whoever asks for it first.
    """
    number = live.number
    expected = live.hall.directory.expected.get(number)
    if expected is not None:
        await _come_back(live, expected)
        return
    record = await live.hall.reader.table(number) if 0 < number < TOO_LARGE else None
    if record is None or (record.active and not live.hall.ownership.owns(record.guild)):
        return
    await _read(live, record, await live.hall.reader.events(number))
    live.go_on()
    if live.table.race is not None:
        await apply(live, end.race_voided(live.table))
    live.become(timers.foreseen(live, None, live.table))
    timers.plan(live, None, live.table)


async def _come_back(live: LiveTable, expected: Expected) -> None:
    """Bring back a lobby or a running game after a start; see `Tables.come_back`.

    Raises:
        StorageError: the database cannot be read or written now; it is as if it were not tried.
    """
    hall, number, tries = live.hall, live.number, 0
    while True:
        try:
            record, events = expected.read or await _stored(live)
            await _restored(live, record, _outage(live, expected, events), events)
        except BaseException as error:
            live.unload()
            expected.read = None
            if not isinstance(error, Conflict) or tries == TRIES:
                raise
            tries += 1  # a process that is being replaced still writes
        else:
            del hall.directory.expected[number]
            return


async def _stored(live: LiveTable) -> tuple[TableRecord, tuple[EventRecord, ...]]:
    """Read a table for itself, and what its server has set."""
    record = await live.hall.reader.table(live.number)
    assert record is not None, "a table that is expected is stored"
    await live.hall.servers.learn(record.guild)
    return record, await live.hall.reader.events(live.number)


def _outage(live: LiveTable, expected: Expected, events: tuple[EventRecord, ...]) -> float:
    """Return for how many seconds nobody had a table; its own last act shows that somebody did.

    Less than nothing where the machine's clock was put back: moved by that, a deadline is as far
    away as it was.
    """
    acted = (events[-1].at,) if events else ()
    alive = max((*acted, *filter(None, (expected.alive,))), default=None)
    return (live.hall.clock.now() - alive).total_seconds() if alive is not None else 0.0


async def _restored(
    live: LiveTable, record: TableRecord, outage: float, events: tuple[EventRecord, ...]
) -> None:
    history = await _read(live, record, events)
    if live.table.active:
        step = end.race_voided(timers.extended(live.table, outage)).then(votes.voided)
        before = live.table
        await live.hall.store.commit(step.change(before))
        going_on = timers.counted_down(live, step.after)
        live.become(timers.foreseen(live, None, going_on))
        timers.plan(live, None, live.table)
        notes = (Restored(max(outage, 0.0)), *step.notes)
        live.hall.tell(Changed(before=None, after=live.table, events=history, notes=notes))


def only_read(hall: Hall, table: Table, stored: tuple[EventRecord, ...]) -> Table:
    """Return another process' table with its state: nothing of it is planned or kept here."""
    _, state = _folded(hall, table, stored)
    return structs.replace(table, state=state)


def _folded(
    hall: Hall, record: TableRecord, stored: tuple[EventRecord, ...]
) -> tuple[list[StoredEvent], Any]:
    """Return the events of a row and their fold; the row, which was read first, says how far.

    Another process may have written between the two readings.
    """
    known = tuple(each for each in stored if each.seq <= record.seq)
    events = stored_events(hall, record.game, known)
    return events, hall.games[record.game].fold(None, [event.event for event in events])


async def _read(
    live: LiveTable, record: TableRecord, stored: tuple[EventRecord, ...]
) -> tuple[StoredEvent, ...]:
    """Take a stored table into memory, setting it aside if it cannot be read.

    Returns its events; none of a table that is set aside.
    """
    if record.status == "set-aside":
        live.read_anew(Table(**structs.asdict(record)))
        return ()
    try:
        events, state = _folded(live.hall, record, stored)
        if record.status == "playing" and state is None:
            raise ValueError("a running game without a deal")
    except Exception:
        number = secrets.token_hex(4)
        about = {"error": number, "table": record.id, "server": record.guild}
        log.exception("error %s: table %s cannot be read", number, record.id, extra=about)
        live.read_anew(Table(**structs.asdict(record)))
        if live.table.active:
            await set_aside(live, None, number)
        return ()
    live.read_anew(Table(**structs.asdict(record), state=state), events)
    if live.table.status == "playing":
        recall(live)
    return tuple(events)

"""From the lobby to the game: what is asked of it, and the start (`experience.md` section 3)."""

from msgspec import structs

from bot.tables import limits, moves, rematch, timers
from bot.tables.commit import apply
from bot.tables.entries import End, Invite, Join, PlayWithBots, Start
from bot.tables.live_table import LiveTable
from bot.tables.lobby import Lobby, Request, counts_for, filled, seated
from bot.tables.model import EndReason, Seat, Table
from bot.tables.replies import Acted, Answer, Done, Refusal, TableReason
from engine.errors import BadSetup


def lobby(live: LiveTable) -> Lobby:
    """Return what steps in this lobby go by."""
    return Lobby(live.game, live.hall.settings, live.hall.clock.now())


async def ask(live: LiveTable, entry: Request) -> Answer:
    """Answer what somebody asks of a lobby."""
    outcome = lobby(live).handle(live.table, entry)
    if isinstance(outcome, Refusal):
        return outcome
    await apply(live, outcome)
    return Done(live.table)


async def invite(live: LiveTable, entry: Invite) -> Answer:
    """Keep a seat for somebody who may sit in this server, or take the invitation back."""
    table = live.table
    barred = entry.guest in live.hall.servers.of(table.guild).barred
    if barred and entry.person == table.host and table.kept_for(entry.guest) is None:
        return Refusal(TableReason.GUEST_BARRED)
    return await ask(live, entry)


async def join(live: LiveTable, entry: Join) -> Answer:
    """Sit down, within the limit of tables a person; the last of a rematch starts it."""
    hall, person = live.hall, entry.person
    outcome = lobby(live).handle(live.table, entry)
    if isinstance(outcome, Refusal):
        return outcome
    elsewhere = await hall.seats_elsewhere(person)
    refusal = limits.sitting(hall, live.table.guild, person, elsewhere)
    if refusal is not None:
        return refusal
    with hall.directory.sitting_down(person):
        await apply(live, outcome)
    limits.make_room(hall, live.table, person)
    await live.follow_up(timers.START, start_if_complete(live))
    return Done(live.table)


async def start(live: LiveTable, entry: Start) -> Answer:
    """Begin, if it is the host who says so."""
    return _not_by(live.table, entry.person) or await _begin(live, live.table)


async def with_bots(live: LiveTable, entry: PlayWithBots) -> Answer:
    """Fill up with house players and begin, if it is a host alone who says so."""
    refusal = _not_by(live.table, entry.person)
    if refusal is not None:
        return refusal
    return await _begin(live, filled(live.game, live.table))


def _not_by(table: Table, person: int) -> Refusal | None:
    """Return why this person cannot begin here; None if nothing is against it."""
    if table.status != "lobby":
        return Refusal(TableReason.NOT_A_LOBBY, {"status": table.status})
    if person != table.host:
        return Refusal(TableReason.NOT_HOST, {"host": table.host})
    return None


async def _begin(live: LiveTable, table: Table) -> Answer:
    """Start the game with those who sit in the lobby, or say why not."""
    game, hall, before = live.game, live.hall, live.table
    seats = seated(game, table)
    if len(seats) < min(game.seat_counts):
        details = {"seats": len(seats), "needed": min(game.seat_counts)}
        return Refusal(TableReason.TOO_FEW, details)
    if len(seats) not in game.seat_counts:
        possible = {"seats": len(seats), "possible": game.seat_counts}
        return Refusal(TableReason.SEATS, possible)
    old = await hall.others.load(table.rematch_of) if table.rematch_of is not None else None
    dealer = rematch.dealer_of(game, old, seats) if old is not None else None
    ready = structs.replace(table, dealer=dealer)
    first = await _first(live, seats)
    try:
        step = moves.start(game, ready, hall.seed(), hall.clock.now(), hall.settings, gently=first)
    except BadSetup as bad:
        counts = counts_for(game, table.chosen) or game.seat_counts
        why = {"seats": len(seats), "possible": counts, "field": bad.field}
        return Refusal(TableReason.RULES, why)
    await apply(live, step)
    return Acted(before=before, after=live.table, events=step.events)


async def _first(live: LiveTable, seats: tuple[Seat, ...]) -> bool:
    """Say whether it is somebody's first game of its kind, with house players alone."""
    people = [seat.person for seat in seats if seat.person is not None]
    if len(people) != 1 or not live.game.gentle:
        return False
    return not await live.hall.reader.finished(people[0], live.game.key)


async def start_if_complete(live: LiveTable) -> None:
    """Start a rematch once everybody has come."""
    table = live.table
    if table.status != "lobby" or table.rematch_of is None:
        return
    old = await live.hall.others.load(table.rematch_of)
    if old is not None and rematch.complete(old, table):
        await _begin(live, table)


async def end(live: LiveTable, entry: End) -> Answer:
    """Close a lobby: its host, or a moderator."""
    table = live.table
    if entry.person != table.host and not entry.moderator:
        return Refusal(TableReason.NOT_HOST, {"host": table.host})
    reason: EndReason = "host" if entry.person == table.host else "ended"
    await apply(live, lobby(live).close(table, reason))
    return Done(live.table)

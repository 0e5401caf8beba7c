"""From the lobby to the game: what is asked of it, and the start (`experience.md` section 3)."""

from msgspec import structs

from bot.tables import limits, moves, rematch
from bot.tables.commands import End, Join, Start
from bot.tables.commit import apply
from bot.tables.live_table import LiveTable
from bot.tables.lobby import Lobby, Request, counts_for, seated
from bot.tables.model import EndReason
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


async def join(live: LiveTable, entry: Join) -> Answer:
    """Sit down, within the limit of tables a person; the last of a rematch starts it."""
    hall, person = live.hall, entry.person
    outcome = lobby(live).handle(live.table, entry)
    if isinstance(outcome, Refusal):
        return outcome
    refusal = limits.sitting(hall, live.table.guild, person)
    if refusal is not None:
        return refusal
    with hall.directory.sitting_down(person):
        await apply(live, outcome)
    limits.make_room(hall, live.table, person)
    await start_if_complete(live)
    return Done(live.table)


async def start(live: LiveTable, entry: Start) -> Answer:
    """Begin, if it is the host who says so."""
    table = live.table
    if table.status != "lobby":
        return Refusal(TableReason.NOT_A_LOBBY, {"status": table.status})
    if entry.person != table.host:
        return Refusal(TableReason.NOT_HOST, {"host": table.host})
    return await begin(live)


async def begin(live: LiveTable) -> Answer:
    """Start the game with those who sit in the lobby, or say why not."""
    table, game, hall = live.table, live.game, live.hall
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
    try:
        step = moves.start(game, ready, hall.seed(), hall.clock.now(), hall.settings)
    except BadSetup as bad:
        counts = counts_for(game, table.chosen) or game.seat_counts
        why = {"seats": len(seats), "possible": counts, "field": bad.field}
        return Refusal(TableReason.RULES, why)
    await apply(live, step)
    return Acted(before=table, after=live.table, events=step.events)


async def start_if_complete(live: LiveTable) -> None:
    """Start a rematch once everybody has come."""
    table = live.table
    if table.status != "lobby" or table.rematch_of is None:
        return
    old = await live.hall.others.load(table.rematch_of)
    if old is not None and rematch.complete(old, table):
        await begin(live)


async def end(live: LiveTable, entry: End) -> Answer:
    """Close a lobby: its host, or a moderator."""
    table = live.table
    if entry.person != table.host and not entry.moderator:
        return Refusal(TableReason.NOT_HOST, {"host": table.host})
    reason: EndReason = "host" if entry.person == table.host else "ended"
    await apply(live, lobby(live).close(table, reason))
    return Done(live.table)

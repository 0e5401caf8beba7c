"""What a person or a house player does in a running game: a call is judged, all else performed."""

from bot.tables import moves, race
from bot.tables.entries import Act
from bot.tables.live_table import LiveTable
from bot.tables.memory import Doing
from bot.tables.replies import Answer, Refusal
from engine.errors import Refused


async def act(live: LiveTable, entry: Act) -> Answer | None:
    """Answer a person's action; None while a race keeps it waiting."""
    table = live.table
    seat = moves.seat_in_play(live, entry.person)
    if isinstance(seat, Refusal):
        return seat
    doing = Doing(
        stamp=entry.stamp,
        route=entry.route,
        well_timed=entry.well_timed,
        seat=seat.index,
        notation=entry.notation,
        arrived=entry.arrived,
        person=entry.person,
        press=entry.key,
        confirmed=entry.confirmed,
        fresh=entry.fresh,
        possible=entry.possible,
    )
    try:
        live.game.parse(entry.notation)
    except Refused as refused:
        return Refusal.of(refused)
    if table.race is not None and table.race.calls[0].notation != entry.notation:
        live.wait(entry)
        return None
    return await attempt(live, doing)


async def attempt(live: LiveTable, doing: Doing) -> Answer:
    """Do what somebody is about to do, whoever it is."""
    spec = live.call_of(doing.notation)
    return await (moves.perform(live, doing) if spec is None else race.call(live, spec, doing))

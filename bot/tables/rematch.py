"""Playing again: the first press opens one lobby, every other press takes its seat there."""

from datetime import timedelta

from msgspec import structs

from bot.tables import absence, limits, timers
from bot.tables.commit import store
from bot.tables.entries import Join, Rematch
from bot.tables.live_table import LiveTable
from bot.tables.lobby import numbered
from bot.tables.model import Seat, Table
from bot.tables.notes import Opened, RematchOpened
from bot.tables.replies import Answer, Done, Refusal, TableReason
from bot.tables.step import Step
from engine.api import AnyGame


def _lobby_of(live: LiveTable, number: int, person: int) -> Step:
    """Return the lobby of a rematch: everybody's seat kept, the presser and house players seated.

    No seat is kept for whoever is removed, or barred by now: that person could not take it.
    Seats keep their order and the deal is rotated; the start finds the dealer again if somebody is
    missing (`dealer_of`).
    """
    old, now = live.table, live.hall.clock.now()
    until = now + timedelta(seconds=live.hall.settings.rematch)
    barred, seats = live.hall.servers.of(old.guild).barred, []
    for seat in old.seats:
        if seat.gone or seat.away == "kicked" or seat.person in barred:
            continue
        if seat.person is None:
            seats.append(Seat(index=0, name=seat.name, house=seat.house))
        elif seat.person == person:
            seats.append(Seat(index=0, person=person, name=seat.name))
        else:
            kept = Seat(index=0, name=seat.name, invited=seat.person, invited_until=until)
            seats.append(kept)
    lobby = Table(
        id=number,
        game=old.game,
        chosen=old.chosen,
        options=old.options,
        pace=old.pace,
        display=old.display,
        level=old.level,
        guild=old.guild,
        channel=old.channel,
        thread=old.thread,
        host=person,
        seats=numbered(seats),
        created=now,
        rematch_of=old.id,
    )
    lobby = timers.idling(lobby, now, live.hall.settings)
    return Step(after=lobby, notes=(Opened(),), more=live.hall.life())


async def rematch(live: LiveTable, entry: Rematch) -> Answer:
    """Answer a press of "play again" on a table that is over."""
    table, hall = live.table, live.hall
    if table.status == "closed":
        return Refusal(TableReason.NO_TABLE)
    if table.status != "ended":
        return Refusal(TableReason.NOT_OVER, {"status": table.status})
    if all(seat.person != entry.person or seat.away == "kicked" for seat in table.seats):
        return Refusal(absence.why_not_seated(table, entry.person))
    lobby = await hall.others.load(table.rematch) if table.rematch is not None else None
    if lobby is not None and lobby.active and lobby.seat_of(entry.person):
        return Done(lobby)
    if lobby is not None and lobby.status != "closed":
        return await hall.others.submit(lobby.id, Join(**structs.asdict(entry)))
    elsewhere = await hall.seats_elsewhere(entry.person)
    refusal = limits.again(hall, table.guild, table.channel, entry.person, elsewhere)
    if refusal is not None:
        return refusal
    new = _lobby_of(live, await hall.others.next_id(), entry.person)
    linked = structs.replace(table, rematch=new.after.id)
    step = Step(after=linked, notes=(RematchOpened(new.after.id),), more=new.change(None))
    changed = await store(live, step)
    hall.others.adopt(new)
    hall.tell(changed)
    limits.make_room(hall, new.after, entry.person)
    return Done(new.after)


def complete(old: Table, lobby: Table) -> bool:
    """Say whether everybody of the game before has come, so that the rematch starts by itself."""
    return set(old.people) <= set(lobby.people) and all(seat.taken for seat in lobby.seats)


def dealer_of(game: AnyGame, old: Table, seats: tuple[Seat, ...]) -> int | None:
    """Return the dealer of a rematch: the next one of the old seats that is there."""
    dealer, people = old.dealer, [seat.who for seat in seats]
    for _ in old.seats:
        if dealer is None:
            return None
        dealer = game.next_dealer(dealer, len(old.seats))
        if dealer is not None and old.seats[dealer].who in people:
            return people.index(old.seats[dealer].who)
    return None

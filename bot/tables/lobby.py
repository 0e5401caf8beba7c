"""Before the game: seats and what people do in a lobby (`experience.md` section 3). Pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import assert_never

from msgspec import Struct, structs

from bot.db.records import EndReason
from bot.tables import timers
from bot.tables.entries import (
    AddHouse,
    Decline,
    Invite,
    Join,
    Leave,
    RemoveHouse,
    SetDisplay,
    SetLevel,
    SetPace,
    SetRule,
    SitOpposite,
)
from bot.tables.model import NewTable, Seat, Table
from bot.tables.notes import (
    Declined,
    HostChanged,
    InvitationsOver,
    Invited,
    LobbyClosed,
    Note,
    Opened,
    Uninvited,
)
from bot.tables.replies import Refusal, TableReason
from bot.tables.settings import TableSettings
from bot.tables.step import Step
from engine.api import AnyGame, Level, OptionValue
from engine.errors import BadSetup


def options_for(
    game: AnyGame, seats: int, chosen: dict[str, OptionValue]
) -> dict[str, OptionValue]:
    """Return the house rules a lobby with that many seats shows.

    Complete as the game would settle them for the nearest number of seats it is played by; where
    the choice does not go with that, the defaults under what was chosen.
    """
    counts = [count for count in game.seat_counts if count >= seats] or [max(game.seat_counts)]
    try:
        return game.settle(min(counts), chosen)
    except BadSetup:
        return {spec.key: spec.default for spec in game.options} | chosen


def counts_for(game: AnyGame, chosen: dict[str, OptionValue]) -> tuple[int, ...]:
    """Return with how many seats the house rules chosen can be played; empty if with none."""
    possible: list[int] = []
    for count in game.seat_counts:
        try:
            game.settle(count, chosen)
        except BadSetup:
            continue
        possible.append(count)
    return tuple(possible)


def numbered(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return a lobby's seats numbered in order; wishes for somebody who is gone are dropped."""
    here = {seat.who for seat in seats}
    return tuple(
        structs.replace(seat, index=i, opposite=seat.opposite if seat.opposite in here else None)
        for i, seat in enumerate(seats)
    )


def _house_name(seats: Sequence[Seat]) -> str:
    """Return the number of the next house player: the smallest one free."""
    used = {seat.name for seat in seats if seat.house}
    return next(str(n) for n in range(1, len(seats) + 2) if str(n) not in used)


def filled(game: AnyGame, table: Table) -> Table:
    """Return a lobby with as few more house players as its house rules can be played with."""
    counts = counts_for(game, table.chosen) or game.seat_counts
    seats = [seat for seat in table.seats if seat.taken]
    needed = next((count for count in counts if count >= len(seats)), len(seats))
    while len(seats) < needed:
        seats.append(Seat(index=0, name=_house_name(seats), house=table.level))
    return structs.replace(
        table, seats=numbered(seats), options=options_for(game, len(seats), table.chosen)
    )


def gentle(game: AnyGame, table: Table) -> bool:
    """Say whether a game goes by the house rules of a first game (`Game.gentle`)."""
    return bool(game.gentle) and all(
        key not in table.chosen and table.options.get(key) == value
        for key, value in game.gentle.items()
    )


def can_pair(game: AnyGame, table: Table) -> bool:
    """Say whether the house rules chosen have partners at some number of seats."""
    for count in game.seat_counts:
        try:
            options = game.settle(count, table.chosen)
        except BadSetup:
            continue
        if any(len(team) == 2 for team in game.teams(count, options)):
            return True
    return False


def seated(game: AnyGame, table: Table) -> tuple[Seat, ...]:
    """Return the seats as they would be if the game started now; kept ones are left out.

    In order of coming; with partners, wishes to sit opposite come first: mutual ones, then
    one-sided ones in order of seats where both are still free.
    """
    taken = [seat for seat in table.seats if seat.taken]
    order = list(taken)
    teams = _teams(game, table, len(taken))
    if any(len(team) == 2 for team in teams):
        order = _opposite(taken, teams)
    return tuple(
        structs.replace(seat, index=i, opposite=None, invited_until=None)
        for i, seat in enumerate(order)
    )


def _teams(game: AnyGame, table: Table, seats: int) -> tuple[tuple[int, ...], ...]:
    if seats not in game.seat_counts:
        return ()
    try:
        return game.teams(seats, game.settle(seats, table.chosen))
    except BadSetup:
        return ()


def _opposite(taken: list[Seat], teams: tuple[tuple[int, ...], ...]) -> list[Seat]:
    twos = [team for team in teams if len(team) == 2]
    pairs = _pairs(taken)[: len(twos)]
    paired = {seat.who for pair in pairs for seat in pair}
    rest = [seat for seat in taken if seat.who not in paired]
    places: dict[int, Seat] = {}
    for team, pair in zip(twos, pairs, strict=False):
        places |= dict(zip(team, pair, strict=True))
    free = [place for place in range(len(taken)) if place not in places]
    places |= dict(zip(free, rest, strict=True))
    return [places[place] for place in range(len(taken))]


def _pairs(taken: list[Seat]) -> list[tuple[Seat, Seat]]:
    """Return who sits opposite whom by their wishes, the one who came first in front."""
    by_who = {seat.who: seat for seat in taken}
    mutual = [
        seat
        for seat in taken
        if seat.opposite in by_who and by_who[seat.opposite].opposite == seat.who
    ]
    pairs: list[tuple[Seat, Seat]] = []
    paired: set[int] = set()
    for seat in mutual + [seat for seat in taken if seat.opposite in by_who]:
        other = by_who[seat.opposite] if seat.opposite is not None else seat
        if other.who != seat.who and not {seat.who, other.who} & paired:
            paired |= {seat.who, other.who}
            first, second = sorted((seat, other), key=lambda one: one.index)
            pairs.append((first, second))
    return sorted(pairs, key=lambda pair: pair[0].index)


ByHost = Invite | AddHouse | RemoveHouse | SetRule | SetPace | SetDisplay | SetLevel
"""What the host alone may ask for."""
Request = Join | Leave | Decline | SitOpposite | ByHost


class Lobby(Struct, frozen=True):
    """What a step in a lobby goes by: the rules, the settings, the time."""

    game: AnyGame
    settings: TableSettings
    now: datetime

    @property
    def most(self) -> int:
        """How many seats the game has at most."""
        return max(self.game.seat_counts)

    def open(self, table: int, new: NewTable) -> Step | Refusal:
        """Return the new lobby: the host seated, seats kept, house players added."""
        seats = [Seat(index=0, person=new.host, name=new.host_name)]
        for guest in new.invited:
            if all(seat.who != guest.person for seat in seats):
                seats.append(self._kept(guest.person, guest.name))
        for _ in range(new.house):
            seats.append(Seat(index=0, name=_house_name(seats), house=new.level))
        if len(seats) > self.most:
            possible = {"seats": len(seats), "possible": self.game.seat_counts}
            return Refusal(TableReason.SEATS, possible)
        for option, value in new.chosen.items():
            if not self._offered(option, value):
                return Refusal(TableReason.NO_SUCH_RULE, {"option": option})
        lobby = Table(
            id=table,
            game=new.game,
            chosen=new.chosen,
            options=options_for(self.game, len(seats), new.chosen),
            pace=new.pace,
            display=new.display,
            level=new.level,
            guild=new.guild,
            channel=new.channel,
            thread=new.thread,
            host=new.host,
            seats=numbered(seats),
            created=self.now,
            opening=new.key,
        )
        lobby = timers.idling(lobby, self.now, self.settings)
        return Step(after=lobby, notes=(Opened(),))

    def handle(self, table: Table, request: Request) -> Step | Refusal:
        """Return what a person's request brings; anything accepted starts the idle time anew."""
        if table.status != "lobby":
            return Refusal(TableReason.NOT_A_LOBBY, {"status": table.status})
        outcome = self._decide(table, request)
        if isinstance(outcome, Refusal) or outcome.after.status != "lobby":
            return outcome
        after = timers.idling(outcome.after, self.now, self.settings)
        return structs.replace(outcome, after=after)

    def invitations_over(self, table: Table) -> Step | None:
        """Return the end of the invitations whose time is over; None if there is none."""
        over = [
            seat for seat in table.seats if seat.invited_until and seat.invited_until <= self.now
        ]
        if not over or table.status != "lobby":
            return None
        people = tuple(seat.invited for seat in over if seat.invited is not None)
        left = [seat for seat in table.seats if seat not in over]
        return Step(after=self._with(table, left), notes=(InvitationsOver(people),))

    def close(self, table: Table, reason: EndReason) -> Step:
        """Return the end of a lobby that never became a game."""
        after = structs.replace(
            table, status="closed", ended=self.now, end_reason=reason, deadline=None
        )
        return Step(after=after, notes=(LobbyClosed(reason),))

    def _decide(self, table: Table, request: Request) -> Step | Refusal:
        match request:
            case Join():
                return self._join(table, request)
            case Leave():
                return self._leave(table, request.person)
            case Decline():
                return self._decline(table, request.person)
            case SitOpposite():
                return self._sit_opposite(table, request)
            case _ if request.person != table.host:
                return Refusal(TableReason.NOT_HOST, {"host": table.host})
            case _:
                return self._by_host(table, request)

    def _by_host(self, table: Table, request: ByHost) -> Step | Refusal:
        match request:
            case Invite():
                return self._invite(table, request.guest, request.name)
            case AddHouse():
                return self._add_house(table, request.level or table.level)
            case RemoveHouse():
                houses = [seat for seat in table.seats if seat.house]
                if not houses:
                    return Refusal(TableReason.NO_HOUSE)
                left = [seat for seat in table.seats if seat is not houses[-1]]
                return Step(after=self._with(table, left))
            case SetRule():
                if not self._offered(request.option, request.value):
                    return Refusal(TableReason.NO_SUCH_RULE, {"option": request.option})
                chosen = table.chosen | {request.option: request.value}
                return Step(after=self._with(structs.replace(table, chosen=chosen), table.seats))
            case SetPace():
                return Step(after=structs.replace(table, pace=request.pace))
            case SetDisplay():
                return Step(after=structs.replace(table, display=request.display))
            case SetLevel():
                seats = tuple(
                    structs.replace(seat, house=request.level) if seat.house else seat
                    for seat in table.seats
                )
                return Step(after=structs.replace(table, level=request.level, seats=seats))
        assert_never(request)

    def _join(self, table: Table, request: Join) -> Step | Refusal:
        if table.seat_of(request.person):
            return Refusal(TableReason.ALREADY_SEATED)
        new = Seat(index=0, person=request.person, name=request.name)
        kept = table.kept_for(request.person)
        if kept is not None:
            seats = [new if seat is kept else seat for seat in table.seats]
        elif len(table.seats) >= self.most:
            return Refusal(TableReason.FULL, {"seats": self.most})
        else:
            seats = [*table.seats, new]
        return Step(after=self._with(table, seats))

    def _leave(self, table: Table, person: int) -> Step | Refusal:
        seat = table.seat_of(person) or table.kept_for(person)
        if seat is None:
            return Refusal(TableReason.NOT_AT_TABLE)
        left = [other for other in table.seats if other is not seat]
        after = self._with(table, left)
        if not after.people:
            return self.close(after, "empty")
        if person != table.host:
            return Step(after=after)
        host = after.people[0]
        note = HostChanged(table.host, host)
        return Step(after=structs.replace(after, host=host), notes=(note,))

    def _decline(self, table: Table, person: int) -> Step | Refusal:
        kept = table.kept_for(person)
        if kept is None:
            return Refusal(TableReason.NOT_INVITED)
        left = [seat for seat in table.seats if seat is not kept]
        note: Note = Declined(person, kept.name)
        return Step(after=self._with(table, left), notes=(note,))

    def _invite(self, table: Table, guest: int, name: str) -> Step | Refusal:
        kept = table.kept_for(guest)
        if kept is not None:
            left = [seat for seat in table.seats if seat is not kept]
            return Step(after=self._with(table, left), notes=(Uninvited(guest, kept.name),))
        if table.seat_of(guest) is not None:
            return Refusal(TableReason.GUEST_SEATED)
        if len(table.seats) >= self.most:
            return Refusal(TableReason.NO_ROOM)
        after = self._with(table, [*table.seats, self._kept(guest, name)])
        return Step(after=after, notes=(Invited(guest),))

    def _kept(self, guest: int, name: str) -> Seat:
        """Return a seat kept for a guest as long as an invitation lasts."""
        until = self.now + timedelta(seconds=self.settings.invitation)
        return Seat(index=0, name=name, invited=guest, invited_until=until)

    def _add_house(self, table: Table, level: Level) -> Step | Refusal:
        if len(table.seats) >= self.most:
            return Refusal(TableReason.FULL, {"seats": self.most})
        house = Seat(index=0, name=_house_name(table.seats), house=level)
        return Step(after=self._with(table, [*table.seats, house]))

    def _sit_opposite(self, table: Table, request: SitOpposite) -> Step | Refusal:
        own = table.seat_of(request.person)
        if own is None:
            return Refusal(TableReason.NOT_AT_TABLE)
        if not can_pair(self.game, table):
            return Refusal(TableReason.NO_PARTNERS)
        others = {seat.who for seat in table.seats} - {own.who}
        if request.other is not None and request.other not in others:
            return Refusal(TableReason.NO_SUCH_SEAT)
        seats = [
            structs.replace(seat, opposite=request.other) if seat is own else seat
            for seat in table.seats
        ]
        return Step(after=self._with(table, seats))

    def _with(self, table: Table, seats: Sequence[Seat]) -> Table:
        options = options_for(self.game, len(seats), table.chosen)
        return structs.replace(table, seats=numbered(seats), options=options)

    def _offered(self, option: str, value: OptionValue) -> bool:
        """Say whether it is a house rule of the game; True and 1 are different values."""
        return any(
            spec.key == option and any(c == value and type(c) is type(value) for c in spec.choices)
            for spec in self.game.options
        )

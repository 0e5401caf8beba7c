"""Anything at any time: whatever people do, nothing breaks, hangs, or is stored wrongly."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bot.tables.entries import (
    Accuse,
    Act,
    AddHouse,
    CastVote,
    Decline,
    End,
    Entry,
    HandDelivered,
    Here,
    Invite,
    Join,
    Kick,
    Leave,
    Rematch,
    RemoveHouse,
    Resign,
    Seen,
    SetRule,
    SitOpposite,
    Start,
    ThreadOpened,
)
from bot.tables.model import Invitation, Table
from bot.tables.replies import Answer, Pending, Refusal, TableReason
from tests.games import GAMES
from tests.tables.harness import HOST, House, restored
from tests.tables.toy import TOYS

PEOPLE = range(HOST, HOST + 6)


class Crowd:
    """People who press whatever there is, and what was answered."""

    def __init__(self, house: House, chance: Random, table: int) -> None:
        self.house, self.chance, self.table = house, chance, table
        self.answers: list[asyncio.Future[Answer]] = []

    def press(self) -> None:
        """Put one random entry into the table's inbox."""
        entry = self.chance.choice(self.entries())()
        self.answers.append(self.house.tables.submit(self.table, entry))

    def person(self, **fields: Any) -> dict[str, Any]:
        """Return the fields of a random person's press."""
        chance = self.chance
        route = chance.choice(["button", "command", "reaction"])
        ago = chance.choice([0.0, 0.02, 0.1, 0.3, 2.0])
        return self.house.press(chance.choice(PEOPLE), ago, route=route, **fields)

    def entries(self) -> list[Callable[[], Entry]]:
        """Return everything that can be pressed or reported now, likely or not."""
        chance, now = self.chance, self.house.table(self.table)
        at = self.house.clock.monotonic()
        found: list[Callable[[], Entry]] = [
            lambda: Seen(chance.randint(0, now.ply), at),
            lambda: ThreadOpened(chance.randint(1, 99)),
            lambda: HandDelivered(chance.randint(0, 3)),
            lambda: Rematch(**self.person(name="x")),
        ]
        if now.status == "lobby":
            found += [
                lambda: Join(**self.person(name="x")),
                lambda: Leave(**self.person()),
                lambda: Decline(**self.person()),
                lambda: Invite(**self.person(guest=chance.choice(PEOPLE), name="x")),
                lambda: AddHouse(**self.person()),
                lambda: RemoveHouse(**self.person()),
                lambda: SitOpposite(**self.person(other=chance.choice(PEOPLE))),
                lambda: SetRule(**self.person(option="goal", value=3)),
                lambda: Start(**self.person()),
            ]
        if now.status == "playing":
            found += [self.act] * 24
            found += [self.voice, self.accuse]
            found += [lambda: Seen(now.ply, at)] * 4
            found += [lambda: Here(**self.person())] * 2
            found += [
                lambda: Join(**self.person(name="x")),
                lambda: Kick(**self.person(seat=chance.randint(0, 4))),
                chance.choice([self.going, self.act, self.act]),
            ]
        return found

    def voice(self) -> CastVote:
        """Return a voice in the open vote, or in none."""
        vote = self.house.table(self.table).vote
        number = vote.number if vote is not None else 0
        return CastVote(**self.person(yes=self.chance.random() < 0.6, vote=number))

    def going(self) -> Entry:
        """Return somebody's going away, or the end of all."""
        kinds: list[Callable[..., Entry]] = [Leave, Leave, Resign, End]
        kind = self.chance.choice(kinds)
        return kind(**self.person())

    def act(self) -> Act:
        """Return an act that is likely, or a call, or nonsense."""
        chance, now = self.chance, self.house.table(self.table)
        rules = self.house.tables.game(now)
        seat = chance.choice([*rules.to_act(now.state), *range(len(now.seats))])
        legal = [rules.format(action) for action in rules.actions(now.state, seat)]
        words = [*(call.notation for call in rules.calls), "NONSENSE"]
        fields = self.person(notation=chance.choice(legal * 2 + words))
        person = now.seats[seat].person or fields["person"]
        return Act(**{**fields, "person": person, "confirmed": chance.random() < 0.5})

    def accuse(self) -> Accuse:
        """Return an accusation."""
        seat = self.chance.randint(0, 3)
        return Accuse(**self.person(notation=f"J{seat}", accused=seat, reason="x"))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", [game.key for game in (*GAMES, *TOYS)])
async def test_whatever_people_do_nothing_breaks(url: str, key: str, seed: int) -> None:
    """Every press is answered and every verdict given; the log folds to what is shown."""
    chance = Random(f"{key} {seed}")
    house = House(url)
    await restored(house.tables)
    [rules] = [game for game in (*GAMES, *TOYS) if game.key == key]
    people = chance.choice([n for n in rules.seat_counts if n <= 4])
    if chance.random() < 0.5:
        table = await house.playing(people, key)
    else:
        house_players = int(max(rules.seat_counts) > 2)
        guests = (Invitation(HOST + 1, "x"),)
        table = await house.lobby(key, house=house_players, invited=guests)
    crowd = Crowd(house, chance, table.id)
    for _ in range(60):
        for _ in range(chance.randint(1, 4)):
            crowd.press()
        await house.wait(chance.choice([0.0, 0.05, 0.2, 0.4, 1.0, 4.0, 30.0]))
        somebody_plays_every_seat(house.table(table))
        if chance.random() < 0.04:
            await everything_answered(crowd)
            house = crowd.house = await house.again(after=chance.choice([0.0, 100.0]))
            await house.tables.load(table.id)
    await everything_answered(crowd)

    now = house.table(table)
    events = await house.tables.events(table.id)
    assert [event.seq for event in events] == list(range(1, now.seq + 1))
    assert (events[-1].ply if events else 0) == now.ply
    assert rules.fold(None, [event.event for event in events]) == now.state
    assert len(await house.reader.results(table.id)) in (0, len(now.seats))
    await house.close()


def somebody_plays_every_seat(table: Table) -> None:
    """Check that every seat has one owner or a house player, and that the host has one."""
    if table.status != "playing":
        return
    for seat in table.seats:
        assert (seat.owner is None) <= (seat.played_by is not None)
    owners = [seat.owner for seat in table.seats if seat.owner is not None]
    assert len(owners) == len(set(owners)) > 0
    assert table.host in owners


async def everything_answered(crowd: Crowd) -> None:
    """Check that whatever was pressed has its final answer, and none is a breakdown."""
    await crowd.house.wait(20)
    for future in crowd.answers:
        assert future.done()
        answer = future.result()
        if isinstance(answer, Pending):
            assert answer.verdict.done()
            answer = answer.verdict.result()
        assert not isinstance(answer, Pending)
        if isinstance(answer, Refusal):
            assert answer.reason not in (TableReason.BROKEN, TableReason.STORAGE)
    crowd.answers.clear()

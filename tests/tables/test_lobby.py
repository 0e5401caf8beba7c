"""Lobbies: sitting down and standing up, invitations, the host, house rules.

See `experience.md` section 3.
"""

import asyncio

import pytest
from msgspec.structs import replace

from bot.tables import limits
from bot.tables.entries import (
    AddHouse,
    Decline,
    End,
    Invite,
    Join,
    Leave,
    RemoveHouse,
    SetLevel,
    SetPace,
    SetRule,
    SitOpposite,
    Start,
)
from bot.tables.model import Invitation, NewTable
from bot.tables.notes import (
    Declined,
    HostChanged,
    InvitationsOver,
    Invited,
    LobbyClosed,
    Opened,
    Started,
    Uninvited,
)
from bot.tables.replies import Acted, Done, Refusal, TableReason
from bot.tables.settings import TableSettings
from engine.errors import Reason
from engine.shuffle import commitment
from tests.tables.harness import HOST, SEED, House, restored


async def test_open_seats_the_host_and_keeps_seats_for_guests(house: House) -> None:
    """A new lobby seats its host, keeps ten minutes for guests and adds house players."""
    lobby = await house.lobby(invited=(Invitation(7, "Ben"),), house=1, level="hard")

    assert [(seat.person, seat.invited, seat.house) for seat in lobby.seats] == [
        (HOST, None, None),
        (None, 7, None),
        (None, None, "hard"),
    ]
    assert lobby.seats[1].invited_until is not None
    assert (lobby.seats[1].invited_until - lobby.created).total_seconds() == 600
    assert house.notes() == [Opened()]


async def test_ten_joins_for_the_last_seat_seat_exactly_one(house: House) -> None:
    """Ten people press at once for one seat: one sits, nine are told it is full."""
    lobby = await house.lobby("snap")
    await house.join(lobby, 102)

    entries = [Join(**house.press(person, name="x")) for person in range(200, 210)]
    answers = await asyncio.gather(*(house.do(lobby, entry) for entry in entries))

    assert sum(isinstance(answer, Done) for answer in answers) == 1
    assert answers.count(Refusal(TableReason.FULL, {"seats": 3})) == 9
    assert house.table(lobby).people == (HOST, 102, 200)


async def test_a_kept_seat_is_for_the_guest_alone_until_it_expires(house: House) -> None:
    """Others find the table full while a seat is kept; after ten minutes it is free."""
    lobby = await house.lobby("snap", invited=(Invitation(7, "Ben"), Invitation(8, "Eva")))
    refused = await house.unchanged(lobby, Join(**house.press(9, name="Otto")))
    assert refused.reason is TableReason.FULL
    assert isinstance(await house.join(lobby, 8), Done)

    await house.wait(599)
    assert house.table(lobby).kept_for(7)
    await house.do(lobby, SetPace(**house.press(HOST, pace="live")))
    await house.wait(2)

    assert house.notes(InvitationsOver) == [InvitationsOver((7,))]
    assert house.table(lobby).people == (HOST, 8)
    assert isinstance(await house.join(lobby, 9), Done)


async def test_declining_frees_the_seat(house: House) -> None:
    """A guest who declines gives the seat back, and the lobby learns who it was."""
    lobby = await house.lobby(invited=(Invitation(7, "Ben"),))

    answer = await house.do(lobby, Decline(**house.press(7)))

    assert isinstance(answer, Done)
    assert len(answer.table.seats) == 1
    assert house.notes(Declined) == [Declined(7, "Ben")]


async def test_the_host_invites_and_takes_it_back_by_the_same_choice(house: House) -> None:
    """A seat is kept as by `with`; choosing that person again frees it."""
    lobby = await house.lobby()
    invite = Invite(**house.press(HOST, guest=7, name="Ben"))
    await house.do(lobby, invite)
    kept = house.table(lobby).kept_for(7)
    assert kept is not None
    assert kept.invited_until is not None
    assert house.notes(Invited) == [Invited(7)]

    await house.do(lobby, Invite(**house.press(HOST, guest=7, name="Benjamin")))
    assert house.table(lobby).kept_for(7) is None
    assert house.notes(Uninvited) == [Uninvited(7, "Ben")]


async def test_nobody_is_invited_who_sits_there_or_has_no_room(house: House) -> None:
    """Only the host invites; whoever sits here needs none; where all is full nobody can come."""
    lobby = await house.lobby("snap")
    await house.join(lobby, 102)

    async def refused(person: int, guest: int) -> Reason | TableReason:
        entry = Invite(**house.press(person, guest=guest, name="Eva"))
        return (await house.unchanged(lobby, entry)).reason

    assert await refused(102, 7) is TableReason.NOT_HOST
    assert await refused(HOST, HOST) is TableReason.GUEST_SEATED
    assert await refused(HOST, 102) is TableReason.GUEST_SEATED
    await house.do(lobby, AddHouse(**house.press(HOST)))
    assert await refused(HOST, 7) is TableReason.NO_ROOM


async def test_the_hosts_leaving_passes_the_table_on(house: House) -> None:
    """The next person becomes host; when the last one leaves, the lobby closes."""
    lobby = await house.lobby()
    await house.do(lobby, AddHouse(**house.press(HOST)))
    await house.join(lobby, 102)

    await house.do(lobby, Leave(**house.press(HOST)))
    assert house.table(lobby).host == 102
    assert house.notes(HostChanged) == [HostChanged(HOST, 102)]

    await house.do(lobby, Leave(**house.press(102)))
    assert house.table(lobby).status == "closed"
    assert house.notes(LobbyClosed) == [LobbyClosed("empty")]


@pytest.mark.parametrize(("pace", "seconds"), [("live", 600), ("daily", 86_400)])
async def test_an_idle_lobby_closes(url: str, pace: str, seconds: float) -> None:
    """Ten idle minutes close a lobby, a day when daily; anything done starts the time anew."""
    house = House(url, settings=TableSettings(heartbeat=3_600))
    await restored(house.tables)
    lobby = await house.lobby(pace=pace)
    await house.wait(seconds - 1)
    await house.join(lobby, 102)

    await house.wait(seconds - 1)
    assert house.table(lobby).status == "lobby"
    await house.wait(2)

    assert house.table(lobby).status == "closed"
    assert house.notes(LobbyClosed) == [LobbyClosed("idle")]
    assert house.tables.active() == ()
    await house.close()


async def test_house_rules_and_players_are_the_hosts(house: House) -> None:
    """The host sets rules, pace, level and house players."""
    lobby = await house.lobby()
    for entry in (
        SetRule(**house.press(HOST, option="goal", value=3)),
        SetPace(**house.press(HOST, pace="relaxed")),
        AddHouse(**house.press(HOST)),
        AddHouse(**house.press(HOST, level="easy")),
        SetLevel(**house.press(HOST, level="hard")),
        RemoveHouse(**house.press(HOST)),
    ):
        assert isinstance(await house.do(lobby, entry), Done)

    now = house.table(lobby)
    assert now.options == {"goal": 3, "partners": False}
    assert (now.pace, now.level) == ("relaxed", "hard")
    assert [seat.house for seat in now.seats] == [None, "hard"]


async def test_every_refusal_in_a_lobby_leaves_everything_as_it_was(house: House) -> None:
    """What may not be is refused with its reason and changes nothing, stored or shown."""
    lobby = await house.lobby(invited=(Invitation(7, "Ben"),))
    stranger, press = 900, house.press
    expected = {
        TableReason.ALREADY_SEATED: Join(**press(HOST, name="Ana")),
        TableReason.NOT_AT_TABLE: Leave(**press(stranger)),
        TableReason.NOT_INVITED: Decline(**press(stranger)),
        TableReason.NO_HOUSE: RemoveHouse(**press(HOST)),
        TableReason.NO_SUCH_RULE: SetRule(**press(HOST, option="goal", value=4)),
        TableReason.NO_PARTNERS: SitOpposite(**press(HOST, other=7)),
        TableReason.TOO_FEW: Start(**press(HOST)),
        TableReason.NOT_HOST: Start(**press(7)),
    }
    for reason, entry in expected.items():
        assert (await house.unchanged(lobby, entry)).reason is reason
    for entry in (
        AddHouse(**press(7)),
        RemoveHouse(**press(7)),
        SetRule(**press(7, option="goal", value=3)),
        SetPace(**press(7, pace="daily")),
        SetLevel(**press(7, level="easy")),
        End(**press(7)),
    ):
        assert (await house.unchanged(lobby, entry)).reason is TableReason.NOT_HOST
    for nowhere in (12_345, 0, -1, 10**30):
        answer = await house.do(nowhere, Join(**press(7, name="Ben")))
        assert answer == Refusal(TableReason.NO_TABLE)


async def test_true_is_not_the_number_one(house: House) -> None:
    """A house rule takes its own values only: 1 is not True."""
    lobby = await house.lobby()
    entry = SetRule(**house.press(HOST, option="partners", value=1))

    assert (await house.unchanged(lobby, entry)).reason is TableReason.NO_SUCH_RULE


async def test_start_deals_provably_fair(house: House) -> None:
    """The start publishes the seed's commitment and deals."""
    table = await house.playing(3, ready=False)

    assert table.status == "playing"
    assert (table.commitment, table.seed) == (commitment(SEED), SEED)
    assert table.ply == 0
    assert [seat.index for seat in table.seats] == [0, 1, 2]
    assert house.notes(Started)
    assert SEED not in repr(table)
    assert "cards" not in repr(house.told[-1])


async def test_a_start_that_the_rules_do_not_offer_is_refused(house: House) -> None:
    """A number of seats or a combination the game has not is named, nothing started."""
    lobby = await house.lobby(chosen={"partners": True})
    for person in (102, 103):
        await house.join(lobby, person)
    refused = await house.unchanged(lobby, Start(**house.press(HOST)))
    assert (refused.reason, refused.details["field"]) == (TableReason.RULES, "options.partners")
    assert refused.details["possible"] == (2, 4, 6)

    for person in (104, 105):
        await house.join(lobby, person)
    refused = await house.unchanged(lobby, Start(**house.press(HOST)))
    assert (refused.reason, refused.details["seats"]) == (TableReason.SEATS, 5)


async def test_nothing_of_the_lobby_works_once_the_game_runs(house: House) -> None:
    """Sitting down twice, rules and a second start are refused in a running game."""
    table = await house.playing()
    for entry in (
        Join(**house.press(HOST, name="x")),
        AddHouse(**house.press(HOST)),
        SetRule(**house.press(HOST, option="goal", value=3)),
        Start(**house.press(HOST)),
    ):
        assert (await house.unchanged(table, entry)).reason is TableReason.NOT_A_LOBBY


async def test_kept_seats_are_given_up_at_the_start(house: House) -> None:
    """A game starts with those who are there."""
    table = await house.playing(2, invited=(Invitation(7, "Ben"),))

    assert table.people == (HOST, 102)
    assert len(table.seats) == 2


async def test_people_sit_opposite_whom_they_chose(house: House) -> None:
    """Mutual wishes come first, then one-sided ones that are still possible (F-67)."""
    lobby = await house.lobby(chosen={"partners": True})
    for person in (102, 103, 104):
        await house.join(lobby, person)
    await house.do(lobby, SitOpposite(**house.press(103, other=HOST)))
    await house.do(lobby, SitOpposite(**house.press(104, other=HOST)))
    await house.do(lobby, SitOpposite(**house.press(HOST, other=104)))

    refused = await house.unchanged(lobby, SitOpposite(**house.press(HOST, other=900)))
    assert refused.reason is TableReason.NO_SUCH_SEAT

    answer = await house.do(lobby, Start(**house.press(HOST)))

    assert isinstance(answer, Acted)
    assert answer.after.people == (HOST, 102, 104, 103)


async def test_a_wish_to_sit_opposite_goes_with_the_person(house: House) -> None:
    """A wish ends when the other leaves, and needs partners."""
    lobby = await house.lobby(chosen={"partners": True})
    await house.join(lobby, 102)
    await house.do(lobby, SitOpposite(**house.press(HOST, other=102)))
    assert house.table(lobby).seats[0].opposite == 102
    await house.do(lobby, Leave(**house.press(102)))
    assert house.table(lobby).seats[0].opposite is None

    snap = await house.lobby("snap", host=500)
    refused = await house.unchanged(snap, SitOpposite(**house.press(500, other=None)))
    assert refused.reason is TableReason.NO_PARTNERS


async def test_limits_count_tables_per_channel_person_and_lobbies(house: House) -> None:
    """Three tables a channel, three a person, one open lobby a person."""
    first = await house.lobby()
    again = await house.tables.open(
        NewTable(game="count", guild=1, channel=9, host=HOST, host_name="Ana")
    )
    assert again == Refusal(TableReason.LOBBY_LIMIT, {"limit": 1, "table": first.id})

    await house.lobby(host=201)
    await house.lobby(host=202)
    full = await house.tables.open(
        NewTable(game="count", guild=1, channel=2, host=203, host_name="x")
    )
    assert full == Refusal(TableReason.CHANNEL_LIMIT, {"limit": 3})

    busy = 900
    for channel, host in ((3, 301), (4, 302), (5, 303)):
        lobby = await house.lobby(channel=channel, host=host)
        assert isinstance(await house.join(lobby, busy), Done)
    refused = await house.unchanged(first, Join(**house.press(busy, name="x")))
    assert refused.reason is TableReason.PERSON_LIMIT


async def test_limits_hold_when_everything_comes_at_once(house: House) -> None:
    """Opening and joining in the same moment never gets past a limit."""
    new = NewTable(game="count", guild=1, channel=2, host=HOST, host_name="Ana")
    answers = await asyncio.gather(*(house.tables.open(new) for _ in range(5)))
    assert sum(isinstance(answer, Done) for answer in answers) == 1

    lobbies = [await house.lobby(host=200 + i, channel=50 + i) for i in range(5)]
    joins = await asyncio.gather(*(house.join(lobby, 900) for lobby in lobbies))
    assert sum(isinstance(answer, Done) for answer in joins) == 3


async def test_open_refuses_what_there_is_not(house: House) -> None:
    """An unknown game or rule, or more guests than seats, opens nothing."""
    new = NewTable(game="count", guild=1, channel=2, host=HOST, host_name="Ana")
    guests = tuple(Invitation(i, "x") for i in range(1, 10))

    for wrong, reason in (
        (replace(new, game="chess"), TableReason.NO_SUCH_GAME),
        (replace(new, chosen={"goal": 99}), TableReason.NO_SUCH_RULE),
        (replace(new, invited=guests), TableReason.SEATS),
    ):
        answer = await house.tables.open(wrong)
        assert isinstance(answer, Refusal)
        assert answer.reason is reason
    assert house.told == []
    assert await house.reader.active() == ()


async def test_the_host_or_a_moderator_ends_a_lobby(house: House) -> None:
    """`/end` in a lobby closes it."""
    mine = await house.lobby()
    await house.do(mine, End(**house.press(HOST)))
    other = await house.lobby()
    await house.do(other, End(**house.press(900, moderator=True)))

    assert house.notes(LobbyClosed) == [LobbyClosed("host"), LobbyClosed("ended")]


async def test_one_press_delivered_twice_has_one_effect(house: House) -> None:
    """The same press, delivered again, shares the first one's answer and changes nothing."""
    lobby = await house.lobby()
    entry = AddHouse(**house.press(HOST))

    first, second = await asyncio.gather(house.do(lobby, entry), house.do(lobby, entry))

    assert first == second
    assert len(house.table(lobby).seats) == 2


async def test_tables_of_other_processes_count_for_the_bounds_of_a_person(house: House) -> None:
    """Seats for all servers together, lobbies for their host; what is abandoned counts nowhere."""
    hall, running = house.tables._hall, await house.playing(2)
    most = hall.settings.tables_per_person
    at_most = limits.sitting(hall, 1, 999, [running] * (most - 1))
    too_many = limits.sitting(hall, 1, 999, [running] * most)
    assert at_most is None
    assert too_many is not None
    assert too_many.reason is TableReason.PERSON_LIMIT
    left = replace(running, paused=hall.clock.now())
    assert left.abandoned
    assert limits.sitting(hall, 1, 999, [left] * most) is None

    new = NewTable(game="count", guild=1, channel=77, host=999, host_name="x")
    own = replace(running, status="lobby", host=999)
    assert limits.opening(hall, new, [own] * (hall.settings.lobbies_per_person - 1)) is None
    refused = limits.opening(hall, new, [own] * hall.settings.lobbies_per_person)
    assert refused is not None
    assert refused.reason is TableReason.LOBBY_LIMIT

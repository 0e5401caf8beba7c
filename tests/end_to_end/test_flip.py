"""FLIP on Discord: no turns, at the speed Discord allows (`experience.md` section 4)."""

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.ui.elements.look import french
from engine.games.flip.fits import fits
from tests.bench.live import DELAY, REAL, figures
from tests.end_to_end.flip_player import CALL, DIGITS, FlipPlayer, Means, Reading, read
from tests.end_to_end.harness import Club, Place, club, press, typed

pytestmark = pytest.mark.asyncio(loop_scope="module")

FLIP = "FLIP!"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    """A server with the bot running, its countdowns short."""
    async with club(tmp_path_factory.mktemp("house"), people=1) as place:
        yield place


async def players(place: Place, means: Means = "buttons", **options: object) -> list[FlipPlayer]:
    """Return the players of a game whose cards have just been turned up."""
    table = await place.opened("flip", shows=FLIP, **options)
    found = [FlipPlayer(person, place.room, table.id, means) for person in place.people]
    await place.people[0].until(lambda: read(found[0].seen()) is not None)
    return found


async def play_until(found: list[FlipPlayer], wanted: Callable[[Reading], bool]) -> Reading | None:
    """Play open cards without any call until the table shows what is wanted; None: it is over."""
    while (now := read(found[0].seen())) is not None:
        if wanted(now):
            return now
        for player in found:
            plays = now.plays(player.name)
            if plays:
                await player.press(plays[0])
                break
        else:
            await found[0].person.until(lambda then=now: read(found[0].seen()) != then)  # type: ignore[misc]
    return None


async def reached(
    club: Club,
    wanted: Callable[[list[FlipPlayer], Reading], bool],
    means: Means = "buttons",
    deal: str | None = None,
    **options: object,
) -> tuple[Place, list[FlipPlayer], Reading]:
    """Return a game that shows what is wanted: of a few deals one comes to it."""
    for _ in range(6):
        place = club.visit(2, deal)
        found = await players(place, means, **options)
        now = await play_until(found, lambda now: wanted(found, now))  # noqa: B023 - called here
        if now is not None:
            return place, found, now
    raise AssertionError("it never came")


def pair(found: list[FlipPlayer], now: Reading) -> bool:
    """Say whether the tops have one rank."""
    return now.pair


def playable(found: list[FlipPlayer], now: Reading) -> bool:
    """Say whether the first player can play, and nobody should call."""
    return not now.pair and bool(now.plays(found[0].name))


def stored(place: Club, table: int) -> list[tuple[int, str, str, str]]:
    """Return what is stored of a table: ply, seats, notation and key of the press."""
    with sqlite3.connect(place.bot.database) as database:
        return database.execute(
            'SELECT ply, "by", notation, press FROM events WHERE "table" = ? ORDER BY seq',
            (table,),
        ).fetchall()


def facts(place: Club, table: int) -> list[str]:
    """Return the events that are stored of a table."""
    with sqlite3.connect(place.bot.database) as database:
        query = 'SELECT data FROM events WHERE "table" = ?'
        return [str(data) for (data,) in database.execute(query, (table,))]


def number(player: FlipPlayer) -> int:
    """Return the number of the table a player sits at."""
    found = re.search(r"table (\d+)", player.seen().text)
    assert found is not None
    return int(found[1])


def lines(player: FlipPlayer) -> str:
    """Return what stands above the cards."""
    return "\n".join(player.seen().text.splitlines()[:4])


@pytest.mark.parametrize("means", ["reactions", "buttons", "commands"])
async def test_two_people_play_to_the_end_by_one_means_alone(house: Club, means: Means) -> None:
    """P-26: somebody gets rid of all cards; every accepted act is stored once, in order."""
    place = house.visit(2)
    found = await players(place, means)
    await asyncio.gather(*(player.play() for player in found))
    assert re.search(r"(Ana|Ben)( \(2\))? wins", found[0].seen().text)
    board = await (await found[0].person.slash(place.room.id, "leaderboard")).settled()
    assert board is not None
    assert "FLIP: leaderboard" in board.text, "it opens on the game one finished last"
    if any('"flip-called"' in data for data in facts(house, number(found[0]))):
        await found[0].person.until(lambda: "Fastest FLIP: " in found[0].seen().text)
    rows = stored(house, number(found[0]))
    presses = Counter(key for *_, key in rows if key)
    assert set(presses.values()) == {1}
    acts = {ply for ply, by, *_ in rows if by != "[]"}
    assert len(acts) > 50
    assert sorted({ply for ply, *_ in rows}) == list(range(max(acts) + 1))
    assert sum(player.acts for player in found) >= len(acts)


async def test_house_player_fills_the_other_seat_and_nobody_else_gets_in(house: Club) -> None:
    """P-1: exactly two, one of them may be a house player; the third reads that it is full."""
    place = house.visit(2)
    host, other = place.people
    await host.slash(place.room.id, "play flip", bots=1, level="hard")
    lobby = await place.table(host, "Start")
    answer = await (await other.slash(place.room.id, "join")).settled()
    assert answer is not None
    assert typed(answer.text) == (
        "This table is full. Open another with /play flinch, /play flip, or /play flushed."
    )
    await press(host, lobby, "Start")
    player = FlipPlayer(host, place.room, (await place.table(host, FLIP)).id, "buttons")
    await host.until(lambda: read(player.seen()) is not None)
    assert await play_until([player], lambda now: "Bot 1 plays" in lines(player))


async def test_one_person_alone_cannot_start(house: Club) -> None:
    """P-1: the game takes two."""
    place = house.visit(1)
    [host] = place.people
    await host.slash(place.room.id, "play flip")
    await place.table(host, "Join")
    answer = await (await host.slash(place.room.id, "start")).settled()
    assert answer is not None
    assert "of at least" in answer.text


async def test_of_two_hands_on_one_pile_the_slower_reads_that_it_was_too_late(house: Club) -> None:
    """P-14: the first that fits wins; the other alone reads "too late", nothing else changes."""

    def contested(found: list[FlipPlayer], now: Reading) -> bool:
        return clash(now, found[0].name, found[1].name) is not None

    _, found, now = await reached(house, contested)
    plays = clash(now, found[0].name, found[1].name)
    assert plays is not None
    before = len(stored(house, number(found[0])))
    await asyncio.gather(*(each.press(play) for each, play in zip(found, plays, strict=True)))

    def late() -> list[FlipPlayer]:
        return [each for each in found if "Too late: someone beat you to it." in alone(each)]

    await found[0].person.until(lambda: bool(late()))
    [slower] = late()
    [(faster, played)] = [pair for pair in zip(found, plays, strict=True) if pair[0] is not slower]
    rows = stored(house, number(faster))
    assert [notation for *_, notation, _ in rows[before:]] == [played]
    assert f"{slower.name}:" not in lines(slower)
    assert not alone(faster)


async def test_refusals_of_presses_are_one_private_line_that_names_the_card(house: Club) -> None:
    """However often somebody presses in vain, one message says why not; nobody else reads it."""

    def vain(found: list[FlipPlayer], now: Reading) -> bool:
        return bool(playable(found, now) and misfits(now, found[0].name))

    _, (own, other), now = await reached(house, vain)
    first, *_, last = misfits(now, own.name) * 2
    for notation in (first, first, last):
        await own.press(notation)
    card = now.rows[own.name][int(last[0]) - 1]
    assert card is not None
    await own.person.until(lambda: f"The {french(card)} doesn't fit" in alone(own))
    assert alone(own).count("doesn't fit") == 1
    assert not alone(other)
    assert "doesn't fit" not in lines(own)
    await own.press(now.plays(own.name)[0])
    await own.person.until(lambda: "That no longer applies." in alone(own))
    assert "doesn't fit" not in alone(own)


def alone(player: FlipPlayer) -> str:
    """Return what a player alone reads below the table."""
    seen = player.person.messages(player.room.id)
    private = (each for each in seen if each.ephemeral and each.id > player.table)
    return "\n".join(each.text for each in private)


def misfits(now: Reading, name: str) -> list[str]:
    """Return the plays that do not fit on the pile they name."""
    slots = [at for at, card in enumerate(now.rows[name], 1) if card is not None]
    return [f"{at}{side}" for at in slots for side in "LR" if f"{at}{side}" not in now.plays(name)]


def clash(now: Reading, one: str, other: str) -> tuple[str, str] | None:
    """Return two plays on one pile of which the second is impossible after the first."""
    for mine in now.plays(one):
        card = now.rows[one][int(mine[0]) - 1]
        for theirs in now.plays(other):
            held = now.rows[other][int(theirs[0]) - 1]
            assert card is not None
            assert held is not None
            if mine[1] == theirs[1] and not fits(held, card):
                return mine, theirs
    return None


async def test_two_callers_at_once_have_one_winner_and_why_says_by_how_much(house: Club) -> None:
    """P-20: one of them has the FLIP; `/why` names both with their times."""
    place, found, _ = await reached(house, pair, pair_play="frozen")
    await asyncio.gather(*(player.press("FLIP") for player in found))
    await found[0].person.until(lambda: "called FLIP! first" in lines(found[0]))
    rows = stored(house, number(found[0]))
    assert sum(notation == "FLIP" for *_, notation, _ in rows) == 1
    why = await (await place.people[0].slash(place.room.id, "why")).settled()
    assert why is not None
    assert all(re.search(rf"- {name}.* s · button", why.text) for name in ("Ana", "Ben"))


async def test_false_call_by_reaction_locks_its_caller(house: Club) -> None:
    """Who calls without a pair may not act for a moment, and reads so as long as it is."""
    _, found, now = await reached(house, playable, "reactions")
    slot = int(now.plays(found[0].name)[0][0])
    # The card follows at once: the lock is short, and an edit may take a good part of it.
    await found[0].toggle(CALL)
    await found[0].toggle(DIGITS[slot - 1])
    await found[1].person.until(
        lambda: f"{found[0].name}: wait, you're still locked out." in lines(found[1])
    )
    assert "Wrong FLIP! by" in lines(found[1])
    await found[1].person.until(lambda: "still locked out" not in lines(found[1]))
    assert "Wrong FLIP! by" in lines(found[1])


async def test_taking_a_reaction_away_is_the_same_press(house: Club) -> None:
    """Adding plays the slot, taking away plays the card that has come there."""
    _, found, _ = await reached(house, playable, "reactions")
    own = found[0]
    for _ in range(2):
        now = await play_until(found, lambda now: bool(now.plays(own.name)))
        assert now is not None, "a second card is playable soon after the first"
        slot = int(now.plays(own.name)[0][0])
        before = len(stored(house, number(own)))
        await own.toggle(DIGITS[slot - 1])
        await own.person.until(lambda then=now: read(own.seen()) != then)  # type: ignore[misc]
        assert [row[2][0] for row in stored(house, number(own))[before:]] == [str(slot)]


async def test_second_live_game_gets_a_thread_of_its_own(house: Club) -> None:
    """A channel has one budget of edits: the second game moves out, and is played there."""
    place, guests = house.visit(2), house.visit(2).people
    await players(place)
    second = Place(guests, place.room)
    host, guest = guests
    await host.slash(place.room.id, "play flip")
    lobby = await host.wait_for(
        lambda seen: any("Join" in each.label for each in seen.controls), place.room.id
    )
    await press(guest, lobby, "Join")
    await press(host, lobby, "Start")
    await host.until(lambda: any(each.parent_id == place.room.id for each in host.channels()))
    thread = next(each for each in host.channels() if each.parent_id == place.room.id)
    table = await host.wait_for(
        lambda seen: any(FLIP in each.label for each in seen.controls), thread.id
    )
    player = FlipPlayer(host, second.room, table.id, "reactions")
    other = FlipPlayer(guest, second.room, table.id, "buttons")
    await host.until(lambda: read(player.seen()) is not None)
    assert await play_until([player, other], lambda now: bool(now.plays(player.name)))
    await player.toggle(CALL)
    await host.until(lambda: "calls FLIP!" in lines(player) or "Wrong FLIP! by" in lines(player))


async def test_servers_may_take_only_buttons_in_rated_games(tmp_path: Path) -> None:
    """A reaction carries no time of its own: where the server wants it, it does not count."""
    async with club(tmp_path, people=2) as place:
        with sqlite3.connect(place.bot.database) as database:
            database.execute(
                "INSERT INTO guild_settings (guild, settings) VALUES (?, ?)",
                (place.guild.id, '{"buttons_only": true}'),
            )
        _, found, now = await reached(place, playable)
        assert not found[0].seen().reactions
        slot = int(now.plays(found[0].name)[0][0])
        await found[0].person.react(found[0].table, DIGITS[slot - 1])
        await found[0].person.until(lambda: "Use a button" in lines(found[0]))
        assert read(found[0].seen()) == now


async def test_restart_in_the_middle_voids_the_race_and_counts_down(tmp_path: Path) -> None:
    """The position returns, the open call is void and said so, and play goes on after three s."""
    slow = {"CALL_WINDOW_MS": "500", "COUNTDOWN_SPEED": "1"}
    async with club(tmp_path, people=2, settings=slow) as place:
        _, found, now = await reached(
            place, pair, deal="a pair at the reveal, 25", pair_play="frozen"
        )
        caller = asyncio.create_task(found[0].press("FLIP"))
        await found[1].person.until(lambda: "Checking" in lines(found[1]))
        await caller
        await place.bot.kill()
        await place.restart()
        await found[1].person.until(lambda: "I was cut off, so the call" in lines(found[1]))
        assert "The game resumes <t:" in lines(found[1])
        assert read(found[1].seen()) == now
        await found[1].press("FLIP")
        await found[1].person.until(lambda: "The game resumes in a moment." in alone(found[1]))
        await found[1].person.until(lambda: "The game resumes" not in lines(found[1]))
        await found[1].press("FLIP")
        await found[1].person.until(lambda: "called FLIP! first" in lines(found[1]))


async def test_discord_refuses_nothing_and_nothing_is_out_of_order(tmp_path: Path) -> None:
    """With Discord's limits two games at four plays a second in all: no 429, newest state only."""
    async with club(tmp_path, people=4, limits=True, delay=DELAY, settings=REAL) as place:
        rooms = [place.room, place.world.add_channel(place.guild, "other-table")]
        sittings = [Place(place.people[at : at + 2], rooms[at // 2]) for at in (0, 2)]
        found: list[FlipPlayer] = []
        routes: tuple[Means, ...] = ("reactions", "buttons")
        for sitting, means in zip(sittings, routes, strict=True):
            message = (await sitting.opened("flip", shows=FLIP)).id
            found += [
                FlipPlayer(person, sitting.room, message, means, every=0.5)
                for person in sitting.people
            ]
        await asyncio.gather(*(player.play(8) for player in found))
        for table, player in ((1, found[0]), (2, found[2])):
            last = stored(place, table)[-1][0]
            await player.person.until(lambda one=player, ply=last: one.ply >= ply)  # type: ignore[misc]
            what = figures(place, table)
            assert what.plays > 4
            assert what.refused == what.disordered == 0
            assert len(what.ages) >= last

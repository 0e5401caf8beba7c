"""Whole games of Flushed, played by people who see only what Discord shows them."""

import asyncio
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.sandbox.model.client_view import MessageSeen
from tests.chaos.ledger import Ledger, Sitting
from tests.chaos.twins import Twin
from tests.end_to_end.flushed_player import FlushedPlayer, Means, Reading, read
from tests.end_to_end.harness import Club, Place, club

GAMES = [
    (3, "reactions", 344),
    (3, "buttons", 295),
    (3, "commands", 289),
    (4, "reactions", 209),
    (4, "buttons", 374),
    (4, "commands", 247),
]
"""People, means, and deals in whose game both doubles and a flush come up and every special."""


async def played(place: Place, means: Means) -> MessageSeen:
    """Play with all optional rules to the end and return the table as it stands then."""
    rules = {"doubles": True, "flush": True}
    await place.opened("flushed", **dict.fromkeys(rules, "on"))
    players = [FlushedPlayer(person, place.room, means, **rules) for person in place.people]
    await asyncio.gather(*(player.play() for player in players))
    return await place.table(place.people[0], "Rematch")


def stored(place: Club) -> Sitting:
    """Return the one table of the database."""
    ledger = Ledger(place.bot.database)
    ledger.refresh()
    [sitting] = ledger.sittings.values()
    return sitting


async def replayed(sitting: Sitting) -> list[dict[str, object]]:
    """Return what `python -m engine replay` says of the stored actions."""
    transcript = {
        "game": sitting.game.key,
        "seats": len(sitting.seats),
        "options": sitting.options,
        "seed": sitting.seed,
        "dealer": sitting.dealer,
        "actions": [{"by": ply.by, "do": ply.notation} for ply in sitting.plies[1:]],
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "engine", "replay", "-"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate(json.dumps(transcript).encode())
    assert process.returncode == 0
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize(("people", "means", "deals"), GAMES)
async def test_people_play_to_the_end_by_one_means_alone(
    tmp_path: Path, people: int, means: Means, deals: int
) -> None:
    """U-2, U-30, U-34 to U-38: doubles and a flush are played, somebody gets rid of all cards."""
    async with club(tmp_path, people=people, deals=deals) as place:
        table = await played(place, means)
        sitting = stored(place)
        lines = await replayed(sitting)
    assert re.search(r"## (Ana|Ben|Carla|Dan) wins", table.text)
    assert " · 0 cards" in table.text
    assert sitting.status == "ended"
    several = [ply.notation.count("+") + 1 for ply in sitting.plies if "+" in ply.notation]
    assert 5 in several
    assert set(several) & {2, 3, 4}
    assert {ply.notation[-2] for ply in sitting.plies[1:] if ply.notation != "T"} >= set("AKQJ")
    assert any(ply.notation == "T" for ply in sitting.plies)
    assert Twin(sitting).follow() == []
    assert not [line for line in lines if "refused" in line]
    after = [{"ply": ply.number, **sitting.game.position(ply.after)} for ply in sitting.plies]
    assert [line["position"] for line in lines] == after


def forced(sitting: Sitting) -> list[int]:
    """Return the plies whose pick-up came by itself."""
    return [ply.number for ply in sitting.plies if ply.press is None and ply.notation == "T"]


async def play_until(
    place: Club, players: list[FlushedPlayer], wanted: Callable[[Reading], bool]
) -> FlushedPlayer:
    """Play, never taking the pile, until the hand of whose turn it is shows what is wanted."""
    everybody = place.people[0]
    for _ in range(200):

        def turns() -> list[FlushedPlayer]:
            return [player for player in players if read(player.seen()).mine]

        await everybody.until(lambda: len(turns()) == 1)
        [player] = turns()
        reading = read(player.seen())
        if wanted(reading):
            return player
        if plain(reading) == "T":
            await player.news(reading)
        else:
            await player.act(plain(reading), reading)
    raise AssertionError("it never came")


def plain(reading: Reading) -> str:
    """Return what to do without any optional rule."""
    return reading.wish(doubles=False, flush=False)


async def test_forced_pick_up_comes_by_itself_until_it_is_switched_off(tmp_path: Path) -> None:
    """`void_ace = must`: said so at the table; with `/preferences` set, 🃏 alone takes the pile."""
    async with club(tmp_path, people=3, deals=49) as place:
        table = await place.opened("flushed", void_ace="must")
        ana = place.people[0]
        players = [FlushedPlayer(person, place.room, "reactions") for person in place.people]
        for player in players:
            await player.find()
        await play_until(place, players, lambda _: bool(forced(stored(place))))
        await ana.until(lambda: "had only one move, so I played it." in ana.message(table.id).text)
        assert re.search(r"takes the pile \(\d+ cards?\)\.", ana.message(table.id).text)

        for player in players:
            opened = await player.person.slash(place.room.id, "preferences")
            screen = await opened.settled()
            assert screen is not None
            controls = (each.custom_id or "" for each in screen.controls)
            choice = next(each for each in controls if each.endswith(":prefer-forced"))
            await player.person.select(screen.id, choice, ["off"])
        before = forced(stored(place))
        player = await play_until(place, players, lambda reading: plain(reading) == "T")
        await asyncio.sleep(1)
        assert plain(read(player.seen())) == "T"
        assert "You can't play, so you take the pile" not in player.seen().text
        await player.act("T", read(player.seen()))
        sitting = stored(place)
        assert sitting.plies[-1].notation == "T"
        assert forced(sitting) == before

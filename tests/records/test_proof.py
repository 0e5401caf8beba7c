"""Logs of finished games: replayed, verified, and what was altered named.

See `experience.md` section 7.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from bot.records.proof import Wrong, as_file, log_of, verify
from engine.api import Setup
from engine.games import GAMES as REGISTERED
from engine.play import Transition, act, guess, start
from engine.shuffle import commitment
from engine.transcript import read, replay
from tests.games import GAMES
from tests.records.logs import played, records_of, table_of
from tests.tables.toy import TOYS

Log = dict[str, Any]
Steps = list[tuple[tuple[int, ...], str, Transition]]


@cache
def short(key: str) -> Log:
    """Return the log of a game that is not long."""
    game = next(game for game in GAMES if game.key == key)
    return next(
        log
        for number in range(100)
        for _, log in [played(number, (game,))]
        if 20 < len(log["actions"]) < 600
    )


def found(log: Log, published: str | None = None) -> Wrong:
    """Return the first wrong place that is found."""
    with pytest.raises(Wrong) as wrong:
        verify(as_file(log), GAMES, published)
    return wrong.value


@pytest.mark.parametrize("part", range(20))
def test_every_log_of_random_games_is_accepted(part: int) -> None:
    """200 games of all kinds, faults, calls and every house rule: each log is in order."""
    for number in range(part * 10, part * 10 + 10):
        game, log = played(number)
        checked = verify(as_file(log), GAMES, log["commitment"])
        assert (checked.game, checked.actions) == (game.key, len(log["actions"]))


@pytest.mark.parametrize("game", REGISTERED, ids=lambda game: game.key)
def test_log_is_a_transcript_that_replay_accepts(game: Any, tmp_path: Path) -> None:
    """`python -m engine replay` reads the file and refuses nothing of it."""
    log = short(game.key)
    file = tmp_path / "log.json"
    file.write_bytes(as_file(log))
    done = subprocess.run(
        [sys.executable, "-m", "engine", "replay", str(file)], capture_output=True, check=True
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(log["actions"]) + 1
    assert not [line for line in lines if "refused" in line]
    assert lines[-1]["position"]["over"]
    assert lines[-1]["position"]["winners"] == log["result"]["winners"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_altered_shuffle_is_named_by_its_first_card(game: Any) -> None:
    """Two cards exchanged in the deck: the earlier one is named."""
    chance = Random(game.key)
    for _ in range(5):
        log = deepcopy(short(game.key))
        deck = log["deck"]
        first, second = sorted(chance.sample(range(len(deck)), 2))
        if deck[first] == deck[second]:
            continue
        deck[first], deck[second] = deck[second], deck[first]
        assert found(log).place == f"deck[{first}]"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_altered_move_is_named(game: Any) -> None:
    """Any one action exchanged for another, possible or not, or left out, is the place named."""
    chance = Random(game.key)
    log = short(game.key)
    others = {action["do"] for action in log["actions"]}
    for _ in range(12):
        altered = deepcopy(log)
        at = chance.randrange(len(log["actions"]))
        action = altered["actions"][at]
        action["do"] = chance.choice(sorted(others - {action["do"]}))
        assert found(altered).place == f"actions[{at}]"
    at = len(log["actions"]) // 2
    assert log["actions"][at] != log["actions"][at + 1]
    altered = deepcopy(log)
    del altered["actions"][at]
    assert found(altered).place == f"actions[{at}]"
    altered = deepcopy(log)
    altered["actions"][at]["by"] = [(seat + 1) % log["seats"] for seat in log["actions"][at]["by"]]
    if altered["actions"][at]["by"]:
        assert found(altered).place == f"actions[{at}]"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize(
    ("alter", "place"),
    [
        (lambda result: result["winners"].append(9), "result.winners"),
        (lambda result: result["places"].reverse(), "result.places"),
        (lambda result: result.update(reason="locked"), "result.reason"),
        (lambda result: result.clear(), "result.reason"),
    ],
)
def test_altered_result_is_named(game: Any, alter: Callable[[Log], None], place: str) -> None:
    """Winners, places or the reason exchanged."""
    log = deepcopy(short(game.key))
    alter(log["result"])
    assert found(log).place == place


def test_seed_must_be_the_one_committed_to() -> None:
    """Another seed, another commitment, or one that was not published is found first."""
    log = short("flinch")
    other = {**log, "seed": "0" * 64}
    assert found(other).place == "seed"
    both = {**other, "commitment": commitment("0" * 64)}
    assert found(both, published=log["commitment"]).place == "commitment"
    assert found(both).place in ("dealer", "deck[0]", "deck[1]", "deck[2]")
    assert found({key: value for key, value in log.items() if key != "commitment"}).place == (
        "commitment"
    )


@pytest.mark.parametrize("key", ["flinch", "flip", "flushed"])
@pytest.mark.parametrize("value", [None, 0, "x", [None], {}, "missing"])
def test_log_of_another_form_is_named_whatever_is_in_it(key: str, value: Any) -> None:
    """Each field, and each part of an action, the result and the standing: null, or of no use."""
    log = short(key)
    result = {each: log["result"][each] for each in ("winners", "places")}
    log = {**log, "standing": {**result, "left": []}}
    places: list[tuple[Any, ...]] = [
        (field,) for field in log if field not in ("table", "rematch_of")
    ]
    places += [("actions", 0, field) for field in ("by", "do", "check")]
    places += [(whole, field) for whole in ("result", "standing") for field in log[whole]]
    for *path, last in places:
        other: Any = deepcopy(log)
        part = other
        for step in path:
            part = part[step]
        if value == "missing":
            del part[last]
        else:
            part[last] = value
        optional = value == "missing" and last in ("options", "standing")
        if other == log or optional or (last == "left" and value == []):
            continue
        with pytest.raises(Wrong):
            verify(json.dumps(other).encode(), GAMES)


def test_caller_named_twice_is_no_caller() -> None:
    """A tie is among different seats."""
    log = deepcopy(short("flinch"))
    log["actions"][0]["by"] *= 2
    assert found(log).place == "actions[0]"


def test_dealer_must_be_the_one_the_seed_draws_but_in_a_rematch() -> None:
    """The first dealer is luck of the seed; in a rematch the deal has passed on."""
    log = short("flushed")
    other = {**log, "dealer": (log["dealer"] + 1) % log["seats"]}
    assert found(other).place == "dealer"
    assert found({**other, "rematch_of": 7}).place == "check"


@pytest.mark.parametrize("key", ["flinch", "flushed"])
def test_dealer_of_a_rematch_is_the_one_the_deal_passes_to(key: str) -> None:
    """`rules.md` section 0, Rematch: to the next one in turn who is there, and to no other."""
    game = next(game for game in GAMES if game.key == key)
    log = next(log for n in range(100) for _, log in [played(n, (game,))] if log["seats"] == 4)
    here = {"table": 8, "rematch_of": 7}
    for old in range(4):
        nearest = game.next_dealer(old, 4)
        assert nearest is not None
        following = game.next_dealer(nearest, 4)
        before = {"dealer": old, "seats": [0, 1, 2, 3]}
        for gone, right in ((None, nearest), (nearest, following)):
            before["seats"] = [None if seat == gone else seat for seat in range(4)]
            rematch = {**log, **here, "before": before}
            if log["dealer"] == right:
                checked = verify(as_file(rematch), GAMES)
                assert [each for each in checked.unchecked if "who dealt at table 7" in each]
            else:
                assert str(found(rematch)) == f"dealer: the deal passes to seat {right}"
    silent = verify(as_file({**log, **here}), GAMES)
    assert f"that seat {log['dealer']} deals, which depends on table 7" in silent.unchecked
    assert found({**log, **here, "before": {"dealer": 9, "seats": [0]}}).place == "before"


def test_log_of_a_rematch_says_from_whom_the_deal_has_passed() -> None:
    """Who of the game before sits where now; nothing where a substitute has come in since."""
    game = next(game for game in GAMES if game.key == "flushed")
    step = start(game, Setup(3, game.settle(3, {}), "5e" * 32, 2))
    setup = Setup(3, game.settle(3, {}), "5e" * 32, 2)
    old = table_of(game, Setup(4, game.settle(4, {}), "5e" * 32, 0), game.capped(step.state), id=3)
    new = table_of(game, setup, game.capped(step.state), rematch_of=3, end_reason="time")
    seats = tuple(
        structs.replace(seat, person=10 + who)
        for seat, who in zip(new.seats, (0, 1, 3), strict=True)
    )
    new = structs.replace(new, seats=seats)
    log = log_of(game, new, records_of([((), "", step)]), before=old)
    assert log["before"] == {"dealer": 0, "seats": [0, 1, None, 2]}
    assert verify(as_file(log), GAMES).game == "flushed"
    late = structs.replace(new, seats=(structs.replace(seats[0], substitute=True), *seats[1:]))
    assert "before" not in log_of(game, late, records_of([((), "", step)]), before=old)


def tossed() -> tuple[Log, int]:
    """Return the log of a game in which a coin chose who called, and which action that was."""
    game = next(game for game in GAMES if game.key == "flip")
    for number in range(100):
        _, log = played(number, (game,), tossed=True)
        for at, action in enumerate(log["actions"]):
            if "coin" in action:
                return log, at
    raise AssertionError("no toss in a hundred games")


def test_a_coin_is_in_the_log_and_must_be_the_seeds() -> None:
    """`rules.md` section 0, `coin-1`: who tied, which toss, and that it chose who called."""
    log, at = tossed()
    coin = log["actions"][at]["coin"]
    assert coin == {"number": 1, "among": [0, 1]}
    checked = verify(as_file(log), GAMES)
    assert [each for each in checked.unchecked if "who was first or tied" in each]
    for wrong, why in (
        ({"number": 2, "among": [0, 1]}, "must be toss number 1"),
        ({"number": 1, "among": [0]}, "must be among two seats or more, in ascending order"),
        ({"number": 1, "among": [1, 0]}, "must be among two seats or more, in ascending order"),
        (None, "must be toss number 1"),
    ):
        altered = deepcopy(log)
        altered["actions"][at]["coin"] = wrong
        assert str(found(altered)) == f"actions[{at}].coin: {why}"
    altered = deepcopy(log)
    altered["actions"][at]["by"] = [1 - seat for seat in log["actions"][at]["by"]]
    assert found(altered).why == f"the seed chooses seat {log['actions'][at]['by'][0]}"
    altered = deepcopy(log)
    altered["actions"][0]["coin"] = coin
    assert found(altered).why == "G is tossed for by nobody"


def test_standing_is_the_result_with_those_who_left_last() -> None:
    """`experience.md` section 5: a seat that ends by leaving ranks last; the rules do not know."""
    log = short("flinch")
    winner = log["result"]["winners"][0]
    others = [seat for seat in range(log["seats"]) if seat != winner]
    places = log["result"]["places"]
    by_place = [1 + sum(places[o] < places[s] for o in others) for s in others]
    standing = [log["seats"]] * log["seats"]
    for seat, place in zip(others, by_place, strict=True):
        standing[seat] = place
    left = {**log, "standing": {"winners": [], "places": standing, "left": [winner]}}
    assert "who had left" in verify(as_file(left), GAMES).unchecked
    for field, value, place in (
        ("winners", [winner], "standing.winners"),
        ("places", places, "standing.places"),
        ("left", [99], "standing.left"),
    ):
        assert found({**left, "standing": {**left["standing"], field: value}}).place == place


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b"\xff", b'{"game": "chess"}'])
def test_what_is_no_log_is_named(text: bytes) -> None:
    """The field at fault, as the engine names it."""
    with pytest.raises(Wrong, match=r"^(file|game): "):
        verify(text, GAMES)


def test_ending_that_is_the_tables_own_is_accepted() -> None:
    """A game that lasted too long ranks as the cap would; one that was left says so itself."""
    game = GAMES[0]
    setup = Setup(2, game.settle(2, {}), "5e" * 32, 0)
    deal = start(game, setup)
    only: Steps = [((), "", deal)]
    capped = game.capped(deal.state)
    table = table_of(game, setup, capped, end_reason="time", rematch_of=3)
    log = log_of(game, table, records_of(only))
    verify(as_file(log), GAMES)
    worse = deepcopy(log)
    worse["result"]["places"] = [2, 1]
    assert found(worse).place == "result.places"
    left = {**worse, "result": {**worse["result"], "reason": "left"}}
    assert any(each.startswith("who won") for each in verify(as_file(left), GAMES).unchecked)
    assert not any(each.startswith("who won") for each in verify(as_file(log), GAMES).unchecked)
    for field, value in (("winners", ["x"]), ("winners", [2]), ("places", [1, "x"]), ("places", 1)):
        result = {**left["result"], field: value}
        assert found({**left, "result": result}).place == f"result.{field}"
    nobody = {**left["result"], "winners": None, "places": None}
    assert len(verify(as_file({**left, "result": nobody}), GAMES).unchecked) > 0
    assert found({**worse, "result": {**worse["result"], "reason": "won"}}).place == "result.reason"


def test_guess_is_told_from_a_good_call() -> None:
    """A call the table judged older than the pair is replayed as the false call it was."""
    snap = TOYS[1]
    deck: list[Any] = sorted(snap.fresh_deck({}))
    setup = Setup(2, {}, "5e" * 32, None, deck=tuple(deck))
    steps: Steps = [((), "", start(snap, setup))]
    for by, notation in (((), "G"), ((0,), "P"), ((1,), "P")):
        steps.append((by, notation, act(snap, steps[-1][2].state, by, notation)))
    steps.append(((0,), "SNAP", guess(snap, steps[-1][2].state, (0,), "SNAP")))
    table = table_of(snap, setup, snap.capped(steps[-1][2].state))
    log = log_of(snap, table, records_of(steps))
    assert [action.get("guess") for action in log["actions"]] == [None, None, None, True]
    lines = list(replay(read(json.dumps({**log, "deck": deck}), TOYS)))
    assert [line["position"]["points"] for line in lines][-1] == (0, 0)

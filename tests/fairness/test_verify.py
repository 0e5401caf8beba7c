"""A program in another language, written from `docs/fairness.md` alone, agrees with `verify`."""

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from bot.records.proof import as_file
from engine.api import Setup
from engine.games import GAMES
from engine.selfplay import play_game
from engine.shuffle import commitment
from engine.transcript import Transcript, read, replay, written
from tests.prerequisites import NODE, require
from tests.records.logs import played, setup_of

PROGRAM = Path(__file__).with_name("verify.mjs")
PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"
DESCRIBED = tuple(game for game in GAMES if game.name in PAGE.read_text().split("## The deal")[1])
"""The games of whose deal the page tells; one added later is proved by `kalamazoo verify` alone."""
KEYS = [game.key for game in DESCRIBED]
BY_KEY = {game.key: game for game in GAMES}


@pytest.fixture
def verify(tmp_path: Path) -> Any:
    """Return what runs the program on a log, with its positions unless told otherwise."""

    def run(log: dict[str, Any], *, positions: bool = True) -> tuple[int, list[str]]:
        file, other = tmp_path / "log.json", tmp_path / "positions.jsonl"
        file.write_bytes(as_file(log))
        files = [str(file)]
        if positions:
            lines = replay(read(file.read_bytes(), GAMES))
            other.write_text("".join(json.dumps(line) + "\n" for line in lines))
            files.append(str(other))
        done = subprocess.run(["node", str(PROGRAM), *files], capture_output=True, check=False)
        assert done.stderr == b""
        return done.returncode, done.stdout.decode().splitlines()

    return run


@pytest.fixture(autouse=True)
def _node() -> None:
    require(NODE)


@pytest.mark.parametrize("number", range(18))
def test_log_of_every_game_is_found_right(verify: Any, number: int) -> None:
    """Commitment, dealer, shuffle, deal, every position, reshuffles and result, line by line."""
    game, log = played(number, DESCRIBED)
    status, lines = verify(log)
    assert (status, [line for line in lines if not line.startswith("right: ")]) == (0, [])
    found = {line.removeprefix("right: ").split(",")[0] for line in lines}
    wanted = {"the commitment", "the shuffle", "the deal", "the position after the deal"}
    wanted |= {"all cards at every moment", "the check of every position", "the result"}
    wanted |= {"the dealer"} if game.next_dealer(0, log["seats"]) is not None else set()
    assert wanted <= found
    assert ("the reshuffles" in found) == (game.key in ("flinch", "flip"))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("number", range(3))
def test_game_of_selfplay_is_found_right(verify: Any, key: str, number: int) -> None:
    """`python -m engine selfplay` says no commitment, dealer or deck: they follow from the seed."""
    game = BY_KEY[key]
    setup = setup_of(game, Random(f"selfplay {number}"))
    transcript = play_game(game, structs.replace(setup, dealer=None), "normal", 0.2).transcript()
    status, lines = verify(written(transcript))
    assert (status, [line for line in lines if not line.startswith("right: ")]) == (0, [])
    assert "right: the position after the deal" in lines


def reshuffled(lines: list[str]) -> int:
    """Return how many reshuffles were found."""
    (line,) = (line for line in lines if line.startswith("right: the reshuffles"))
    return int(line.split(", ")[1])


def test_reshuffles_of_every_kind_are_found(verify: Any) -> None:
    """Finished piles, cards of an undone act, gathered reserves; in FLIP the two middle piles."""
    wanted = {"finished", "returned", "gathered", "middle"}
    for number in range(400):
        if not wanted:
            break
        transcript, causes = shuffled_again(BY_KEY["flip" if number % 4 == 0 else "flinch"], number)
        if wanted & causes:
            status, lines = verify(written(transcript))
            assert status == 0
            assert reshuffled(lines) > 0
            wanted -= causes
    assert not wanted


def shuffled_again(game: Any, number: int) -> tuple[Transcript, set[str]]:
    """Return a long game of two, and why cards were shuffled again in it."""
    options = {"pile": 15} if game.key == "flinch" else {}
    seed = commitment(f"again {number}")
    setup = Setup(2, game.settle(2, options), seed)
    transcript = play_game(
        game, setup, "random" if game.key == "flip" else "normal", 0.25
    ).transcript()
    events = [event for line in replay(transcript) for event in line["events"]]
    causes = {event["why"] for event in events if event["kind"] == "stock-shuffled"}
    return transcript, causes | {"middle" for each in events if each["kind"] == "middle-taken"}


def wrong(lines: list[str]) -> list[str]:
    """Return what the program finds wrong."""
    return [line.removeprefix("WRONG: ") for line in lines if line.startswith("WRONG: ")]


@pytest.mark.parametrize("key", KEYS)
def test_what_was_altered_is_named(verify: Any, key: str) -> None:
    """Another seed, two cards exchanged, another dealer, another check, another winner."""
    log = json.loads(as_file(played(0, (BY_KEY[key],))[1]))
    status, lines = verify({**log, "seed": "0" * 64}, positions=False)
    assert (status, wrong(lines)[0]) == (2, "the commitment")
    deck = list(log["deck"])
    at = next(i for i in range(len(deck)) if deck[i] != deck[-1])
    deck[at], deck[-1] = deck[-1], deck[at]
    status, lines = verify({**log, "deck": deck}, positions=False)
    assert (status, wrong(lines)) == (2, [f"the shuffle (deck[{at}])"])
    assert wrong(verify({**log, "check": "0" * 16})[1]) == ["the deal"]
    actions = [*log["actions"][:5], {**log["actions"][5], "check": "0" * 16}, *log["actions"][6:]]
    altered = verify({**log, "actions": actions})[1]
    assert wrong(altered) == ["the check of every position (actions[5])"]
    result = {**log["result"], "winners": [9]}
    assert wrong(verify({**log, "result": result})[1]) == ["the result"]
    if "dealer" in log:
        other = {**log, "dealer": (log["dealer"] + 1) % log["seats"]}
        assert wrong(verify(other, positions=False)[1])[0].startswith("the dealer")


@pytest.mark.parametrize("key", ["flinch", "flushed"])
def test_the_deal_passes_as_in_verify(verify: Any, key: str) -> None:
    """In a rematch, to the next seat that is there."""
    game = BY_KEY[key]
    log = played(1, (game,))[1]
    seats = log["seats"]
    for old in range(seats):
        before: dict[str, Any] = {"dealer": old, "seats": list(range(seats))}
        rematch = {**log, "rematch_of": 7, "before": before}
        right = game.next_dealer(old, seats) == log["dealer"]
        assert (verify(rematch, positions=False)[0] == 0) == right
        before["seats"][log["dealer"]] = None
        assert verify(rematch, positions=False)[0] == 2
    lines = verify({**log, "rematch_of": 7}, positions=False)[1]
    assert "not checked: the dealer" in lines


def test_a_coin_and_a_standing_are_checked(verify: Any) -> None:
    """Who was chosen among whom; who left comes last."""
    log = next(
        log
        for number in range(100)
        for _, log in [played(number, (BY_KEY["flip"],), tossed=True)]
        if any("coin" in action for action in log["actions"])
    )
    at = next(at for at, action in enumerate(log["actions"]) if "coin" in action)
    assert f"right: actions[{at}].coin" in verify(log)[1]
    log["actions"][at]["coin"] = {"number": 2, "among": [0, 1]}
    assert wrong(verify(log)[1])[0].startswith(f"actions[{at}].coin")
    winner = log["result"]["winners"][0]
    places = [1, 1]
    places[winner] = 2
    standing = {"winners": [], "places": places, "left": [winner]}
    assert "right: the standing" in verify({**log, "standing": standing}, positions=False)[1]
    standing["winners"] = [winner]
    assert "the standing" in wrong(verify({**log, "standing": standing}, positions=False)[1])

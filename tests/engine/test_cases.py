"""The worked cases, with their right answers (`tests/cases/README.md`)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.transcript import read, replay
from tests.games import GAMES

TESTS = Path(__file__).parents[1]
CASES = sorted(TESTS.rglob("cases/*.json"))
REGISTERED = {game.key for game in GAMES}


def differences(expected: Any, found: Any, where: str = "position") -> Iterator[str]:
    """Yield what differs; an object is compared with a list by indices and `length`."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            if key == "length" and isinstance(found, list):
                yield from differences(value, len(found), f"{where}.length")
            else:
                inner = found[int(key)] if isinstance(found, list) else found[key]
                yield from differences(value, inner, f"{where}.{key}")
    elif expected != found:
        yield f"{where} is {found}, not {expected}"


def wrong(case: dict[str, Any], answers: list[dict[str, Any]]) -> list[str]:
    """Return everything in the answers that is not as the case expects."""
    expected = [case.get("expect_deal", {"position": {}}), *case["expect"]]
    doing = ["deal", *(f"{action['by']} {action['do']}" for action in case["actions"])]
    assert len(expected) == len(answers) == len(doing)
    found = []
    for do, right, answer in zip(doing, expected, answers, strict=True):
        if answer.get("refused") != right.get("refused"):
            found.append(f"{do}: {answer.get('refused', 'accepted')}, not {right}")
        elif "position" in right:
            found += [f"{do}: {one}" for one in differences(right["position"], answer["position"])]
    return found


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_is_answered_rightly(path: Path) -> None:
    """Every action of a worked case gives the position or the refusal it expects."""
    text = path.read_text()
    case = json.loads(text)
    assert case["game"] in REGISTERED
    assert wrong(case, list(replay(read(text, GAMES)))) == []


def test_a_wrong_answer_is_noticed() -> None:
    """The comparison sees a wrong length, card, index and refusal."""
    case = json.loads((TESTS / "cases/flinch-reserve-gap.json").read_text())
    answers = list(replay(read(json.dumps(case), GAMES)))
    case["expect"][0] = {"refused": "not-allowed"}
    case["expect"][3] = {"position": {"centre": {"length": 2}, "turn": 1, "stock": {"0": 1}}}
    assert [line.split(":")[0] for line in wrong(case, answers)] == ["[0] L1"] + ["[0] H1"] * 3

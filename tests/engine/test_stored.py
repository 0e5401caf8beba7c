"""Games that are stored are read for ever: an event never changes its form or its meaning.

`stored_events.jsonl` has one event of each kind as it was written once. A new kind gets a line of
its own, and a new field a default; no line is ever changed.
"""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from engine.games import GAMES

LINES = Path(__file__).with_name("stored_events.jsonl").read_text(encoding="utf-8").splitlines()
SAMPLES: list[tuple[str, dict[str, Any]]] = [
    (sample["game"], sample["event"]) for sample in map(json.loads, LINES)
]


@pytest.mark.parametrize(
    ("key", "written"), SAMPLES, ids=[f"{key}-{event['kind']}" for key, event in SAMPLES]
)
def test_event_that_was_stored_once_is_read_as_it_was(key: str, written: dict[str, Any]) -> None:
    """Every field says the same, by the same name."""
    [game] = [each for each in GAMES if each.key == key]
    event = msgspec.json.decode(json.dumps(written), type=game.event_type)
    again = json.loads(msgspec.json.encode(event))
    assert {name: again.get(name) for name in written} == written


def test_every_kind_of_event_has_been_stored_once() -> None:
    """So that none is forgotten here."""
    kinds = {
        (game.key, each.__struct_config__.tag)
        for game in GAMES
        for each in get_args(game.event_type)
    }
    assert kinds == {(key, event["kind"]) for key, event in SAMPLES}

"""`/why` in words: how a race was judged (`architecture.md`, Races)."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.db.records import CallMade
from bot.tables.notes import CallJudged
from bot.ui import why
from bot.ui.contract.renderer import Deed
from tests.ui.positions import PAIRS, look, walk


def told(at: int, *calls: CallMade, good: bool, language: str = "en") -> str:
    """Return what is said of a race at a table of Ana and Ben."""
    game, renderer = PAIRS[at]
    table = next(walk(game, renderer, 2, seed=1)).table
    seats = [replace(s, name=name) for s, name in zip(table.seats, ("Ana", "Ben"), strict=True)]
    note = CallJudged(good=good, calls=calls, callers=(0,), tied=(0,))
    named = replace(table, seats=tuple(seats))
    return "\n".join(why.race(note, Deed(1, (0,), ()), named, renderer, look(language)))


def late(reader: int, *seats: int, language: str = "en") -> list[str]:
    """Return what is said of a time-out of these seats of Ana (100) and Ben (101) to somebody."""
    game, renderer = PAIRS[1]
    table = next(walk(game, renderer, 2, seed=1)).table
    people = [
        replace(seat, name=name, person=100 + seat.index)
        for seat, name in zip(table.seats, ("Ana", "Ben"), strict=True)
    ]
    named = replace(table, seats=tuple(people))
    deeds = [Deed(1, (seat,), (), people=(100, 101)) for seat in seats]
    return why.time_out(deeds, named, renderer, look(language), reader)


def test_time_out_speaks_to_its_reader() -> None:
    """Of the reader as you, in both languages; of the others by name."""
    mine, anas = (
        "You ran out of time, so I played for you.",
        "Ana ran out of time, so I played for them.",
    )
    assert late(100, 0) == [mine]
    assert late(101, 0) == [anas]
    assert late(101, 0, 1) == [mine, anas]
    assert late(100, 0, language="es") == ["Se te acabó el tiempo; jugué en tu lugar."]


def call(seat: int, **fields: Any) -> CallMade:
    """Return a call by a button."""
    return CallMade(
        seat=seat, person=100 + seat, notation="C", route="button", **{"stamp": 9.0} | fields
    )


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (0, "At that moment there was no missed must-play to see."),
        (1, "There was no pair in the middle."),
    ],
)
def test_lone_false_call_says_that_there_was_nothing(game: int, sentence: str) -> None:
    """No time is told where nobody was raced against."""
    assert told(game, call(0), good=False) == f"{sentence}\n- Ana · button"


def test_lone_good_call_says_how_quick_it_was() -> None:
    """The seconds since there was something to call, where they are known."""
    line = "- Ana 0.84 s after there was something to call · button"
    assert told(1, call(0, after=0.84), good=True) == line
    assert told(1, call(0), good=True) == "- Ana · button"


def test_calls_of_several_are_told_by_their_distance() -> None:
    """Each with how long after the first it came."""
    lines = told(1, call(0, after=0.5), call(1, stamp=9.25, after=0.75), good=True)
    assert lines == "- Ana +0.00 s · button\n- Ben +0.25 s · button"

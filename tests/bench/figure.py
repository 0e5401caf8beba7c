"""A figure beside its yardstick and its goals: one row of what `make bench` prints."""

import sys
from collections.abc import Callable, Sequence
from statistics import median
from typing import Literal

import msgspec
from msgspec import Struct

Better = Literal["more", "less"]


class Figure(Struct, frozen=True, kw_only=True):
    """What was measured, round by round.

    Attributes:
        what: is measured.
        unit: of `rounds` and `yards`.
        rounds: one value a round.
        yards: the yardstick's value in the same round; empty without one.
        must, aim: goals; of the ratio to the yardstick where `relative`, else of the value.
        better: which side of a goal is good.
        note: what else there is to say, such as why there is no value.
    """

    what: str
    unit: str = ""
    rounds: tuple[float, ...] = ()
    yards: tuple[float, ...] = ()
    must: float | None = None
    aim: float | None = None
    relative: bool = True
    better: Better = "less"
    note: str = ""

    @property
    def measured(self) -> float | None:
        """What the goals are compared with: the median of the rounds, or of their ratios."""
        if not self.rounds:
            return None
        if self.yards and self.relative:
            return median(a / b for a, b in zip(self.rounds, self.yards, strict=True))
        return median(self.rounds)

    @property
    def missed(self) -> bool:
        """Whether the figure is not what it must be; one that has no value is."""
        return self.must is not None and not self._reaches(self.must)

    def row(self) -> str:
        """Return the row of the table."""
        value, yard = (_shown(each, self.unit) for each in (self.rounds, self.yards))
        if self.yards and self.relative and self.measured is not None:
            value += f" ({self.measured:.2f}×)"
        goals = [self._goal(self.must), self._goal(self.aim)]
        return (
            "| " + " | ".join((self.what, yard, value or self.note, *goals, self._verdict())) + " |"
        )

    def _verdict(self) -> str:
        if self.must is None:
            return ""
        if self.missed:
            return "MISSED"
        return "aim" if self.aim is not None and self._reaches(self.aim) else "met"

    def _reaches(self, goal: float) -> bool:
        found = self.measured
        if found is None:
            return False
        return found >= goal if self.better == "more" else found <= goal

    def _goal(self, goal: float | None) -> str:
        if goal is None:
            return "–"
        if self.yards and self.relative:
            return f"{goal:g}×"
        return _shown((goal,), self.unit)


HEAD = "| what | yardstick | today | must | aim | |\n| --- | --- | --- | --- | --- | --- |"


def _shown(values: Sequence[float], unit: str) -> str:
    if not values:
        return ""
    found = median(values)
    digits = 0 if abs(found) >= 100 else 1 if abs(found) >= 10 else 2
    return f"{found:,.{digits}f} {unit}".rstrip()


def interleaved(rounds: int, *measures: Callable[[], float]) -> tuple[tuple[float, ...], ...]:
    """Return so many values of each measure, taken in turn so that a busy minute hits all alike."""
    found = [tuple(measure() for measure in measures) for _ in range(rounds)]
    return tuple(zip(*found, strict=True))


def say(figures: Sequence[Figure]) -> None:
    """Hand figures on to `tests.bench`, a line each."""
    for figure in figures:
        sys.stdout.buffer.write(msgspec.json.encode(figure) + b"\n")

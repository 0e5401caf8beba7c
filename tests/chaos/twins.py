"""Every table once more, in memory: the stored actions replayed by the engine, ply by ply."""

from typing import Any

from engine.api import Setup
from engine.errors import Refused
from engine.play import Transition, start
from engine.transcript import Entry
from tests.chaos.ledger import Ledger, Ply, Sitting


class Twin:
    """Plays what is stored of one table, as far as it is stored."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._state: Any = None
        self._done = 0
        self._wrong: list[str] = []

    def follow(self) -> list[str]:
        """Play on to the last stored action; return where the log says something else."""
        while self._done < len(self._sitting.plies) and not self._wrong:
            ply = self._sitting.plies[self._done]
            why = self._deal(ply) if self._done == 0 else self._play(ply)
            if why:
                self._wrong.append(f"table {self._sitting.id}, ply {self._done}: {why}")
            self._done += 1
        return self._wrong

    def _deal(self, ply: Ply) -> str:
        sitting = self._sitting
        setup = Setup(len(sitting.seats), sitting.options, sitting.seed, sitting.dealer)
        return self._taken(start(sitting.game, setup), ply)

    def _play(self, ply: Ply) -> str:
        if ply.number != self._done:
            return f"stored as {ply.number}"
        for guess in (False, True):
            try:
                entry = Entry(ply.by, ply.notation, guess=guess)
                step = entry.done(self._sitting.game, self._state)
            except Refused:
                continue
            if list(step.events) == ply.events:
                return self._taken(step, ply)
        return f"{ply.notation} by {ply.by} does not follow"

    def _taken(self, step: Transition, ply: Ply) -> str:
        self._state = step.state
        same = list(step.events) == ply.events and step.state == ply.after
        return "" if same else f"{ply.notation} leads elsewhere"


class Twins:
    """The twins of all tables.

    Attributes:
        compared: how often they were compared after a restart.
        wrong: what was found then.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._twins: dict[int, Twin] = {}
        self.compared = 0
        self.wrong: set[str] = set()

    def compare(self) -> None:
        """See, after a restart, that all is as it was before, and follows as in the twins."""
        self._ledger.refresh()
        self.wrong.update(self._ledger.differences())
        for sitting in self._ledger.sittings.values():
            if not sitting.over:
                self.wrong.update(self.of(sitting))
        self.compared += 1

    def of(self, sitting: Sitting) -> list[str]:
        """Return where a table and its twin differ."""
        if sitting.id not in self._twins:
            self._twins[sitting.id] = Twin(sitting)
        return self._twins[sitting.id].follow()

"""A game of Flinch as it changes: the private working copy of a decision or of a fold."""

from typing import TypeAlias

from engine.games.flinch.events import FlinchEvent
from engine.games.flinch.state import FlinchState


class Draft:
    """The same as a `FlinchState`, to be changed; its seats are exchanged one by one.

    Attributes:
        events: what a decision has let happen so far.
        remembers: whether acts are written down in `recent`; a fold that goes on knows which of
            them are forgotten again.
    """

    __slots__ = (
        "accused",
        "acted",
        "called",
        "centre",
        "dealer",
        "demanded",
        "events",
        "faults",
        "finished",
        "idle",
        "judged",
        "lock_plays",
        "moved",
        "number",
        "options",
        "outcome",
        "plays",
        "recent",
        "remembers",
        "reshuffles",
        "seats",
        "seed",
        "silent",
        "stock",
        "turn",
        "undo",
    )

    def __init__(self, state: FlinchState) -> None:
        self.seed, self.options, self.dealer = state.seed, state.options, state.dealer
        self.seats = [*state.seats]
        self.stock, self.turn, self.number = state.stock, state.turn, state.number
        self.finished, self.reshuffles = state.finished, state.reshuffles
        self.centre, self.idle, self.moved = state.centre, state.idle, state.moved
        self.acted, self.demanded, self.judged = state.acted, state.demanded, state.judged
        self.accused, self.called, self.silent = state.accused, state.called, state.silent
        self.faults, self.undo = state.faults, state.undo
        self.plays, self.lock_plays = state.plays, state.lock_plays
        self.recent, self.outcome = state.recent, state.outcome
        self.events: list[FlinchEvent] = []
        self.remembers = True

    def state(self) -> FlinchState:
        """Return the state it has come to."""
        return FlinchState(
            self.seed,
            self.options,
            self.dealer,
            tuple(self.seats),
            self.stock,
            self.turn,
            self.number,
            self.finished,
            self.reshuffles,
            self.centre,
            self.idle,
            self.moved,
            self.acted,
            self.demanded,
            self.judged,
            self.accused,
            self.called,
            self.silent,
            self.faults,
            self.undo,
            self.plays,
            self.lock_plays,
            self.recent,
            self.outcome,
        )


Table: TypeAlias = FlinchState | Draft
"""A game of Flinch, changing or not."""

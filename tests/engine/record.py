"""Games written down as a record: who does what, in notation, and what comes of it."""

from collections.abc import Sequence
from typing import Any

from engine import play
from engine.api import AnyGame, Seat, Setup
from engine.errors import Refusal, Refused

SEED = "5eed" * 16


class Record:
    """A game on the move; `state` is the position now, `ply` the accepted actions so far."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.state = state
        self.ply = 0

    @classmethod
    def dealt(
        cls,
        game: AnyGame,
        seats: int,
        deck: Sequence[int | str] | None = None,
        dealer: Seat | None = 0,
        seed: str = SEED,
        **options: Any,
    ) -> "Record":
        """Deal a game from this deck (the order after shuffling)."""
        setup = Setup(
            seats=seats,
            options=game.settle(seats, options),
            seed=seed,
            dealer=dealer,
            deck=None if deck is None else tuple(deck),
        )
        return cls(game, play.start(game, setup).state)

    def do(self, *moves: str) -> tuple[Any, ...]:
        """Carry out moves (`0:7S`, `:G` by the table); return the events of the last."""
        events: tuple[Any, ...] = ()
        for move in moves:
            by, notation = self._read(move)
            step = play.act(self.game, self.state, by, notation)
            events, self.state, self.ply = step.events, step.state, self.ply + 1
        return events

    def refusal(self, move: str) -> str | None:
        """Return why a move is refused, None if it is not; nothing changes."""
        by, notation = self._read(move)
        try:
            play.act(self.game, self.state, by, notation)
        except Refused as refused:
            return refused.reason.value
        return None

    @property
    def position(self) -> dict[str, Any]:
        """The position as the command line shows it."""
        return self.game.position(self.state)

    @staticmethod
    def _read(move: str) -> tuple[tuple[Seat, ...], str]:
        seats, _, notation = move.partition(":")
        return tuple(int(seat) for seat in seats.split(",") if seat), notation


def refusal_of(game: AnyGame, state: Any, act: str) -> Refusal | None:
    """Return what the rules have against an act ("0 H1") in a position; None if nothing."""
    by, notation = act.split()
    try:
        play.act(game, state, (int(by),), notation)
    except Refused as refused:
        return refused.refusal
    return None

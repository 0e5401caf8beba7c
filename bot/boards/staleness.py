"""Whether a press still means what its maker saw (`design.md`, stale).

A press is stale when its turn is over or its named place no longer holds the card shown by the last
edit confirmed when it arrived. A newer ply alone is not stale, and a call never is.
"""

from collections.abc import Callable

from bot.boards.board import Board, Seen
from bot.tables.values import Table
from bot.ui.renderer import Move


def freshness(
    board: Board, seat: int, surface: int | None, seen: Seen | None, move: Move
) -> Callable[[Table], bool] | None:
    """Return the test a table makes when the press is applied; None for a call.

    Args:
        board: the table's memory.
        seat: who presses.
        surface: the seat whose hand was pressed; None for the public table.
        seen: what its last confirmed edit showed; None if nothing was confirmed since a restart:
            then what it shows now is what it showed.
        move: what is asked for.
    """
    game, renderer = board.game, board.renderer
    if any(call.notation == move.notation for call in game.calls):
        return None
    seen = seen or board.seen(surface)
    shown = renderer.place(seen.view, seen.numbers, move)

    def fresh(table: Table) -> bool:
        if table.state is None or game.turn(table.state) != seen.turn:
            return False
        view = game.view(table.state, surface)
        numbers = board.numbers_at(surface, table, view)
        return renderer.place(view, numbers, move) == shown

    return fresh

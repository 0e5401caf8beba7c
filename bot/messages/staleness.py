"""Whether a press still means what its maker saw (`architecture.md`, Stale presses).

A press is stale when its turn is over or its named place no longer holds the card shown by the last
edit confirmed when it arrived. A newer ply alone is not stale, and a call never is.
"""

from collections.abc import Callable

from bot.messages.table_view import Board, Seen
from bot.tables.model import Table
from bot.ui.contract.renderer import Move


def freshness(board: Board, seat: int, seen: Seen, move: Move) -> Callable[[Table], bool] | None:
    """Return the test a table makes when the press is applied; None for a call.

    Args:
        board: the table's memory.
        seat: who presses.
        seen: what the last confirmed edit of the pressed message showed.
        move: what is asked for.
    """
    game, renderer = board.game, board.renderer
    if any(call.notation == move.notation for call in game.calls):
        return None
    view = game.view(seen.state, seat)
    shown = renderer.place(view, seen.numbers.get(seat, ()), move)

    def fresh(table: Table) -> bool:
        if table.state is None or game.turn(table.state) != seen.turn:
            return False
        now = game.view(table.state, seat)
        return renderer.place(now, board.numbers_at(seat, table, now), move) == shown

    return fresh

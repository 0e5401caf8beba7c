"""What the boards remember of a table: numbers, history, half-made choices."""

import random

from bot.boards.board import Board
from bot.tables.values import StoredEvent
from bot.ui.renderer import Deed, Half
from tests.boards.playing import GAME, RENDERER, acted, board, dealt


def test_numbers_after_a_restart_are_those_before() -> None:
    """Folded from the stored events, every seat's numbers come out the same."""
    table, changed = dealt()
    live = board(changed)
    history: list[StoredEvent] = list(changed.events)
    chance = random.Random(3)
    for _ in range(60):
        turn = GAME.turn(table.state)
        if turn is None:
            break
        action = chance.choice(GAME.actions(table.state, turn.seat))
        step = acted(table, GAME.format(action))
        live.advance(step)
        history += step.events
        table = step.after
    again = Board(table, GAME, RENDERER)
    again.rebuild(history)
    assert [again.numbers(seat) for seat in (0, 1)] == [live.numbers(seat) for seat in (0, 1)]
    assert again.history(0)[-1] == live.history(0)[-1]


def test_history_of_a_seat_shows_nothing_of_another_hand() -> None:
    """Events are redacted for the reader: a dealt hand is known to its own seat alone."""
    _, changed = dealt()
    remembered = board(changed)
    own, other = remembered.history(0)[0], remembered.history(1)[0]
    assert isinstance(own, Deed)
    assert isinstance(other, Deed)
    assert own.events != other.events
    assert remembered.history(None)[0] != own


def test_half_made_choice_is_dropped_when_the_turn_is_over() -> None:
    """ "Lay down" without a card means nothing in the next turn."""
    table, changed = dealt()
    remembered = board(changed)
    turn = GAME.turn(table.state)
    assert turn is not None
    remembered.halves[turn.seat] = Half(("lay",))
    lays = [GAME.format(each) for each in GAME.actions(table.state, turn.seat)]
    remembered.advance(acted(table, next(each for each in lays if each[0] == "L")))
    assert turn.seat not in remembered.halves

"""Winning, ranking and the cap."""

from msgspec.structs import replace

from tests.engine.flinch.record import GAME, Record, late, seat


def near_cap(record: Record, number: int = 2000) -> Record:
    """Set the number of the running turn."""
    return Record(replace(record.state, number=number))


def test_first_without_flinch_cards_wins_at_once() -> None:
    """F-44: the game is over with the card, and the turn keeps its value."""
    record = late([seat([3], [8]), seat([9, 9], [9]), seat([9], [9])], centre=[2]).do("0 F")
    assert record.outcome is not None
    assert (record.outcome.termination, record.outcome.winners) == ("won", (0,))
    assert record.outcome.places == (1, 3, 2)
    assert record.position["to_act"] == []
    assert (record.turn, record.position["over"], record.position["winners"]) == (0, True, [0])
    assert record.refused("1 L9") == "game-over"


def test_equal_places_are_shared() -> None:
    """F-44: others are ranked by Flinch cards left, equal places shared, the next one skipped."""
    seats = [seat([3], [8]), seat([9, 9], [9]), seat([9, 9], [9]), seat([9] * 3, [9])]
    record = late(seats, centre=[2]).do("0 F")
    assert record.outcome is not None
    assert record.outcome.places == (1, 2, 2, 4)


def test_no_fault_is_open_when_the_game_is_over() -> None:
    """The position lists none."""
    record = late([seat([7, 3], [1, 8]), seat([9], [9])], centre=[2, 6]).do("0 H1", "0 F")
    assert record.faults == []
    record = late([seat([3], [3, 1]), seat([9], [9])], centre=[2, 2]).do("0 H1", "0 H3")
    assert record.faults == [(0, "F"), (0, "F")]
    assert record.do("0 F").faults == []


def test_cap_ends_the_game_with_its_last_turn() -> None:
    """Turn 2,000 is the last; the fewest cards win and nothing of the next turn happens."""
    record = near_cap(late([seat([9, 9], [8]), seat([9], [])], stock=[2, 3])).do("0 L8")
    assert record.outcome is not None
    assert (record.outcome.termination, record.outcome.winners) == ("cap", (1,))
    assert (record.turn, record.hand(1), record.stock) == (0, [], [2, 3])


def test_cap_counts_skipped_turns() -> None:
    """A turn that passed by itself is a turn."""
    record = near_cap(late([seat([9], [8, 7]), seat([9]), seat([9], [9])]), 1999).do("0 L8")
    assert record.outcome is not None
    assert (record.outcome.termination, record.turn) == ("cap", 1)
    assert record.outcome.winners == (0, 1, 2)


def test_turn_before_the_last_is_no_end() -> None:
    """Turn 2,000 is still played."""
    record = near_cap(late([seat([9], [8, 7]), seat([9], [9])]), 1999).do("0 L8")
    assert (record.outcome, record.turn) == (None, 1)


def test_stopped_turn_may_be_the_last() -> None:
    """A turn that a good call ended is over like any other, after the penalty."""
    seats = [seat([9, 3], [1, 8]), seat([9, 9, 9], [9])]
    record = near_cap(late(seats, centre=[2])).do("0 H1", "1 C")
    assert record.outcome is not None
    assert (record.outcome.termination, record.turn) == ("cap", 0)
    assert (len(record.flinch(0)), len(record.flinch(1))) == (3, 2)


def test_pairs_are_counted_together_at_the_cap() -> None:
    """Partners: the fewest cards of the pair win."""
    seats = [seat([9] * 4, [8]), seat([9] * 2, [9]), seat([9], [9]), seat([9] * 2, [9])]
    record = near_cap(late(seats, options={"partners": True})).do("0 L8")
    assert record.outcome is not None
    assert (record.outcome.winners, record.outcome.places) == ((1, 3), (3, 1, 3, 1))


def test_outcome_as_by_the_cap_can_be_asked_at_any_time() -> None:
    """The table ends abandoned games as the cap would."""
    record = late([seat([9, 9], [8]), seat([9], [9])])
    assert GAME.capped(record.state).winners == (1,)
    assert GAME.remaining(record.state) == (2, 1)


def test_turns_are_numbered() -> None:
    """No two turns look equal; when over there is none."""
    record = late([seat([9, 9], [8]), seat([3], [9])], centre=[2])
    first = GAME.turn(record.state)
    second = GAME.turn(record.do("0 L8").state)
    assert first is not None
    assert second is not None
    assert (second.seat, second.number) == (1, first.number + 1)
    assert GAME.to_act(record.state) == {1}
    assert GAME.turn(record.do("1 F").state) is None
    assert GAME.to_act(record.state) == frozenset()

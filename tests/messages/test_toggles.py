"""Reactions as toggles: the same direction twice is one press (`experience.md` section 4)."""

from bot.messages.table_view import Toggles


def test_adding_and_taking_away_are_two_presses_with_their_own_keys() -> None:
    """Each turn of a reaction is a press of its own."""
    toggles = Toggles()
    keys = [toggles.turn(1, 2, "✋", added=added) for added in (True, False, True)]
    assert None not in keys
    assert len(set(keys)) == 3


def test_same_direction_twice_is_no_press() -> None:
    """An event delivered twice has one effect."""
    toggles = Toggles()
    assert toggles.turn(1, 2, "✋", added=True)
    assert toggles.turn(1, 2, "✋", added=True) is None


def test_first_turn_counts_whichever_it_is() -> None:
    """After a restart a reaction may stand there already: taking it away is a press."""
    assert Toggles().turn(1, 2, "✋", added=False)


def test_keys_of_two_runs_differ() -> None:
    """A press after a restart is never taken for one before it."""
    assert Toggles().turn(1, 2, "✋", added=True) != Toggles().turn(1, 2, "✋", added=True)


def test_standing_reactions_are_those_set_and_not_taken_away() -> None:
    """Only what stands can be removed after a verdict."""
    toggles = Toggles()
    toggles.turn(1, 2, "✋", added=True)
    toggles.turn(1, 3, "✋", added=True)
    toggles.turn(1, 3, "✋", added=False)
    toggles.turn(9, 4, "✋", added=True)
    assert toggles.standing(1, "✋") == {2}

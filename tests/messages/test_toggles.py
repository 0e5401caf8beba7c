"""Reactions as toggles: the same direction twice is one press (`experience.md` section 4)."""

from bot.messages.toggles import Toggles
from tests.messages.stage import Stage


def toggles_of() -> Toggles:
    """Return what is known of no reaction yet."""
    return Toggles(None)  # type: ignore[arg-type]  # nothing is taken away


def test_adding_and_taking_away_are_two_presses_with_their_own_keys() -> None:
    """Each turn of a reaction is a press of its own."""
    toggles = toggles_of()
    keys = [toggles.turn(1, 2, "✋", added=added) for added in (True, False, True)]
    assert None not in keys
    assert len(set(keys)) == 3


def test_same_direction_twice_is_no_press() -> None:
    """An event delivered twice has one effect."""
    toggles = toggles_of()
    assert toggles.turn(1, 2, "✋", added=True)
    assert toggles.turn(1, 2, "✋", added=True) is None


def test_first_turn_counts_whichever_it_is() -> None:
    """After a restart a reaction may stand there already: taking it away is a press."""
    assert toggles_of().turn(1, 2, "✋", added=False)


def test_keys_of_two_runs_differ() -> None:
    """A press after a restart is never taken for one before it."""
    assert toggles_of().turn(1, 2, "✋", added=True) != toggles_of().turn(1, 2, "✋", added=True)


def test_standing_reactions_are_those_set_and_not_taken_away() -> None:
    """Only what stands can be removed after a verdict."""
    toggles = toggles_of()
    toggles.turn(1, 2, "✋", added=True)
    toggles.turn(1, 3, "✋", added=True)
    toggles.turn(1, 3, "✋", added=False)
    toggles.turn(9, 4, "✋", added=True)
    assert toggles.standing(1, "✋") == {2}


async def test_sixty_turns_of_one_reaction_bring_three_requests() -> None:
    """Setting ✋ on and off takes it away at once, and again only when it still stands."""
    stage = Stage()
    await stage.deal()
    toggles = stage.view.toggles
    for number in range(60):
        toggles.turn(1, 2, "✋", added=number % 2 == 0)
        if number % 2 == 0:
            toggles.take_away(5, 1, 2, "✋")
        await stage.wait(0.2)
    await stage.wait(60)
    assert stage.wire.count("unreact") == 3

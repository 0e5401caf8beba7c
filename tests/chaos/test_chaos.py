"""A short run of `make chaos`: a game of each kind, soon ended by leaving, amid all failures."""

import pytest

from tests.chaos.run import Asked, run


@pytest.mark.timeout(600)
def test_whole_games_survive_what_goes_wrong() -> None:
    """A game of each kind ends as its twin does; nothing is lost, doubled, stuck or leaked.

    Nothing is asserted of how long anything takes; a busy machine only makes it last longer.
    """
    result = run(Asked(games=3, seed=91, short=True))
    assert result.line.startswith("games 3 finished 3; ")
    assert result.clean, result.line

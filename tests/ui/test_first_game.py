"""What is said of somebody's first game by gentler rules."""

import pytest
from msgspec.structs import replace

from bot.ui import first_game
from bot.ui.elements.screen import Text
from engine.api import Outcome
from tests.ui.positions import PAIRS, look, walk

GAME, RENDERER = PAIRS[0]
GENTLE = next(walk(GAME, RENDERER, 2, seed=5, options=GAME.settle(2, dict(GAME.gentle))))


@pytest.mark.parametrize("language", ["en", "es"])
def test_first_game_says_so_and_offers_the_real_one(language: str) -> None:
    """`experience.md` section 3: on the table and the hand, below the heading; at the end a way."""
    one = look(language)
    said = one.t(RENDERER.gentle)
    for screen in (RENDERER.public(GENTLE.public(), one), RENDERER.hand(GENTLE.hand(0), one)):
        told = first_game.told(screen, GENTLE.table, GAME, RENDERER, one.t)
        assert isinstance(told.parts[0], Text)
        assert told.parts[0].text.split("\n")[1] == f"-# {said}"
        assert told.parts[1:] == screen.parts[1:]
    over = Outcome("won", (0,), (1, 2))
    ended = replace(GENTLE.table, status="ended", outcome=over, end_reason="won")
    screen = RENDERER.public(replace(GENTLE, table=ended).public(), one)
    told = first_game.told(screen, ended, GAME, RENDERER, one.t)
    assert told.buttons()[-1].custom_id.endswith(":open-flinch")
    assert told.fits()


def test_other_games_say_nothing() -> None:
    """Neither one by rules that somebody chose, nor one of a game without gentler rules."""
    chosen = replace(GENTLE.table, chosen=dict(GAME.gentle))
    screen = RENDERER.public(GENTLE.public(), look("en"))
    assert first_game.told(screen, chosen, GAME, RENDERER, look("en").t) == screen
    for game, renderer in PAIRS[1:]:
        position = next(walk(game, renderer, game.seat_counts[0], seed=5))
        screen = renderer.public(position.public(), look("en"))
        table = position.table
        assert first_game.told(screen, table, game, renderer, look("en").t) == screen

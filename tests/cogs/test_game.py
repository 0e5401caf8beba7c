"""`/move`: what is offered, and how it is read."""

import pytest

from bot.cogs import game
from bot.interactions.transformers import MOST
from bot.locale import translator
from bot.ui.contract.renderer import Source

T = translator("en")


def many(monkeypatch: pytest.MonkeyPatch, *sources: Source) -> None:
    """Let these be somebody's sources."""
    monkeypatch.setattr(game, "_own", lambda board, person, t: sources)


def test_move_says_when_more_is_possible_than_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord shows 25; with more the last line says how many, and typing reaches each."""
    sources = [Source(f"L{at}", f"Lay down card {at}") for at in range(30)]
    many(monkeypatch, *sources)
    offered = game.suggested(None, 1, "", T)
    assert len(offered) == MOST
    assert offered[-1].name == "… and 6 more: type a part of the name"
    assert [each.value for each in game.suggested(None, 1, "card 29", T)] == ["L29"]
    many(monkeypatch, *sources[:MOST])
    assert [each.value for each in game.suggested(None, 1, "", T)] == [
        each.notation for each in sources[:MOST]
    ]


def test_chosen_card_is_known_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards of one face are two lines; a notation alone names the first."""
    many(
        monkeypatch, Source("H7", "Hand 1: 7", 1), Source("H7", "Hand 4: 7", 4), Source("N", "End")
    )
    values = [str(each.value) for each in game.suggested(None, 1, "", T)]
    assert [game.read(None, 1, each) for each in values] == [("H7", 1), ("H7", 4), ("N", 0)]
    assert game.read(None, 1, "hand 4: 7") == ("H7", 4)
    assert game.read(None, 1, "h7") == ("H7", 0)

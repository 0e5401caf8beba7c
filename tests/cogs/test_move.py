"""`/move`: what is offered, and how it is read."""

from types import SimpleNamespace as Thing
from typing import Any

import pytest

from bot.cogs import move
from bot.interactions.transformers import MOST
from bot.locale import translator
from bot.ui.contract.renderer import Source
from bot.ui.elements import replies
from tests.engine.flinch.record import late, seat
from tests.games import GAMES, RENDERERS
from tests.ui.positions import walk

T = translator("en")


def many(monkeypatch: pytest.MonkeyPatch, *sources: Source) -> None:
    """Let these be somebody's sources."""
    monkeypatch.setattr(move, "_own", lambda scene, person, t: sources)


def test_move_says_when_more_is_possible_than_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord shows 25; with more the last line says how many, and typing reaches each."""
    sources = [Source(f"L{at}", f"Lay down card {at}") for at in range(30)]
    many(monkeypatch, *sources)
    offered = move.suggested(None, 1, "", T)
    assert len(offered) == MOST
    assert offered[-1].name == "… and 6 more: type a part of the name"
    assert [each.value for each in move.suggested(None, 1, "card 29", T)] == ["L29"]
    many(monkeypatch, *sources[:MOST])
    assert [each.value for each in move.suggested(None, 1, "", T)] == [
        each.notation for each in sources[:MOST]
    ]


def read(text: str) -> tuple[str, int]:
    """Return the one action that is meant, and its hand number."""
    (meant,) = move.meanings(None, 1, text, T)
    return meant.notation, meant.number


def test_chosen_card_is_known_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards of one face are two lines; a notation alone names the first."""
    many(
        monkeypatch, Source("H7", "Hand 1: 7", 1), Source("H7", "Hand 4: 7", 4), Source("N", "End")
    )
    values = [str(each.value) for each in move.suggested(None, 1, "", T)]
    assert [read(each) for each in values] == [("H7", 1), ("H7", 4), ("N", 0)]
    assert read("hand 4: 7") == ("H7", 4)
    assert move.meanings(None, 1, "h7", T) == ()


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        *(("7♠", "7♠"), ("7s", "7♠"), (" 7 S ", "7♠"), ("7\u2660\ufe0f", "7♠")),
        *(("10h", "10♥"), ("th", "10♥"), ("Q♦", "q♦"), ("14", "14"), ("[14]", "14")),
    ],
)
def test_card_is_known_however_it_is_typed(typed: str, card: str) -> None:
    """By letter or sign, with the selector a phone puts after it, in the brackets of a text."""
    assert move.named(typed) == card


def meant(view: Any, text: str, person: int = 0) -> list[str]:
    """Return the notations of what somebody means by a text."""
    return [each.notation for each in move.meanings(view, person, text, T)]


def at(state: Any, key: str) -> Any:
    """Return a table in a state, as far as `/move` looks at it; its people are 0, 1 …."""
    rules = next(each for each in GAMES if each.key == key)
    renderer = next(each for each in RENDERERS if each.key == key)
    return Thing(
        game=rules,
        renderer=renderer,
        playing=True,
        table=Thing(state=state, seat_of=lambda person: Thing(index=person)),
        view=lambda seat: rules.view(state, seat),
        numbers=lambda seat: renderer.arrange(None, rules.view(state, seat)),
    )


def test_card_named_alone_is_played_from_where_it_can_be() -> None:
    """One place: played from there. Several: asked. None: the first, which is refused by name."""
    seats = [seat([9, 4], [4, 7], [[3], [9]]), seat([9], [9])]
    view = at(late(seats, centre=[2]).state, "flinch")
    assert meant(view, "3") == ["R1"]
    assert meant(view, "[3]") == ["R1"]
    assert meant(view, "4") == ["F"]
    assert meant(view, "7") == ["H7"]
    assert meant(view, "9") == ["R2"]
    assert meant(view, "14") == []
    view = at(late(seats, centre=[3]).state, "flinch")
    assert meant(view, "4") == ["F", "H4"]
    asked = replies.which_card(move.meanings(view, 0, "4", T), T)
    assert asked == (
        "Which one do you mean? Type it like this:\n- `F` Flinch pile: 4\n- `H4` Hand 1: 4"
    )


def test_equal_cards_of_a_hand_are_one_meaning() -> None:
    """It makes no difference which of them is played."""
    view = at(late([seat([9], [4, 4]), seat([9], [9])], centre=[3]).state, "flinch")
    assert meant(view, "4") == ["H4"]


def test_missing_place_is_told_by_an_example_that_works() -> None:
    """With all five reserve spots taken a lay needs one."""
    full = [seat([9], [7, 12], [[3], [4], [5], [6], [8]]), seat([9], [9])]
    record = late(full, centre=[1])
    assert record.refused("0 L7") == "not-allowed"
    view = at(record.state, "flinch")
    assert move.placed(view, 0, "L7", T) == ("For example `L7@1`: Lay 7 (hand 1) on A.",)
    record.do("0 L7@1")
    assert move.placed(view, 0, "H7", T) == ()


@pytest.mark.parametrize("key", ["flinch", "flip", "flushed"])
def test_every_card_of_ones_own_can_be_named(key: str) -> None:
    """Whatever is possible with it is among what is meant, and nothing that is not."""
    rules = next(each for each in GAMES if each.key == key)
    renderer = next(each for each in RENDERERS if each.key == key)
    several = 0
    for position in walk(rules, renderer, min(rules.seat_counts), 7, plies=60):
        if position.table.status != "playing":
            break
        turn = rules.turn(position.table.state)
        own = turn.seat if turn is not None else 0
        view = at(position.table.state, key)
        seen = rules.view(position.table.state, own)
        cards = {renderer.named(seen, each.notation) for each in move._own(view, own, T)}
        for card in cards - {""}:
            found = meant(view, card, own)
            assert {renderer.named(seen, each) for each in found} == {card}
            possible = [each for each in found if move._possible(view, own, each)]
            assert len(found) == 1 or found == possible
            several += len(found) > 1
    assert several or key == "flushed"

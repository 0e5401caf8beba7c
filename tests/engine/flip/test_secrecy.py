"""FLIP: who knows what."""

from typing import Any

from msgspec.json import encode
from msgspec.structs import replace

from engine.api import Setup
from engine.cards import BACK
from tests.engine.flip.tables import FLIP, dealt, under_way
from tests.engine.record import SEED

ROW = "2H 2S 2D 2C"


def test_a_view_has_no_stock_and_no_seed() -> None:
    """P-6: stocks are known to nobody, their sizes to all; swapping their cards changes nothing."""
    game = under_way("9C", "5D", (ROW, ROW), ("3H 4H", "6H 7H"))
    first, second = game.state.seats
    swapped = replace(
        game.state,
        seed="0" * 64,
        seats=(replace(first, stock=("4H", "7H")), replace(second, stock=("6H", "3H"))),
    )
    for seat in (0, 1, None):
        assert FLIP.view(game.state, seat) == FLIP.view(swapped, seat)


def test_all_open_cards_are_public() -> None:
    """P-7, P-8: both rows, both tops and the heights, to spectators as well."""
    game = under_way("9C TC", "5D", (ROW, "- 3S - -"), ("", "6H 7H"))
    view = FLIP.view(game.state, None)
    assert (view.middle, view.heights) == (("TC", "5D"), (2, 1))
    assert view.seats[1].slots == (None, "3S", None, None)
    assert replace(FLIP.view(game.state, 1), seat=None) == view


def test_before_the_reveal_faces_are_hidden() -> None:
    """P-9: exchanging face-down cards of rows and middle changes no view."""
    first = dealt("2C 3C 4C 5C 9C", "2D 3D 4D 5D 7D").state
    second = dealt("9C 3D 4C 5C 2C", "2D 3C 4D 5D 7D").state
    assert FLIP.view(first, 0) == FLIP.view(second, 0)


def test_the_deal_is_told_without_faces_and_seed() -> None:
    """P-9: of the deal everybody learns how many cards lie where, before the reveal and after."""
    setup = Setup(seats=2, options=FLIP.settle(2, {}), seed=SEED)
    (event,) = FLIP.deal(setup)
    told: Any = FLIP.redact(event, 0)
    assert told == FLIP.redact(event, None)
    assert SEED.encode() not in encode(told)
    assert told.seats[0].stock == (BACK,) * 49
    assert (told.middle, told.seats[1].slots) == ((BACK, BACK), (BACK,) * 4)


def test_the_shuffled_piles_are_told_as_backs() -> None:
    """P-24: the new stocks stay secret, what lies open afterwards is told."""
    game = under_way("7C 8C 9C TC JC QC", "9D TD JD", ("2H 2S - -", ROW))
    (event,) = game.do(":S")
    told: Any = FLIP.redact(event, 1)
    assert told.stocks == ((BACK,) * 6, (BACK,) * 3)
    assert (told.slots, told.middle) == (event.slots, event.middle)


def test_plays_and_calls_are_told_whole() -> None:
    """P-12, P-20: they happen in the open."""
    game = under_way("9C", "7D", ("8C 2S 2D 2C", ROW), ("3H 4H", "6H 7H"))
    for move in ("0:1L", "1:FLIP"):
        for event in game.do(move):
            assert FLIP.redact(event, None) == event

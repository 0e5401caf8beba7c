"""FLIP: the deal and the reveal."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from engine.api import Setup
from engine.cards import BACK, french_deck
from engine.errors import BadSetup
from tests.engine.flip.tables import FLIP, dealt
from tests.engine.record import SEED, Record


def test_cards_are_dealt_alternately_seat_0_first() -> None:
    """P-5, P-6, P-7, P-8: a seat's first cards are its slots, then the middle, then stock."""
    game = dealt("2C 3C 4C 5C 9C TC", "2D 3D 4D 5D 7D QH")
    seats = game.position["seats"]
    assert [seat["slots"] for seat in seats] == [
        ["2C", "3C", "4C", "5C"],
        ["2D", "3D", "4D", "5D"],
    ]
    assert (game.position["left"], game.position["right"]) == (["9C"], ["7D"])
    assert [(seat["stock"][0], len(seat["stock"])) for seat in seats] == [("TC", 49), ("QH", 49)]


@pytest.mark.parametrize(("jokers", "size"), [("wild", 108), ("none", 104)])
def test_two_decks_are_dealt(jokers: str, size: int) -> None:
    """P-4: 108 cards, 104 without jokers, every card twice."""
    position = Record.dealt(FLIP, 2, jokers=jokers).position
    cards = position["left"] + position["right"]
    for seat in position["seats"]:
        cards += seat["stock"] + seat["slots"]
    assert len(cards) == size
    assert Counter(cards) == Counter(french_deck(2, jokers=jokers == "wild"))


def test_all_lies_face_down_until_the_reveal() -> None:
    """P-9: before `G` nobody sees a face, nobody can act and nobody is waited for."""
    game = dealt("2C 3C 4C 5C 9C", "2D 3D 4D 5D 7D")
    view = FLIP.view(game.state, 0)
    assert view.middle == (BACK, BACK)
    assert view.seats[0].slots == view.seats[1].slots == (BACK,) * 4
    assert not view.revealed
    assert game.position["to_act"] == []
    assert FLIP.actions(game.state, 0) == ()


def test_the_reveal_turns_everything_up() -> None:
    """P-10, P-11: `G` shows both rows and, last of what is told, the middle."""
    game = dealt("2C 3C 4C 5C 9C", "2D 3D 4D 5D 7D")
    (event,) = game.do(":G")
    assert [*event.__struct_fields__] == ["slots", "middle"]
    assert (event.slots[1], event.middle) == (("2D", "3D", "4D", "5D"), ("9C", "7D"))
    view = FLIP.view(game.state, None)
    assert (view.middle, view.seats[0].slots) == (("9C", "7D"), ("2C", "3C", "4C", "5C"))


@pytest.mark.parametrize("move", ["0:1L", "1:FLIP", ":S", "0:G", "0,1:FLIP"])
def test_nothing_but_the_reveal_is_possible_before_it(move: str) -> None:
    """P-10: everything but the table's `G` is `not-allowed` before it."""
    assert dealt("8C 3C 4C 5C 9C", "2D 3D 4D 5D 9D").refusal(move) == "not-allowed"


def test_the_reveal_comes_by_itself_after_three_seconds() -> None:
    """P-10: "3, 2, 1", then the table acts, and only once."""
    game = dealt("8C 3C 4C 5C 9C", "2D 3D 4D 5D 7D")
    (wait,) = FLIP.waits(game.state)
    assert (wait.by, wait.notation, wait.seconds) == ((), "G", 3.0)
    game.do(":G")
    assert FLIP.waits(game.state) == ()
    assert game.refusal(":G") == "not-allowed"


@pytest.mark.parametrize("seats", [1, 3, True, "2"])
def test_only_two_can_play(seats: int) -> None:
    """P-2: exactly two seats."""
    assert FLIP.settle(2, {})["jokers"] == "wild"
    with pytest.raises(BadSetup, match="seats"):
        FLIP.settle(seats, {})


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"jokers": "tame"}, "options.jokers"),
        ({"identical": 1}, "options.identical"),
        ({"pace": "live"}, "options.pace"),
    ],
)
def test_an_unknown_option_or_value_is_named(chosen: dict[str, object], field: str) -> None:
    """A wrong option names its field."""
    with pytest.raises(BadSetup) as bad:
        FLIP.settle(2, chosen)
    assert bad.value.field == field


def test_the_defaults_are_the_reading_closest_to_the_source() -> None:
    """`rules.md` section 2: wild jokers, rank alone, open pairs, a lock, the source's swap."""
    assert FLIP.settle(2, {}) == {
        "jokers": "wild",
        "identical": "rank",
        "pair_play": "open",
        "false_flip": "lock",
        "stuck": "swap",
    }


@pytest.mark.parametrize(
    ("seed", "deck", "field"),
    [
        ("12", None, "seed"),
        (SEED, ("2C",) * 108, "deck"),
        (SEED, french_deck(2), "deck"),
        (SEED, (*french_deck(2, jokers=True)[1:], 1), "deck"),
    ],
)
def test_a_seed_or_deck_that_is_none_is_named(
    seed: str, deck: tuple[int | str, ...] | None, field: str
) -> None:
    """A deck must be a permutation of the full deck, a seed 64 hexadecimal digits."""
    with pytest.raises(BadSetup) as bad:
        FLIP.deal(Setup(seats=2, options=FLIP.settle(2, {}), seed=seed, deck=deck))
    assert bad.value.field == field


def test_a_dealer_is_ignored() -> None:
    """FLIP has no dealer: any given one changes nothing, and there is none for a rematch."""
    games = [Record.dealt(FLIP, 2, dealer=dealer) for dealer in (None, 0, 1)]
    assert games[0].state == games[1].state == games[2].state
    assert FLIP.next_dealer(0, 2) is None


@pytest.mark.parametrize("dealer", [-1, 2, "0", True])
def test_dealer_is_ignored_but_a_seat(dealer: Any) -> None:
    """Nobody deals; what is no seat is an error all the same (`rules.md` section 4)."""
    setup = Setup(seats=2, options=FLIP.settle(2, {}), seed=SEED)
    assert FLIP.deal(replace(setup, dealer=1)) == FLIP.deal(setup)
    with pytest.raises(BadSetup, match="dealer"):
        FLIP.deal(replace(setup, dealer=dealer))

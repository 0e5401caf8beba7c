"""Flushed: the deal."""

import pytest

from engine.api import Setup
from engine.cards import french_deck
from engine.errors import BadSetup
from tests.engine.flushed.tables import FLUSHED, dealt
from tests.engine.record import SEED, Record


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_thirteen_cards_are_dealt_one_at_a_time_to_the_right(dealer: int) -> None:
    """U-4, U-5, U-6: the last card dealt is the top of a stack; the top five are the hand."""
    deck = french_deck()
    position = Record.dealt(FLUSHED, 4, deck, dealer).position
    for place in range(4):
        seat = position["seats"][(dealer - 1 - place) % 4]
        got = [deck[place + 4 * number] for number in range(13)]
        assert seat["hand"] == [got[12], got[11], got[10], got[9], got[8]]
        assert seat["stack"] == got[7::-1]
    assert position["pile"] == []


@pytest.mark.parametrize(("dealer", "first"), [(0, 3), (1, 0), (3, 2)])
def test_the_seat_to_the_dealers_right_leads_any_card(dealer: int, first: int) -> None:
    """U-10, U-11: the suit is open and the direction counterclockwise."""
    game = Record.dealt(FLUSHED, 4, None, dealer)
    position = game.position
    assert (position["dealer"], position["turn"], position["to_act"]) == (dealer, first, [first])
    assert (position["suit"], position["direction"]) == (None, -1)
    for card in position["seats"][first]["hand"]:
        assert game.refusal(f"{first}:{card}") is None


def test_three_players_get_seventeen_and_the_last_card_starts_the_flush() -> None:
    """U-31, U-32, U-33: the 52nd card lies in the middle and gives the suit."""
    deck = french_deck()
    position = Record.dealt(FLUSHED, 3, deck, 2).position
    assert [len(seat["stack"]) for seat in position["seats"]] == [12, 12, 12]
    assert position["seats"][1]["hand"][0] == deck[48]
    assert position["seats"][0]["hand"][:2] == [deck[49], deck[46]]
    assert (position["pile"], position["suit"], position["turn"]) == (["KS"], "S", 1)


@pytest.mark.parametrize("middle", ["KS", "QS", "JS", "AS"])
def test_the_card_in_the_middle_has_no_special_effect(middle: str) -> None:
    """U-33: whatever it is, it only gives its suit; the first seat must follow it."""
    game = dealt(("2C 3C 4C 5C 6C", "2S 9C", "2H 3H 4H 5H 6H"), dealer=2, middle=middle)
    position = game.position
    assert (position["turn"], position["direction"], position["suit"]) == (1, -1, "S")
    assert game.refusal("1:9C") == "does-not-fit"
    assert game.refusal("1:2S") is None


@pytest.mark.parametrize("seats", [2, 5, True])
def test_only_three_or_four_can_play(seats: int) -> None:
    """U-2: three or four seats."""
    assert FLUSHED.settle(3, {}) == FLUSHED.settle(4, {})
    with pytest.raises(BadSetup, match="seats"):
        FLUSHED.settle(seats, {})


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"doubles": 1}, "options.doubles"),
        ({"void_ace": "may"}, "options.void_ace"),
        ({"lead_doubles": True}, "options.lead_doubles"),
        ({"lead_doubles": True, "flush": True}, "options.lead_doubles"),
        ({"jokers": "wild"}, "options.jokers"),
    ],
)
def test_an_unknown_or_impossible_option_is_named(chosen: dict[str, object], field: str) -> None:
    """`lead_doubles` needs `doubles`; a wrong option names its field."""
    with pytest.raises(BadSetup) as bad:
        FLUSHED.settle(4, chosen)
    assert bad.value.field == field


def test_the_optional_rules_are_off_by_default() -> None:
    """U-34, U-37: doubles and flush are the source's optional rules."""
    assert FLUSHED.settle(3, {}) == {
        "doubles": False,
        "flush": False,
        "lead_doubles": False,
        "void_ace": "choice",
    }
    assert FLUSHED.settle(3, {"doubles": True, "lead_doubles": True})["lead_doubles"] is True


@pytest.mark.parametrize(
    ("seed", "dealer", "deck", "field"),
    [
        ("0" * 63, None, None, "seed"),
        (SEED, 4, None, "dealer"),
        (SEED, -1, None, "dealer"),
        (SEED, True, None, "dealer"),
        (SEED, 0, french_deck()[1:], "deck"),
        (SEED, 0, (*french_deck()[1:], "2C"), "deck"),
    ],
)
def test_a_wrong_seed_dealer_or_deck_is_named(
    seed: str, dealer: int | None, deck: tuple[str, ...] | None, field: str
) -> None:
    """What a game cannot start from names its field."""
    setup = Setup(seats=4, options=FLUSHED.settle(4, {}), seed=seed, dealer=dealer, deck=deck)
    with pytest.raises(BadSetup) as bad:
        FLUSHED.deal(setup)
    assert bad.value.field == field


def test_the_seed_gives_the_first_dealer_and_the_deal_passes_to_the_right() -> None:
    """`rules.md` section 0: `draw(n)` of the label `dealer`; counterclockwise from then on."""
    first = Record.dealt(FLUSHED, 4, None, None)
    assert first.state == Record.dealt(FLUSHED, 4, None, first.position["dealer"]).state
    assert [FLUSHED.next_dealer(dealer, 4) for dealer in range(4)] == [3, 0, 1, 2]

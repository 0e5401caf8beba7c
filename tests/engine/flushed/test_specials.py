"""Flushed: ace, king, queen and jack."""

import pytest

from tests.engine.flushed.tables import dealt, under_way

HANDS = ("AH KS QS JS 9S", "2D 3D 4S", "5D 6D", "7D 8D")


def test_an_ace_goes_on_any_suit_and_changes_it() -> None:
    """U-19, U-20: irrespective of the suit, its own suit is the one to follow."""
    game = under_way(HANDS, pile="7S", suit="S")
    events = game.do("0:AH")
    assert [type(event).__name__ for event in events] == ["CardsPlayed", "SuitSet", "TurnBegan"]
    assert (game.position["suit"], game.position["turn"]) == ("H", 3)


def test_an_ace_may_be_played_although_the_suit_is_held() -> None:
    """U-19: at any time; following is no duty to an ace."""
    assert under_way(("AH 9S", "2D", "5D"), pile="7S", suit="S").refusal("0:AH") is None


def test_a_king_makes_the_next_seat_take_the_pile_and_skips_it() -> None:
    """U-21, U-22, U-23: the seat after the victim leads, with the suit open."""
    game = under_way(HANDS, pile="7S 8S", suit="S")
    events = game.do("0:KS")
    taken = events[1]
    assert (taken.seat, taken.because, taken.count) == (3, "king", 3)
    assert taken.drawn == ("7S", "8S", "KS")
    position = game.position
    assert position["seats"][3] == {"stack": [], "hand": ["7D", "8D", "7S", "8S", "KS"]}
    assert (position["pile"], position["suit"], position["turn"]) == ([], None, 2)


def test_a_kings_victim_with_a_full_hand_draws_nothing() -> None:
    """U-17, U-18: the pile goes under the stack; only a hand under five is drawn up."""
    game = under_way(("KS 2C", "2D", "2H 3H 4H 5H 6H"), ("", "", "7H"), pile="7S", suit="S")
    game.do("0:KS")
    assert game.position["seats"][2] == {
        "stack": ["7H", "7S", "KS"],
        "hand": ["2H", "3H", "4H", "5H", "6H"],
    }


@pytest.mark.parametrize("card", ["KH", "QH", "JH"])
def test_other_specials_must_match_the_suit(card: str) -> None:
    """U-21, U-24, U-27: king, queen and jack only follow."""
    game = under_way((f"{card} 9S", "2D", "5D"), pile="7S", suit="S")
    assert game.refusal(f"0:{card}") == "does-not-fit"


def test_a_queen_makes_the_pile_neutral() -> None:
    """U-24, U-25, U-26: it stays, and the next seat plays any card to choose the suit."""
    game = under_way(HANDS, pile="7S", suit="S")
    events = game.do("0:QS")
    assert [type(event).__name__ for event in events] == ["CardsPlayed", "PileNeutral", "TurnBegan"]
    assert (game.position["suit"], game.position["pile"]) == (None, ["7S", "QS"])
    game.do("3:8D")
    assert (game.position["suit"], game.position["pile"]) == ("D", ["7S", "QS", "8D"])


def test_a_jack_turns_the_direction() -> None:
    """U-27, U-28, U-29: counterclockwise at first; the first jack makes it clockwise."""
    game = under_way(("JS 2C", "JD 4S", "5D", "7D"), pile="7S", suit="S")
    game.do("0:JS")
    assert (game.position["direction"], game.position["turn"], game.position["suit"]) == (1, 1, "S")


def test_the_second_jack_turns_it_back() -> None:
    """U-29: the next seat is the neighbour on the other side each time."""
    game = under_way(("2C 3C", "JS 4S", "5D", "7D"), pile="7S JH", suit="S", turn=1, direction=1)
    game.do("1:JS")
    assert (game.position["direction"], game.position["turn"]) == (-1, 0)


def test_turns_go_counterclockwise_from_the_dealers_right() -> None:
    """U-10, U-13, U-29: 3, 2, 1, 0 and round again."""
    game = dealt(("2S 3C", "4S 3D", "5S 3H", "6S 7S"))
    for seat, card in ((3, "6S"), (2, "5S"), (1, "4S"), (0, "2S")):
        assert game.position["turn"] == seat
        game.do(f"{seat}:{card}")
    assert game.position["turn"] == 3


@pytest.mark.parametrize(
    ("card", "turn", "suit", "direction", "pile"),
    [
        ("AH", 3, "H", -1, ["AH"]),
        ("KS", 2, None, -1, []),
        ("QS", 3, None, -1, ["QS"]),
        ("JS", 1, "S", 1, ["JS"]),
        ("9S", 3, "S", -1, ["9S"]),
    ],
)
def test_a_special_acts_also_when_led(
    card: str, turn: int, suit: str | None, direction: int, pile: list[str]
) -> None:
    """U-11, U-12: a led card makes the suit, so that it matches it."""
    game = under_way(HANDS)
    game.do(f"0:{card}")
    position = game.position
    assert (position["turn"], position["suit"]) == (turn, suit)
    assert (position["direction"], position["pile"]) == (direction, pile)


def test_after_a_turn_of_direction_the_king_hits_the_other_side() -> None:
    """U-22, U-28: "the next" is always in the current direction."""
    game = under_way(HANDS, pile="7S", suit="S", direction=1)
    (_, taken, _) = game.do("0:KS")
    assert taken.seat == 1
    assert game.position["turn"] == 2


def test_three_players_king_comes_round_to_the_third() -> None:
    """U-22, U-31: the victim is skipped and the third seat leads; a jack swaps the two."""
    game = under_way(("KS JS 2C", "2D", "5D"), pile="7S", suit="S")
    game.do("0:KS")
    assert game.position["turn"] == 1
    game = under_way(("KS JS 2C", "2D", "5D"), pile="7S", suit="S")
    game.do("0:JS")
    assert (game.position["turn"], game.position["direction"]) == (1, 1)

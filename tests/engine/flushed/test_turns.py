"""Flushed: following, drawing and picking up."""

import pytest

from engine.api import Turn
from tests.engine.flushed.tables import FLUSHED, dealt, under_way


def test_the_first_card_makes_the_suit_to_follow() -> None:
    """U-11, U-12, U-13: the next seat must play the same suit on the pile."""
    game = dealt(("2C 3C", "2D 3D 2S", "4S 5D", "6S 7S"))
    game.do("3:6S")
    assert (game.position["suit"], game.position["turn"]) == ("S", 2)
    assert game.refusal("2:5D") == "does-not-fit"
    game.do("2:4S")
    assert (game.position["pile"], game.position["turn"]) == (["6S", "4S"], 1)


def test_a_played_card_is_replaced_from_the_stack() -> None:
    """U-7: the top of the stack, at the end of the hand."""
    game = under_way(("2S 3S 4S 5S 6S", "2H", "3H"), ("7S 8S", "", ""))
    (played, *_) = game.do("0:4S")
    assert played.drawn == ("7S",)
    assert game.position["seats"][0] == {"stack": ["8S"], "hand": ["2S", "3S", "5S", "6S", "7S"]}


def test_without_a_stack_the_hand_gets_smaller() -> None:
    """U-8, U-9: nothing to draw; the seat goes on with the cards it has."""
    game = under_way(("2S 3S 4S", "2H", "3H"))
    game.do("0:3S")
    assert game.position["seats"][0] == {"stack": [], "hand": ["2S", "4S"]}
    assert game.position["over"] is False


def test_a_seat_without_the_suit_takes_the_pile() -> None:
    """U-14, U-15, U-17: under its stack, earliest nearest the top; its turn is over."""
    game = under_way(("2H 3H 4H 5H 6H", "2D", "3D"), ("9H",), pile="7S 8S 9S", suit="S")
    (taken, began) = game.do("0:T")
    assert (taken.seat, taken.because, taken.count, taken.drawn) == (0, "void", 3, ())
    assert began.seat == 2
    assert game.position["seats"][0]["stack"] == ["9H", "7S", "8S", "9S"]
    assert (game.position["pile"], game.position["turn"]) == ([], 2)


def test_the_next_seat_decides_the_next_suit() -> None:
    """U-16: the suit is open after a pick-up."""
    game = under_way(("2H", "2D", "3D 4C"), pile="7S", suit="S")
    game.do("0:T")
    assert game.position["suit"] is None
    game.do("2:4C")
    assert game.position["suit"] == "C"


def test_a_pick_up_without_a_stack_makes_a_new_one() -> None:
    """U-18: the cards form a new stack and the hand is drawn up to five."""
    game = under_way(("2H 3H", "2D", "3D"), pile="6S 7S 8S 9S", suit="S")
    (taken, _) = game.do("0:T")
    assert taken.drawn == ("6S", "7S", "8S")
    assert game.position["seats"][0] == {
        "stack": ["9S"],
        "hand": ["2H", "3H", "6S", "7S", "8S"],
    }


def test_turns_are_counted_from_the_deal() -> None:
    """`rules.md` section 0: a play is one, and so is a king's victim's, who only takes the pile."""
    assert dealt(("2C 3C", "2D 3D 2S", "4S 5D", "6S 7S")).state.turns == 0
    game = under_way(("2S 3S", "KS 4S", "2C", "7S"), pile="9S", suit="S", turns=0, direction=1)
    game.do("0:2S")
    assert game.state.turns == 1
    game.do("1:KS")
    assert game.state.turns == 3


def test_a_seat_holding_the_suit_may_not_pick_up() -> None:
    """U-14: only if there is no card of the suit."""
    game = under_way(("2H 3S", "2D", "3D"), pile="7S", suit="S")
    assert game.refusal("0:T") == "must-follow"


@pytest.mark.parametrize("pile", ["", "QS"])
def test_nothing_is_picked_up_while_the_suit_is_open(pile: str) -> None:
    """U-16, U-26: any card may be played then."""
    assert under_way(("2H", "2D", "3D"), pile=pile).refusal("0:T") == "not-allowed"


@pytest.mark.parametrize(("void_ace", "reason"), [("choice", None), ("must", "must-follow")])
def test_an_ace_of_another_suit_is_a_choice(void_ace: str, reason: str | None) -> None:
    """U-14, U-19, `void_ace`: the seat may pick up all the same, or must play the ace."""
    game = under_way(("2H AH", "2D", "3D"), pile="7S", suit="S", void_ace=void_ace)
    assert game.refusal("0:T") == reason
    assert game.refusal("0:AH") is None


def test_a_forced_pick_up_comes_by_itself_only_with_must() -> None:
    """`void_ace = must`: after two seconds; with `choice` it would tell there is no ace."""
    forced = under_way(("2H 3H", "2D", "3D"), pile="7S", suit="S", void_ace="must")
    (wait,) = FLUSHED.waits(forced.state)
    assert (wait.by, wait.notation, wait.seconds) == ((0,), "T", 2.0)
    for hand in ("2H AH", "2H 3S"):
        able = under_way((hand, "2D", "3D"), pile="7S", suit="S", void_ace="must")
        assert FLUSHED.waits(able.state) == ()
    assert FLUSHED.waits(under_way(("2H", "2D", "3D"), void_ace="must").state) == ()
    free = under_way(("2H 3H", "2D", "3D"), pile="7S", suit="S")
    assert FLUSHED.waits(free.state) == ()


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("0:t", "unreadable"),
        ("0:", "unreadable"),
        ("0:10S", "unreadable"),
        ("0:XR", "unreadable"),
        ("0:7S+", "unreadable"),
        ("0:7S 7H", "unreadable"),
        ("0:2S+2H+2D+2C+3S+3H", "unreadable"),
        ("9:1S", "unreadable"),
        ("3:T", "not-seated"),
        ("0,0:T", "not-seated"),
        ("0,3:T", "not-seated"),
        (":T", "not-seated"),
        (":7S", "not-seated"),
        ("0,1:T", "not-allowed"),
        ("1,2:7S", "not-allowed"),
        ("1:T", "not-your-turn"),
        ("1:KS", "not-your-turn"),
        ("0:KS", "no-such-card"),
        ("0:9S+9S", "no-such-card"),
        ("0:2H+KH", "no-such-card"),
        ("0:2H", "does-not-fit"),
        ("0:9S+2H", "does-not-fit"),
        ("0:9S+9H", "does-not-fit"),
        ("0:T", "must-follow"),
        ("0:9H+9S", "not-allowed"),
    ],
)
def test_refusals_have_one_reason_each(move: str, reason: str) -> None:
    """`rules.md` section 0: the reasons in their order, and nothing changes."""
    game = under_way(("2H 9S 9H", "2D", "3D"), pile="7S", suit="S")
    before = game.state
    assert game.refusal(move) == reason
    assert game.state == before


def test_a_stand_in_plays_plain_cards_first() -> None:
    """`auto_action`: hand order; else jack, queen, king, ace; else the pile."""

    def choice(hand: str) -> str:
        game = under_way((hand, "2D", "3D"), pile="7S", suit="S")
        return FLUSHED.format(FLUSHED.auto_action(game.state, 0))

    assert choice("KS 2H 9S 3S") == "9S"
    assert choice("AH KS QS JS") == "JS"
    assert choice("AH KS QS 2H") == "QS"
    assert choice("AH AS KS 2H") == "KS"
    assert choice("2H AH AS") == "AH"
    assert choice("2H KH") == "T"


def test_a_turn_has_a_number_of_its_own() -> None:
    """Two turns never look equal; a king's victim's skipped turn counts as one."""
    game = under_way(("2S KC 3S", "2D 9D", "KH 3D 4D"), pile="7S", suit="S", turns=7)
    turns = [FLUSHED.turn(game.state)]
    for move in ("0:2S", "2:T", "1:9D", "0:T"):
        game.do(move)
        turns.append(FLUSHED.turn(game.state))
    assert [(turn.seat, turn.number) for turn in turns if turn] == [
        (0, 7),
        (2, 8),
        (1, 9),
        (0, 10),
        (2, 11),
    ]
    game.do("2:KH")
    assert FLUSHED.turn(game.state) == Turn(seat=0, number=13)

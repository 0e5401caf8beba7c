"""Flushed: cards, taking the pile, several at once."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.ui.contract.renderer import NO_CARD_THERE, Deed, Half, Move, Press, Say
from bot.ui.elements.screen import Row, Screen, Text
from bot.ui.games.flushed import FlushedRenderer
from bot.ui.games.flushed.presses import TOO_FEW_CARDS, reactions
from engine.api import Outcome
from engine.errors import Refusal
from engine.games.flushed.refusals import NOT_TOGETHER, WRONG_TOP
from tests.engine.flushed.tables import under_way
from tests.ui.positions import NOW, PAIRS, Position, look, walk

RENDERER = FlushedRenderer()
NUMBERS = ("7D", "7C", None, "7S", "KH")


def position(**options: Any) -> Position:
    """Return the deal of a game by these house rules."""
    game, renderer = PAIRS[2]
    return next(walk(game, renderer, 4, seed=1, options=game.settle(4, options)))


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def press(
    key: str, half: tuple[str, ...] | None = None, number: int = 0, values: tuple[str, ...] = ()
) -> Any:
    """Return what a press means."""
    chosen = Half(half) if half is not None else None
    return RENDERER.press(position().view(0), NUMBERS, chosen, Press(key, number, values))


def test_digit_plays_the_card() -> None:
    """A digit plays the card of that number, 🃏 takes the pile (U-17)."""
    assert press("1️⃣") == Move("7D", 1)
    assert press("3️⃣") == NO_CARD_THERE
    assert press("🃏") == Move("T")
    assert press("KH", number=5) == Move("KH", 5)


def test_several_are_laid_in_the_order_chosen() -> None:
    """U-34, U-35: ➕, digits, ✅ lays them at once, the last chosen on top."""
    assert press("➕") == Half(("several",))
    assert press("4️⃣", ("several",)) == Half(("several", "4"))
    assert press("1️⃣", ("several", "4")) == Half(("several", "4", "1"))
    assert press("✅", ("several", "4", "2", "1")) == Move("7S+7C+7D")


def test_second_press_of_a_digit_leaves_the_card_out() -> None:
    """Choosing a card twice takes it out again; ➕ twice begins nothing anew."""
    assert press("4️⃣", ("several", "4", "1")) == Half(("several", "1"))
    assert press("➕", ("several", "4", "1")) == Half(("several", "4", "1"))


@pytest.mark.parametrize(
    ("key", "fields"),
    [
        ("3️⃣", {}),
        ("several-add", {"number": 3}),
        ("several", {"values": ("1", "3")}),
        ("several-top", {"number": 3}),
    ],
)
def test_number_without_a_card_is_told_while_several_are_chosen(
    key: str, fields: dict[str, Any]
) -> None:
    """By reaction, button and select alike; what was chosen stays chosen."""
    assert press(key, ("several", "1", "4"), **fields) == NO_CARD_THERE


@pytest.mark.parametrize("steps", [(), ("several",), ("several", "1")])
def test_laying_several_takes_two(steps: tuple[str, ...]) -> None:
    """✅ with fewer than two cards says so."""
    assert press("✅", steps) == TOO_FEW_CARDS


def test_select_chooses_and_a_card_button_names_the_top() -> None:
    """The select chooses cards, then the button of one lays them with that one on top."""
    assert press("several", values=("1", "2", "4")) == Half(("several", "1", "2", "4"))
    assert press("several-top", ("several", "1", "2", "4"), 2) == Move("7D+7S+7C")


@pytest.mark.parametrize(
    ("several", "refusal"),
    [("31", WRONG_TOP), ("25", NOT_TOGETHER), ("1234", NOT_TOGETHER), ("13", None)],
)
def test_several_that_cannot_go_like_this_stay_chosen(
    several: str, refusal: Refusal | None
) -> None:
    """U-34, U-35: a sentence of its own says what is wrong, and nothing is handed in."""
    numbers = ("7D", "7C", "7S", "8S", "KH")
    dealt = position(doubles=True).view(0)
    view = replace(dealt, hand=numbers, suit="S", turn=0)
    half = Half(("several", *several))
    meant = RENDERER.press(view, numbers, half, Press("✅"))
    cards = "+".join(numbers[int(number) - 1] for number in several)
    assert meant == (Move(cards) if refusal is None else Say(refusal.sentence))
    waiting = replace(view, turn=1)
    assert RENDERER.press(waiting, numbers, half, Press("✅")) == Move(cards)


def test_buttons_of_several_add_cards_and_lay_the_chosen_ones() -> None:
    """Only what is chosen can lie on top; a line says that this lays them at once."""
    dealt = position(doubles=True)
    sight = dealt.hand(dealt.table.state.turn)
    begun = replace(sight, half=Half(("several",)))
    chosen = replace(sight, half=Half(("several", "1", "3")))
    assert all(label.startswith("Add ") for label in card_labels(begun))
    kinds = [label.endswith(" on top") for label in card_labels(chosen)]
    assert kinds == [True, False, True, False, False]
    line = "Press “… on top” to play them with that card on top."
    assert line in text(RENDERER.hand(chosen, look("en")))
    assert line not in text(RENDERER.hand(begun, look("en")))
    assert press("several-add", ("several", "1"), 4) == Half(("several", "1", "4"))


def card_labels(sight: Any) -> list[str]:
    """Return the labels of the five buttons of the hand."""
    screen = RENDERER.hand(sight, look("en"))
    return [each.label for part in screen.parts if isinstance(part, Row) for each in part.buttons][
        :5
    ]


def test_card_that_does_not_fit_is_named() -> None:
    """A play of one card has a name; several, or taking the pile, have none."""
    view = replace(position().view(0), hand=NUMBERS[:2])
    assert RENDERER.named(view, "7D") == "7♦"
    assert [RENDERER.named(view, other) for other in ("7D+7C", "T", "KS")] == ["", "", ""]


def test_choice_of_several_ends_with_the_turn() -> None:
    """Several cards are chosen only in one's turn, and only ones that are there."""
    view = position().view(0)
    mine, theirs = replace(view, turn=0), replace(view, turn=1)
    half = Half(("several", "1", "3", "4"))
    assert RENDERER.keep(half, mine, NUMBERS) == Half(("several", "1", "4"))
    assert RENDERER.keep(half, theirs, NUMBERS) is None


def test_place_is_the_card_at_the_number() -> None:
    """A press names the card its number shows."""
    view = position().view(0)
    assert RENDERER.place(view, NUMBERS, Move("7D", 1)) == "7D"
    assert RENDERER.place(view, NUMBERS, Move("T")) == ""


def test_several_need_the_house_rule() -> None:
    """U-34, U-37: without doubles and flush there is nothing to lay several with."""
    plain = RENDERER.hand(position().hand(0), look("en"))
    assert "➕" not in plain.reactions
    for rule in ({"doubles": True}, {"flush": True}):
        hand = RENDERER.hand(position(**rule).hand(0), look("en"))
        assert {"➕", "✅", "✖️"} <= set(hand.reactions)
    assert len(reactions(position(doubles=True).view(0).options)) == 9


def test_table_shows_direction_suit_and_sizes() -> None:
    """U-28: the arrows through the seats turn with the direction; the suit is named."""
    dealt = position()
    state = dealt.table.state
    texts: list[str] = []
    for direction, suit in ((1, "S"), (-1, None)):
        changed = replace(state, direction=direction, suit=suit, pile=("7S",))
        table = replace(dealt.table, state=changed)
        shown = RENDERER.public(replace(dealt, table=table).public(), look("en"))
        texts.append("\n".join(getattr(part, "text", "") for part in shown.parts))
    assert "⬇" in texts[0]
    assert "♠ spades" in texts[0]
    assert "⬆" in texts[1]
    assert "any" in texts[1]


def test_suit_is_not_asked_for_when_the_game_is_over() -> None:
    """A table that is over, played out or resigned, shows its pile alone."""
    dealt = position()
    state = replace(dealt.table.state, suit="H", pile=("7H",))
    won = replace(state, outcome=Outcome("won", (0,), (1, 2, 2)))
    for now, status in ((won, "ended"), (state, "ended"), (state, "playing")):
        table = replace(dealt.table, state=now, status=status, seed="5e" * 32)
        screen = RENDERER.public(replace(dealt, table=table).public(), look("en"))
        shown = "\n".join(getattr(part, "text", "") for part in screen.parts)
        assert ("Suit:" in shown) == (status == "playing")
        assert ("Pile 1" in shown) == (status != "playing")


def told(cards: str, **fields: Any) -> str | None:
    """Return what is told of a play by Ana in a game of Ana, Ben and Carla."""
    defaults: dict[str, Any] = {"pile": "5S 9S", "suit": "S", "direction": 1}
    game = under_way(("KS AH QS JS 3S 2S AS", "4D", "5D"), ("", "9D", "8D"), **defaults | fields)
    deed = Deed(1, (0,), game.do(f"0:{cards}"))
    return RENDERER.tell(deed, ("Ana", "Ben", "Carla"), look("en"))


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("3S", "Ana plays 3♠."),
        ("KS", "Ana plays K♠. King: Ben takes 3 cards and misses a turn."),
        ("QS", "Ana plays Q♠. Queen: any card goes next."),
        ("JS", "Ana plays J♠. Jack: play reverses."),
        ("AH", "Ana plays A♥. Ace: the suit is now ♥ hearts."),
        ("AS", "Ana plays A♠."),
    ],
)
def test_special_tells_what_it_did_in_one_line(cards: str, line: str) -> None:
    """U-20, U-22, U-25, U-28: whom it hits and how; what changes nothing is not mentioned."""
    assert told(cards) == line


def test_led_card_tells_the_suit_it_makes() -> None:
    """U-12, U-16: also a special, together with what it does."""
    assert told("3S", suit=None) == "Ana plays 3♠. The suit is ♠ spades."
    assert told("JS", suit=None) == "Ana plays J♠. The suit is ♠ spades. Jack: play reverses."
    assert told("AS", suit=None) == "Ana plays A♠. Ace: the suit is now ♠ spades."
    assert told("KS", suit=None, pile="5S") == (
        "Ana plays K♠. King: Ben takes 2 cards and misses a turn."
    )


def test_taking_the_pile_tells_how_many_cards() -> None:
    """U-14, U-17: who and how many, never which."""
    game = under_way(("4D", "5D", "6D"), ("9D", "", ""), pile="5S 9S", suit="S")
    deed = Deed(1, (0,), game.do("0:T"))
    names = ("Ana", "Ben", "Carla")
    assert RENDERER.tell(deed, names, look("en")) == "Ana takes the pile (2 cards)."


def test_forced_pick_up_is_announced_on_ones_own_hand_alone() -> None:
    """It comes by itself, and can be switched off; nobody else learns of it before it came."""
    dealt = position(void_ace="must")
    seat = dealt.table.state.turn
    coming = replace(dealt, table=replace(dealt.table, awaited=NOW))
    for at in range(4):
        shown = text(RENDERER.hand(coming.hand(at), look("en")))
        assert ("You can't play, so you take the pile" in shown) == (at == seat)
        assert ("Turn this off in /preferences." in shown) == (at == seat)
    assert "by itself" not in text(RENDERER.public(coming.public(), look("en")))
    assert "by itself" not in text(RENDERER.hand(dealt.hand(seat), look("en")))

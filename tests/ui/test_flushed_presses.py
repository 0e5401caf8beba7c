"""Flushed: cards, taking the pile, several at once."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.ui.flushed import FlushedRenderer
from bot.ui.flushed.presses import reactions
from bot.ui.renderer import Half, Move, Press, Say
from tests.ui.positions import PAIRS, Position, look, walk

RENDERER = FlushedRenderer()
NUMBERS = ("7D", "7C", None, "7S", "KH")


def position(**options: Any) -> Position:
    """Return the deal of a game by these house rules."""
    game, renderer = PAIRS[2]
    return next(walk(game, renderer, 4, seed=1, options=game.settle(4, options)))


def press(
    key: str, half: tuple[str, ...] | None = None, number: int = 0, values: tuple[str, ...] = ()
) -> Any:
    """Return what a press means."""
    chosen = Half(half) if half is not None else None
    return RENDERER.press(position().view(0), NUMBERS, chosen, Press(key, number, values))


def test_digit_plays_the_card() -> None:
    """A digit plays the card of that number, 🃏 takes the pile (U-17)."""
    assert press("1️⃣") == Move("7D", 1)
    assert press("3️⃣") == Say("empty-number")
    assert press("🃏") == Move("T")
    assert press("KH", number=5) == Move("KH", 5)


def test_several_are_laid_in_the_order_chosen() -> None:
    """U-36: ➕, digits, ✅ lays them at once, the last chosen on top."""
    assert press("➕") == Half(("several",))
    assert press("4️⃣", ("several",)) == Half(("several", "4"))
    assert press("1️⃣", ("several", "4")) == Half(("several", "4", "1"))
    assert press("✅", ("several", "4", "2", "1")) == Move("7S+7C+7D")


def test_second_press_of_a_digit_leaves_the_card_out() -> None:
    """Choosing a card twice takes it out again; ➕ twice begins nothing anew."""
    assert press("4️⃣", ("several", "4", "1")) == Half(("several", "1"))
    assert press("➕", ("several", "4", "1")) == Half(("several", "4", "1"))


@pytest.mark.parametrize("steps", [(), ("several",), ("several", "1")])
def test_laying_several_takes_two(steps: tuple[str, ...]) -> None:
    """✅ with fewer than two cards says so."""
    assert press("✅", steps) == Say("too-few-cards")


def test_select_chooses_and_a_card_button_names_the_top() -> None:
    """The select chooses cards, then the button of one lays them with that one on top."""
    assert press("several", values=("1", "2", "4")) == Half(("several", "1", "2", "4"))
    assert press("several-top", ("several", "1", "2", "4"), 2) == Move("7D+7S+7C")


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
    assert "open" in texts[1]

"""FLIP: slots, arrows and the call."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.tables.notes import TimedOut
from bot.ui.contract.renderer import NOTHING_TO_PRESS, Half, Move, Noted, Press
from bot.ui.elements import frame
from bot.ui.elements.frame import BLANK
from bot.ui.elements.screen import Text
from bot.ui.games.flip import FlipRenderer
from engine.games.flip.view import FlipView
from tests.ui.positions import NOW, PAIRS, Position, look, walk

RENDERER = FlipRenderer()


def view(*slots: str | None, middle: tuple[str, str]) -> FlipView:
    """Return an open table as seat 1 sees it, with these cards in its slots."""
    seen: FlipView = dealt().view(1)
    a, b, c, d = slots
    own = replace(seen.seats[1], slots=(a, b, c, d))
    return replace(seen, revealed=True, seats=(seen.seats[0], own), middle=middle)


def dealt() -> Position:
    """Return a game just dealt."""
    game, renderer = PAIRS[1]
    return next(walk(game, renderer, 2, seed=1, options=game.settle(2, {})))


SEEN = view("5C", "KD", "XR", "5D", middle=("4H", "AS"))


@pytest.mark.parametrize(
    ("key", "arrow", "notation"),
    [
        ("1️⃣", None, "1L"),
        ("1️⃣", "R", "1L"),
        ("2️⃣", None, "2R"),
        ("2️⃣", "L", "2R"),
        ("3️⃣", None, "3L"),
        ("3️⃣", "R", "3R"),
        ("2R", "L", "2R"),
        ("4L", "R", "4L"),
    ],
)
def test_slot_goes_on_the_pile_that_takes_it(key: str, arrow: str | None, notation: str) -> None:
    """P-17: a digit plays on the pile that fits; the arrow decides only where both do."""
    half = Half((arrow,)) if arrow else None
    assert RENDERER.press(SEEN, (), half, Press(key)) == Move(notation)


def test_slot_that_fits_nowhere_is_still_asked_for() -> None:
    """A card that fits on neither goes the arrow's way; the rules refuse it."""
    seen = view("9C", "9D", "9H", "9S", middle=("4H", "AS"))
    assert RENDERER.press(seen, (), None, Press("1️⃣")) == Move("1L")
    assert RENDERER.press(seen, (), Half(("R",)), Press("1️⃣")) == Move("1R")


def test_arrow_is_remembered_through_moves() -> None:
    """The last arrow pressed holds; left at first."""
    assert RENDERER.press(SEEN, (), None, Press("➡️")) == Half(("R",))
    assert RENDERER.press(SEEN, (), Half(("R",)), Press("⬅")) == Half(("L",))
    assert RENDERER.sticky
    assert RENDERER.keep(Half(("R",)), SEEN, ()) == Half(("R",))


@pytest.mark.parametrize("key", ["🖐", "🖐️", "🖐🏿", "FLIP"])
def test_hand_is_the_call(key: str) -> None:
    """P-20: 🖐, in any skin, and the button are FLIP."""
    assert RENDERER.press(SEEN, (), None, Press(key)) == Move("FLIP")


def test_unknown_key_is_no_move() -> None:
    """Something that is no control of the game is answered, not passed on."""
    assert RENDERER.press(SEEN, (), None, Press("what")) == NOTHING_TO_PRESS


def test_place_is_the_pressers_slot() -> None:
    """A press on the table names the card in the presser's own slot."""
    other = replace(SEEN, seat=0)
    assert RENDERER.place(SEEN, (), Move("2L")) == "KD"
    assert RENDERER.place(other, (), Move("2L")) == SEEN.seats[0].slots[1]
    assert RENDERER.place(SEEN, (), Move("FLIP")) == ""


def test_nothing_is_open_before_the_reveal() -> None:
    """P-9: until the reveal the table shows only backs."""
    shown = RENDERER.public(dealt().public(), look("en"))
    text = "".join(getattr(part, "text", "") for part in shown.parts)
    assert text.count("▒▒") == 10
    assert not set("♣♦♥♠") & set(text)


@pytest.mark.parametrize("lines", [0, 1, 5])
def test_cards_and_controls_never_move_under_a_quick_finger(lines: int) -> None:
    """Three lines stand above the cards whatever happened: the newest, else blank ones."""
    shown = RENDERER.public(
        dealt().public(aside="\n".join(f"line {number}" for number in range(lines))), look("en")
    )
    first = shown.parts[0]
    assert isinstance(first, Text)
    assert len(first.text.split("\n")) == 4
    assert not lines or first.text.replace(BLANK, "").rstrip().endswith(f"line {lines - 1}")


def test_what_happened_last_stays_above_the_cards_whoever_presses_in_vain() -> None:
    """A verdict, say, is one of the three lines, however much is said below it."""
    happened = Noted(TimedOut(seat=0))
    for aside in ("Ana: wait a moment.", "Ana: wait a moment.\nBen: too late.\nBen: again."):
        sight = replace(dealt().public(aside=aside), history=(happened,))
        first = RENDERER.public(sight, look("en")).parts[0]
        assert isinstance(first, Text)
        told = first.text.split("\n")
        assert len(told) == 4
        assert frame.happened((happened,), dealt().table, RENDERER, look("en"))[0] in told
        assert aside.split("\n")[-1] in told


def test_reveal_is_counted_down_to_by_the_readers_own_app() -> None:
    """P-10: "3, 2, 1" is a timestamp, not three edits."""
    position = dealt()
    table = replace(position.table, awaited=NOW + timedelta(seconds=3, microseconds=500_000))
    shown = RENDERER.public(replace(position.public(), table=table), look("en"))
    assert f"turn up <t:{int(NOW.timestamp()) + 4}:R>" in str(shown.parts[0])


def test_new_cards_are_counted_down_to_when_nobody_can_play() -> None:
    """P-24: the table says when the stuck cards are exchanged; else it counts to nothing."""
    position, stuck = dealt(), view("9C", "9D", "9H", "9S", middle=("4H", "AS"))
    sight = replace(position.public(), view=stuck)
    assert "Nobody can play" not in str(RENDERER.public(sight, look("en")).parts[0])
    awaited = replace(sight, table=replace(position.table, awaited=NOW))
    assert "Nobody can play. New cards <t:" in str(RENDERER.public(awaited, look("en")).parts)


def test_buttons_are_two_rows_of_four_and_the_call() -> None:
    """Two rows of four, left and right, then FLIP!, the same for both players."""
    shown = RENDERER.public(dealt().public(), look("en"))
    acts = [button.custom_id.rsplit(":", 1)[1] for button in shown.buttons()]
    assert acts == ["1L", "2L", "3L", "4L", "1R", "2R", "3R", "4R", "FLIP"]

"""What quick presses mean where every card lies open, before any edit has shown the last one."""

from typing import Any

import pytest
from msgspec import structs

from bot.interactions import parsing
from bot.interactions.context import Origin
from bot.messages.scene import Scene
from bot.tables.entries import Act
from bot.tables.model import Changed, Seat, StoredEvent, Table
from bot.ui.contract.renderer import Press
from bot.ui.elements.controls import Control
from bot.ui.games.flip import FlipRenderer
from engine.play import act
from tests.engine.flip.tables import FLIP, under_way
from tests.messages.playing import NOW

ROW = "2H 2S 2D 2C"


def shown(left: str, right: str, *rows: str) -> Scene:
    """Return a table of FLIP that shows these cards."""
    state = under_way(left, right, (rows[0], rows[1]), ("5H", "6H")).state
    seats = tuple(Seat(index=at, person=100 + at, name=f"P{at}") for at in (0, 1))
    table = Table(
        id=7,
        game=FLIP.key,
        chosen={},
        options={},
        pace="live",
        level="normal",
        guild=1,
        channel=2,
        host=100,
        seats=seats,
        created=NOW,
        status="playing",
        state=state,
    )
    return Scene(table, FLIP, FlipRenderer())


def played(scene: Scene, seat: int, notation: str) -> None:
    """Let a play be accepted that no edit has shown yet."""
    before = scene.table
    step = act(FLIP, before.state, (seat,), notation)
    after = structs.replace(before, state=step.state, ply=before.ply + 1)
    events = tuple(
        StoredEvent(seq=at, ply=1, by=(seat,), event=event, notation=notation, stamp=1.0, at=NOW)
        for at, event in enumerate(step.events, 1)
    )
    scene.advance(Changed(before=before, after=after, events=events))


def pressed(scene: Scene, key: str, seen: Any) -> Act:
    """Return what a reaction of seat 0 becomes."""
    origin = Origin(person=100, name="P0", route="reaction", stamp=1.0, arrived=1.0, key="r1")
    intent = parsing.game(scene, origin, Press(key), seen)
    assert isinstance(intent, parsing.Submit)
    assert isinstance(intent.entry, Act)
    return intent.entry


def test_second_card_of_a_run_goes_where_the_first_has_opened_the_way() -> None:
    """P-12: 8 on the right, then 9 on it, both pressed before the table shows anything."""
    scene = shown("KC", "7D", "8C 9C 2D 2S", ROW)
    seen = scene.seen()
    assert pressed(scene, "1️⃣", seen).notation == "1R"
    played(scene, 0, "1R")
    assert pressed(scene, "2️⃣", seen).notation == "2R"


def test_slot_that_was_filled_anew_is_stale() -> None:
    """A digit means the card it stood for: the same one pressed twice plays nothing unseen."""
    scene = shown("KC", "7D", "8C 9C 2D 2S", ROW)
    seen = scene.seen()
    played(scene, 0, "1R")
    fresh = pressed(scene, "1️⃣", seen).fresh
    assert fresh is not None
    assert not fresh(scene.table)


@pytest.mark.parametrize(("behind", "counts"), [(0, True), (1, False)])
def test_control_says_what_its_maker_saw_before_discord_confirms_it(
    behind: int, counts: bool
) -> None:
    """The slot filled anew is pressed: people see an edit before the bot hears that it landed."""
    scene = shown("KC", "7D", "8C 9C 2D 2S", ROW)
    seen = scene.seen()
    played(scene, 0, "1R")
    origin = Origin(person=100, name="P0", route="button", stamp=1.0, arrived=1.0, key="b1")
    pressed = Control(table=7, round=1, ply=scene.table.ply - behind, number=1, act="1R")
    intent = parsing.control(scene, origin, pressed, (), seen)
    assert isinstance(intent, parsing.Submit)
    assert isinstance(intent.entry, Act)
    assert intent.entry.fresh is not None
    assert intent.entry.fresh(scene.table) is counts


@pytest.mark.parametrize(
    ("key", "possible"),
    [
        pytest.param("1️⃣", True, id="it fitted in what was seen"),
        pytest.param("3️⃣", False, id="it never fitted"),
    ],
)
def test_only_what_was_possible_when_it_was_seen_can_have_come_too_late(
    key: str, possible: bool
) -> None:
    """P-14: the slower hand reads "too late", a card that never fitted does not fit."""
    scene = shown("KC", "7D", "8C 9C 4D 4S", "6H 2S 2D 2C")
    seen = scene.seen()
    played(scene, 1, "1R")
    known = pressed(scene, key, seen).possible
    assert known is not None
    assert known() is possible


def test_call_is_neither_stale_nor_too_late() -> None:
    """P-20: a call is judged, whatever the press was made on."""
    scene = shown("KC", "7D", "8C 9C 2D 2S", ROW)
    call = pressed(scene, "🖐", scene.seen())
    assert (call.notation, call.fresh, call.possible) == ("FLIP", None, None)


@pytest.mark.parametrize("act", ["vote-yes", "vote-no", "vote-yes-", "vote-no-x"])
def test_voice_that_names_no_vote_counts_in_none(act: str) -> None:
    """A button drawn before votes had numbers, or a forged one, does nothing and says so."""
    scene = shown("KC", "7D", "8C 9C 2D 2S", ROW)
    origin = Origin(person=100, name="P0", route="button", stamp=1.0, arrived=1.0, key="b1")
    pressed = Control(table=7, tag="", round=1, ply=0, number=0, act=act)
    assert isinstance(parsing.control(scene, origin, pressed, (), scene.seen()), parsing.Tell)

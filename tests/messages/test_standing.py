"""What stands there from before a restart is left alone, edited where it is wrong."""

from msgspec import structs

from bot.messages.scene import BRIEF
from bot.messages.standing import print_of
from bot.tables.model import Changed
from bot.tables.notes import Restored
from bot.ui.elements.links import relative
from bot.ui.elements.screen import Attachment, plain
from tests.db.values import NOW
from tests.messages.playing import acted, legal
from tests.messages.stage import Stage, dm

ANA = 100
LATER = NOW.replace(year=NOW.year + 10)


async def back(stage: Stage, changed: Changed, outage: float, *, known: bool = True) -> Stage:
    """Return the same table after a restart that took so many seconds."""
    again = Stage(stage.ledger)
    again.wire.there = stage.wire.there
    again.tables[7] = changed.after
    again.server_name = "Club" if known else ""
    note = Restored(outage)
    told = Changed(before=None, after=changed.after, events=changed.events, notes=(note,))
    again.registry.changed(told)
    await again.registry.restored()
    await again.wait(1)
    return again


async def settled(stage: Stage) -> Changed:
    """Return a game that has just begun and is shown as it is."""
    changed = await stage.deal(lambda table: structs.replace(table, deadline=LATER))
    await stage.wait(30)
    return changed


async def test_messages_that_show_what_they_should_are_not_edited() -> None:
    """Neither the table nor the hands, and presses are judged by what they show."""
    stage = Stage()
    again = await back(stage, await settled(stage), BRIEF / 2)
    assert again.wire.count("edit") == 0
    assert again.view.public.present is not None
    assert again.view.public.present.seen is not None
    assert all(hand.seen is not None for hand in map(again.view.hands.at_seat, (0, 1)) if hand)


async def test_messages_left_alone_stay_so_until_something_changes() -> None:
    """Times that move, as when a server was away, are no change; a move is, and tells no outage."""
    stage = Stage()
    changed = await settled(stage)
    again = await back(stage, changed, BRIEF / 2)
    later = structs.replace(changed.after, deadline=NOW.replace(year=NOW.year + 20))
    await again.change(Changed(before=changed.after, after=later))
    again.registry.redraw_all(lambda guild: True)
    await again.wait(30)
    assert again.wire.count("edit") == 0
    await again.change(acted(later, legal(later)))
    await again.wait(30)
    assert again.wire.count("edit") >= 3
    assert "offline" not in again.wire.text(again.wire.at(dm(ANA))[0])


async def test_an_outage_that_people_have_noticed_is_told() -> None:
    """Everything is edited, and says so."""
    stage = Stage()
    again = await back(stage, await settled(stage), 2 * BRIEF)
    assert again.wire.count("edit") == 3
    assert "offline" in again.wire.text(again.wire.at(dm(ANA))[0])


async def test_a_message_that_shows_something_else_is_edited() -> None:
    """A move that was stored and not shown, say; it tells of the outage, which is why."""
    stage = Stage()
    changed = await settled(stage)
    step = acted(changed.after, legal(changed.after))
    moved = structs.replace(step, before=None, events=(*changed.events, *step.events))
    again = await back(stage, moved, BRIEF / 2)
    assert again.wire.count("edit") == 3
    hand = again.view.hands.at_seat(0)
    assert hand is not None
    assert hand.seen is not None
    assert hand.seen.ply == 1


async def test_nothing_is_compared_before_the_server_is_known() -> None:
    """Its name stands in the hands."""
    stage = Stage()
    again = await back(stage, await settled(stage), BRIEF / 2, known=False)
    assert again.wire.count("edit") == 0
    again.server_name = "Club"
    again.registry.redraw_all(lambda guild: True)
    await again.wait(1)
    assert again.wire.count("edit") == 0
    hand = again.view.hands.at_seat(0)
    assert hand is not None
    assert hand.seen is not None


def test_a_print_is_of_what_is_seen_but_the_times() -> None:
    """Words, files and the controls' database tell one from another; a time that moved does not."""

    def printed(text: str, data: bytes = b"", tag: str = "here") -> str:
        files = (Attachment("a.png", data),) if data else ()
        return print_of(structs.replace(plain(text), attachments=files), tag)

    assert printed(f"ends {relative(NOW)}") == printed(f"ends {relative(LATER)}")
    assert len({printed("a"), printed("b"), printed("a", b"1"), printed("a", b"2")}) == 4
    assert printed("a") != printed("a", tag="elsewhere")

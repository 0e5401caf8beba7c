"""Why not, told to one person alone: one message, true as long as it stands."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from bot.discord_api.interaction import Said
from bot.ui.elements.screen import Screen, Text
from tests.messages.playing import acted, legal
from tests.messages.stage import Stage

ANA, BEN = 100, 101


class Alone:
    """What Discord shows one person alone, by message."""

    def __init__(self) -> None:
        self.there: dict[int, str] = {}
        self.posted = self.restated = 0

    def press(self, person: int = ANA) -> Any:
        """Return a press that has not been answered."""
        return _Press(self, person)


class _Press:
    def __init__(self, alone: Alone, person: int) -> None:
        self.interaction = SimpleNamespace(user=SimpleNamespace(id=person))
        self.said: Said | None = None
        self.acknowledged = False
        self.token = _Token(alone)
        self._alone = alone

    async def acknowledge(self) -> bool:
        await asyncio.sleep(0)
        self.acknowledged = True
        return True

    async def say(self, screen: Screen) -> bool:
        self._alone.posted += 1
        self.said = Said(self._alone.posted, self.token)  # type: ignore[arg-type]  # as much of one
        self._alone.there[self.said.message] = text(screen)
        return True


class _Token:
    def __init__(self, alone: Alone) -> None:
        self._alone = alone

    def fresh(self, now: float) -> bool:
        return True

    async def restate(self, message: int, screen: Screen) -> bool:
        self._alone.restated += 1
        there = message in self._alone.there
        if there:
            self._alone.there[message] = text(screen)
        return there

    async def unsay(self, message: int) -> None:
        self._alone.there.pop(message, None)


def text(screen: Screen) -> str:
    """Return what a screen says."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


async def test_next_refusal_takes_the_place_of_the_last_one() -> None:
    """One message a person; the press itself is acknowledged."""
    stage, alone = Stage(), Alone()
    await stage.deal()
    await stage.view.private_lines.say(alone.press(), "No.")
    again = alone.press()
    await stage.view.private_lines.say(again, "Not that either.")
    await stage.view.private_lines.say(alone.press(BEN), "No, Ben.")
    assert again.acknowledged
    assert alone.there == {1: "Not that either.", 2: "No, Ben."}


async def test_of_several_refusals_at_once_only_the_last_is_worth_a_request() -> None:
    """Each press is acknowledged all the same."""
    stage, alone = Stage(), Alone()
    await stage.deal()
    lines = stage.view.private_lines
    await lines.say(alone.press(), "No.")
    presses = [alone.press() for _ in range(3)]
    await asyncio.gather(*(lines.say(each, f"No {at}.") for at, each in enumerate(presses)))
    assert all(each.acknowledged for each in presses)
    assert (alone.there, alone.restated) == ({1: "No 2."}, 1)


async def test_refusal_comes_anew_where_nobody_would_see_it() -> None:
    """The last one was dismissed, or is a minute old: then it is deleted."""
    stage, alone = Stage(), Alone()
    await stage.deal()
    await stage.view.private_lines.say(alone.press(), "No.")
    del alone.there[1]
    await stage.view.private_lines.say(alone.press(), "Still no.")
    assert alone.there == {2: "Still no."}
    await stage.wait(61)
    await stage.view.private_lines.say(alone.press(), "No, a minute later.")
    assert alone.there == {3: "No, a minute later."}


async def test_what_is_no_longer_so_is_taken_back_in_place() -> None:
    """By the person's own act, or by time; what others do is no news to it."""
    stage, alone = Stage(), Alone()
    table = (await stage.deal()).after
    turn = stage.view.turn
    assert turn is not None
    mover = table.seats[turn.seat].person
    assert mover is not None
    other = ANA if mover == BEN else BEN
    await stage.view.private_lines.say(alone.press(mover), "No.")
    await stage.view.private_lines.say(alone.press(other), "Nor you.")
    changed = acted(table, legal(table))
    events = tuple(structs.replace(each, people=(mover,)) for each in changed.events)
    await stage.change(structs.replace(changed, events=events))
    assert alone.there == {1: "That no longer applies.", 2: "Nor you."}
    await stage.view.private_lines.say(alone.press(other), "Locked.", 3.0)
    await stage.wait(2)
    assert alone.there[2] == "Locked."
    await stage.wait(2)
    assert alone.there[2] == "That no longer applies."


@pytest.mark.parametrize("call", [False, True])
async def test_what_a_call_has_ended_is_taken_back_from_all(call: bool) -> None:
    """It may have changed whatever was said to anybody; once only."""
    stage, alone = Stage(), Alone()
    table = (await stage.deal()).after
    for person in (ANA, BEN):
        await stage.view.private_lines.say(alone.press(person), "No.")
    for _ in range(2):
        changed = acted(table, legal(table))
        events = tuple(
            structs.replace(each, people=(ANA,), by=(0,), notation="C" if call else each.notation)
            for each in changed.events
        )
        await stage.change(structs.replace(changed, events=events))
        table = changed.after
    gone = "That no longer applies."
    assert alone.there == {1: gone, 2: gone if call else "No."}
    assert alone.restated == 1 + call


async def test_nothing_is_left_of_it_when_the_game_is_over() -> None:
    """Nobody presses there any more, so nothing can move under a finger."""
    stage, alone = Stage(), Alone()
    table = (await stage.deal()).after
    await stage.view.private_lines.say(alone.press(), "No.")
    await stage.over(table)
    assert alone.there == {}

"""Somebody who has never heard of a game and learns it by doing what the lesson says.

Reads nothing but the message a Discord client would show, and presses what it names.
"""

import re

from bot.sandbox.model.client_view import ControlSeen, MessageSeen
from bot.sandbox.people.person import Person

TASK, SAID = "👉", "💬"
MOST = 6
"""Presses that any step takes at most."""


def progress(seen: MessageSeen) -> tuple[int, int]:
    """Return the number of the step and of all steps, as the heading tells."""
    heading = re.search(r"^### [^\d\n*]+(\d+)[^\d\n]+(\d+)$", seen.text, re.MULTILINE)
    assert heading is not None, seen.text
    return int(heading[1]), int(heading[2])


def task(seen: MessageSeen) -> str:
    """Return what is to be done; "" on the last step."""
    lines = (line for line in seen.text.split("\n") if line.startswith(TASK))
    return next(lines, "")


def answer(seen: MessageSeen) -> str:
    """Return what was said to the last press; "" if it led on."""
    lines = (line for line in seen.text.split("\n") if line.startswith(SAID))
    return next(lines, "")


class Newcomer:
    """Goes through one lesson.

    Args:
        person: who.
        lesson: its message.
    """

    def __init__(self, person: Person, lesson: MessageSeen) -> None:
        self.person = person
        self.message = lesson.id

    @property
    def seen(self) -> MessageSeen:
        """The message as it stands now."""
        return self.person.message(self.message)

    @property
    def step(self) -> int:
        """The number of the step."""
        return progress(self.seen)[0]

    async def learn(self, to: int | None = None) -> None:
        """Do what the lesson says, to a step or to its last one."""
        last = to or progress(self.seen)[1]
        while self.step < last:
            await self.go_on()

    async def go_on(self) -> None:
        """Do what this step says."""
        before = self.step
        for _ in range(MOST):
            await self._first_of(task(self.seen))
            if self.step != before:
                assert self.step == before + 1
                return
        raise AssertionError(f"step {before} does not end: {task(self.seen)!r}")

    async def press(self, control: ControlSeen) -> None:
        """Press a button of the lesson."""
        await self.person.press(self.message, control.custom_id or "")

    async def _first_of(self, wanted: str) -> None:
        """Press or choose the first thing that a task names."""
        shown, rest = re.findall(r"\*\*(.+?)\*\*([^*]*)", wanted)[0]
        control = self._named(shown)
        if control.kind == "button":
            await self.press(control)
            return
        values = [str(each["value"]) for each in control.options if str(each["label"]) in rest]
        await self.person.select(self.message, control.custom_id or "", values)

    def _named(self, shown: str) -> ControlSeen:
        """Return the one control that shows this: its emoji, if it has one, before its label."""
        found = [
            each
            for each in self.seen.controls
            if f"{each.emoji or ''} {each.label}".strip() == shown
        ]
        assert len(found) == 1, f"{len(found)} controls say {shown!r}"
        return found[0]

"""A fourth game on Discord: the toy game `Count` with a renderer of its own, handed to the bot.

`python -m tests.end_to_end.fourth_game run …` is the bot with four games. Nothing outside the tests
knows of it: that the whole bot plays it proves that a game costs its package, its renderer and
lines in the registries (`architecture.md`, A fourth game).
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from bot.app import serve
from bot.config import load
from bot.db.migrate import upgrade
from bot.locale import Translator
from bot.locale.commands import Wording
from bot.ui.contract.renderer import (
    Deed,
    Half,
    HandSight,
    Move,
    Numbers,
    Press,
    PublicSight,
    Renderer,
    Say,
    Source,
    asked,
)
from bot.ui.contract.spread import Block, Group, Pile, Spread
from bot.ui.elements import frame
from bot.ui.elements.emojis import plain
from bot.ui.elements.look import Look
from bot.ui.elements.names import texts
from bot.ui.elements.screen import Row, Screen, Text
from bot.ui.renderers import RENDERERS
from engine.games import GAMES
from tests.tables.toy import Count, Dealt, View

KEYS = {"1️⃣": "A", "2️⃣": "B", "✋": "C"}
LABELS = {"A": "Count and pass on", "B": "Count and go on", "X": "Miscount"}


class CountRenderer(Renderer[View]):
    """Draws Count and reads its presses."""

    key: ClassVar[str] = "count"
    name: ClassVar[str] = "Count"
    shout: ClassVar[str] = "Halt!"
    hands: ClassVar[bool] = True
    command: ClassVar[str] = "halt"
    call: ClassVar[str] = "C"
    call_emoji: ClassVar[str] = "✋"
    reactions: ClassVar[tuple[str, ...]] = ("✋",)
    faces: ClassVar[tuple[str, ...]] = ()
    wordings: ClassVar[Mapping[str, Wording]] = {
        "halt": Wording("/halt", "Call Halt: somebody has miscounted"),
        "goal": Wording("goal:", "How far to count"),
        "partners": Wording("partners:", "Whether two and two play together"),
    }
    pages: ClassVar[Path] = Path(__file__).parent / "pages"

    def public(self, sight: PublicSight[View], look: Look) -> Screen:
        """Draw the table in the channel."""
        names, state = texts(sight.table, look.t), sight.view.state
        points = zip(names, state.points, strict=True)
        body = [Text("\n".join(f"**{name}** {number}" for name, number in points))]
        if sight.table.status != "playing":
            return frame.over(sight, self, body, self.left(sight.view), look)
        row = Row((frame.hand_button(sight.table, look.t), frame.call_button(sight.table, self)))
        return frame.public(sight, self, body, [row], look, turn=state.turn)

    def hand(self, sight: HandSight[View], look: Look) -> Screen:
        """Draw one seat's controls."""
        head = frame.hand_heading(sight, self, look.t)
        if sight.table.status != "playing":
            result = frame.result(sight.table, self, self.left(sight.view), look.t)
            return Screen((Text(head), Text(result)), accent=frame.OVER)
        turn = frame.turn_line(sight.table, sight.view.state.turn, look.t, own=sight.seat)
        acts = Row(tuple(frame.button(sight.table, act, LABELS[act]) for act in LABELS))
        call = Row((frame.call_button(sight.table, self),))
        told = (Text(sight.last),) if sight.last else ()
        return Screen(
            (Text(f"{head}\n{turn}"), acts, call, *told),
            accent=frame.PRIVATE,
            reactions=tuple(KEYS),
        )

    def spread(self, view: View, names: Sequence[str], t: Translator) -> Spread:
        """Return how far everybody is."""
        return Spread(
            tuple(
                Block(name, (Group((Pile("back", note=str(number)),)),))
                for name, number in zip(names, view.state.points, strict=True)
            )
        )

    def reads(self, key: str) -> bool:
        """Say whether a reaction means something here."""
        return plain(key) in {plain(each) for each in KEYS}

    def tell(self, deed: Deed, names: Sequence[str], look: Look) -> str | None:
        """Return what happened in one line."""
        if not deed.events or isinstance(deed.events[0], Dealt):
            return None
        who = look.t.list([names[seat] for seat in deed.by])
        return f"{who}: {LABELS.get(deed.events[0].text, self.shout)}"

    def left(self, view: View) -> tuple[int, ...]:
        """Return how far everybody still has to count."""
        goal = int(view.state.options["goal"])
        return tuple(goal - points for points in view.state.points)

    def arrange(self, numbers: Numbers | None, view: View) -> Numbers:
        """Return nothing: nobody holds cards."""
        return ()

    def press(
        self, view: View, numbers: Numbers, half: Half | None, press: Press
    ) -> Move | Half | Say:
        """Read a press."""
        keys = {plain(key): notation for key, notation in KEYS.items()}
        key = plain(press.key)
        return Move(keys[key]) if key in keys else asked(press)

    def keep(self, half: Half, view: View, numbers: Numbers) -> Half | None:
        """Return nothing: no choice is half made."""
        return None

    def place(self, view: View, numbers: Numbers, move: Move) -> str:
        """Return nothing: no place is named."""
        return ""

    def sources(self, view: View, numbers: Numbers, t: Translator) -> tuple[Source, ...]:
        """Return all one can do."""
        return (*(Source(act, label) for act, label in LABELS.items()), Source("C", self.shout))


async def _serve() -> None:
    settings = load()
    games, renderers = (*GAMES, Count()), (*RENDERERS, CountRenderer())
    await serve(settings, os.environ["DISCORD_TOKEN"], games=games, renderers=renderers)


if __name__ == "__main__":
    upgrade(load().database_url)
    asyncio.run(_serve())

"""A person who plays FLIP by what the table shows: reads messages alone, acts by one means.

Two kinds of pace: by default the next act follows as soon as the table shows the last one; with
`every` the player acts in that rhythm whatever is shown, and keeps in mind what it has just played,
as a quick person does.
"""

import asyncio
import re
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Literal

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.objects import Channel
from bot.sandbox.people.person import PATIENCE, Person
from engine.games.flip.fits import fits

Means = Literal["reactions", "buttons", "commands"]

DIGITS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣")
ARROWS = {"L": "⬅️", "R": "➡️"}
CALL = "🖐"
DOUBT = 0.7, 1.5
"""Seconds after which a play that nothing shows is taken for refused: without and with limits."""
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_FACE = re.compile(r"<:(?P<emoji>\w+):\d+>|(?P<joker>🃏[RB])|(?P<text>(?:10|[2-9AJQK])[♣♦♥♠])|–|▒▒")

Row = tuple[str | None, ...]


@dataclass(frozen=True)
class Reading:
    """What a table shows: the middle tops and each row by name; cards in notation."""

    middle: tuple[str, str]
    rows: dict[str, Row]

    @property
    def pair(self) -> bool:
        """Whether the two tops have one rank (house rule `identical = rank`)."""
        return self.middle[0][0] == self.middle[1][0]

    def plays(self, name: str) -> list[str]:
        """Return what this player's row offers, in notation."""
        return [
            f"{slot}{side}"
            for slot, card in enumerate(self.rows[name], 1)
            for side, top in zip("LR", self.middle, strict=True)
            if card is not None and fits(card, top)
        ]

    def played(self, name: str, notation: str) -> "Reading":
        """Return what a player has in mind after a play: the slot's next card is unknown."""
        slot, pile = int(notation[0]) - 1, "LR".index(notation[1])
        row = list(self.rows[name])
        middle = list(self.middle)
        card = row[slot]
        assert card is not None, "a play has a card"
        middle[pile], row[slot] = card, None
        return Reading((middle[0], middle[1]), {**self.rows, name: tuple(row)})


def cards(text: str) -> Row:
    """Return the cards of a line; None for an empty slot."""
    found: list[str | None] = []
    for one in _FACE.finditer(text):
        if one["emoji"]:
            face = re.sub(r"_[0-9a-f]{5}$", "", one["emoji"])
            found.append(None if face == "empty" else face)
        elif one["joker"]:
            found.append("X" + one["joker"][-1])
        elif one["text"]:
            rank, suit = one["text"][:-1], one["text"][-1]
            found.append(("T" if rank == "10" else rank) + SUITS[suit])
        else:
            found.append(None if one[0] == "–" else "back")
    return tuple(found)


def read(seen: MessageSeen) -> Reading | None:
    """Read the table as a person does; None while it is face down, or over."""
    middle: Row | None = None
    rows: dict[str, Row] = {}
    name = ""
    if not any("FLIP!" in control.label for control in seen.controls):
        return None
    for line in seen.text.splitlines():
        owner = re.match(r"\*\*(.+?)\*\*", line)
        if owner:
            name = owner[1]
        if not line.startswith("# "):
            continue
        shown = cards(line)
        if len(shown) == 2:
            middle = shown
        elif len(shown) == 4:
            rows[name] = shown
    if middle is None or "back" in middle or None in middle:
        return None
    return Reading((str(middle[0]), str(middle[1])), rows)


class FlipPlayer:
    """Plays one seat to the end of the game.

    Args:
        person: who plays.
        room: where commands are typed.
        table: the table's message.
        means: by what alone.
        every: seconds between two acts; None: as fast as the table shows them.
        reaction: seconds from seeing something to the press.
    """

    def __init__(
        self,
        person: Person,
        room: Channel,
        table: int,
        means: Means,
        *,
        every: float | None = None,
        reaction: float = 0.0,
    ) -> None:
        self.person = person
        self.room = room
        self.table = table
        self.means = means
        self.every = every
        self.reaction = reaction
        self.acts = 0
        self._mind: Reading | None = None
        self._shown: Reading | None = None
        self._tried = False
        self._waits: set[asyncio.Task[None]] = set()

    @property
    def name(self) -> str:
        """The name on the table."""
        return self.person.name

    @property
    def over(self) -> bool:
        """Whether the table shows the result."""
        return any("Rematch" in each.label for each in self.seen().controls)

    @property
    def ply(self) -> int:
        """The ply the table shows."""
        return int((self.seen().controls[0].custom_id or "").rsplit(":", 3)[1])

    def seen(self) -> MessageSeen:
        """Return the table's message as it is now."""
        return self.person.message(self.table)

    async def play(self, seconds: float | None = None) -> None:
        """Play until the game is over, or for so many seconds."""
        clock = self.person.world.clock
        end = None if seconds is None else clock.now() + seconds
        while not self.over and (end is None or clock.now() < end):
            wish = self.wish()
            if wish is None:
                await self.news(PATIENCE if end is None else end - clock.now())
            elif self.every is not None:
                self.later(self.act(wish))
                await asyncio.sleep(self.every)
            else:
                await asyncio.sleep(self.reaction)
                await self.act(wish)
                await self.news()
        if self._waits:
            await asyncio.wait(self._waits)

    def wish(self) -> str | None:
        """Return what to do by what is shown and what is kept in mind."""
        shown = read(self.seen())
        if shown is None:
            return None
        if shown != self._shown:
            self._shown = self._mind = shown
            self._tried = False
        assert self._mind is not None, "something is shown"
        if shown.pair and self._mind == shown:
            return None if self._tried else "FLIP"
        plays = self._mind.plays(self.name)
        return plays[0] if plays else None

    async def news(self, most: float = PATIENCE) -> None:
        """Wait until the table shows something else, or what was tried seems to be refused.

        Raises:
            TimeoutError: a game that goes on to its end stands still.
        """
        patience = DOUBT[self.every is not None] if self._tried else most
        try:
            await self.person.until(
                lambda: self.over or read(self.seen()) != self._shown, patience, of=self.table
            )
        except TimeoutError:
            if not self._tried and most == PATIENCE:
                raise
            self._shown = None
        self._tried = False

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it beside everything else."""
        task = asyncio.create_task(work)
        self._waits.add(task)
        task.add_done_callback(self._waits.discard)

    async def act(self, notation: str) -> None:
        """Do it by the chosen means."""
        self.acts += 1
        self._tried = True
        shown = self._mind
        if notation != "FLIP" and shown is not None:
            self._mind = shown.played(self.name, notation)
        if self.means == "commands":
            name, options = ("flip", {}) if notation == "FLIP" else ("move", {"action": notation})
            await (await self.person.slash(self.room.id, name, **options)).settled()
        elif self.means == "buttons":
            await self.press(notation)
        elif notation == "FLIP":
            await self.toggle(CALL)
        else:
            plays = shown.plays(self.name) if shown is not None else []
            if {notation[0] + side for side in ARROWS} <= set(plays):
                await self.toggle(ARROWS[notation[1]])
            await self.toggle(DIGITS[int(notation[0]) - 1])

    async def press(self, notation: str) -> None:
        """Press the button of that notation, as the message stands now."""
        for control in self.seen().controls:
            if control.custom_id and control.custom_id.rsplit(":", 1)[1] == notation:
                await self.person.press(self.table, control.custom_id)
                return

    async def toggle(self, emoji: str) -> None:
        """Press an emoji: set it, or take it away where it is set already."""
        await self.person.until(lambda: self.seen().reaction(emoji) is not None, of=self.table)
        shown = self.seen().reaction(emoji)
        if shown is not None and shown.me:
            await self.person.unreact(self.table, emoji)
        else:
            await self.person.react(self.table, emoji)

"""A person who plays Flushed by what the hand shows: several cards at once where they may go.

Reads nothing but messages a Discord client would show; acts by one means alone.
"""

import re
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from bot.sandbox.model.client_view import ControlSeen, MessageSeen
from bot.sandbox.model.objects import Channel
from bot.sandbox.people.person import Person
from bot.ui.elements.controls import parse
from tests.end_to_end.harness import keys

Means = Literal["reactions", "buttons", "commands"]

DIGITS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣")
TAKE, MORE, DONE = "🃏", "➕", "✅"
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
CANCEL = "✖️"
DOUBT, TRIES = 5.0, 6
"""Seconds after which what nothing came of is tried again, and how often."""
_FACE = r"(?:(10|[2-9AJQK])([♣♦♥♠])|<:([2-9TAJQK][CDHS])_?\w*:\d+>)"


@dataclass(frozen=True)
class Reading:
    """What a hand shows; cards in notation, the suit to follow None where it is open.

    `sizes` are those of the pile, and of every seat's hand and stack.
    """

    mine: bool
    suit: str | None
    sizes: tuple[int, ...]
    hand: tuple[str | None, ...]

    def wish(self, *, doubles: bool, flush: bool) -> str:
        """Return what to do in notation: a flush, most cards of a rank, a card, else `T`."""
        held = [card for card in self.hand if card is not None]
        if self.suit is None:
            return max(held, key=lambda card: _suited(held, card))
        follow = [card for card in held if card[1] == self.suit]
        if flush and len(follow) == len(DIGITS):
            return "+".join(follow)
        for size in (4, 3, 2) if doubles else ():
            for together in combinations(held, size):
                top = [card for card in together if card[1] == self.suit]
                if top and len({card[0] for card in together}) == 1:
                    return "+".join([card for card in together if card not in top] + top)
        aces = [card for card in held if card[0] == "A"]
        return [*follow, *aces, "T"][0]


def _suited(held: list[str], card: str) -> int:
    return sum(other[1] == card[1] for other in held)


def cards(text: str) -> list[str]:
    """Return the cards of a text in notation."""
    return [_notation(*found) or "" for found in re.findall(_FACE, text)]


def _notation(rank: str, suit: str, face: str) -> str | None:
    return face or (("T" if rank == "10" else rank) + SUITS[suit] if suit else None)


def read(seen: MessageSeen) -> Reading:
    """Read a hand as a person does."""
    text = seen.text
    suit = re.search(r"Suit: ([♣♦♥♠]|open)", text)
    own = text.partition("**Your hand**")[2]
    held = re.findall(_FACE + "|(–|<:empty)", own)[: len(DIGITS)]
    return Reading(
        mine="**Your turn**" in text,
        suit=SUITS.get(suit[1]) if suit else None,
        sizes=tuple(int(n) for n in re.findall(r"(?:pile|hand|stack) (\d+)", text)),
        hand=tuple(_notation(rank, suit, face) for rank, suit, face, _ in held),
    )


class FlushedPlayer:
    """Plays one seat to the end of the game.

    Args:
        person: who plays.
        room: where commands are typed.
        means: by what alone.
        doubles: whether the house rules have doubles.
        flush: whether they have the flush of five.
    """

    def __init__(
        self,
        person: Person,
        room: Channel,
        means: Means,
        *,
        doubles: bool = False,
        flush: bool = False,
    ) -> None:
        self.person = person
        self.room = room
        self.means = means
        self.doubles = doubles
        self.flush = flush
        self.acts = 0
        self.hand = 0

    async def find(self) -> MessageSeen:
        """Wait for the hand by DM and remember where it is."""
        dm = await self.person.dm()
        seen = await self.person.wait_for(lambda seen: bool(keys(seen)), dm)
        self.hand = seen.id
        return seen

    def seen(self) -> MessageSeen:
        """Return the hand as it is now."""
        return self.person.message(self.hand)

    async def play(self, most: int = 10_000) -> None:
        """Play until the game is over, or that many acts were made.

        Raises:
            TimeoutError: nothing happened for long, or an act had no effect.
        """
        await self.find()
        while keys(self.seen()) and self.acts < most:
            reading = read(self.seen())
            if reading.mine:
                await self.act(reading.wish(doubles=self.doubles, flush=self.flush), reading)
            else:
                await self.news(reading)

    async def news(self, before: Reading) -> None:
        """Wait until the hand shows something else."""
        await self.person.until(lambda: self.other(before))

    def other(self, before: Reading) -> bool:
        """Say whether the hand shows something else."""
        return not keys(self.seen()) or read(self.seen()) != before

    async def act(self, notation: str, reading: Reading) -> None:
        """Do it by the chosen means until the hand shows it.

        On a busy machine a press can be quicker than the bot learns what the hand shows: it is
        then from out of date, and made again.

        Raises:
            AssertionError: it never had any effect.
        """
        self.acts += 1
        for _ in range(TRIES):
            try:
                await self.once(notation, reading)
                await self.person.until(lambda: self.other(reading), DOUBT)
            except TimeoutError:
                if self.means == "reactions" and "+" in notation:
                    await self.toggle(CANCEL)
            if self.other(reading):
                return
        raise AssertionError(f"{self.person.name}: {notation} does nothing: {self.seen().text}")

    async def once(self, notation: str, reading: Reading) -> None:
        """Do it by the chosen means."""
        if self.means == "commands":
            done = await self.person.slash(self.room.id, "move", action=notation)
            await done.settled()
        elif self.means == "buttons":
            await self.by_buttons(notation, reading)
        else:
            await self.by_reactions(notation, reading)

    async def by_buttons(self, notation: str, reading: Reading) -> None:
        """Press the one button, or choose from the select and press which card is on top."""
        several = notation.split("+")
        if len(several) == 1:
            await self.press(notation)
            return
        chosen = [str(1 + reading.hand.index(card)) for card in several]
        select = next(each for each in self.seen().controls if each.kind == "string")
        await self.person.select(self.hand, select.custom_id or "", chosen)
        top = int(chosen[-1])

        def on_top() -> ControlSeen | None:
            for each in self.seen().controls:
                control = parse(each.custom_id or "")
                if control is not None and (control.act, control.number) == ("several-top", top):
                    return each
            return None

        await self.person.until(lambda: on_top() is not None)
        control = on_top()
        assert control is not None, "waited for"
        await self.person.press(self.hand, control.custom_id or "")

    async def press(self, act: str) -> None:
        """Press the button that does it, as the hand stands now."""
        for control in self.seen().controls:
            if control.custom_id and control.custom_id.rsplit(":", 1)[1] == act:
                await self.person.press(self.hand, control.custom_id)
                return

    async def by_reactions(self, notation: str, reading: Reading) -> None:
        """Press the emojis for it, one after the other."""
        if notation == "T":
            await self.toggle(TAKE)
            return
        several = notation.split("+")
        keys = [DIGITS[reading.hand.index(card)] for card in several]
        for key in keys if len(keys) == 1 else [MORE, *keys, DONE]:
            await self.toggle(key)

    async def toggle(self, emoji: str) -> None:
        """Press an emoji, set beforehand or not: add it, or take away one's own."""
        shown = self.seen().reaction(emoji)
        if shown is not None and shown.me:
            await self.person.unreact(self.hand, emoji)
        else:
            await self.person.react(self.hand, emoji)

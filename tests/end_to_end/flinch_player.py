"""A person who plays Flinch by what the hand shows, and does all duties.

Reads nothing but messages a Discord client would show; acts by one means alone.
"""

import re
from dataclasses import dataclass
from typing import Literal

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.objects import Channel
from bot.sandbox.people.person import Person
from tests.end_to_end.harness import Place, keys

Means = Literal["reactions", "buttons", "commands"]

DIGITS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣")
PLACES = tuple(chr(0x1F1E6 + at) for at in range(5))
PARTNER_PLACES = tuple(chr(0x1F1E6 + at) for at in range(6, 11))
FLINCH, PARTNER, LAY, CALL = chr(0x1F1E6 + 5), chr(0x1F1E6 + 15), "⬇️", "✋"
CANCEL = "✖️"
TRIES = 4


def cards(text: str, most: int = 5) -> tuple[int | None, ...]:
    """Return the first cards of a text in order; None for an empty place."""
    found = re.findall(r"\[(\d+)\]|–|<:\w+:\d+>", text)
    return tuple(int(one) if one else None for one in found[:most])


@dataclass(frozen=True)
class Reading:
    """What a hand shows."""

    mine: bool
    middle: tuple[int, ...]
    pile: int | None
    partner_pile: int | None
    reserve: tuple[int | None, ...]
    partner_reserve: tuple[int | None, ...]
    hand: tuple[int | None, ...]

    def fits(self, held: int | None) -> bool:
        """Say whether a card can be played now."""
        return held is not None and (held == 1 or held - 1 in self.middle)

    def wishes(self) -> list[str]:
        """Return what to do in notation, best first: duties, plays, then laying."""
        plays = ["F"] if self.fits(self.pile) else []
        plays += ["PF"] if self.fits(self.partner_pile) else []
        held = [one for one in self.hand if one is not None]
        plays += [f"H{one}" for one in sorted(held) if self.fits(one)]
        plays += [f"R{at}" for at, one in enumerate(self.reserve, 1) if self.fits(one)]
        for at, one in enumerate(self.partner_reserve, 1):
            plays += [f"PR{at}"] if self.fits(one) else []
        lays = [f"L{one}" for one in sorted(held, reverse=True) if one != 1]
        if None not in self.reserve:
            lays = [f"{lay}@{at}" for lay in lays for at in range(1, 6)]
        return [*plays, *(lays or (["N"] if not held else []))]


def read(seen: MessageSeen) -> Reading:
    """Read a hand as a person does."""
    text = seen.text
    middle = re.search(r"\*\*Middle\*\*((?:\s*\[\d+\])*)", text)
    partner = re.search(r"\*\*Partner: .+?\*\*(.+?)Reserve(.+?)\*\*Flinch pile", text, re.DOTALL)
    own = re.search(
        r"\*\*Flinch pile\*\*(.*)\s+\*\*Reserve\*\*([\s\S]*)\*\*Your hand\*\*([\s\S]*)", text
    )
    return Reading(
        mine="**Your turn**" in text,
        middle=tuple(int(one) for one in re.findall(r"\d+", middle[1])) if middle else (),
        pile=next(iter(cards(own[1])), None) if own else None,
        partner_pile=next(iter(cards(partner[1])), None) if partner else None,
        reserve=cards(own[2]) if own else (),
        partner_reserve=cards(partner[2]) if partner else (),
        hand=cards(own[3]) if own else (),
    )


async def turn_of(place: Place) -> Person:
    """Return whose turn it is, by what the hands say."""
    for person in place.people:
        if read(await place.hand(person)).mine:
            return person
    raise LookupError("nobody's turn")


async def one_act(place: Place, means: Means = "commands") -> Person:
    """Have whose turn it is do one act and see its own hand follow."""
    person = await turn_of(place)
    await FlinchPlayer(person, place.room, means).play(most=1)
    return person


class FlinchPlayer:
    """Plays one seat to the end of the game.

    Args:
        person: who plays.
        room: where commands are typed.
        means: by what alone.
    """

    def __init__(self, person: Person, room: Channel, means: Means) -> None:
        self.person = person
        self.room = room
        self.means = means
        self.acts = 0
        self._dm = 0
        self._hand = 0

    async def play(self, most: int = 10_000) -> None:
        """Play until the game is over, or that many acts were made.

        Raises:
            AssertionError: nothing that was tried had an effect.
            TimeoutError: nothing happened for long.
        """
        hand = await self.hand()
        while keys(hand) and self.acts < most:
            reading = read(hand)
            if reading.mine:
                await self.turn(reading)
            else:
                await self.news(hand)
            hand = self.person.message(self._hand)

    async def hand(self) -> MessageSeen:
        """Wait for the hand by DM and remember where it is."""
        self._dm = await self.person.dm()
        hand = await self.person.wait_for(lambda seen: bool(keys(seen)), self._dm)
        self._hand = hand.id
        return hand

    async def news(self, before: MessageSeen) -> None:
        """Wait until the hand was edited."""

        def edited() -> bool:
            now = self.person.message(self._hand)
            return now.edited != before.edited or now.text != before.text

        await self.person.until(edited)

    async def turn(self, reading: Reading) -> None:
        """Do one act; what is refused is followed by the next idea.

        On a busy machine a press can be quicker than the bot learns what the hand shows: it is
        then from out of date, and made again.
        """
        ideas = reading.wishes()
        for tried in range(TRIES):
            if tried and self.means == "reactions":
                await self.toggle(CANCEL)
            for notation in ideas:
                self.acts += 1
                if await self.act(notation, reading):
                    return
        raise AssertionError(f"{self.person.name} found nothing to do in {reading}: {ideas}")

    async def act(self, notation: str, reading: Reading) -> bool:
        """Do it by the chosen means; say whether the hand changed by it."""
        if self.means == "commands":
            done = await self.person.slash(self.room.id, "move", action=notation)
            await done.settled()
        elif self.means == "buttons":
            await self.by_buttons(notation)
        else:
            await self.by_reactions(notation, reading)
        return await self.changed(reading)

    async def settled(self, before: Reading) -> bool:
        """Wait until the hand by DM shows something else; say whether it does."""
        await self.hand()
        return await self.changed(before)

    async def changed(self, before: Reading) -> bool:
        """Wait for the hand to show something else, or a last line that says why not."""

        def other() -> bool:
            now = self.person.message(self._hand)
            return not keys(now) or read(now) != before

        try:
            await self.person.until(other, 4.0)
        except TimeoutError:
            return False
        return True

    async def by_buttons(self, notation: str) -> None:
        """Press the button that says it; laying takes two or three presses."""
        if notation[0] == "L":
            lay, _, place = notation.partition("@")
            await self.push("lay")
            await self.push("lay-card" if place else lay, label=lay[1:])
            if place:
                await self.choose("spot", notation)
        elif notation[0] == "R":
            await self.choose("reserve", notation)
        elif notation[0] == "P":
            await self.choose("partners", notation)
        else:
            await self.push("lay" if notation == "N" else notation)

    async def push(self, act: str, label: str = "") -> None:
        """Press the first button of that act (and label), once the hand shows it."""
        custom_id = await self.shown(act, label)
        await self.person.press(self._hand, custom_id)

    async def choose(self, act: str, notation: str) -> None:
        """Choose an entry of the select of that act, once the hand shows it."""
        custom_id = await self.shown(act)
        await self.person.select(self._hand, custom_id, [notation])

    async def shown(self, act: str, label: str = "") -> str:
        """Return the control of that act (and label), once the hand shows it."""

        def found() -> list[str]:
            return [
                each.custom_id
                for each in self.person.message(self._hand).controls
                if (each.custom_id or "").endswith(f":{act}") and label in ("", each.label)
                if each.custom_id
            ]

        await self.person.until(lambda: bool(found()))
        return found()[0]

    async def by_reactions(self, notation: str, reading: Reading) -> None:
        """Press the emojis for it, one after the other as the hand follows."""
        if notation[0] == "L":
            lay, _, place = notation.partition("@")
            await self.toggle(LAY)
            await self.toggle(DIGITS[reading.hand.index(int(lay[1:]))])
            if place:
                await self.toggle(PLACES[int(place) - 1])
            return
        keys = {"F": FLINCH, "PF": PARTNER, "N": LAY}
        if notation[0] == "H":
            await self.toggle(DIGITS[reading.hand.index(int(notation[1:]))])
        elif notation[0] == "R":
            await self.toggle(PLACES[int(notation[1:]) - 1])
        elif notation[:2] == "PR":
            await self.toggle(PARTNER_PLACES[int(notation[2:]) - 1])
        else:
            await self.toggle(keys[notation])

    async def toggle(self, emoji: str) -> None:
        """Press an emoji, set beforehand or not: add it, or take away one's own."""
        shown = self.person.message(self._hand).reaction(emoji)
        if shown is not None and shown.me:
            await self.person.unreact(self._hand, emoji)
        else:
            await self.person.react(self._hand, emoji)

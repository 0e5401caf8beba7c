"""People who play Eights by what their screens show, each by a way of their own."""

import re
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from bot.ui.elements import controls
from bot.ui.elements.emojis import DIGITS
from bot.ui.elements.look import FRENCH, french
from tests.end_to_end.harness import Place, press
from tests.fourth_game.eights.decide import fits
from tests.fourth_game.renderer import DRAW_KEY, PASS_KEY

CARDS = {french(card): card for card in FRENCH}
TURN, OVER = "**Your turn**", "Rematch"
PATIENCE = 60.0


def shown(hand: str) -> tuple[str, str, dict[int, str]]:
    """Return what a hand says: the card on top, the suit to follow, one's cards by number."""
    [top] = re.findall(r"^# (\S+)$", hand, re.MULTILINE)
    [suit] = re.findall(r"Suit: (\S)", hand)
    numbered = re.findall(r"(\d)\ufe0f\u20e3\u00a0(\S+)|(🔟)\u00a0(\S+)", hand)
    cards = {int(digit or 10): face + ten for digit, face, _, ten in numbered}
    return top, suit, {at: CARDS[face] for at, face in cards.items() if face in CARDS}


class Table:
    """A running table of Eights and its people's hands."""

    def __init__(self, place: Place, table: MessageSeen, hands: dict[int, int]) -> None:
        self.place = place
        self.id = table.id
        self.hands = hands
        self._drawn: Person | None = None

    @classmethod
    async def found(cls, place: Place, table: MessageSeen) -> "Table":
        """Return it once everybody has their hand."""
        return cls(place, table, {one.id: (await place.hand(one)).id for one in place.people})

    @property
    def text(self) -> str:
        """What the table in the channel says."""
        return self.place.people[0].message(self.id).text

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return OVER in str(self.place.people[0].message(self.id).controls)

    def hand(self, person: Person) -> str:
        """Return what a person's hand says."""
        return person.message(self.hands[person.id]).text

    def on_turn(self) -> Person | None:
        """Return whose hand says that it is their turn."""
        return next((one for one in self.place.people if TURN in self.hand(one)), None)

    async def turn(self) -> Person | None:
        """Wait until it is somebody's turn, and return who; None once it is over."""
        await self.place.people[0].until(lambda: self.over or bool(self.on_turn()), PATIENCE)
        return None if self.over else self.on_turn()

    async def play(self, person: Person) -> None:
        """Do the first thing that is possible, by buttons, reactions or commands."""
        before = self._ply(person)
        top, suit, cards = shown(self.hand(person))
        fitting = [
            (card[0] == "8", at, card)
            for at, card in cards.items()
            if fits(card, CARDS[top], CARDS["7" + suit][1])
        ]
        ways = (self._by_buttons, self._by_reactions, self._by_commands)
        way = ways[self.place.people.index(person) % len(ways)]

        def moved() -> bool:
            return self.over or self._ply(person) != before

        if fitting:
            _, at, card = min(fitting)
            play = partial(way, person, f"Play {french(card)}", DIGITS[at - 1], card)
            if card[0] == "8" and way != self._by_commands:
                await self._pressed(person, play, lambda: "hearts" in self._controls(person))
                play = partial(way, person, "hearts", "♥️", "")
        elif self._drawn is not person:
            self._drawn = person
            play = partial(way, person, "Draw", DRAW_KEY, "D")
        else:
            play = partial(way, person, "Pass", PASS_KEY, "P")
        await self._pressed(person, play, moved)
        if TURN not in self.hand(person):
            self._drawn = None

    async def _pressed(
        self, person: Person, press: "partial[Coroutine[Any, Any, None]]", done: Callable[[], bool]
    ) -> None:
        """Press, and wait for what comes of it.

        A reaction is set again after a while: it does not say which screen it is meant for, so one
        set before the bot has heard that the screen is there is read against the one before.
        """
        tries = 6 if press.func == self._by_reactions else 1
        for left in reversed(range(tries)):
            await press()
            try:
                await person.until(done, PATIENCE / tries)
                return
            except TimeoutError:
                if not left:
                    raise

    def _ply(self, person: Person) -> set[int]:
        """Return which position a hand shows; nothing of one that can be pressed no more."""
        shown = person.message(self.hands[person.id]).controls
        return {found.ply for each in shown if (found := controls.parse(each.custom_id or ""))}

    def _controls(self, person: Person) -> str:
        return str(person.message(self.hands[person.id]).controls)

    async def _by_buttons(self, person: Person, label: str, key: str, notation: str) -> None:
        await press(person, person.message(self.hands[person.id]), label)

    async def _by_reactions(self, person: Person, label: str, key: str, notation: str) -> None:
        await toggled(person, self.hands[person.id], key)

    async def _by_commands(self, person: Person, label: str, key: str, notation: str) -> None:
        action = f"{notation}+H" if notation[0] == "8" else notation
        await person.slash(self.place.room.id, "move", action=action)


async def toggled(person: Person, message: int, emoji: str) -> None:
    """Press by reaction: add it, or take one's own away again."""
    own = person.message(message).reaction(emoji)
    await (person.unreact if own is not None and own.me else person.react)(message, emoji)

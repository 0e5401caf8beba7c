"""What stands below messages is read while presses go on: each of these counts once."""

from typing import Any

import discord
import pytest

from bot.discord_api.rate_limit import Priority
from bot.discord_api.rest import Below
from bot.gateway.reactions import Reactions
from bot.gateway.rereading import Rereading
from bot.gateway.session import Session
from bot.interactions.context import Desk
from bot.interactions.discord_clock import Stamps
from bot.interactions.gate import Gate
from bot.tables.entries import Act
from bot.ui.elements.emojis import DIGITS
from tests.messages.stage import Requests, Stage, dm

BOT = 1
CARD, ANOTHER = DIGITS[0], DIGITS[1]


class Discord(Requests):
    """Shows these reactions of a person below one hand."""

    def __init__(self) -> None:
        super().__init__()
        self.standing = (0, frozenset[str]())

    async def reactions(self, channel: int, message: int, at: Priority) -> Below[bool]:
        """Return what stands below a hand."""
        hand, there = self.standing
        keys = (CARD, ANOTHER)
        return Below(keys, {each: message == hand and each in there for each in keys})

    async def reactors(self, channel: int, message: int, at: Priority) -> Below[dict[int, str]]:
        """Return that nothing stands below the table."""
        return Below((), {})


class Listening:
    """A dealt game with who hears reactions, and who reads them again."""

    def __init__(self) -> None:
        self.wire = Discord()
        self.stage = Stage(wire=self.wire)
        nobody: Any = None
        desk = Desk(self.stage.registry._deps, self.stage.registry, nobody, Stamps())
        self._reactions = Reactions(desk, Gate(desk))
        self._rereading = Rereading(desk, self._reactions)

    async def dealt(self) -> tuple[int, int]:
        """Deal; return whose turn it is, and the message with that hand."""
        await self.stage.deal()
        await self.stage.wait(10)
        turn = self.stage.view.turn
        assert turn is not None
        hand = self.stage.view.hands.at_seat(turn.seat)
        assert hand is not None
        return hand.person, hand.writer.message

    async def read(self, hand: int, *standing: str, again: bool) -> None:
        """Begin a session: reactions are read below the hands, these of a person below one."""
        self.wire.standing = hand, frozenset(standing)
        self._rereading.begin(Session(0, 1, own=BOT, again=again))
        await self.stage.wait(1)

    async def tell(self, person: int, message: int, emoji: str, *, added: bool = True) -> None:
        """Tell of a reaction by direct message as the gateway does."""
        found = discord.PartialEmoji(name=emoji)
        data: Any = {
            "user_id": person,
            "channel_id": dm(person),
            "message_id": message,
            "emoji": {"id": None, "name": emoji},
            "burst": False,
            "type": 0,
        }
        event = discord.RawReactionActionEvent(
            data, found, "REACTION_ADD" if added else "REACTION_REMOVE"
        )
        event.guild_id = None
        self._reactions.turned(event, 0.0, 0, own=BOT)
        await self.stage.wait(1)

    @property
    def acts(self) -> int:
        """How many actions have come to the table."""
        return sum(isinstance(each, Act) for each in self.stage.told)


@pytest.mark.parametrize("again", [False, True], ids=["a start", "a lost session"])
async def test_press_that_is_seen_before_it_is_told_of_counts_once(again: bool) -> None:
    """Discord shows a reaction that its event has not told of yet: two ways, and no order."""
    place = Listening()
    person, hand = await place.dealt()
    await place.read(hand, CARD, again=again)
    assert place.acts == again, "after a start it may have stood there for long"
    await place.tell(person, hand, CARD)
    assert place.acts == 1
    await place.tell(person, hand, CARD)
    assert place.acts == 1, "told twice"
    await place.tell(person, hand, CARD, added=False)
    assert place.acts == 2, "taking it away is the next press"


async def test_presses_whose_order_nobody_knows_count_once_they_are_told_of() -> None:
    """Two were seen, and neither was taken in; what Discord still tells of is in its order."""
    place = Listening()
    person, hand = await place.dealt()
    await place.read(hand, CARD, ANOTHER, again=True)
    assert place.acts == 0
    await place.tell(person, hand, ANOTHER)
    assert place.acts == 1


async def test_press_that_was_told_of_is_not_found_again() -> None:
    """Whatever was read, it stands as it was told."""
    place = Listening()
    person, hand = await place.dealt()
    await place.tell(person, hand, CARD)
    await place.read(hand, CARD, again=True)
    assert place.acts == 1

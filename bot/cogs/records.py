"""Everything about games that are over: who is given the presses of their screens."""

from collections.abc import Awaitable, Callable, Mapping

from bot.cogs import why
from bot.cogs.leaderboard import Standings
from bot.cogs.privacy import OwnData
from bot.cogs.replay import Replaying
from bot.cogs.stats import Past
from bot.db.people import PersonalReader
from bot.db.stats import RecordReader
from bot.db.tables import Reader
from bot.discord_api.interaction import Incoming
from bot.interactions.command import AnyCommand, AnyGroup
from bot.interactions.context import Desk
from bot.messages.forget import Erasure
from bot.ui.elements import controls
from bot.ui.elements.controls import Control

Values = tuple[str, ...]
Answerer = Callable[[Incoming, Control, Values], Awaitable[bool]]


class Records:
    """The commands and presses of ratings, histories, replays and personal data.

    Args:
        desk: the parts.
        reader: reads what is stored.
        erasure: forgets people.
        days: how long the moves of a finished game are kept.
    """

    def __init__(self, desk: Desk, reader: Reader, erasure: Erasure, days: int) -> None:
        records = RecordReader(reader)
        self._desk = desk
        self._standings = Standings(desk, records)
        self._past = Past(desk, records)
        self._replaying = Replaying(desk, reader, records)
        self._own_data = OwnData(desk, PersonalReader(reader), erasure, days)
        self._answerers: Mapping[str, Answerer] = {
            controls.BOARD: self._standings.press,
            controls.CHART: self._standings.press,
            controls.HISTORY: self._past.press,
            controls.REPLAY: self._replaying.press,
            controls.SEAT: self._replaying.press,
            controls.LOG: self._replaying.press,
            controls.ERASE: self._own_data.press,
            controls.KEEP: self._own_data.press,
        }

    def commands(self) -> list[AnyCommand | AnyGroup]:
        """Return the commands."""
        return [
            self._standings.command(),
            *self._past.commands(),
            self._replaying.command(),
            *self._own_data.commands(),
            why.command(self._desk),
        ]

    async def press(self, press: Incoming, control: Control, values: Values) -> bool:
        """Answer a press of one of these screens; False if it is of no such screen."""
        for prefix, answer in self._answerers.items():
            if control.act.startswith(prefix):
                return await answer(press, control, values)
        return False

"""`/privacy` and `/mydata export | delete`: people's control over what is kept of them."""

import asyncio
from collections.abc import Mapping

from bot.db.people import PersonalReader
from bot.interactions.command import Answerer, AnyCommand, AnyGroup, Cog, Values, group, make
from bot.interactions.context import Context, Desk
from bot.interactions.transformers import all_of, playing
from bot.messages.forget import Erasure
from bot.ui import privacy
from bot.ui.elements import controls
from bot.ui.elements.controls import Control


class Privacy(Cog):
    """The commands and the answer to "delete my data?".

    Args:
        desk: the parts.
        reader: reads what is stored of a person.
        erasure: forgets people.
        days: how long the moves of a finished game are kept.
    """

    def __init__(self, desk: Desk, reader: PersonalReader, erasure: Erasure, days: int) -> None:
        super().__init__(desk)
        self._reader = reader
        self._erasure = erasure
        self._days = days

    def commands(self) -> list[AnyCommand | AnyGroup]:
        """Return the commands; they work in direct messages too."""
        own = (
            make("export", self._export, direct=True),
            make("delete", self._delete, direct=True),
        )
        return [make("privacy", self._privacy, direct=True), group("mydata", *own, direct=True)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who deletes, or does not."""
        return {controls.ERASE: self._press, controls.KEEP: self._press}

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Delete, or do not; only the person who was asked can answer."""
        if not control.act.endswith(f"-{context.person}"):
            return False
        if control.act.startswith(controls.KEEP):
            await context.press.replace(privacy.kept(context.t))
            return True
        t = context.t
        context.patient()
        await self._erasure.forget(context.person)
        await context.press.replace(privacy.deleted(t))
        return True

    async def _privacy(self, context: Context) -> None:
        await context.say(privacy.draw(self._days, context.t))

    async def _export(self, context: Context) -> None:
        data = await self._reader.export(context.person)
        await context.say(await asyncio.to_thread(privacy.exported, data, context.t))

    async def _delete(self, context: Context) -> None:
        running = sum(playing(each) for each in await all_of(context))
        await context.say(privacy.ask(context.person, running, context.t))

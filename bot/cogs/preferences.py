"""`/preferences`: what people set for themselves, also by direct message."""

from collections.abc import Mapping

from bot.db.errors import StorageError
from bot.interactions.command import Answerer, AnyCommand, Cog, Values, make
from bot.interactions.context import Context
from bot.tables.replies import TableReason
from bot.ui import preferences
from bot.ui.elements import controls
from bot.ui.elements.controls import Control


class Preferences(Cog):
    """The command and the presses of its screen."""

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("preferences", self._preferences, direct=True)]

    def presses(self) -> Mapping[str, Answerer]:
        """Return who takes a choice in."""
        return {controls.PREFER: self._press}

    async def _press(self, context: Context, control: Control, values: Values) -> bool:
        """Take a choice in; False if there is no such one."""
        key, person = control.act.removeprefix(controls.PREFER), context.person
        edit = preferences.edit(key, values)
        if edit is None:
            return False
        context.patient()
        people = self._desk.people
        try:
            await people.read(person)
            now = edit(people.preferences(person))
            await people.prefer(person, now)
        except StorageError:
            await context.refuse(TableReason.STORAGE)
            return True
        self._desk.registry.redraw(person)
        t = context.t
        await context.press.replace(preferences.draw(now, t, preferences.saved(now, key, t)))
        return True

    async def _preferences(self, context: Context) -> None:
        await self._desk.people.read(context.person)
        now = self._desk.people.preferences(context.person)
        await context.say(preferences.draw(now, context.t))

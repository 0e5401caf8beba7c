"""`/preferences`: what a person sets for himself, also by direct message."""

from bot.db.session import StorageError
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, typed
from bot.locale.commands import COMMANDS, localised
from bot.tables.replies import TableReason
from bot.ui import preferences
from bot.ui.elements import controls, refusals
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import plain


class Preferring:
    """The command and the presses of its screen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def command(self) -> AnyCommand:
        """Return the command."""
        return make(localised(COMMANDS["preferences"]), self._preferences, {}, direct=True)

    async def press(self, press: Incoming, control: Control, values: tuple[str, ...]) -> bool:
        """Take a choice in; False if it is of no such screen."""
        if not control.act.startswith(controls.PREFER):
            return False
        key, person = control.act.removeprefix(controls.PREFER), press.interaction.user.id
        edit = preferences.edit(key, values)
        if edit is None:
            return False
        self._desk.patient(press, press.acknowledge)
        people = self._desk.people
        try:
            await people.meet(person)
            now = edit(people.preferences(person))
            await people.prefer(person, now)
        except StorageError:
            t = self._desk.language(press)
            await press.say(plain(refusals.sentence(TableReason.STORAGE, {}, t)))
            return True
        self._desk.boards.redraw(person)
        t = self._desk.language(press)
        await press.replace(preferences.draw(now, t, preferences.saved(now, key, t)))
        return True

    async def _preferences(self, interaction: AnyInteraction) -> None:
        press = self._desk.press(interaction, typed(interaction))
        self._desk.patient(press, press.think)
        try:
            await self._desk.people.meet(interaction.user.id)
        except StorageError:
            t = self._desk.language(press)
            await press.say(plain(refusals.sentence(TableReason.STORAGE, {}, t)))
            return
        now = self._desk.people.preferences(interaction.user.id)
        await press.say(preferences.draw(now, self._desk.language(press)))

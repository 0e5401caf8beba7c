"""`/privacy` and `/mydata export | delete`: people's control over what is kept of them."""

from discord import app_commands

from bot.db.people import PersonalReader
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions import command as wording
from bot.interactions.command import AnyCommand, AnyGroup, make
from bot.interactions.context import Desk, typed
from bot.locale.commands import COMMANDS, localised
from bot.messages.forget import Erasure
from bot.ui import privacy
from bot.ui.elements import controls
from bot.ui.elements.controls import Control


class OwnData:
    """The commands and the answer to "delete my data?"."""

    def __init__(self, desk: Desk, reader: PersonalReader, erasure: Erasure, days: int) -> None:
        self._desk = desk
        self._reader = reader
        self._erasure = erasure
        self._days = days

    def commands(self) -> list[AnyCommand | AnyGroup]:
        """Return the commands; they work in direct messages too."""
        words = localised(COMMANDS["mydata"])
        group = app_commands.Group(
            name=wording.name(words),
            description=wording.description(words),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        group.add_command(make(localised(COMMANDS["export"]), self._export, {}, direct=True))
        group.add_command(make(localised(COMMANDS["delete"]), self._delete, {}, direct=True))
        return [make(localised(COMMANDS["privacy"]), self._privacy, {}, direct=True), group]

    async def press(self, press: Incoming, control: Control, values: tuple[str, ...]) -> bool:
        """Delete, or do not; only the person who was asked can answer."""
        person = press.interaction.user.id
        if not control.act.endswith(f"-{person}"):
            return False
        t = self._desk.language(press)
        if control.act.startswith(controls.KEEP):
            await press.replace(privacy.kept(t))
            return True
        self._desk.patient(press, press.acknowledge)
        await self._erasure.forget(person)
        await press.replace(privacy.deleted(t))
        return True

    async def _privacy(self, interaction: AnyInteraction) -> None:
        press = self._desk.press(interaction, typed(interaction))
        await press.say(privacy.draw(self._days, self._desk.language(press)))

    async def _export(self, interaction: AnyInteraction) -> None:
        press = self._desk.press(interaction, typed(interaction))
        self._desk.patient(press, press.think)
        data = await self._reader.export(interaction.user.id)
        await press.say(privacy.exported(data, self._desk.language(press)))

    async def _delete(self, interaction: AnyInteraction) -> None:
        press = self._desk.press(interaction, typed(interaction))
        person = interaction.user.id
        playing = len(self._desk.kit.tables.of_person(person))
        await press.say(privacy.ask(person, playing, self._desk.language(press)))

"""People: scripted users and the page act and look through :class:`Person`."""

from collections.abc import Callable

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model import client_view
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.changes import Change
from bot.sandbox.model.client_view import ChannelSeen, CommandSeen, MessageSeen
from bot.sandbox.model.objects import Choice, Ping
from bot.sandbox.people import client, slash_commands
from bot.sandbox.people.account import Account

PATIENCE = 60.0
"""Seconds a person waits for what must come, unless told otherwise: slow is no failure."""


class Person(Account):
    """Somebody with a Discord client: does what a client allows and sees what it shows.

    Every method that Discord's client would not allow raises
    :class:`~bot.sandbox.model.errors.Refused` with the reason, and the act stands in the record.
    """

    def __repr__(self) -> str:
        return f"Person({self.user.name})"

    # What a person does

    async def slash(self, channel_id: int, command: str, /, **options: object) -> Interaction:
        """Type a slash command and wait for its first answer.

        Args:
            channel_id: Where.
            command: Name and subcommands by spaces, "play flinch".
            options: By the options' own (default) names; a user may be a Person or an id.
        """
        interaction = slash_commands.run(self, channel_id, command, options)
        await client.finished(self, interaction)
        return interaction

    async def autocomplete(
        self, channel_id: int, command: str, option: str, partial: str, /, **options: object
    ) -> list[Choice]:
        """Return what is suggested for ``option`` when ``partial`` has been typed.

        Raises:
            InteractionFailed: The bot did not answer within three seconds.
        """
        interaction = slash_commands.suggest(self, channel_id, command, option, partial, options)
        await client.finished(self, interaction)
        return client.choices(interaction)

    async def press(self, message_id: int, custom_id: str) -> Interaction:
        """Press the button with this ``custom_id`` and wait for the first answer."""
        interaction = client.press(self, message_id, custom_id)
        await client.finished(self, interaction)
        return interaction

    async def select(self, message_id: int, custom_id: str, values: list[str]) -> Interaction:
        """Choose from a select (values of options, or ids) and wait for the first answer."""
        interaction = client.select(self, message_id, custom_id, values)
        await client.finished(self, interaction)
        return interaction

    async def submit(self, opened: Interaction, /, **values: object) -> Interaction:
        """Fill in the modal that ``opened`` brought, by custom_id, send it, wait for the answer."""
        interaction = client.submit(self, opened, values)
        await client.finished(self, interaction)
        return interaction

    async def react(self, message_id: int, emoji: str) -> None:
        """Add a reaction (``✋``, ``name:id`` or ``<:name:id>``)."""
        client.react(self, message_id, emoji)

    async def unreact(self, message_id: int, emoji: str) -> None:
        """Take one's own reaction away."""
        client.unreact(self, message_id, emoji)

    async def say(self, channel_id: int, text: str) -> MessageSeen:
        """Write a message."""
        return client_view.message(self.world, self.id, client.say(self, channel_id, text))

    async def dm(self, bot: Bot | None = None) -> int:
        """Open the DM with the bot (the first one if not given) and return its id."""
        partner = bot or next(iter(self.world.bots.values()))
        return self.world.dm_between(partner, self.user).id

    async def delete(self, message_id: int) -> None:
        """Delete a message: one's own, or any with Manage Messages; dismiss an ephemeral one."""
        client.delete(self, message_id)

    async def remove_reactions(self, message_id: int, emoji: str | None = None) -> None:
        """Remove all reactions, or all with one emoji; needs Manage Messages."""
        client.clear_reactions(self, message_id, emoji)

    # What a person sees

    def channels(self) -> list[ChannelSeen]:
        """Return guild channels, threads and DMs this person can see, in the client's order."""
        return client_view.channels(self.world, self.user)

    def messages(self, channel_id: int, limit: int | None = None) -> list[MessageSeen]:
        """Return the messages of a channel, oldest first; ephemerals only one's own."""
        return client_view.messages(self.world, self.user, channel_id, limit)

    def message(self, message_id: int) -> MessageSeen:
        """Return one message.

        Raises:
            LookupError: It does not exist, or this person cannot see it.
        """
        return client_view.find(self.world, self.user, message_id)

    def commands(self, channel_id: int) -> list[CommandSeen]:
        """Return the slash commands offered in this channel, in this person's language."""
        return slash_commands.offered(self, channel_id)

    def command_names(self) -> dict[str, str]:
        """Return every command's name in this person's language, by the registered one."""
        return slash_commands.names(self)

    def pinged(self) -> list[Ping]:
        """Return the notifications this person got: mentions, replies, DMs."""
        return [ping for ping in self.world.pings if ping.user_id == self.id]

    async def wait_for(
        self,
        predicate: Callable[[MessageSeen], bool],
        channel_id: int,
        timeout: float = PATIENCE,  # noqa: ASYNC109 - counted on the world's clock
    ) -> MessageSeen:
        """Wait until a message of the channel satisfies ``predicate`` and return it.

        Messages already there count. Looks again whenever something changes, never by polling.

        Raises:
            TimeoutError: ``timeout`` seconds have passed on the world's clock.
        """
        return await client_view.wait_for(self.world, self.user, predicate, channel_id, timeout)

    async def until(
        self,
        predicate: Callable[[], bool],
        timeout: float = PATIENCE,  # noqa: ASYNC109 - counted on the world's clock
        *,
        of: int | None = None,
    ) -> None:
        """Wait until ``predicate`` holds, looking again whenever anything changes.

        ``of``: it is about that message alone, so that nothing else has to be looked at.

        Raises:
            TimeoutError: ``timeout`` seconds have passed on the world's clock.
        """
        if predicate():
            return

        def look(change: Change) -> bool:
            return of in (None, change.message_id) and predicate()

        if not await client_view.wait(self.world, look, timeout):
            raise TimeoutError(f"{self.name} waited {timeout} s in vain.")

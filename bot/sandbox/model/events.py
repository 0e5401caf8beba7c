"""What is told to bots when the world changes; who tells it, and how, is none of the model."""

from typing import Protocol

from bot.sandbox.model.bots import Bot
from bot.sandbox.model.objects import Channel, Emoji, Guild, Json, Member, Message, Role


class Events(Protocol):
    """Hears of every change a bot may want to know, by one method a kind of gateway event."""

    def guild_create(self, guild: Guild, bot: Bot, *, invited: bool = False) -> None:
        """Tell a bot of a guild: available again, or ``invited`` to it just now."""

    def guild_update(self, guild: Guild) -> None:
        """Tell that what a guild is like has changed: GUILD_UPDATE."""

    def guild_delete(self, guild: Guild, bot: Bot, *, unavailable: bool) -> None:
        """Tell a bot that it was removed from a guild, or that the guild is unavailable."""

    def channel(self, name: str, channel: Channel) -> None:
        """Tell of a guild channel: CHANNEL_CREATE, _UPDATE or _DELETE; threads likewise."""

    def thread_members(self, thread: Channel, added: list[int], removed: list[int]) -> None:
        """Tell who joined or left a thread."""

    def role(self, name: str, guild: Guild, role: Role) -> None:
        """Tell of a role: GUILD_ROLE_CREATE or _UPDATE."""

    def member(self, name: str, guild: Guild, member: Member) -> None:
        """Tell of a member: GUILD_MEMBER_ADD, _UPDATE or _REMOVE."""

    def message(self, name: str, message: Message) -> None:
        """Tell of a message: MESSAGE_CREATE or MESSAGE_UPDATE."""

    def message_delete(self, message: Message) -> None:
        """Tell that a message is gone."""

    def message_delete_bulk(self, channel: Channel, ids: list[int]) -> None:
        """Tell that several messages are gone at once."""

    def reaction(self, added: bool, message: Message, emoji: Emoji, user_id: int) -> None:
        """Tell of one reaction added or taken away."""

    def reactions_cleared(self, message: Message, emoji: Emoji | None) -> None:
        """Tell that all reactions, or all with one emoji, were removed."""

    def interaction(self, bot: Bot, data: Json, guild_id: int | None) -> None:
        """Hand an interaction to its bot."""

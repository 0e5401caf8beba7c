"""What the gateway has told of servers and their channels, by number."""

import discord


class Lookup:
    """Looks up what the connection knows; what it does not know is nothing special."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def name(self, guild: int) -> str:
        """Return a server's name; empty where it is not known."""
        found = self._client.get_guild(guild)
        return found.name if found is not None else ""

    def locale(self, guild: int) -> str | None:
        """Return a server's language as Discord writes it; None where it is not known."""
        found = self._client.get_guild(guild)
        return found.preferred_locale.value if found is not None else None

    def parent(self, guild: int, channel: int) -> int | None:
        """Return the channel a thread belongs to; None for no thread."""
        found = self._client.get_guild(guild)
        thread = found.get_thread(channel) if found is not None else None
        return thread.parent_id if thread is not None else None

    def permissions(self, guild: int, channel: int) -> discord.Permissions:
        """Return what the bot may do in a channel or thread, as far as the gateway told."""
        server = self._client.get_guild(guild)
        place = server.get_channel_or_thread(channel) if server is not None else None
        if server is None or place is None or server.me is None:
            return discord.Permissions.none()
        return place.permissions_for(server.me)

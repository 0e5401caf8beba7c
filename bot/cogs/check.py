"""`/check`: what the bot may do here, and what will not work without it."""

import discord

from bot.discord_api import permissions
from bot.discord_api.interaction import AnyInteraction
from bot.interactions.command import AnyCommand, Cog, make
from bot.interactions.context import Context
from bot.locale import Translator

THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


class Check(Cog):
    """The command."""

    def commands(self) -> list[AnyCommand]:
        """Return the command."""
        return [make("check", self._check)]

    async def _check(self, context: Context) -> None:
        missing = _missing(context.interaction)
        lines = permissions.sentences(missing, context.t)
        if all(need.optional for need in missing):
            lines.insert(0, context.t("All set: I have every permission I need here."))
        await context.tell("\n".join(lines))


def lacking_here(interaction: AnyInteraction, t: Translator) -> list[str]:
    """Return what is missing where a table cannot be opened, one sentence each; else nothing.

    What matters less is named too: whoever sets permissions does so once.
    """
    missing = tuple(need for need in _missing(interaction) if not need.optional)
    return permissions.sentences(missing, t) if any(need.must for need in missing) else []


def limits_here(interaction: AnyInteraction, t: Translator) -> list[str]:
    """Return what will work less well here for want of a permission, one sentence each."""
    missing = _missing(interaction)
    lesser = tuple(need for need in missing if not need.must and not need.optional)
    return permissions.sentences(lesser, t)


def has_role(user: discord.User | discord.Member, role: int) -> bool:
    """Say whether somebody has a role here."""
    return isinstance(user, discord.Member) and user.get_role(role) is not None


def _missing(interaction: AnyInteraction) -> tuple[permissions.Need, ...]:
    thread = getattr(interaction.channel, "type", None) in THREADS
    return permissions.missing(interaction.app_permissions, thread=thread)

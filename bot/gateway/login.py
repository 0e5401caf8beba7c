"""Logging in to Discord: what can go wrong, in one sentence, and whether a token is accepted."""

import asyncio
import contextlib
from collections.abc import Iterator

import aiohttp
import discord

from bot.gateway.client import point

PATIENCE = 20.0
"""Seconds to wait for Discord's answer about a token."""


class StartError(Exception):
    """The bot cannot start; the text is one sentence."""


class OfflineError(StartError):
    """Discord cannot be reached now; nothing of ours need be wrong."""


@contextlib.contextmanager
def failing() -> Iterator[None]:
    """Turn what Discord or the network answer to a login into a `StartError`."""
    try:
        yield
    except discord.LoginFailure:
        raise StartError("Discord does not accept the token in DISCORD_TOKEN.") from None
    except discord.DiscordServerError as error:
        raise OfflineError(f"Discord cannot be reached (status {error.status}).") from None
    except discord.HTTPException as error:
        raise StartError(f"Discord refused: {error.text or error.status}.") from None
    except (aiohttp.ClientError, OSError) as error:
        raise OfflineError(f"Discord cannot be reached ({type(error).__name__}).") from None


async def check_token(api_base: str | None, token: str) -> None:
    """Ask Discord whether it accepts the token; nothing else is done with it.

    Args:
        api_base: another server than Discord's own, on this machine.
        token: as in DISCORD_TOKEN.

    Raises:
        StartError: it does not, or (`OfflineError`) cannot be asked.
    """
    point(api_base, None)
    client = discord.Client(intents=discord.Intents.none())
    with failing():
        try:
            async with asyncio.timeout(PATIENCE):
                await client.login(token)
        finally:
            await client.close()

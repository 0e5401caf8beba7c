"""Reaching Discord: what an answer to a login means, and patience where there is none.

What only an operator can mend ends the start with one sentence; what mends itself (no connection,
Discord down) is tried again, ever more seldom (`discord.md` section 5).
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds to wait for Discord's answer about a token."""
PAUSES = (1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds before the next try; the last one for ever."""
SPARED = 5
"""Which part of a day's sessions are begun at intervals: a fifth."""
MOMENT = 1.0
"""Seconds by which two clocks may differ on when a day is over."""
LONGEST = 200
"""Characters of Discord's own words that are repeated."""

CLOSED = {
    4004: "Discord no longer accepts the token in DISCORD_TOKEN; it has been reset.",
    4010: "Discord does not accept the number of shards; leave 'shard_count' out.",
    4011: "Discord asks for more shards; leave 'shard_count' out or raise it.",
    4012: "Discord no longer speaks this version of its gateway; update Kalamazoo.",
    4013: "Discord does not know the intents that this version asks for; update Kalamazoo.",
    4014: "Discord asks for privileged intents that the bot does not need.",
}
"""Why Discord closes a connection for good, by its code."""


class StartError(Exception):
    """The bot cannot start, or go on; the text is one sentence."""


class OfflineError(StartError):
    """Discord cannot be reached now; nothing of ours need be wrong."""


@contextlib.contextmanager
def failing() -> Iterator[None]:
    """Turn what Discord or the network answer to a login into a `StartError`."""
    try:
        yield
    except discord.LoginFailure:
        raise StartError("Discord does not accept the token in DISCORD_TOKEN.") from None
    except discord.PrivilegedIntentsRequired:
        raise StartError(CLOSED[4014]) from None
    except discord.ConnectionClosed as error:
        why = CLOSED.get(error.code, f"Discord closed the connection (code {error.code}).")
        raise StartError(why) from None
    except discord.GatewayNotFound:
        raise OfflineError("Discord cannot be reached (it names no gateway).") from None
    except discord.RateLimited:
        raise OfflineError("Discord asks to wait.") from None
    except discord.HTTPException as error:
        raise _refused(error) from None
    except aiohttp.ClientHttpProxyError as error:
        if error.status >= 500:
            raise OfflineError(
                f"Discord cannot be reached (status {error.status} of the proxy)."
            ) from None
        raise StartError(
            f"The proxy of the setting 'proxy' lets nobody through (status {error.status})."
        ) from None
    except (aiohttp.ClientError, OSError) as error:
        raise OfflineError(f"Discord cannot be reached ({type(error).__name__}).") from None


def _refused(error: discord.HTTPException) -> StartError:
    """Return what a refusal means; a page in place of an answer is not repeated."""
    if error.status >= 500:
        return OfflineError(f"Discord cannot be reached (status {error.status}).")
    if not error.text or _page(error.text):
        return _foreign(error.status)
    if error.status == 429:
        return OfflineError("Discord asks to wait (status 429).")
    return StartError(f"Discord refused: {error.text.rstrip('.')}.")


def _page(text: str) -> bool:
    return len(text) > LONGEST or "\n" in text or re.search(r"<\w", text) is not None


def _foreign(status: int) -> StartError:
    return StartError(
        f"Something on the way to Discord answered in its place (status {status}), as a proxy, a "
        "firewall or a sign-in page does; mend that, or set 'proxy'."
    )


async def check_token(api_base: str | None, token: str, proxy: str | None = None) -> None:
    """Ask Discord whether it accepts the token; nothing else is done with it.

    Args:
        api_base: another server than Discord's own, on this machine.
        token: as in DISCORD_TOKEN.
        proxy: as in the settings.

    Raises:
        StartError: it does not, or (`OfflineError`) cannot be asked.
    """
    point(api_base, None)
    client = discord.Client(intents=discord.Intents(guilds=True), proxy=proxy)
    with failing():
        try:
            async with asyncio.timeout(PATIENCE):
                await client.login(token)
        except (TypeError, KeyError, ValueError, AttributeError):
            # The library takes whatever came with status 200 for an account.
            raise _foreign(200) from None
        finally:
            await client.close()


async def patiently(reach: Callable[[], Awaitable[T]]) -> T:
    """Return what `reach` does, trying again with growing pauses while Discord is out of reach.

    Raises:
        StartError: as `reach`, but for `OfflineError`.
    """
    tries = 0
    while True:
        try:
            with failing():
                return await reach()
        except OfflineError as error:
            pause = PAUSES[min(tries, len(PAUSES) - 1)]
            tries += 1
            log.warning("%s Trying again in %d s.", error, pause)
        await asyncio.sleep(pause)


async def spare(
    limits: discord.SessionStartLimits,
    shards: int,
    wait: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> None:
    """Wait before sessions are begun where Discord will soon let none begin any more.

    Whoever asks for more than a day's loses the token, as a bot that crashes at every start does
    within two hours. The last ones are spread over what is left of the day.

    Args:
        limits: how many sessions may be begun, and until when.
        shards: how many are to be begun now.
        wait: seconds.
    """
    if limits.remaining >= max(limits.total // SPARED, shards):
        return
    pause = limits.reset_after / 1000 / max(limits.remaining // shards, 1) + MOMENT
    log.warning(
        "Discord lets only %d more sessions begin for now: something starts the bot again and "
        "again. Connecting in %d s.",
        limits.remaining,
        pause,
    )
    await wait(pause)


def point(api_base: str | None, gateway_url: str | None) -> None:
    """Point the library at another server than Discord's own, where one is named."""
    if api_base is not None:
        Route.BASE = api_base.rstrip("/")
    if gateway_url is not None:
        gateway: Any = DiscordWebSocket
        gateway.DEFAULT_GATEWAY = yarl.URL(gateway_url)

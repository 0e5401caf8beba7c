"""Addresses of messages and times, in Discord's own forms."""

from datetime import datetime
from math import ceil


def message_url(guild: int | None, channel: int, message: int) -> str:
    """Return the address of a message; `guild` None for a DM."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


def channel_url(guild: int | None, channel: int) -> str:
    """Return the address of a channel; `guild` None for a DM."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}"


def link(text: str, url: str) -> str:
    """Return a Markdown link; `text` is already escaped."""
    return f"[{text}](<{url}>)"


def relative(at: datetime) -> str:
    """Return a time as every reader's own app words it: "in 40 seconds"."""
    return f"<t:{int(at.timestamp())}:R>"


def countdown(at: datetime) -> str:
    """Return a time to count down to, never earlier than it is: "in 3 seconds"."""
    return f"<t:{ceil(at.timestamp())}:R>"


def code(text: str) -> str:
    """Return a text in the form of code, unformatted."""
    return f"`{text}`"

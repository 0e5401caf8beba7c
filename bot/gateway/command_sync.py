"""Registering the commands by themselves, only when their payload has changed.

The payload is the one the library will send (`discord.md` section 14; a test compares it with the
wire); its hash is stored per application and scope, so that a restart registers nothing.
"""

import hashlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot.discord_api.errors import reading

Recall = Callable[[str], Awaitable[str | None]]
Remember = Callable[[str, str], Awaitable[None]]
Ids = dict[str, int]
"""Discord's ids of the commands, by registered name."""


async def payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Return what `tree.sync()` will send, in a stable order."""
    translator = tree.translator
    assert translator is not None, "commands are localised"
    commands = [await each.get_translated_payload(tree, translator) for each in tree.get_commands()]
    return sorted(commands, key=lambda each: (each["type"], each["name"]))


def fingerprint(commands: list[dict[str, Any]]) -> str:
    """Return the hash of a payload."""
    text = json.dumps(commands, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


async def register(
    client: discord.Client,
    tree: app_commands.CommandTree[Any],
    recall: Recall,
    remember: Remember,
    *,
    always: bool = False,
) -> tuple[int, Ids]:
    """Register the commands globally if they changed; return how many were sent, and their ids.

    Args:
        client: logged in.
        recall: returns the hash stored under a key.
        remember: stores it, after Discord took the commands.
        always: also when nothing changed.
    """
    commands = await payload(tree)
    key = f"commands:{client.application_id}:global"
    new = fingerprint(commands)
    if not always and await recall(key) == new:
        return 0, await registered(tree)
    with reading():
        sent = await tree.sync()
    await remember(key, new)
    return len(sent), {each.name: each.id for each in sent}


async def registered(tree: app_commands.CommandTree[Any]) -> Ids:
    """Return the ids of the commands that are registered globally."""
    with reading():
        return {each.name: each.id for each in await tree.fetch_commands()}

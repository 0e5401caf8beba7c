"""Registering the commands by themselves, only when their payload has changed.

The payload is the one the library will send (`discord.md` section 14; a test compares it with the
wire); its hash is stored per application and scope, so that a restart registers nothing. It holds
for one database: a copy of an older version that was put back knows nothing of what came after it.
"""

import hashlib
import json
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.db.changes import guild_change
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.discord_api.errors import reading
from bot.locale.mentions import Mentions

Tree: TypeAlias = app_commands.CommandTree[Any]

BOT_ITSELF = 0
"""The server under whose settings the bot keeps what is its own (hashes of commands)."""


async def payload(tree: Tree) -> list[dict[str, Any]]:
    """Return what `tree.sync()` will send, in a stable order."""
    translator = tree.translator
    assert translator is not None, "commands are localised"
    commands = [await each.get_translated_payload(tree, translator) for each in tree.get_commands()]
    return sorted(commands, key=lambda each: (each["type"], each["name"]))


def fingerprint(commands: list[dict[str, Any]], tag: str = "") -> str:
    """Return the hash of a payload, as the database of that tag keeps it."""
    text = tag + json.dumps(commands, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


class Commands:
    """The commands as Discord has them.

    Args:
        client: logged in; its tree holds them.
        reader: reads the hash of what was registered.
        store: keeps it, once Discord has taken them.
        mentions: learn what each is called by, so that it can be pressed in a text.
    """

    def __init__(
        self, client: discord.Client, tree: Tree, reader: Reader, store: Store, mentions: Mentions
    ) -> None:
        self._client, self._tree = client, tree
        self._reader, self._store = reader, store
        self._mentions = mentions

    async def register(self, *, always: bool = False) -> int:
        """Register them globally if they changed; return how many were sent.

        Args:
            always: also when nothing changed.

        Raises:
            StorageError: the hash cannot be read or kept.
        """
        commands = await payload(self._tree)
        key = f"commands:{self._client.application_id}:global"
        new = fingerprint(commands, await self._reader.tag())
        kept = await self._reader.guild(BOT_ITSELF)
        if not always and kept.get(key) == new:
            await self.look()
            return 0
        with reading():
            sent = await self._tree.sync()
        await self._store.commit(guild_change(BOT_ITSELF, {**kept, key: new}))
        self._mentions.learn(commands, {each.name: each.id for each in sent})
        return len(sent)

    async def look(self) -> None:
        """Learn what those are called by that are registered."""
        with reading():
            ids = {each.name: each.id for each in await self._tree.fetch_commands()}
        self._mentions.learn(await payload(self._tree), ids)

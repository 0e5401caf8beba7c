"""What the gateway tells of places: channels and threads that go, servers that go or are away.

All of it comes without any privileged intent. What happens while the bot is not connected is
learned when a request is refused (`bot.messages.public_message`), or here when the connection
is ready.
"""

import asyncio
import logging
from typing import Any

import discord

from bot.discord_api.errors import FAILURES
from bot.discord_api.interaction import describe
from bot.discord_api.rate_limit import Priority
from bot.gateway.rereading import Rereading
from bot.gateway.session import Session
from bot.messages.dependencies import Dependencies
from bot.messages.registry import Registry
from bot.tables import entries
from bot.tables.model import Table
from bot.ui import notifications

log = logging.getLogger(__name__)


class Places:
    """The one listener of places."""

    def __init__(self, kit: Dependencies, registry: Registry, rereading: Rereading) -> None:
        self._kit = kit
        self._registry = registry
        self._rereading = rereading
        self._there: set[int] = set()
        """Servers that can be reached by now: at a start all of them come in one go."""

    def happened(self, event: str, args: tuple[Any, ...]) -> None:
        """Take in an event of the library, synchronously."""
        match event:
            case "guild_channel_delete":
                self._tell(entries.PlaceGone(), channel=args[0].id)
            case "raw_thread_delete":
                self._thread_gone(args[0].thread_id)
            case "raw_thread_update":
                self._thread_changed(args[0])
            case "guild_remove":
                self._there.discard(args[0].id)
                self._tell(entries.PlaceGone(), guild=args[0].id)
            case "guild_unavailable":
                self._there.discard(args[0].id)
                self._tell(entries.ServerAway(away=True), guild=args[0].id)
            case "guild_available" | "guild_join":
                if not self._there:
                    asyncio.get_running_loop().call_soon(self._are_there)
                self._there.add(args[0].id)
            case "guild_channel_update" | "guild_role_update" | "member_update":
                self._registry.try_again(args[1].guild.id)  # of members only the bot's own come
            case "guild_role_delete":
                self._registry.try_again(args[0].guild.id)

    def interrupted(self, session: Session) -> None:
        """Take in that a shard's connection is lost, or begins anew: somebody's call is missing.

        Presses below hands come by shard 0, so its loss concerns the calls at every table.
        """
        for table in self._kit.tables.active():
            if session.hears(table.guild) or session.hears(None):
                self._kit.tables.submit(table.id, entries.Gap())

    def begun_elsewhere(self, session: Session) -> None:
        """Take in that another process' shard hears direct messages anew: hands are read again."""
        self._rereading.begin(session)

    def ready(self, session: Session, servers: dict[int, bool]) -> None:
        """Take in that a shard knows its servers: what happened without it was told to nobody.

        Args:
            session: of the shard.
            servers: where the bot is now, and whether each can be reached.
        """
        self._rereading.begin(session)
        self._registry.redraw_all(session.hears)
        for table in self._kit.tables.active():
            if table.guild is None or not session.hears(table.guild):
                continue
            if table.guild not in servers:
                self._kit.tables.submit(table.id, entries.PlaceGone())
            else:
                away = entries.ServerAway(away=not servers[table.guild])
                self._kit.tables.submit(table.id, away)

    def _are_there(self) -> None:
        """Take in which servers can be reached: tables and views are gone through once for all."""
        there, self._there = frozenset(self._there), set()
        for table in self._kit.tables.active():
            if table.guild in there:
                self._kit.tables.submit(table.id, entries.ServerAway(away=False))
        self._registry.try_again(*there)
        self._registry.redraw_all(lambda guild: guild in there)

    def _tell(
        self, entry: entries.Entry, *, guild: int | None = None, channel: int | None = None
    ) -> None:
        for table in self._kit.tables.active():
            if guild == table.guild if guild is not None else channel == table.channel:
                self._kit.tables.submit(table.id, entry)

    def _within(self, thread: int) -> list[Table]:
        """Return the tables in a thread: their own one, or the one they were opened in."""
        return [table for table in self._kit.tables.active() if table.where == thread]

    def _thread_gone(self, thread: int) -> None:
        for table in self._within(thread):
            gone = entries.PlaceGone() if table.thread is None else entries.ThreadGone()
            self._kit.tables.submit(table.id, gone)

    def _thread_changed(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Leave a thread that is locked; bring back one that is archived under a running game.

        A table that was opened in it has nowhere to go, and is shown once it can be.
        """
        about = payload.data.get("thread_metadata", {})
        for table in self._within(payload.thread_id):
            if about.get("locked") and table.thread is not None:
                self._kit.tables.submit(table.id, entries.ThreadGone())
            elif about.get("locked"):
                continue
            elif about.get("archived") and table.status == "playing":
                self._kit.tasks.start(self._bring_back(table), f"thread of {table.id}")
            else:
                self._registry.try_again(payload.guild_id)

    async def _bring_back(self, table: Table) -> None:
        screen = notifications.unarchived(table, self._kit.looks.guild(table.guild))
        try:
            await self._kit.wire.send(table.where, screen, Priority.TABLE)
        except FAILURES as error:
            log.info("thread of table %s: %s", table.id, describe(error))

"""What of a table is shown where, kept in the database (`architecture.md`, Storage)."""

import asyncio
from collections.abc import Iterable

from bot.clock import Clock
from bot.db.changes import Change, messages_change, messages_gone
from bot.db.records import MessageRecord
from bot.db.session import Conflict
from bot.db.unit_of_work import Store

RETRY = 5.0
"""Seconds after which it is tried again when the database could not take it."""


class Ledger:
    """Writes down messages that show something of a table, and those that no longer do.

    It costs no transaction of its own as long as moves are stored anyway.

    Args:
        store: the only writer.
        time: the waiting.
    """

    def __init__(self, store: Store, time: Clock) -> None:
        self._store = store
        self._time = time

    def keep(self, *records: MessageRecord) -> None:
        """Write down what messages show, new or renewed."""
        self._put(messages_change(records))

    def note(self, record: MessageRecord, *, moved: bool) -> None:
        """Write down what a message shows; after a move only with what is stored next anyway.

        If the process dies before, the message is edited once more than it need be.
        """
        self._put(messages_change([record]), alone=not moved)

    def strike(self, table: int, messages: Iterable[int]) -> None:
        """Strike out messages that are gone, or are closed for good."""
        self._put(messages_gone(table, messages))

    def _put(self, change: Change, *, alone: bool = True) -> None:
        def stored(done: "asyncio.Future[None]") -> None:
            failed = None if done.cancelled() else done.exception()
            if failed is not None and not isinstance(failed, Conflict):
                self._time.call_later(RETRY, lambda: self._put(change, alone=alone))

        self._store.ride(change, alone=alone).add_done_callback(stored)

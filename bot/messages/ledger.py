"""What of a table is shown where, kept in the database (`architecture.md`, Storage)."""

import asyncio

from bot.clock import Clock
from bot.db.changes import Change, message_change, message_gone
from bot.db.errors import Conflict
from bot.db.records import MessageRecord
from bot.db.unit_of_work import Store

RETRY = 5.0
"""Seconds after which it is tried again when the database could not take it, unless something newer
is to be written down of that message by then."""


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
        self._newest: dict[tuple[int, int], Change] = {}
        """By table and message, what is not stored yet: whatever came before it is old."""

    def keep(self, record: MessageRecord) -> None:
        """Write down what a message shows, new or renewed."""
        self._put(record, message_change(record))

    def note(self, record: MessageRecord, *, moved: bool) -> None:
        """Write down what a message shows; after a move only with what is stored next anyway.

        If the process dies before, the message is edited once more than it need be.
        """
        self._put(record, message_change(record), alone=not moved)

    def strike(self, record: MessageRecord) -> None:
        """Strike out a message that is gone, or is closed for good."""
        self._put(record, message_gone(record))

    def _put(self, record: MessageRecord, change: Change, *, alone: bool = True) -> None:
        message = (record.table, record.message)
        self._newest[message] = change

        def again() -> None:
            if self._newest.get(message) is change:
                self._put(record, change, alone=alone)

        def stored(done: "asyncio.Future[None]") -> None:
            failed = None if done.cancelled() else done.exception()
            if failed is not None and not isinstance(failed, Conflict):
                self._time.call_later(RETRY, again)
            elif self._newest.get(message) is change:
                del self._newest[message]

        self._store.ride(change, alone=alone).add_done_callback(stored)

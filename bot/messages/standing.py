"""What stands there from before a restart: a message that shows what it should is left alone.

Of each message a print of what it showed last is stored. After an outage too short to be told of,
what would be shown is compared with it, the times in it aside: they are later by the outage, which
the next edit brings.
"""

import re
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from bot.discord_api.writer import Drawn
from bot.ui.elements.screen import Screen

if TYPE_CHECKING:
    from bot.messages.table_view import TableView

TIME = re.compile(rb"<t:\d+:R>")
SIZE = 9
"""Bytes of a print: two of one message are never alike by chance."""

EDITED = ""
"""No print: what a message showed before a restart is on it no more."""


def print_of(screen: Screen, tag: str) -> str:
    """Return what tells a screen from any other, whatever times it names.

    `tag` is the database's own, which its controls carry: those of another one answer nobody.
    """
    seen = structs.replace(screen, reactions=(), mentions=(), attachments=())
    known = blake2b(tag.encode(), digest_size=SIZE)
    known.update(TIME.sub(b"<t>", msgspec.json.encode(seen)))
    for each in screen.attachments:
        known.update(each.data)
    return known.hexdigest()


class Standing:
    """Knows of one message whether it still shows what it did before a restart.

    Args:
        view: its table.
        before: the print of what it showed; None: that is not known, or it is new.
    """

    __slots__ = ("_before", "_stood", "_view")

    def __init__(self, view: "TableView", before: str | None) -> None:
        self._view = view
        self._before = before
        self._stood = False

    def drawn(self, draw: Callable[[], Drawn | None]) -> Drawn | None:
        """Return what is to be shown; of an outage nothing where nothing else has changed.

        None: it cannot be said yet, since the server is not known.
        """
        view = self._view
        if self._before is None or not view.brief:
            return draw()
        if view.table.guild is not None and not view.deps.looks.server(view.table.guild):
            return None
        with view.without_outage():
            drawn = draw()
        if drawn is not None and print_of(drawn.screen, view.deps.wire.tag) == self._before:
            return structs.replace(drawn, standing=True)
        return drawn if drawn is None or self._stood else draw()

    def confirmed(self, shown: str) -> None:
        """Learn what it shows now."""
        if shown == self._before:
            self._stood = True
        else:
            self._before = EDITED if self._stood else None

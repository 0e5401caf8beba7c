"""`/leaderboard`: who has won how often, ties sharing a place (1, 1, 3)."""

from collections.abc import Sequence

from bot.locale import Translator
from bot.records.leaderboard import Standing
from bot.ui import frame
from bot.ui.names import escape, short
from bot.ui.renderer import AnyRenderer
from bot.ui.screen import Screen, Text

PAGE = 10
"""Lines of a page."""


def draw(
    standings: Sequence[Standing], renderer: AnyRenderer, reader: int, server: str, t: Translator
) -> Screen:
    """Return the first ten of a server, and the reader's own place; standings best first."""
    head = t("{game}: who has won here", game=renderer.name)
    lines = [f"### {head}" + (f"\n-# {escape(short(server, 60))}" if server else "")]
    if not standings:
        lines.append(t("No game has been finished here yet."))
    lines += [_line(one, t) for one in standings[:PAGE]]
    own = next((one for one in standings[PAGE:] if one.person == reader), None)
    if own is not None:
        lines += ["…", _line(own, t)]
    return Screen((Text("\n".join(lines)),), accent=frame.PRIVATE)


def _line(one: Standing, t: Translator) -> str:
    name = escape(short(one.name)) or t("Player")
    wins = t.n("{n} win", "{n} wins", one.wins)
    games = t.n("{n} game", "{n} games", one.games)
    return f"{t.ordinal(one.place)} {name} · {wins} · {games}"

"""`/leaderboard`: who has won how often, ties sharing a place (1, 1, 3)."""

from collections.abc import Sequence

from msgspec import Struct

from bot.locale import Translator
from bot.ui import frame
from bot.ui.names import escape, short
from bot.ui.renderer import AnyRenderer
from bot.ui.screen import Screen, Text

PAGE = 10
"""Lines of a page."""


class Standing(Struct, frozen=True):
    """One person's record in a game. `name` as last seen, neither cut nor escaped."""

    person: int
    name: str
    games: int
    wins: int


def ranked(standings: Sequence[Standing]) -> tuple[tuple[int, Standing], ...]:
    """Return the standings with their places: most wins first, fewer games before more."""
    ordered = sorted(standings, key=lambda one: (-one.wins, one.games, one.person))
    places: list[tuple[int, Standing]] = []
    for at, one in enumerate(ordered, 1):
        last = places[-1] if places else None
        tied = last is not None and (last[1].wins, last[1].games) == (one.wins, one.games)
        places.append((last[0] if last is not None and tied else at, one))
    return tuple(places)


def draw(
    standings: Sequence[Standing], renderer: AnyRenderer, reader: int, server: str, t: Translator
) -> Screen:
    """Return the first ten of a server, and the reader's own place."""
    head = t("{game}: who has won here", game=renderer.name)
    lines = [f"### {head}" + (f"\n-# {escape(short(server, 60))}" if server else "")]
    places = ranked(standings)
    if not places:
        lines.append(t("No game has been finished here yet."))
    lines += [_line(place, one, t) for place, one in places[:PAGE]]
    own = next(((place, one) for place, one in places[PAGE:] if one.person == reader), None)
    if own is not None:
        lines += ["…", _line(*own, t)]
    return Screen((Text("\n".join(lines)),), accent=frame.PRIVATE)


def _line(place: int, one: Standing, t: Translator) -> str:
    name = escape(short(one.name)) or t("Player")
    wins = t.n("{n} win", "{n} wins", one.wins)
    games = t.n("{n} game", "{n} games", one.games)
    return f"{t.ordinal(place)} {name} · {wins} · {games}"

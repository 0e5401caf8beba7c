"""`/leaderboard`: who plays how well, ties sharing a place (1, 1, 3)."""

from collections.abc import Sequence

from msgspec import Struct

from bot.db.records import ALWAYS, PLACED
from bot.db.stats import PAGE, BoardLine, BoardPage
from bot.locale import Translator
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.names import apart, escape, short
from bot.ui.elements.screen import Attachment, Button, Part, Picture, Row, Screen, Text

HERE, ALL = "here", "all"
EVER = "always"
PICTURE = "leaderboard.png"


class Wanted(Struct, frozen=True):
    """Which board and page; `season` "" is all of them, `everywhere` all servers."""

    game: str
    everywhere: bool = False
    season: str = ALWAYS
    page: int = 0

    def control(self, act: str, page: int) -> str:
        """Return the `custom_id` of a control that leads to a page of the same board."""
        return Control(0, 0, page, 0, self.act(act)).custom_id

    def act(self, act: str) -> str:
        """Return the act of such a control."""
        where = ALL if self.everywhere else HERE
        season = self.season.replace("-", "").lower() or EVER
        return f"{act}{self.game}-{where}-{season}"


def parse(control: Control, act: str) -> Wanted | None:
    """Return what a control of `Wanted.control` leads to; None if it is none."""
    parts = control.act.removeprefix(act).rsplit("-", 2)
    if not control.act.startswith(act) or len(parts) != 3 or parts[1] not in (HERE, ALL):
        return None
    season = "" if parts[2] == EVER else f"{parts[2][:4]}-{parts[2][4:]}".upper()
    return Wanted(parts[0], parts[1] == ALL, season, control.ply)


def draw(
    page: BoardPage,
    wanted: Wanted,
    renderer: AnyRenderer,
    server: str,
    t: Translator,
    picture: bytes | None = None,
) -> Screen:
    """Return a page of a board, the reader's own place and the controls that turn it.

    Args:
        page: the lines.
        wanted: which board.
        renderer: of the game.
        server: its name, as Discord shows it.
        t: the reader's language.
        picture: the chart of the page, if it was asked for.
    """
    lines = [_head(wanted, renderer, server, t), *_body(page, t), *_own(page, t)]
    return _drawn(lines, _turning(page, wanted, t, chart=picture is None), page, t, picture)


def shared(
    page: BoardPage,
    wanted: Wanted,
    renderer: AnyRenderer,
    server: str,
    t: Translator,
    picture: bytes | None = None,
) -> Screen:
    """Return a page of a board for all who read it: nobody's own place, nothing to press.

    The arguments are those of `draw`.
    """
    lines = [_head(wanted, renderer, server, t), *_body(page, t)]
    return frame.without_controls(_drawn(lines, (), page, t, picture))


def _drawn(
    lines: Sequence[str],
    row: tuple[Button, ...],
    page: BoardPage,
    t: Translator,
    picture: bytes | None,
) -> Screen:
    parts: list[Part] = [Text("\n".join(lines))]
    attachments: tuple[Attachment, ...] = ()
    if picture is not None:
        attachments = (Attachment(PICTURE, picture),)
        parts.append(Picture(PICTURE, chart_words(page, t)))
    if row:
        parts.append(Row(row))
    return Screen(tuple(parts), accent=frame.PRIVATE, attachments=attachments)


def season_name(season: str, t: Translator) -> str:
    """Return a season in words: "Q1 2026", or all time."""
    if season == ALWAYS:
        return t("all time")
    year, quarter = season.split("-Q")
    return t("Q{quarter} {year}", year=year, quarter=quarter)


def chart_words(page: BoardPage, t: Translator) -> str:
    """Return what the chart shows, in words: its alternative text."""
    bars = [
        t("{place} {rating}", place=_place(line, t), rating=t.number(line.number))
        for line in page.lines
    ]
    return t("Ratings on this page: {ratings}", ratings=t.list(bars))


def _head(wanted: Wanted, renderer: AnyRenderer, server: str, t: Translator) -> str:
    where = t("all servers") if wanted.everywhere else escape(short(server, 60))
    line = " · ".join(part for part in (where, season_name(wanted.season, t)) if part)
    title = t("{game}: leaderboard", game=renderer.name)
    return f"### {title}\n-# {line}"


def _body(page: BoardPage, t: Translator) -> list[str]:
    lines: list[str] = []
    if not page.lines:
        lines.append(
            t.n(
                "Nobody has {n} rated game here yet.",
                "Nobody has {n} rated games here yet.",
                PLACED,
            )
        )
    own = page.own
    for line, name in zip(page.lines, _names(page.lines, t), strict=True):
        lines += _line(line, name, t, own=own is not None and line.person == own.person)
    return lines


def _own(page: BoardPage, t: Translator) -> list[str]:
    """Return the reader's own place, where it is not on the page."""
    own = page.own
    if own is None:
        return [t("You haven't played a rated game here yet.")]
    if own.place is None:
        return [
            t.n(
                "You: rating {rating}. To be listed you need {n} rated game; you have {games}.",
                "You: rating {rating}. To be listed you need {n} rated games; you have {games}.",
                PLACED,
                rating=t.number(own.number),
                games=t.number(own.games),
            )
        ]
    if all(line.person != own.person for line in page.lines):
        return ["…", *_line(own, short(own.name) or t("Player"), t, own=True)]
    return []


def _names(lines: Sequence[BoardLine], t: Translator) -> list[str]:
    """Return the names of a page, equal ones told apart; who has none there is any player."""
    named = iter(apart([line.name for line in lines if short(line.name)], t("Player")))
    return [next(named) if short(line.name) else t("Player") for line in lines]


def _line(line: BoardLine, name: str, t: Translator, *, own: bool) -> list[str]:
    mark = "▸ " if own else ""
    games = t.n("{n} game", "{n} games", line.games)
    wins = t.n("{n} won", "{n} won", line.wins)
    streak = " · " + t("streak of {n}", n=t.number(line.streak)) if line.streak > 1 else ""
    return [
        f"{mark}{_place(line, t)} **{escape(name)}** · **{t.number(line.number)}**",
        f"-# {games} · {wins}{streak}",
    ]


def _place(line: BoardLine, t: Translator) -> str:
    return t.ordinal(line.place) if line.place is not None else "–"


def _turning(page: BoardPage, wanted: Wanted, t: Translator, *, chart: bool) -> tuple[Button, ...]:
    """Return the buttons to the pages before and after, to one's own, and of the chart."""
    last = max(page.total - 1, 0) // PAGE
    buttons = []
    if wanted.page > 0:
        act = wanted.control(controls.BOARD, min(wanted.page - 1, last))
        buttons.append(Button(act, t("Previous page"), emoji="◀"))
    if wanted.page < last:
        act = wanted.control(controls.BOARD, wanted.page + 1)
        buttons.append(Button(act, t("Next page"), emoji="▶"))
    if chart and page.lines:
        act = wanted.control(controls.CHART, wanted.page)
        buttons.append(Button(act, t("Show chart"), emoji="📊"))
    if page.lines:
        what = wanted.act(controls.BOARD if chart else controls.CHART)
        buttons.append(frame.share_button(what, wanted.page, t))
    return tuple(buttons)

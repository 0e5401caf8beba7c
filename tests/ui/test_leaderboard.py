"""`/leaderboard` and `/help`."""

import io
from typing import Any

import pytest
from PIL import Image

from bot.db.stats import BoardLine, BoardPage
from bot.locale import LANGUAGES, translator
from bot.pictures import Bar, Line, plot
from bot.pictures.colours import GROUND, INK, TURN
from bot.pictures.plot import COLOURS
from bot.ui import help as help_screen
from bot.ui import leaderboard
from bot.ui.elements import controls
from bot.ui.elements.screen import Picture, Screen, Text
from bot.ui.leaderboard import Wanted
from tests.games import RENDERERS

T = translator("en")
GAME = RENDERERS[0]


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def line(place: int | None, person: int, **fields: Any) -> BoardLine:
    """Return a line of a board."""
    values: dict[str, Any] = {
        "name": f"P{person}",
        "number": 20 - person,
        "games": 9,
        "wins": 4,
        "streak": 0,
        **fields,
    }
    return BoardLine(place=place, person=person, **values)


def draw(page: BoardPage, wanted: Wanted | None = None, **fields: Any) -> Screen:
    """Return the screen of a page."""
    values: dict[str, Any] = {"renderer": GAME, "server": "Server", "t": T, **fields}
    return leaderboard.draw(page, wanted or Wanted(GAME.key), **values)


def test_line_has_place_name_rating_games_wins_and_streak() -> None:
    """The number alone is bold beside the name; a streak of one is none."""
    page = BoardPage((line(1, 1, streak=3), line(1, 2, number=-2, streak=1)), None, 2)
    shown = text(draw(page))
    assert "1st **P1** · **19**\n-# 9 games · 4 won · streak of 3" in shown
    assert "1st **P2** · **-2**\n-# 9 games · 4 won\n" in shown + "\n"


def test_own_line_is_marked_or_added() -> None:
    """On the page it is marked, below it it is added, with too few games it is said."""
    lines = (line(1, 1), line(2, 2))
    assert "▸ 2nd **P2**" in text(draw(BoardPage(lines, lines[1], 2)))
    below = text(draw(BoardPage(lines, line(31, 31, number=3), 40)))
    assert "…\n▸ 31st **P31** · **3**" in below
    few = text(draw(BoardPage(lines, line(None, 31, games=2), 40)))
    assert "you need 5 rated games; you have 2." in few
    assert "You haven't played a rated game here yet." in text(draw(BoardPage(lines, None, 2)))


def test_empty_board_says_what_it_takes() -> None:
    """Before anybody has five rated games there is a sentence."""
    assert "Nobody has 5 rated games here yet." in text(draw(BoardPage()))


def test_equal_names_are_told_apart() -> None:
    """Two people of one name are two people; who has no name here is any player."""
    names = ("Ana", "ana", "", "")
    lines = tuple(line(1, number, name=name) for number, name in enumerate(names, 1))
    shown = text(draw(BoardPage(lines, None, 4)))
    assert "**Ana** ·" in shown
    assert "**ana \\(2\\)** ·" in shown
    assert shown.count("**Player** ·") == 2


def test_names_are_harmless() -> None:
    """Names as last seen are escaped and mention nobody."""
    screen = draw(BoardPage((line(1, 1, name="@everyone **x**"),), None, 1), server="*Server*")
    assert "@everyone" not in text(screen)
    assert r"\*\*x\*\*" in text(screen)
    assert r"\*Server\*" in text(screen)
    assert screen.mentions == ()


@pytest.mark.parametrize(
    ("page", "total", "labels"),
    [
        (0, 10, ["Show chart"]),
        (0, 11, ["Next page", "Show chart"]),
        (1, 11, ["Previous page", "Show chart"]),
        (1, 21, ["Previous page", "Next page", "Show chart"]),
    ],
)
def test_buttons_lead_where_there_is_a_page(page: int, total: int, labels: list[str]) -> None:
    """No button leads to an empty page."""
    screen = draw(BoardPage((line(1, 1),), None, total), Wanted(GAME.key, page=page))
    assert [button.label for button in screen.buttons()] == [*labels, "Share"]


@pytest.mark.parametrize("season", ["", "2026-Q3"])
@pytest.mark.parametrize("everywhere", [True, False])
def test_controls_say_all_they_need(season: str, everywhere: bool) -> None:
    """Everything a press needs is in its `custom_id`, so it works after a restart."""
    wanted = Wanted(GAME.key, everywhere, season, 4)
    control = controls.parse(wanted.control(controls.BOARD, 7))
    assert control is not None
    assert leaderboard.parse(control, controls.BOARD) == Wanted(GAME.key, everywhere, season, 7)
    assert leaderboard.parse(control, controls.CHART) is None


def test_chart_is_described_in_words() -> None:
    """The alternative text gives every bar; the picture comes with the screen."""
    page = BoardPage((line(1, 1), line(2, 2)), None, 2)
    data = plot.of_bars([Bar("1.", 19), Bar("2.", 18)])
    screen = draw(page, picture=data)
    (picture,) = [part for part in screen.parts if isinstance(part, Picture)]
    assert picture.alt == "Ratings on this page: 1st 19 and 2nd 18"
    assert [each.filename for each in screen.attachments] == [picture.source]
    assert screen.fits()


def luminance(colour: tuple[int, int, int]) -> float:
    """Return the relative luminance of WCAG 2."""
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """Return the contrast of WCAG 2, 1 to 21."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_plots_are_readable_on_dark_and_light() -> None:
    """They stand on a ground of their own, with enough contrast for text and lines."""
    data = plot.of_lines(
        [Line("One", (0.0, 3.5, -2.0)), Line("Two", (1.0,)), Line("Three", (2, 2))]
    )
    image = Image.open(io.BytesIO(data)).convert("RGBA")
    assert image.getchannel("A").getextrema() == (255, 255)
    assert image.getpixel((1, 1))[:3] == GROUND  # type: ignore[index]  # a pixel of four bands
    for colour in (INK, TURN, *COLOURS):
        assert contrast(colour, GROUND) > 4.5
    assert len(data) < 60_000


@pytest.mark.parametrize(
    "values", [(0.0,), (5.0, 5.0), (-3.2, 40.7, 12.0), tuple(float(i % 37) for i in range(100))]
)
def test_any_history_can_be_drawn(values: tuple[float, ...]) -> None:
    """One game, a flat line, negatives, a hundred games."""
    assert Image.open(io.BytesIO(plot.of_lines([Line("G", values)]))).size == (640, 300)


def test_help_offers_every_game() -> None:
    """`/help` says what can be played and starts it by a button."""
    for language in LANGUAGES:
        screen = help_screen.draw(RENDERERS, translator(language))
        for renderer in RENDERERS:
            assert renderer.blurb(translator(language)) in text(screen)
        acts = [button.custom_id.rsplit(":", 1)[1] for button in screen.buttons()]
        assert acts == [f"open-{renderer.key}" for renderer in RENDERERS]
        assert screen.fits()


def test_help_by_direct_message_offers_what_can_be_done_there() -> None:
    """No table is opened there, so no button offers one; the rules of every game are read."""
    for language in LANGUAGES:
        screen = help_screen.draw(RENDERERS, translator(language), direct=True)
        acts = [button.custom_id.rsplit(":", 1)[1] for button in screen.buttons()]
        assert acts == [f"read-{renderer.key}-0" for renderer in RENDERERS]
        assert screen.fits()

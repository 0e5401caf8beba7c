"""`/stats`, `/history`, `/replay`, `/privacy`, `/mydata`, and ratings below a result."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from bot.db.records import Rating, Result
from bot.db.stats import Opponent, Played, Totals
from bot.locale import LANGUAGES, translator
from bot.tables.notes import Ended
from bot.ui import history, privacy, rating, replay, stats
from bot.ui.contract.renderer import AnyRenderer, Noted
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Button, Row, Screen, Select, Text, plain
from bot.ui.replay import ReplayStep
from engine.api import AnyGame
from tests.games import RENDERERS
from tests.ui.positions import PAIRS, look, walk
from tests.ui.test_frame import position

T = translator("en")
BY_KEY = {renderer.key: renderer for renderer in RENDERERS}
FIRST, SECOND = (renderer.key for renderer in RENDERERS[:2])
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def result(seat: int = 0, **fields: Any) -> Result:
    """Return a result."""
    values: dict[str, Any] = {
        "table": 12,
        "seat": seat,
        "guild": 3,
        "game": FIRST,
        "person": 10 + seat,
        "house": None,
        "place": seat + 1,
        "won": seat == 0,
        "unrated": None,
        "ended": NOW,
        "number": 4,
        "rating_before": 11.6,
        "rating_after": 13.5,
        "overall_before": 1.0,
        "overall_after": 2.0,
        **fields,
    }
    return Result(**values)


def test_stats_say_everything_per_game() -> None:
    """Played, won, rating, calls, the quickest one, whom one met."""
    totals = {
        FIRST: Totals(game=FIRST, played=7, won=1, calls=4, right=3, quickest=0.43),
        SECOND: Totals(game=SECOND, played=1, won=0),
    }
    ratings = {
        FIRST: Rating(
            guild=3,
            game=FIRST,
            season="",
            person=1,
            mu=1,
            sigma=1,
            number=-4,
            games=5,
            wins=1,
            streak=0,
        )
    }
    opponents = [Opponent(2, "Ben", 6), Opponent(3, "", 1)]
    series = {FIRST: (0.4, 13.6, -3.9)}
    screen = stats.draw("**Ana**", totals, ratings, opponents, series, BY_KEY, T, b"png")
    shown = text(screen)
    assert "\\*\\*Ana\\*\\*'s games" in shown
    assert f"**{RENDERERS[0].name}** · 7 games · 1 won\nRating **-4** · 5 rated games" in shown
    assert "4 calls · 3 right\nFastest call: 0.43 s" in shown
    assert f"**{RENDERERS[1].name}** · 1 game · 0 won\n-# not rated" in shown
    assert "Most frequent opponents: Ben (6) and Player (1)" in shown
    one = stats.draw("**Ana**", totals, ratings, opponents[:1], series, BY_KEY, T, b"png")
    assert "Most frequent opponent: Ben (6)" in text(one)
    assert stats.words(series, BY_KEY, T) == (
        f"{RENDERERS[0].name}: from 0 to -4 over 2 rated games; highest 14, lowest -4."
    )


def test_history_links_to_the_tables() -> None:
    """Game, table, place of how many, what it did to the rating, and when."""
    played = [
        Played(result=result(), seats=4, channel=5, thread=None, message=6),
        Played(result=result(unrated="house"), seats=2, channel=5, thread=7, message=None),
    ]
    shown = text(history.draw("Ana", 1, played, 0, BY_KEY, T))
    assert "(<https://discord.com/channels/3/5/6>) · 1st of 4" in shown
    assert "-# rating 12 → 14 · <t:1767225600:R>" in shown
    assert "(<https://discord.com/channels/3/7>)" in shown
    assert "not rated: a bot was at the table from the start" in shown


def test_history_turns_pages_of_ten() -> None:
    """An eleventh game means there is a next page."""
    one = Played(result=result(), seats=4, channel=5, thread=None, message=6)
    screen = history.draw("Ana", 1, [one] * 11, 1, BY_KEY, T)
    assert text(screen).count("1st of 4") == 10
    pages = [controls.parse(button.custom_id) for button in screen.buttons()]
    assert [page.ply if page else None for page in pages] == [0, 2]
    assert not history.draw("Ana", 1, [one] * 10, 0, BY_KEY, T).buttons()


def test_result_tells_what_it_did_to_ratings() -> None:
    """Best place first; one reason for all is one sentence."""
    table = position().table
    results = (result(0, place=2), result(1, place=1, unrated="partner"))
    assert rating.told(results, table, T).splitlines()[1].endswith("rating 12 → 14")
    assert "not rated: the partner left the game" in rating.told(results, table, T)
    alike = tuple(result(seat, unrated="often") for seat in range(2))
    assert rating.told(alike, table, T) == (
        "Not rated: the same people have played five rated games together today."
    )
    assert rating.told((), table, T) == ""
    assert rating.ending((Noted(Ended("won", results)),)) == results


@pytest.mark.parametrize("reason", rating.UNRATED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(reason: Any, language: str) -> None:
    """Whatever keeps a game from being rated is said."""
    told = rating.scored(result(unrated=reason), translator(language))
    assert len(told) > 15


def test_replay_controls_say_all_they_need() -> None:
    """Step, table and sight are in the `custom_id`; what leads nowhere is not to be pressed."""
    table = position().table
    body = Screen((Text("cards"), Row((Button("k1:1:1:1:0:join", "Join"),))))
    for ply in (0, 5, 9):
        step = ReplayStep(table.id, ply, 1)
        screen = replay.draw(step, 9, table, body, T)
        ids = [button.custom_id for button in screen.buttons()]
        ids += [part.custom_id for part in screen.parts if isinstance(part, Select)]
        assert len(set(ids)) == len(ids) == 7
        assert not any(button.label == "Join" for button in screen.buttons())
        targets = [replay.parse(found, ()) for found in map(controls.parse, ids[:4]) if found]
        assert targets == [
            ReplayStep(table.id, to, 1) for to in (0, max(ply - 1, 0), min(ply + 1, 9), 9)
        ]
        dead = [button.label for button in screen.buttons() if button.disabled]
        assert dead == {0: ["First", "Back"], 5: [], 9: ["Next", "Last"]}[ply]
        assert f"**Step {ply} of 9**" in text(screen)


def test_replay_is_seen_by_any_seat_or_open() -> None:
    """The select keeps the step; open shows what everybody held."""
    table = position().table
    screen = replay.draw(ReplayStep(table.id, 3), 9, table, plain("cards"), T, ("[1] [2]", ""))
    assert "all hands face up" in text(screen)
    assert "[1] [2]" in text(screen)
    (select,) = [part for part in screen.parts if isinstance(part, Select)]
    assert [choice.value for choice in select.choices] == [
        "open",
        *(str(seat.index) for seat in table.seats),
    ]
    control = controls.parse(select.custom_id)
    assert control is not None
    assert replay.parse(control, ("1",)) == ReplayStep(table.id, 3, 1)
    assert replay.parse(control, ("open",)) == ReplayStep(table.id, 3)
    assert replay.parse(control, ()) == ReplayStep(table.id, 3)
    assert replay.parse(Control(0, 0, 0, 0, "replay-x-open"), ()) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_without_hands_is_the_same_for_everybody(language: str) -> None:
    """Nothing is called face up, and no view is offered that would show nothing else."""
    t = translator(language)
    screen = replay.draw(ReplayStep(12, 0), 9, position().table, plain("cards"), t, None)
    assert text(screen).splitlines()[0] in ("**Step 0 of 9**", "**Paso 0 de 9**")
    assert not [part for part in screen.parts if isinstance(part, Select)]
    assert len(screen.buttons()) == 6


@pytest.mark.parametrize(("game", "renderer"), PAIRS)
def test_hands_of_a_replay_are_sorted_as_new_ones_are(game: AnyGame, renderer: AnyRenderer) -> None:
    """In whatever order its cards were dealt, a hand reads as its owner first saw it."""
    if not renderer.hands:
        return
    seats = max(game.seat_counts)
    view = next(walk(game, renderer, seats, seed=5, options=game.settle(seats, {}))).view(0)
    turned = msgspec.structs.replace(view, hand=view.hand[::-1])
    assert renderer.own(turned, look("en")) == renderer.own(view, look("en")) != ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_privacy_says_for_how_long(language: str) -> None:
    """The number of days that is set stands in it; the commands are named."""
    t = translator(language)
    assert "90" in text(privacy.draw(90, t))
    assert "0" not in text(privacy.draw(0, t))
    assert privacy.draw(365, t).fits()


def test_deleting_asks_once_and_only_the_person() -> None:
    """The answer carries whose data it is about."""
    screen = privacy.ask(77, 2, T)
    acts = [controls.parse(button.custom_id) for button in screen.buttons()]
    assert [act.act if act else "" for act in acts] == ["erase-77", "keep-77"]
    assert "You're in 2 games now" in text(screen)
    assert "You're" not in text(privacy.ask(77, 0, T))

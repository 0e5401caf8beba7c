"""The screens of `/settings`, `/preferences` and `/tables`, and what their selects change."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.db.records import Preferences, ServerSettings
from bot.locale import translator
from bot.tables.model import Seat
from bot.ui import open_tables, preferences, presets, server_settings
from bot.ui.elements.controls import parse
from bot.ui.elements.screen import Choice, Picker, Screen, Select, Text
from tests.games import GAMES
from tests.ui.positions import NOW, PAIRS, table
from tests.ui.test_limits import check

RENDERERS = tuple(renderer for _, renderer in PAIRS)
LIMITS = server_settings.Limits(
    tables_per_channel=3, tables_per_person=3, lobbies_per_person=1, window=300
)
FULL = ServerSettings(
    language="es",
    channels=tuple(range(10**18, 10**18 + 25)),
    barred=tuple(range(10**18, 10**18 + 25)),
    opener=10**18,
    ender=10**18,
    window=800,
)
T = translator("en")


def chosen(screen: Screen, act: str) -> Choice:
    """Return the present choice of a select."""
    for part in screen.parts:
        if isinstance(part, Select) and act == getattr(parse(part.custom_id), "act", ""):
            return next(each for each in part.choices if each.chosen)
    raise LookupError(act)


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def screens(language: str) -> Iterator[Screen]:
    """Yield every page, set and not set, with as many presets as there can be."""
    t = translator(language)
    for settings in (ServerSettings(), FULL):
        for page in range(len(server_settings.PAGES)):
            yield server_settings.draw(settings, page, LIMITS, RENDERERS, t, "x" * 100)
        for game in GAMES:
            now = settings
            for number in range(presets.MOST):
                now = presets.with_preset(game, 0, f"{number:040}")(now)
            yield presets.draw(settings, game, 0, RENDERERS, t)
            yield presets.draw(now, game, now.presets[-1].id, RENDERERS, t, "x")
    yield preferences.draw(Preferences(), t)
    yield preferences.draw(Preferences(language="es", text=True, notice="none"), t, "x")


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_is_within_limits(language: str) -> None:
    """Every page of settings and preferences, empty and full."""
    for screen in screens(language):
        check(screen)


def test_every_choice_changes_what_it_says_and_nothing_else() -> None:
    """Each offered value of each setting is taken, shown as present, and the rest stays."""
    for key in server_settings.NAMES:
        page = server_settings.page_of(key)
        screen = server_settings.draw(ServerSettings(), page, LIMITS, RENDERERS, T)
        act = server_settings.SET + key
        part = next(
            each
            for each in screen.parts
            if isinstance(each, Select | Picker) and each.custom_id.endswith(f":{act}")
        )
        offered = [each.value for each in part.choices] if isinstance(part, Select) else ["12", ""]
        for value in offered:
            edit = server_settings.edit(key, [value] if value else [])
            assert edit is not None
            now = edit(FULL)
            assert all(
                getattr(now, other) == getattr(FULL, other)
                for other in server_settings.NAMES
                if other != key
            )
            again = server_settings.draw(now, page, LIMITS, RENDERERS, T)
            if isinstance(part, Select):
                assert chosen(again, act).value == value
                assert server_settings.saved(now, key, LIMITS, T) == chosen(again, act).label


def test_what_holds_where_nobody_is_chosen_is_said_only_there() -> None:
    """A channel chosen below "none chosen: all channels" would contradict it."""
    for key, none in server_settings.NOBODY_CHOSEN.items():
        edit = server_settings.edit(key, ["12"])
        assert edit is not None
        page = server_settings.page_of(key)
        for now, said in ((ServerSettings(), True), (edit(ServerSettings()), False)):
            screen = server_settings.draw(now, page, LIMITS, RENDERERS, T)
            texts = [each.text for each in screen.parts if isinstance(each, Text)]
            assert any(f"({none})" in text for text in texts) is said
            assert any(text.startswith(f"**{server_settings.NAMES[key]}**") for text in texts)
            line = server_settings.saved(now, key, LIMITS, T)
            assert (line == f"{server_settings.NAMES[key]} ({none})") is said


def test_what_is_not_offered_changes_nothing() -> None:
    """A made-up press is none of ours."""
    assert server_settings.edit("language", ["fr"]) is None
    assert server_settings.edit("tables_per_channel", ["99"]) is None
    assert server_settings.edit("rules", ["x"]) is None
    assert preferences.edit("language", ["fr"]) is None
    assert preferences.edit("hands", []) is None


def test_page_of_a_game_names_the_command_of_this_game_alone() -> None:
    """Where presets can be chosen: in the game's own `/play`, as its reader types it."""
    for language, command in (("en", "/play"), ("es", "/jugar")):
        for game in GAMES:
            shown = text(presets.draw(ServerSettings(), game, 0, RENDERERS, translator(language)))
            assert f"{command} {game.key}" in shown
            assert shown.count(command) == 1


def test_rule_left_to_the_game_says_what_that_is() -> None:
    """Nobody has to know the usual rules; only what depends on the seats has no one answer."""
    for game, renderer in PAIRS:
        screen = presets.draw(ServerSettings(), game, 0, RENDERERS, T)
        for spec in game.options:
            held = {game.settle(seats, {})[spec.key] for seats in game.seat_counts}
            says = renderer.choice(spec.key, held.pop(), T) if len(held) == 1 else None
            now = chosen(screen, f"{presets.RULE}{game.key}-{spec.key}")
            assert now.value == server_settings.USUAL
            assert now.label == f"{renderer.option(spec.key, T)}: {says or 'by number of players'}"
            assert now.description == "Default"


def test_preset_keeps_rules_under_a_name() -> None:
    """Saved from the default rules, changed alone, found by its name, dropped."""
    game = GAMES[0]
    spec = next(each for each in game.options if len(each.choices) > 2)
    first, second = spec.choices[0], spec.choices[1]
    now = presets.with_rule(game, 0, spec.key, first)(ServerSettings())
    now = presets.with_preset(game, 0, "Club night")(now)
    found = presets.named(now, game.key, "club NIGHT")
    assert found is not None
    assert presets.named(now, game.key, str(found.id)) is None
    assert presets.named(now, GAMES[1].key, "Club night") is None
    now = presets.with_rule(game, found.id, spec.key, second)(now)
    assert presets.in_force(now, game, found.id) == {spec.key: second}
    assert presets.in_force(now, game, 0) == {spec.key: first}
    now = presets.without_rules(game, 0)(now)
    assert presets.in_force(now, game, 0) == {}
    assert presets.without_preset(found.id)(now).presets == ()


def test_preset_is_replaced_only_when_that_is_confirmed() -> None:
    """A name that is taken changes nothing; the question's button replaces the rules."""
    game = GAMES[0]
    spec = next(each for each in game.options if len(each.choices) > 2)
    first, second = spec.choices[0], spec.choices[1]
    now = presets.with_rule(game, 0, spec.key, first)(ServerSettings())
    now = presets.with_preset(game, 0, "1")(now)
    found = presets.named(now, game.key, "1")
    assert found is not None
    now = presets.with_rule(game, 0, spec.key, second)(now)
    assert presets.with_preset(game, 0, "1")(now) == now
    question = presets.sure_to_replace(game, 0, found, translator("en"))
    act = question.buttons()[0].custom_id.rsplit(":", 1)[1]
    assert act == f"{presets.OVER}{game.key}-{found.id}"
    after = presets.with_rules_of(game, 0, found.id)(now)
    assert presets.in_force(after, game, found.id) == {spec.key: second}


def test_rules_a_game_no_longer_has_are_left_out() -> None:
    """What an older version has stored cannot spoil a table."""
    game = GAMES[0]
    stored = ServerSettings(rules={game.key: {"gone": 1, game.options[0].key: "never"}})
    assert presets.in_force(stored, game, 0) == {}


def test_preferences_are_confirmed_in_words() -> None:
    """Each choice is shown as present and said in the line of what was changed."""
    for key, words in preferences.CHOICES.items():
        for value in words:
            edit = preferences.edit(key, [value])
            assert edit is not None
            now = edit(Preferences(language="es"))
            assert now.language == "es"
            said = preferences.saved(now, key, T)
            assert chosen(preferences.draw(now, T, said), f"prefer-{key}").label == said
            assert said in text(preferences.draw(now, T, said))


@pytest.mark.parametrize("language", ["en", "es"])
def test_tables_are_listed_page_by_page(language: str) -> None:
    """Link, age, whose turn and End for each; the last page is the last one there is."""
    t = translator(language)
    game, renderer = PAIRS[0]
    seats = (Seat(index=0, person=1, name="Ana"), Seat(index=1, person=2, name="Ben"))
    began = NOW - timedelta(hours=1)
    running = table(game, 2, None, seats=seats, created=NOW, started=began)
    entries = [
        open_tables.OpenTable(
            table=replace(running, id=number),
            renderer=renderer,
            url="https://discord.com/channels/1/2/3",
            turn=1,
        )
        for number in range(1, 20)
    ]
    for page in range(4):
        screen = open_tables.draw(entries, page, t)
        check(screen)
        ends = [one for one in screen.buttons() if open_tables.ASK in one.custom_id]
        assert len(ends) == (3 if page > 1 else 8)
    shown = text(open_tables.draw(entries, 0, T))
    assert "https://discord.com/channels/1/2/3" in shown
    assert f"started <t:{int(began.timestamp())}:R>" in shown
    assert "Ben's turn" in shown
    lobby = replace(running, status="lobby", started=None, created=began)
    waiting = open_tables.draw([replace(entries[0], table=lobby, turn=None)], 0, T)
    assert f"opened <t:{int(began.timestamp())}:R> · waiting for players" in text(waiting)
    check(open_tables.draw([], 0, t))
    check(open_tables.ask(entries[0].table, renderer, 0, t))


def test_end_of_a_lobby_is_asked_for_as_what_it_is() -> None:
    """Nobody can win or lose what has not started."""
    game, renderer = PAIRS[0]
    playing = table(game, 2, None)
    for now, asked in ((playing, "End this table?"), (replace(playing, status="lobby"), "Close")):
        screen = open_tables.ask(now, renderer, 0, T)
        [text] = [each.text for each in screen.parts if isinstance(each, Text)]
        assert asked in text
        assert ("wins or loses" in text) is (now.status == "playing")

"""The rules pages: everything the sources say, in both languages, within Discord's limits."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.locale import LANGUAGES, translator
from bot.pictures import of_page
from bot.tables.model import Table
from bot.ui import rules
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import Page, Rules, When, encode, read
from bot.ui.elements.controls import parse
from bot.ui.elements.screen import Picture, Screen, Text
from tests.games import GAMES
from tests.ui.positions import PAIRS, every_rule, table
from tests.ui.test_limits import check

STATEMENTS = Path(__file__).parents[2] / "docs" / "requirements.md"
LETTERS = dict(zip((game.key for game in GAMES), "FPU", strict=False))
"""Of the games whose sources are broken into statements; one added later has none."""
CHANGEABLE = [pair for pair in PAIRS if pair[0].options]
"""Those with house rules."""
EN = translator("en")


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def written(renderer: AnyRenderer, language: str = "en") -> Rules:
    """Return everything written of a game."""
    return renderer.rules(translator(language))


def said(renderer: AnyRenderer, language: str) -> list[str]:
    """Return the number of every statement that the pages of a game say, page by page."""
    numbers: list[str] = []
    for page in written(renderer, language).pages:
        numbers += [n for each in page.paragraphs for rule in each for n in rule.numbers]
        numbers += [n for rule in page.house for option in rule.options for n in option.numbers]
    return numbers


def conditions(page: Page) -> Iterator[When]:
    """Yield everything on a page that says where something holds."""
    yield page.when
    yield from (rule.when for each in page.paragraphs for rule in each)
    yield from (position.when for position in page.shown)


def at(game: Any, seats: int | None = None, **options: Any) -> Table:
    """Return a table with the usual house rules but these."""
    count = seats or min(game.seat_counts)
    usual = {spec.key: spec.default for spec in game.options}
    return table(game, count, None, options={**usual, **options})


def tables(game: Any) -> Iterator[Table]:
    """Yield a table for every choice of every house rule, at every number of seats."""
    for seats in game.seat_counts:
        yield from (at(game, seats, **options) for options in every_rule(game, seats))


def all_said(game: Any, renderer: AnyRenderer, here: Table | None, language: str = "en") -> str:
    """Return all text of all pages as they read there."""
    t = translator(language)
    count = len(rules.pages(game, renderer, here, t))
    return "\n".join(text(rules.draw(game, renderer, page, here, t)) for page in range(count))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_every_statement_of_the_sources_is_on_a_page(
    pair: tuple[Any, AnyRenderer], language: str
) -> None:
    """Rules, calls, options, the physical table and advice alike (`requirements.md`)."""
    game, renderer = pair
    if game.key not in LETTERS:
        pytest.skip("no statements of its sources")
    letter = LETTERS[game.key]
    wanted = set(re.findall(rf"^- ({letter}-\d+) \[", STATEMENTS.read_text(), re.MULTILINE))
    assert wanted
    assert set(said(renderer, language)) == wanted


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_both_languages_say_the_same(pair: tuple[Any, AnyRenderer]) -> None:
    """Page by page and line by line: as many, the same statements, conditions and positions."""
    _, renderer = pair

    def bones(language: str) -> list[Any]:
        return [
            (
                page.when,
                [
                    [(rule.numbers, rule.decided, rule.item, rule.when) for rule in each]
                    for each in page.paragraphs
                ],
                [
                    (one.name, one.seats, one.cards, one.acts, one.chosen, one.dealer, one.when)
                    for one in page.shown
                ],
                [
                    (rule.key, [(each.value, each.numbers) for each in rule.options])
                    for rule in page.house
                ],
            )
            for page in written(renderer, language).pages
        ]

    assert bones("en") == bones("es")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_pages_are_within_limits_and_show_no_numbers(
    pair: tuple[Any, AnyRenderer], language: str
) -> None:
    """Every page fits, in general and at every kind of table, with its pictures; no marks show."""
    game, renderer = pair
    t = translator(language)
    for here in (None, *tables(game)):
        for page, found in enumerate(rules.pages(game, renderer, here, t)):
            drawn = of_page(game, renderer, found, t) if here is None else ()
            screen = rules.draw(game, renderer, page, here, t, [each.figures for each in drawn])
            check(screen)
            assert not re.search(r"\b[FPU]-\d|<!--|-->", text(screen))
            shown = [part.source for part in screen.parts if isinstance(part, Picture)]
            assert shown == [each.filename for each in screen.attachments]
            assert len({*shown}) == len(shown) >= (len(found.shown) if here is None else 0)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_conditions_name_house_rules_there_are(pair: tuple[Any, AnyRenderer]) -> None:
    """Every condition of a line names house rules of the game and choices they have."""
    game, renderer = pair
    choices = {spec.key: {encode(value) for value in spec.choices} for spec in game.options}
    for page in written(renderer).pages:
        for when in conditions(page):
            for each in when.any_of:
                assert all(set(values) <= choices[key] for key, values in each.items())


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_every_line_is_read_somewhere(pair: tuple[Any, AnyRenderer]) -> None:
    """Nothing is written for tables that cannot be."""
    game, renderer = pair
    forces = [None, *(rules.in_force(game, here) for here in tables(game))]
    for page in written(renderer).pages:
        for when in conditions(page):
            assert any(when.holds(force) for force in forces), (page.title, when)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pair", CHANGEABLE, ids=lambda pair: pair[0].key)
def test_every_choice_of_every_house_rule_is_explained(
    pair: tuple[Any, AnyRenderer], language: str
) -> None:
    """Once each on one page; those of the table are marked, else every usual one."""
    game, renderer = pair
    t = translator(language)
    every = rules.pages(game, renderer, None, t)
    ((number, page),) = [(at, each) for at, each in enumerate(every) if each.house]
    assert [(rule.key, [each.value for each in rule.options]) for rule in page.house] == [
        (spec.key, [encode(value) for value in spec.choices]) for spec in game.options
    ]
    chosen = {spec.key: spec.choices[-1] for spec in game.options}
    here = at(game, **chosen)
    (there,) = [
        number for number, each in enumerate(rules.pages(game, renderer, here, t)) if each.house
    ]
    usual = text(rules.draw(game, renderer, number, None, t))
    shown = text(rules.draw(game, renderer, there, here, t))
    assert "12" in shown
    for rule in page.house:
        for each in rule.options:
            line = f"{each.name}: {each.text}"
            now = rules.usual(game, rule.key)
            assert (f"✅ {line}" in usual) == (each.value in now)
            assert (f"✅ {line}" in shown) == (each.value == encode(chosen[rule.key]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_file_marks_the_usual_choices(pair: tuple[Any, AnyRenderer], language: str) -> None:
    """Who reads the file itself sees ✅ at the same choices as who reads `/rules`."""
    game, renderer = pair
    lines = (renderer.pages / f"{game.key}.{language}.md").read_text().splitlines()
    for rule in (rule for page in written(renderer, language).pages for rule in page.house):
        for each in rule.options:
            (line,) = [one for one in lines if f"** {each.text} <!-- {each.value}" in one]
            assert line.startswith("- ✅") == (each.value in rules.usual(game, rule.key)), line


def test_first_page_is_enough_for_a_first_game() -> None:
    """It begins with the goal and what one does in a turn; tips and source come last."""
    for game, renderer in PAIRS:
        pages = rules.pages(game, renderer, None, EN)
        first = text(rules.draw(game, renderer, 0, None, EN))
        if game.key in LETTERS:
            assert first.split("\n")[2].startswith("**Goal.**")
            assert "ource" in pages[-1].title


def test_pages_that_do_not_concern_a_table_are_left_out() -> None:
    """Partners, strict rules and calls of Flinch; several cards at once of Flushed."""

    def titles(pair: tuple[Any, AnyRenderer], here: Table | None) -> set[str]:
        return {page.title for page in rules.pages(*pair, here, EN)}

    flinch, _, flushed = PAIRS[:3]
    optional = {"Partners", "Strict rules of 1913", "Calling Flinch!"}
    assert titles(flinch, None) >= optional
    assert titles(flinch, at(flinch[0])) & optional == {"Calling Flinch!"}
    assert titles(flinch, at(flinch[0], conduct="assist")) & optional == set()
    strict = at(flinch[0], 4, conduct="strict", partners=True)
    assert titles(flinch, strict) & optional == optional
    several = "Several cards at once"
    assert several in titles(flushed, None)
    assert several not in titles(flushed, at(flushed[0]))
    assert several in titles(flushed, at(flushed[0], flush=True))


def test_what_a_false_call_costs_is_said_for_the_table() -> None:
    """`rules.md` section 1: mirror, lock, none; one Flinch card left; nobody calls in assist."""
    game, renderer = PAIRS[0]
    wins = "makes that player win"

    def there(**options: Any) -> str:
        return "\n".join(
            line
            for line in all_said(game, renderer, at(game, **options)).splitlines()
            if not line.startswith(("✅", "▫️"))
        )

    assert wins in all_said(game, renderer, None)
    assert wins in there()
    assert wins not in there(last_card="stock")
    assert "goes under your pile" in there()
    for choice, costs in (("lock", "can't call again until"), ("none", "call costs nothing")):
        assert wins not in there(false_call=choice)
        assert "goes under your pile" not in there(false_call=choice)
        assert costs in there(false_call=choice)
    assert "can't call again until" not in there(false_call="none")
    assert "call costs" not in there(conduct="assist")


def test_what_the_engine_does_is_on_the_pages() -> None:
    """`rules.md`: whom a call is about, half choices, packs, lowest slot, the caps of all games."""
    flinch, flip, flushed = (all_said(*pair, None) for pair in PAIRS[:3])
    assert "always about the player who acted last" in flinch
    assert "half-made choice" in flinch
    assert "six to eight use two" in flinch
    assert "you show" in flinch
    assert "counted from slot 1" in flip
    assert "2,000 actions" in flip
    assert "2,000 turns" in flushed
    assert "2,000 turns" in flinch
    packs = PAIRS[0][0].settle
    assert [packs(seats, {})["packs"] for seats in (5, 6)] == [1, 2]


def test_pages_are_turned_by_buttons() -> None:
    """Forward and back, never past an end; the table goes with them."""
    game, renderer = PAIRS[0]
    here = at(game)
    last = len(rules.pages(game, renderer, here, EN)) - 1
    for page, turns in ((0, [1]), (3, [2, 4]), (last, [last - 1]), (99, [last - 1])):
        screen = rules.draw(game, renderer, page, here, EN)
        found = [control for one in screen.buttons() if (control := parse(one.custom_id))]
        assert [control.ply for control in found] == turns
        assert {control.act for control in found} == {f"read-{game.key}-12"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_game_it_asks_which(language: str) -> None:
    """One button a game."""
    screen = rules.which([renderer for _, renderer in PAIRS], translator(language))
    check(screen)
    assert [button.label for button in screen.buttons()] == [r.name for _, r in PAIRS]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("### Packs\n", "### Packs: "),
        ("### Packs <!-- packs -->\n- one pack <!-- 1 -->\n", "no choice"),
        ("- A line. <!-- if conduct -->\n", "has no ="),
        ("> See.\n<!-- position x\ndeck 1\n-->\n", "seats"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, wrong: str, why: str) -> None:
    """A slip in a page says in which file and at which line it is."""
    (tmp_path / "game.en.md").write_text(f"# Game\n\nIn a line.\n## Page\n{wrong}")
    with pytest.raises(ValueError, match=why) as raised:
        read(tmp_path, "game", "en")
    assert "game.en.md" in str(raised.value)

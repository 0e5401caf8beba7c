"""`/rules`: a game's rules page by page, the house rules of a table marked."""

from collections.abc import Iterable, Iterator

from bot.locale import Translator
from bot.tables.values import Table
from bot.ui import controls, frame
from bot.ui.controls import Control
from bot.ui.renderer import AnyRenderer
from bot.ui.screen import Button, Choice, Part, Row, Screen, Select, Text, rows
from engine.api import AnyGame, OptionSpec

DECIDED, IN_FORCE = "🔸", "✅"
JUMP = "to"
"""Last word of the act of the choice of a page."""


def draw(
    game: AnyGame, renderer: AnyRenderer, page: int, table: Table | None, t: Translator
) -> Screen:
    """Return a page; the last one is of the house rules.

    Args:
        game: the rules.
        renderer: has the pages.
        page: its number, from 0; one that is not there shows the nearest.
        table: the table whose house rules are marked; None marks the usual ones.
        t: the reader's language.
    """
    titles = [t(each.title) for each in renderer.pages] + [t("House rules")]
    page = max(0, min(page, len(titles) - 1))
    number = t("page {page} of {pages}", page=page + 1, pages=len(titles))
    head = f"### {renderer.name} · {titles[page]}\n-# {number}"
    last = page == len(titles) - 1
    body = _house_rules(game, renderer, table, t) if last else _rules(renderer, page, t)
    parts: list[Part] = [Text(head), Text("\n".join(body))]
    choices = tuple(
        Choice(str(at), f"{at + 1}. {title}", chosen=at == page) for at, title in enumerate(titles)
    )
    act = f"{controls.READ}{renderer.key}-{table.id if table is not None else 0}"
    jump = Control(0, 0, page, 0, f"{act}-{JUMP}").custom_id
    parts.append(Select(jump, t("Page"), choices))
    turns = [
        Button(Control(0, 0, to, 0, act).custom_id, label)
        for to, label in ((page - 1, t("Page before")), (page + 1, t("Next page")))
        if 0 <= to < len(titles)
    ]
    parts.append(Row(tuple(turns)))
    return Screen(tuple(parts), accent=frame.PRIVATE)


def which(renderers: Iterable[AnyRenderer], t: Translator) -> Screen:
    """Return the question whose rules are wanted."""
    buttons = (
        Button(Control(0, 0, 0, 0, f"{controls.READ}{each.key}-0").custom_id, each.name)
        for each in renderers
    )
    return Screen((Text(t("The rules of which game?")), *rows(buttons)), accent=frame.PRIVATE)


def _rules(renderer: AnyRenderer, page: int, t: Translator) -> Iterator[str]:
    rules = renderer.pages[page].rules
    for rule in rules:
        yield f"- {DECIDED} {t(rule.text)}" if rule.decided else f"- {t(rule.text)}"
    if any(rule.decided for rule in rules):
        yield f"-# {DECIDED} " + t("Decided here, where the sources say nothing.")


def _house_rules(
    game: AnyGame, renderer: AnyRenderer, table: Table | None, t: Translator
) -> Iterator[str]:
    """Yield every choice of every house rule with what it means, those in force marked."""
    if table is not None:
        holds = t("holds at table {number}", number=table.id)
    else:
        holds = t("holds where nothing else is chosen")
    yield f"-# {IN_FORCE} " + holds
    for spec in game.options:
        yield f"**{renderer.option(spec.key, t)}**"
        now = _in_force(spec, table)
        for choice in renderer.choices:
            if choice.option == spec.key:
                word = renderer.choice(spec.key, choice.value, t)
                sign = IN_FORCE if choice.value == now else "▫️"
                yield f"{sign} {word}. {t(choice.text)}"


def _in_force(spec: OptionSpec, table: Table | None) -> object:
    return spec.default if table is None else table.options.get(spec.key, spec.default)

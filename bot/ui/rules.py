"""`/rules`: a game's rules page by page, the house rules of a table marked."""

from collections.abc import Iterable, Iterator, Sequence

from bot.locale import Translator
from bot.tables.model import Table
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import Page
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import (
    Button,
    Choice,
    Figure,
    Part,
    Row,
    Screen,
    Select,
    Text,
    rows,
)
from engine.api import AnyGame, OptionSpec

DECIDED, IN_FORCE = "🔸", "✅"
JUMP = "to"
"""Last word of the act of the choice of a page."""


def nearest(renderer: AnyRenderer, page: int) -> int:
    """Return the number of the page meant, or of the nearest one there is."""
    return max(0, min(page, len(renderer.pages)))


def page_at(renderer: AnyRenderer, page: int) -> Page | None:
    """Return the page meant; None for the last one, of the house rules."""
    page = nearest(renderer, page)
    return renderer.pages[page] if page < len(renderer.pages) else None


def draw(
    game: AnyGame,
    renderer: AnyRenderer,
    page: int,
    table: Table | None,
    t: Translator,
    figures: Sequence[Figure] = (),
) -> Screen:
    """Return a page; the last one is of the house rules.

    Args:
        game: the rules.
        renderer: has the pages.
        page: its number, from 0; one that is not there shows the nearest.
        table: the table whose house rules are marked; None marks the usual ones.
        t: the reader's language.
        figures: the pictures of the positions the page shows, as many and in the same order.
    """
    titles = [t(each.title) for each in renderer.pages] + [t("House rules")]
    page = nearest(renderer, page)
    number = t("page {page} of {pages}", page=page + 1, pages=len(titles))
    head = f"### {renderer.name} · {titles[page]}\n-# {number}"
    found = page_at(renderer, page)
    body = house_rules(game, renderer, table, t) if found is None else rules(found, t)
    parts: list[Part] = [Text(head), Text("\n".join(body))]
    for position, (picture, _) in zip(found.shown if found else (), figures, strict=False):
        parts += [Text(f"> {t(position.says)}"), picture]
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
    files = tuple(file for _, file in figures)
    return Screen(tuple(parts), accent=frame.PRIVATE, attachments=files)


def which(renderers: Iterable[AnyRenderer], t: Translator) -> Screen:
    """Return the question whose rules are wanted."""
    buttons = (
        Button(Control(0, 0, 0, 0, f"{controls.READ}{each.key}-0").custom_id, each.name)
        for each in renderers
    )
    return Screen((Text(t("The rules of which game?")), *rows(buttons)), accent=frame.PRIVATE)


def rules(page: Page, t: Translator) -> Iterator[str]:
    """Yield the lines of a page, and what marks the statements that were decided here."""
    for rule in page.rules:
        yield f"- {DECIDED} {t(rule.text)}" if rule.decided else f"- {t(rule.text)}"
    if any(rule.decided for rule in page.rules):
        yield f"-# {DECIDED} " + t("Decided here, where the sources say nothing.")


def house_rules(
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

"""`/rules`: a game's pages (`bot.ui.contract.rules_page`), as they read at the table meant."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.locale import Translator, mark
from bot.tables.model import Table
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import (
    DECIDED,
    HouseRule,
    InForce,
    Page,
    Paragraph,
    Position,
    decode,
    encode,
)
from bot.ui.contract.spread import Block, Group, Pile, Spread
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import (
    Button,
    Choice,
    Figure,
    Part,
    Screen,
    Select,
    Text,
    rows,
)
from engine import play
from engine.api import AnyGame, OptionValue, Seat, Setup

IN_FORCE, OTHERWISE = "✅", "▫️"
JUMP = "to"
"""Last word of the act of the choice of a page."""

SEED = "2" * 64
READER: Seat = 0
NAMES = (mark("You"), "Ana", "Ben", "Eva", "Leo", "Mia", "Noa", "Pau")
"""Who sits where in the positions shown, in every language."""


def pages(
    game: AnyGame, renderer: AnyRenderer, table: Table | None, t: Translator
) -> tuple[Page, ...]:
    """Return the pages of a game for a table, without those that do not concern it."""
    return renderer.rules(t).at(None if table is None else in_force(game, table))


def page_at(every: Sequence[Page], number: int) -> tuple[int, Page]:
    """Return the page meant, or the nearest one there is, with its number from 0."""
    number = max(0, min(number, len(every) - 1))
    return number, every[number]


def in_force(game: AnyGame, table: Table) -> InForce:
    """Return the house rules of a table, encoded."""
    return {spec.key: encode(table.options.get(spec.key, spec.default)) for spec in game.options}


def draw(
    game: AnyGame,
    renderer: AnyRenderer,
    page: int,
    table: Table | None,
    t: Translator,
    figures: Sequence[Sequence[Figure]] = (),
) -> Screen:
    """Return a page.

    Args:
        game: the rules.
        renderer: has the pages.
        page: its number, from 0; one that is not there shows the nearest.
        table: the table whose rules they are; None shows all there are.
        t: the reader's language.
        figures: the pictures of each position the page shows, in the same order.
    """
    every = pages(game, renderer, table, t)
    page, found = page_at(every, page)
    number = t("page {page} of {pages}", page=page + 1, pages=len(every))
    head = f"### {renderer.name} · {found.title}\n-# {number}"
    body = [*said(found, t), *house_rules(game, found.house, table, t)]
    parts: list[Part] = [Text(head), Text("\n".join(body))]
    for position, drawn in zip(found.shown, figures, strict=False):
        parts += [Text(f"> {t.pressable(position.says)}"), *(picture for picture, _ in drawn)]
    choices = tuple(
        Choice(str(at), f"{at + 1}. {each.title}", chosen=at == page)
        for at, each in enumerate(every)
    )
    act = f"{controls.READ}{renderer.key}-{table.id if table is not None else 0}"
    jump = Control(0, 0, page, 0, f"{act}-{JUMP}").custom_id
    parts.append(Select(jump, t("Page"), choices))
    turns = [
        Button(Control(0, 0, to, 0, act).custom_id, label)
        for to, label in ((page - 1, t("Previous page")), (page + 1, t("Next page")))
        if 0 <= to < len(every)
    ]
    parts += rows(turns)
    files = tuple(file for drawn in figures for _, file in drawn)
    return Screen(tuple(parts), accent=frame.PRIVATE, attachments=files)


def which(renderers: Iterable[AnyRenderer], t: Translator) -> Screen:
    """Return the question whose rules are wanted."""
    buttons = (
        Button(Control(0, 0, 0, 0, f"{controls.READ}{each.key}-0").custom_id, each.name)
        for each in renderers
    )
    return Screen((Text(t("Which game's rules?")), *rows(buttons)), accent=frame.PRIVATE)


def said(page: Page, t: Translator) -> Iterator[str]:
    """Yield the lines of a page, and what marks the statements that were decided here."""
    yield from (t.pressable(_read(each)) for each in page.paragraphs)
    if any(rule.decided for each in page.paragraphs for rule in each):
        yield f"-# {DECIDED} " + t("Our own rule, where the original rules say nothing.")


def house_rules(
    game: AnyGame, rules: Sequence[HouseRule], table: Table | None, t: Translator
) -> Iterator[str]:
    """Yield every choice of every house rule with what it means, those in force marked."""
    if not rules:
        return
    holds = t("used at table {number}", number=table.id) if table is not None else t("default")
    yield f"-# {IN_FORCE} {holds}"
    for rule in rules:
        yield f"**{rule.name}**"
        now = usual(game, rule.key) if table is None else {in_force(game, table)[rule.key]}
        for each in rule.options:
            sign = IN_FORCE if each.value in now else OTHERWISE
            yield f"{sign} {each.name}: {t.pressable(each.text)}"


def usual(game: AnyGame, key: str) -> set[str]:
    """Return which choices of a house rule are the usual ones, each for some number of seats."""
    return {encode(game.settle(seats, {})[key]) for seats in game.seat_counts}


def reached(game: AnyGame, position: Position) -> Any:
    """Return the state of a position.

    Raises:
        BadSetup, Refused: the game cannot be dealt so, or an act of it is not possible.
    """
    settled = game.settle(position.seats, _chosen(game, position))
    setup = Setup(position.seats, settled, SEED, position.dealer)
    stacked = Setup(position.seats, settled, SEED, position.dealer, _stacked(game, setup, position))
    state = play.start(game, stacked).state
    for act in position.acts:
        by, notation = act.split()
        seats = tuple(int(seat) for seat in by if seat != "-")
        state = play.act(game, state, seats, notation).state
    return state


def spread(game: AnyGame, renderer: AnyRenderer, position: Position, t: Translator) -> Spread:
    """Return what lies where in a position, below it the reader's own cards."""
    state = reached(game, position)
    names = [name if seat else t(name) for seat, name in enumerate(NAMES[: position.seats])]
    laid = renderer.spread(game.view(state, None), names, t)
    held = renderer.held(game.view(state, READER))
    if not held:
        return laid
    own = Block(t("Your hand"), (Group(tuple(Pile(face) for face in held)),), wide=True)
    return Spread((*laid.blocks, own))


def _read(paragraph: Paragraph) -> str:
    first = paragraph[0]
    text = " ".join(rule.text for rule in paragraph)
    return "".join(("- " * first.item, f"{DECIDED} " * first.decided, text))


def _chosen(game: AnyGame, position: Position) -> dict[str, OptionValue]:
    specs = {spec.key: spec for spec in game.options}
    read = ((key, decode(specs[key], value)) for key, value in position.chosen.items())
    return {key: value for key, value in read if value is not None}


def _stacked(game: AnyGame, setup: Setup, position: Position) -> tuple[int | str, ...]:
    """Return the deck with each card wanted swapped to its place."""
    deck = list(game.deck(setup))
    done: set[int] = set()
    for place, card in position.cards.items():
        if deck[place] != card:
            other = next(at for at, one in enumerate(deck) if one == card and at not in done)
            deck[place], deck[other] = deck[other], deck[place]
        done.add(place)
    return tuple(deck)

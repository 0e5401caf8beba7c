"""The screens of `/learn`: the practice table as in a real game, the explanation, what to press.

This is the only place where the bot gives hints.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from bot.locale import Translator, translator
from bot.tables.model import Table
from bot.ui import practice
from bot.ui.contract.lesson import LEARNER, Step
from bot.ui.contract.renderer import AnyRenderer, Half, HandSight, Move, Press, PublicSight
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.look import Look
from bot.ui.elements.names import texts
from bot.ui.elements.screen import (
    Button,
    Part,
    Row,
    Screen,
    Select,
    Separator,
    Text,
    first_fitting,
    rows,
)
from bot.ui.practice import Position, Spot, lesson_of
from engine.api import AnyGame

TASK, SAID = "👉", "💬"
PRESSES = 3
"""Presses that an action takes at most."""


def draw(game: AnyGame, renderer: AnyRenderer, spot: Spot, name: str, look: Look) -> Screen:
    """Return a step: table and cards, the explanation, controls, the answer to a press.

    Args:
        game: the rules.
        renderer: has the lesson, and draws the table.
        spot: where the learner is.
        name: the learner's.
        look: the learner's.
    """
    return first_fitting(
        _drawn(game, renderer, spot, name, one) for one in (look, look.text_only())
    )


def which(renderers: Iterable[AnyRenderer], t: Translator) -> Screen:
    """Return the question which game is to be learnt."""
    buttons = (
        Button(practice.control(each.key, Spot(), practice.AGAIN), each.name)
        for each in renderers
        if each.lesson is not None
    )
    return Screen((Text(t("Which game do you want to learn?")), *rows(buttons)), frame.PRIVATE)


def _drawn(game: AnyGame, renderer: AnyRenderer, spot: Spot, name: str, look: Look) -> Screen:
    t, steps = look.t, lesson_of(renderer).steps
    step = steps[spot.step]
    position = practice.reach(game, renderer, spot.step)
    table = practice.table(game, renderer, position, name)
    names = _names(table, t)
    said = "### " + t("Step {step} of {steps}", step=spot.step + 1, steps=len(steps))
    said += "\n" + t(step.text, **names)
    shown = _table(renderer, table, position, spot.half, look)
    task = ""
    if step.task:
        way = _way(game, renderer, spot.step, spot.half, t.language)
        task = f"{TASK} " + t(step.task, **names, press=_then(way, t))
    elif step is not steps[-1]:
        task = f"{TASK} " + t("Press **Next**.")
    said += "\n" + task if task else ""
    parts = [_own(renderer.key, spot, part) for part in _explained(shown.parts, said)]
    if spot.said or spot.hint:
        hint = t(spot.hint, **names) if spot.hint else task
        parts.append(Text(" ".join(filter(None, (SAID, spot.said, hint)))))
    parts += [Separator(), *rows(_leading(renderer, spot, step, t))]
    return Screen(tuple(parts), accent=frame.PRIVATE)


def _names(table: Table, t: Translator) -> dict[str, str]:
    """Return the names of the seats by the places of the script."""
    return dict(zip(("me", "one", "two", "three"), texts(table, t), strict=False))


def _table(
    renderer: AnyRenderer, table: Table, position: Position, half: Half | None, look: Look
) -> Screen:
    """Return the hand, or the table of a game without hands; when it is over without controls."""
    if renderer.hands:
        sight = HandSight(table, LEARNER, position.view, position.numbers, position.deeds, half)
        screen = renderer.hand(sight, look)
    else:
        screen = renderer.public(PublicSight(table, position.view, position.deeds), look)
    if table.status == "playing":
        return screen
    return replace(screen, parts=tuple(each for each in screen.parts if not _pressable(each)))


def _pressable(part: Part) -> bool:
    return isinstance(part, Row | Select)


def _explained(parts: tuple[Part, ...], said: str) -> tuple[Part, ...]:
    """Return the parts with the explanation between the cards and the first control.

    There a phone shows it together with one's own cards and the buttons, without scrolling.
    """
    first = next((at for at, part in enumerate(parts) if _pressable(part)), len(parts))
    return (*parts[:first], Separator(), Text(said), *parts[first:])


@lru_cache(maxsize=512)
def _way(
    game: AnyGame, renderer: AnyRenderer, step: int, half: Half | None, language: str
) -> tuple[str, ...]:
    """Return in words the fewest presses that lead to a step's action, one after the other.

    Remembered, as it draws a screen for every choice of several cards; the learner's name is on no
    control.
    """
    look = Look(translator(language))
    position = practice.reach(game, renderer, step)
    table = practice.table(game, renderer, position, "")
    ways: list[tuple[Half | None, tuple[str, ...]]] = [(half, ())]
    for before, way in ways:
        shown = _table(renderer, table, position, before, look)
        for said, read in sorted(_presses(shown, look.t), key=lambda each: each[1].number):
            intent = renderer.press(position.view, position.numbers, before, read)
            if isinstance(intent, Move) and practice.leads_on(
                game, renderer, step, intent.notation
            ):
                return (*way, said)
            known = [one for one, _ in ways]
            if isinstance(intent, Half) and intent.steps and intent not in known:
                ways += [(intent, (*way, said))] if len(way) + 1 < PRESSES else []
    return ()


def _presses(screen: Screen, t: Translator) -> Iterator[tuple[str, Press]]:
    """Yield everything that can be pressed or chosen on a table, in words, and as it is read."""
    for part in screen.parts:
        if isinstance(part, Select):
            for size in range(part.most, part.least - 1, -1):
                for chosen in combinations(part.choices, size):
                    labels = t.list([each.label for each in chosen])
                    said = t("{select} and choose {choices}", select=_bold(part), choices=labels)
                    yield said, _read(part, tuple(each.value for each in chosen))
    for button in screen.buttons():
        yield _bold(button), _read(button)


def _bold(control: Button | Select) -> str:
    """Return what a control shows, as it shows it: the emoji before the label."""
    if isinstance(control, Select):
        return f"**{control.placeholder}**"
    shown = f"{control.emoji} {control.label}" if control.emoji else control.label
    return f"**{shown}**"


def _read(control: Button | Select, values: tuple[str, ...] = ()) -> Press:
    of_table = controls.parse(control.custom_id)
    assert of_table is not None, "a table has controls of its own alone"
    return Press(of_table.act, of_table.number, values)


def _then(way: tuple[str, ...], t: Translator) -> str:
    """Return what to press as one phrase: "**⬇️ Lay down**, then **2️⃣ Lay 7**"."""
    said = ""
    for one in way:
        said = t("{first}, then {second}", first=said, second=one) if said else one
    return said


def _own(key: str, spot: Spot, part: Part) -> Part:
    """Return a part of the table with its controls made the lesson's own."""
    if isinstance(part, Row):
        buttons = (
            replace(each, custom_id=_renamed(key, spot, each.custom_id))
            for each in part.buttons
            if isinstance(each, Button)
        )
        return Row(tuple(buttons))
    if isinstance(part, Select):
        return replace(part, custom_id=_renamed(key, spot, part.custom_id))
    return part


def _renamed(key: str, spot: Spot, custom_id: str) -> str:
    of_table = controls.parse(custom_id)
    assert of_table is not None, "a table has controls of its own alone"
    return practice.control(key, spot, of_table.act, of_table.number)


def _leading(renderer: AnyRenderer, spot: Spot, step: Step, t: Translator) -> Iterator[Button]:
    """Yield the controls of the lesson itself; the last step leads on to a real table."""

    def own(act: str, label: str, style: str = "secondary") -> Button:
        custom_id = practice.control(renderer.key, replace(spot, half=None), act)
        return Button(custom_id, label, "success" if style == "success" else "secondary")

    last = spot.step + 1 == len(lesson_of(renderer).steps)
    if last:
        opening = Control(0, 0, 0, 0, controls.OPEN + renderer.key).custom_id
        yield Button(opening, t("Play {game}", game=renderer.name), "success")
    elif not step.wanted:
        yield own(practice.NEXT, t("Next"), "success")
    if spot.step:
        yield own(practice.BACK, t("Back"))
        yield own(practice.AGAIN, t("Start over"))
    yield own(practice.RULES, t("Rules"))

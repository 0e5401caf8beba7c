"""`/learn`: a practice table as in a real game, with an explanation and what to press.

This is the only place where the bot gives hints. Nothing is stored: the step and a half-made choice
stand in the `custom_id`, the position is folded from the script. So an old press, or the same one
twice, only shows its own step or the next again.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.locale import Translator, mark, translator
from bot.tables.model import Seat, Table
from bot.ui.contract.lesson import LEARNER, Act, Lesson, LessonStep
from bot.ui.contract.renderer import (
    AnyRenderer,
    Deed,
    Half,
    HandSight,
    Move,
    Numbers,
    Press,
    PublicSight,
)
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
    Style,
    Text,
    first_fitting,
    rows,
)
from engine import play
from engine.api import AnyGame, Setup
from engine.errors import Refused

NEXT, BACK, AGAIN, RULES = "go-next", "go-back", "go-again", "go-rules"
"""Acts of the lesson's own controls."""
ALLOWED = mark("You could do that too, but first try what the lesson asks for.")
DO = "do-"
"""Prefix of an act that is a notation."""
DIGITS, HELD = "123456789", 6
"""Hand numbers of a half-made choice that a `custom_id` carries, and how many of them."""
LASTING = 8
"""Deeds that are told at most."""
SEED = "0" * 64
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


class Position(Struct, frozen=True):
    """The practice table at a step, as the learner may know it, and the state."""

    state: Any
    ply: int
    view: Any
    numbers: Numbers
    deeds: tuple[Deed, ...]


class Spot(Struct, frozen=True):
    """Where a learner is.

    Attributes:
        step: its number, from 0.
        half: a half-made choice.
        said: the answer to the last press, if it did not lead on.
        hint: what the script says to that press, in English; "": the task is said again.
    """

    step: int = 0
    half: Half | None = None
    said: str = ""
    hint: str = ""


def lesson_of(renderer: AnyRenderer) -> Lesson:
    """Return the lesson of a game that has one."""
    assert renderer.lesson is not None, "the game has a lesson"
    return renderer.lesson


@lru_cache(maxsize=256)
def reach(game: AnyGame, renderer: AnyRenderer, step: int) -> Position:
    """Return the position at a step: the deal, and every act of the steps before."""
    lesson = lesson_of(renderer)
    if step == 0:
        dealt = play.start(game, setup(game, lesson))
        return _after(game, renderer, None, Act((), ""), dealt)
    return _done(game, renderer, step - 1, lesson.steps[step - 1].wanted)


@lru_cache(maxsize=1024)
def leads_on(game: AnyGame, renderer: AnyRenderer, step: int, notation: str) -> bool:
    """Say whether an action does what a step waits for, however it is written.

    It does if the script goes on after it and the cards then lie the same as far as the learner
    sees: those of a flush, say, may be chosen in any order.
    """
    wanted = lesson_of(renderer).steps[step].wanted
    if not wanted or notation == wanted:
        return bool(wanted)
    try:
        position = _done(game, renderer, step, notation)
    except Refused:
        return False
    return _seen(game, renderer, position) == _seen(game, renderer, reach(game, renderer, step + 1))


def _done(game: AnyGame, renderer: AnyRenderer, step: int, notation: str) -> Position:
    """Return the position after a step in which the learner does this ("": nothing).

    Raises:
        Refused: it is not possible, or the script cannot go on after it.
    """
    position = reach(game, renderer, step)
    own = (Act((LEARNER,), notation),) if notation else ()
    for act in (*own, *lesson_of(renderer).steps[step].then):
        happened = play.act(game, position.state, act.by, act.notation)
        position = _after(game, renderer, position, act, happened)
    return position


def _seen(game: AnyGame, renderer: AnyRenderer, position: Position) -> object:
    """Return what lies where, and the learner's own cards by their numbers."""
    names = [str(seat) for seat in range(lesson_of(renderer).seats)]
    laid = renderer.spread(game.view(position.state, None), names, translator(None))
    return laid, position.numbers


def setup(game: AnyGame, lesson: Lesson) -> Setup:
    """Return what the practice game starts from: the stacked deck on the usual house rules."""
    options = game.settle(lesson.seats, dict(lesson.chosen))
    plain = Setup(lesson.seats, options, SEED, lesson.dealer)
    rest = list(game.deck(plain))
    for card in lesson.front:
        rest.remove(card)
    return replace(plain, deck=(*lesson.front, *rest))


def _after(
    game: AnyGame,
    renderer: AnyRenderer,
    before: Position | None,
    act: Act,
    happened: play.Transition,
) -> Position:
    """Return the position after an act (or the deal), as the learner sees it."""
    view = game.view(happened.state, LEARNER)
    seen = (game.redact(event, LEARNER) for event in happened.events)
    ply = before.ply + 1 if before is not None else 0
    deed = Deed(ply, act.by, tuple(event for event in seen if event is not None))
    return Position(
        state=happened.state,
        ply=ply,
        view=view,
        numbers=renderer.arrange(before.numbers if before is not None else None, view),
        deeds=(*(before.deeds if before is not None else ()), deed)[-LASTING:],
    )


def practice_table(game: AnyGame, renderer: AnyRenderer, position: Position, name: str) -> Table:
    """Return the practice table as the screens know tables; it is no table of the database."""
    lesson = lesson_of(renderer)
    outcome = game.outcome(position.state)
    others = (Seat(index=at, house="normal", name=str(at)) for at in range(1, lesson.seats))
    return Table(
        id=frame.PRACTICE,
        game=game.key,
        chosen=dict(lesson.chosen),
        options=dict(setup(game, lesson).options),
        pace="live",
        level="normal",
        guild=None,
        channel=0,
        status="playing" if outcome is None else "ended",
        host=1,
        created=EPOCH,
        seats=(Seat(index=LEARNER, person=1, name=name), *others),
        ply=position.ply,
        outcome=outcome,
        end_reason=None if outcome is None else outcome.termination,
        state=position.state,
    )


def own_control(key: str, spot: Spot, act: str, number: int = 0) -> str:
    """Return the `custom_id` of a control of a lesson.

    Args:
        key: the game's.
        spot: where the learner is: the step goes into `round`, the half-made choice into the act
            (its first word) and `ply` (its hand numbers, one digit each).
        act: a verb of the game, a notation, or one of the lesson's own.
        number: the hand number, as in `Control`.
    """
    word, *numbers = spot.half.steps if spot.half is not None else ("",)
    digits = [each for each in numbers if each in DIGITS][:HELD]
    named = Control(0, 0, 0, number, act).notation
    verb = DO + named.lower() if named is not None else act
    acts = f"{controls.LEARN}{key}_{word}_{verb}"
    return Control(0, spot.step, int("".join(digits) or 0), number, acts).custom_id


def key_of(control: Control) -> str | None:
    """Return the key of the game whose lesson a control is of; None if it is of none."""
    key, *rest = control.act.removeprefix(controls.LEARN).split("_")
    return key if control.act.startswith(controls.LEARN) and len(rest) == 2 else None


def act_of(control: Control) -> str:
    """Return the act of a control of a lesson, as it was given to `own_control`."""
    verb = control.act.rsplit("_", 1)[-1]
    return verb.removeprefix(DO).upper() if verb.startswith(DO) else verb


def press(
    game: AnyGame,
    renderer: AnyRenderer,
    pressed: Control,
    values: tuple[str, ...],
    t: Translator,
) -> Spot | None:
    """Return where a press leads; None if there is no such step."""
    steps, at, act = lesson_of(renderer).steps, pressed.round, act_of(pressed)
    if at >= len(steps):
        return None
    if act in (NEXT, BACK, AGAIN, RULES):
        return Spot(_led(steps, at, act))
    position = reach(game, renderer, at)
    half = _half(renderer, position, pressed)
    read = Press(act, pressed.number, values)
    intent = renderer.press(position.view, position.numbers, half, read)
    match intent:
        case Move(notation=notation) if leads_on(game, renderer, at, notation):
            return Spot(at + 1)
        case Move(notation=notation):
            said = _answer(game, renderer, position.state, notation, t)
            hint = steps[at].hints.get(notation, "")
            return Spot(at, said=said or ("" if hint else t(ALLOWED)), hint=hint)
        case Half():
            return Spot(at, intent if intent.steps else None)
    return Spot(at, half, said=t(intent.sentence))


def _led(steps: tuple[LessonStep, ...], at: int, act: str) -> int:
    """Return the step that one of the lesson's own controls leads to."""
    if act == NEXT and not steps[at].wanted:
        return min(at + 1, len(steps) - 1)
    if act == BACK:
        return max(at - 1, 0)
    return 0 if act == AGAIN else at


def _half(renderer: AnyRenderer, position: Position, pressed: Control) -> Half | None:
    """Return the half-made choice of a control, if it means something at its step."""
    word = pressed.act.split("_")[1]
    digits = str(pressed.ply) if pressed.ply else ""
    if not word:
        return None
    return renderer.keep(Half((word, *digits)), position.view, position.numbers)


def _answer(game: AnyGame, renderer: AnyRenderer, state: Any, notation: str, t: Translator) -> str:
    """Return what the rules say to an action the lesson does not wait for; "": it is all right."""
    try:
        after = play.act(game, state, (LEARNER,), notation).state
    except Refused as refused:
        return t(refused.refusal.sentence)
    calls = {call.notation: call for call in game.calls}
    if notation in calls and not game.call_is_good(state, LEARNER, calls[notation]):
        return t(
            "There's nothing to call here, so that would be a wrong {call}", call=renderer.shout
        )
    others = range(LEARNER + 1, lesson_of(renderer).seats)
    fault = game.has_turns and any(
        game.call_is_good(after, seat, call) for call in calls.values() for seat in others
    )
    if fault:
        return t("You could, but then someone can call {call}", call=renderer.shout)
    return ""


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
        Button(own_control(each.key, Spot(), AGAIN), each.name)
        for each in renderers
        if each.lesson is not None
    )
    return Screen((Text(t("Which game do you want to learn?")), *rows(buttons)), frame.PRIVATE)


def _drawn(game: AnyGame, renderer: AnyRenderer, spot: Spot, name: str, look: Look) -> Screen:
    t, steps = look.t, lesson_of(renderer).steps
    step = steps[spot.step]
    position = reach(game, renderer, spot.step)
    table = practice_table(game, renderer, position, name)
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
    position = reach(game, renderer, step)
    table = practice_table(game, renderer, position, "")
    ways: list[tuple[Half | None, tuple[str, ...]]] = [(half, ())]
    for before, way in ways:
        shown = _table(renderer, table, position, before, look)
        for said, read in sorted(_presses(shown, look.t), key=lambda each: each[1].number):
            intent = renderer.press(position.view, position.numbers, before, read)
            if isinstance(intent, Move) and leads_on(game, renderer, step, intent.notation):
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
    """Return what to press as one phrase: "**Lay a card**, then **7**"."""
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
    return own_control(key, spot, of_table.act, of_table.number)


def _leading(
    renderer: AnyRenderer, spot: Spot, step: LessonStep, t: Translator
) -> Iterator[Button]:
    """Yield the controls of the lesson itself; the last step leads on to a real table."""

    def own(act: str, label: str, style: Style = "secondary") -> Button:
        return Button(own_control(renderer.key, replace(spot, half=None), act), label, style)

    last = spot.step + 1 == len(lesson_of(renderer).steps)
    if last:
        opening = Control(0, 0, 0, 0, controls.OPEN + renderer.key).custom_id
        yield Button(opening, t("Play {game}", game=renderer.name), "success")
    elif not step.wanted:
        yield own(NEXT, t("Next"), "success")
    if spot.step:
        yield own(BACK, t("Back"))
        yield own(AGAIN, t("Start over"))
    yield own(RULES, t("Rules"))

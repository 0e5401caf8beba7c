"""A lesson's practice table: its position at each step, and what a press there leads to.

Nothing is stored: the step and a half-made choice stand in the `custom_id`, the position is folded
from the script. So an old press, or the same one twice, only shows its own step or the next again.
"""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.locale import Translator, mark, translator
from bot.tables.model import Seat, Table
from bot.ui.contract.lesson import LEARNER, Act, Lesson, Step
from bot.ui.contract.renderer import AnyRenderer, Deed, Half, Move, Numbers, Press
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
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
    game: AnyGame, renderer: AnyRenderer, before: Position | None, act: Act, happened: play.Step
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


def table(game: AnyGame, renderer: AnyRenderer, position: Position, name: str) -> Table:
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


def control(key: str, spot: Spot, act: str, number: int = 0) -> str:
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
    """Return the act of a control of a lesson, as it was given to `control`."""
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


def _led(steps: tuple[Step, ...], at: int, act: str) -> int:
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

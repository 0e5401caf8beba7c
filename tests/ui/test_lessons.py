"""The lessons of `/learn`: played from the first step to the win by what the screens tell."""

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path

import pytest

from bot.locale import translator
from bot.ui import learn
from bot.ui.contract.lesson import LEARNER, Act, Lesson
from bot.ui.contract.renderer import AnyRenderer, Half
from bot.ui.elements.controls import Control, parse
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Button, Row, Screen, Select, Text
from bot.ui.learn import Spot
from engine import play
from engine.api import AnyGame
from tests.ui.positions import PAIRS, look
from tests.ui.test_limits import PHONE, check, room

LANGUAGES = ("en", "es")
EN = translator("en")
TAUGHT = [pair for pair in PAIRS if pair[1].lesson is not None]
each_game = pytest.mark.parametrize("pair", TAUGHT, ids=lambda pair: pair[0].key)
each_language = pytest.mark.parametrize("language", LANGUAGES)
Pair = tuple[AnyGame, AnyRenderer]


def script(pair: Pair) -> Lesson:
    """Return a game's lesson."""
    return learn.lesson_of(pair[1])


def drawn(pair: Pair, spot: Spot, one: Look | None = None) -> Screen:
    """Return the screen of a spot."""
    return learn.draw(*pair, spot, "*" * 32, one or look("en"))


def controls(screen: Screen) -> Iterator[tuple[str, Control, tuple[str, ...]]]:
    """Yield every press a screen offers: emoji and label, its control, the values of a select."""
    for part in screen.parts:
        if isinstance(part, Row):
            for button in part.buttons:
                assert isinstance(button, Button)
                control = parse(button.custom_id)
                assert control is not None
                yield f"{button.emoji or ''} {button.label}".strip(), control, ()
        elif isinstance(part, Select):
            control = parse(part.custom_id)
            assert control is not None
            values = [choice.value for choice in part.choices]
            for size in range(part.least, part.most + 1):
                yield part.placeholder, control, tuple(values[:size])
                yield part.placeholder, control, tuple(values[-size:])


def of_lesson(control: Control) -> bool:
    """Say whether a control is one of the lesson's own, below the table."""
    return not control.act.startswith("learn-") or learn.act_of(control).startswith("go-")


def pressed(pair: Pair, control: Control, values: tuple[str, ...] = ()) -> Spot:
    """Return where a press leads."""
    spot = learn.press(*pair, control, values, EN)
    assert spot is not None
    return spot


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def by_the_text(pair: Pair, spot: Spot, language: str) -> Spot:
    """Press what the task names, one label after the other, as a newcomer would."""
    start, t = spot.step, translator(language)
    for _ in range(4):
        screen = drawn(pair, spot, look(language))
        task = next((x for x in text(screen).split("\n") if x.startswith(learn.TASK)), "")
        labels = re.findall(r"\*\*(.+?)\*\*", task)
        chosen = tuple(script(pair).steps[spot.step].wanted.split("+"))
        for label, control, values in controls(screen):
            if label != labels[0] or (values and not same_cards(pair, spot, values, chosen)):
                continue
            found = learn.press(*pair, control, values, t)
            assert found is not None
            if found.step == start + 1 or (found.half and found.half != spot.half):
                spot = found
                break
        else:
            raise AssertionError(f"step {start + 1}: {task!r} leads nowhere")
        if spot.step == start + 1:
            return spot
    raise AssertionError(f"step {start + 1} takes too many presses")


def same_cards(pair: Pair, spot: Spot, values: tuple[str, ...], cards: tuple[str, ...]) -> bool:
    """Say whether what is chosen, by hand numbers or by notations, is exactly this."""
    numbers = learn.reach(*pair, spot.step).numbers
    held = (str(numbers[int(one) - 1]) if one.isdecimal() else one for one in values)
    return sorted(held) == sorted(cards)


@each_language
@each_game
def test_lesson_is_won_by_pressing_what_the_text_says(pair: Pair, language: str) -> None:
    """From the first to the last step every label named is on the screen and leads on."""
    spot, steps = Spot(), script(pair).steps
    while spot.step < len(steps) - 1:
        spot = by_the_text(pair, spot, language)
    outcome = pair[0].outcome(learn.reach(*pair, spot.step).state)
    assert outcome is not None
    assert outcome.winners == (LEARNER,)


def choosing(pair: Pair, spot: Spot, order: Sequence[int]) -> Iterator[Spot]:
    """Yield where choosing these hand numbers leads: at once in a list, and one by one."""
    (several,) = [part for part in drawn(pair, spot).parts if isinstance(part, Select)]
    control = parse(several.custom_id)
    assert control is not None
    yield pressed(pair, control, tuple(map(str, order)))
    spot = pressed(pair, control, (str(order[0]),))
    for number in order[1:]:
        adds = (one for _, one, _ in controls(drawn(pair, spot)) if one.number == number)
        spot = pressed(pair, next(one for one in adds if learn.act_of(one) == "several-add"))
    yield spot


def test_cards_may_be_chosen_in_any_order() -> None:
    """U-37: all 120 orders of a flush lead on, by list and one by one; `rules.md` section 3: of
    doubles those with a card of the suit on top, which the last press names."""
    taught = (pair for pair in TAUGHT if pair[0].key == "flushed")
    (pair,) = taught
    several = [at for at, step in enumerate(script(pair).steps) if "+" in step.wanted]
    assert len(several) == 2
    for at in several:
        numbers, wanted = (
            learn.reach(*pair, at).numbers,
            script(pair).steps[at].wanted.split("+"),
        )
        places = [numbers.index(card) + 1 for card in wanted]
        suited = [place for place in places if str(numbers[place - 1])[1] == wanted[-1][1]]
        for order in permutations(places):
            for spot in choosing(pair, Spot(at), order):
                tops = {"several-done": order[-1]}
                found = [one for _, one, _ in controls(drawn(pair, spot))]
                found = [one for one in found if learn.act_of(one) in (*tops, "several-top")]
                assert found
                for one in found:
                    top = tops.get(learn.act_of(one), one.number)
                    assert (pressed(pair, one).step > at) == (top in suited)


def test_other_cards_do_not_lead_on() -> None:
    """What an action does is compared, not how it is written: four of the five are no flush."""
    (pair,) = (pair for pair in TAUGHT if pair[0].key == "flushed")
    at = max(at for at, step in enumerate(script(pair).steps) if "+" in step.wanted)
    wanted = script(pair).steps[at].wanted.split("+")
    assert not learn.leads_on(*pair, at, "+".join(wanted[1:]))
    assert not learn.leads_on(*pair, at, wanted[0])
    assert learn.leads_on(*pair, at, "+".join(reversed(wanted)))


@each_game
def test_script_is_a_game_of_the_real_rules(pair: Pair) -> None:
    """The stacked deck is a permutation of the game's; every act is one its seat may do then."""
    game, _ = pair
    lesson = script(pair)
    setup = learn.setup(game, lesson)
    assert setup.deck is not None
    fresh = game.deck(learn.setup(game, Lesson(lesson.seats, (), (), lesson.chosen)))
    assert sorted(setup.deck) == sorted(fresh)
    state = play.start(game, setup).state
    for step in lesson.steps:
        own = (Act((LEARNER,), step.wanted),) if step.wanted else ()
        for act in (*own, *step.then):
            possible = game.actions(state, act.by[0] if act.by else None)
            assert game.parse(act.notation) in possible, act
            state = play.act(game, state, act.by, act.notation).state
    assert game.outcome(state) is not None


@each_game
def test_wrong_press_is_answered_and_changes_nothing(pair: Pair) -> None:
    """Every other control at every step, also in the middle of a choice: a sentence, no step."""
    answered = 0
    for at in range(len(script(pair).steps)):
        spots, seen = [Spot(at)], {Spot(at)}
        while spots:
            spot = spots.pop()
            for _, control, values in controls(drawn(pair, spot)):
                if of_lesson(control):
                    continue
                found = pressed(pair, control, values)
                if found.step != at:
                    assert found == Spot(at + 1)
                elif found.said or found.hint:
                    said = [x for x in text(drawn(pair, found)).split("\n") if learn.SAID in x]
                    assert len(said) == 1
                    assert said[0][-1] in ".!"
                    assert learn.reach(*pair, at) == learn.reach(*pair, found.step)
                    answered += 1
                elif found not in seen and found.half and len(found.half.steps) < 4:
                    seen.add(found)
                    spots.append(found)
    assert answered > len(script(pair).steps)


@each_game
def test_every_hint_of_the_script_can_be_met(pair: Pair) -> None:
    """A hint belongs to an action that a control of its step asks for, and is said to it."""
    for at, step in enumerate(script(pair).steps):
        met = set()
        spots = [Spot(at)]
        while spots:
            spot = spots.pop()
            for _, control, values in controls(drawn(pair, spot)):
                if of_lesson(control):
                    continue
                found = pressed(pair, control, values)
                met.add(found.hint)
                if found.half and found.half != spot.half and len(found.half.steps) < 3:
                    spots.append(found)
        assert set(step.hints.values()) <= met


@each_language
@each_game
def test_screens_of_a_lesson_are_within_limits(pair: Pair, language: str) -> None:
    """In text, in faces, in big print, with the longest name, and with an answer to a press."""
    _, renderer = pair
    looks = (look(language), look(language, renderer), look(language, renderer, big=True))
    for at, step in enumerate(script(pair).steps):
        hints = ("", *step.hints.values())
        for one in looks:
            for hint in hints:
                screen = drawn(pair, Spot(at, said="x" * 200, hint=hint), one)
                check(screen)
                assert screen.reactions == ()
                assert "{" not in text(screen)


@each_language
@each_game
def test_layout_of_a_lesson_is_no_wider_than_a_phone(pair: Pair, language: str) -> None:
    """The table and the cards, which stand between what has happened and what is said."""
    for at in range(len(script(pair).steps) - 1):
        for one in (look(language), look(language, big=True)):
            screen = drawn(pair, Spot(at), one)
            blocks = [part.text for part in screen.parts if isinstance(part, Text)]
            happened, *cards, said = blocks
            assert happened.startswith("### ")
            assert said.startswith("### ")
            for line in "\n".join(cards).split("\n"):
                assert line.startswith("-# ") or room(line) <= PHONE, line


@each_game
def test_lesson_is_led_by_its_own_controls(pair: Pair) -> None:
    """Next reads on where nothing is to be done; back and start again go back, never too far."""
    steps = script(pair).steps

    def lead(at: int, act: str) -> int:
        control = parse(learn.own_control(pair[0].key, Spot(at), act))
        assert control is not None
        return pressed(pair, control).step

    for at, step in enumerate(steps):
        reads_on = not step.wanted and at < len(steps) - 1
        assert lead(at, learn.NEXT) == at + reads_on
        assert lead(at, learn.BACK) == max(at - 1, 0)
        assert lead(at, learn.AGAIN) == 0
        assert lead(at, learn.RULES) == at


@each_game
def test_old_and_forged_presses_are_harmless(pair: Pair) -> None:
    """The same press twice leads to the same step; one of a step there is not leads nowhere."""
    spot = by_the_text(pair, Spot(), "en")
    assert by_the_text(pair, Spot(), "en") == spot
    key, beyond = pair[0].key, Spot(len(script(pair).steps))
    control = parse(learn.own_control(key, beyond, learn.NEXT))
    assert control is not None
    assert learn.press(*pair, control, (), EN) is None
    for act in (f"learn-{key}_nothing_do-x9", f"learn-{key}__unknown", f"learn-{key}_lay_lay-card"):
        for number in (0, 9, 999):
            found = learn.press(*pair, Control(0, 1, 909090, number, act), ("x", ""), EN)
            assert found is not None
            assert found.step == 1
            drawn(pair, found)
    for act in (f"learn-{key}", f"learn-{key}_a_b_c", f"read-{key}-0", "open-"):
        assert learn.key_of(Control(0, 0, 0, 0, act)) is None


@each_game
def test_controls_keep_a_half_made_choice(pair: Pair) -> None:
    """The `custom_id` carries the choice there and back, whatever the act."""
    key = pair[0].key
    for half in (None, Half(("lay",)), Half(("several", "1", "2", "5"))):
        for act in ("H7", "L7@3", "lay-card", "several-done", "FLIP", "7D+7C", learn.NEXT):
            control = parse(learn.own_control(key, Spot(4, half), act, 3))
            assert control is not None
            assert learn.act_of(control) == act
            assert learn.key_of(control) == key
            assert (control.table, control.round, control.number) == (0, 4, 3)


@each_language
def test_without_a_game_it_asks_which(language: str) -> None:
    """One button a game that has a lesson; it opens the first step."""
    screen = learn.which([renderer for _, renderer in PAIRS], translator(language))
    check(screen)
    assert [button.label for button in screen.buttons()] == [r.name for _, r in TAUGHT]
    for pair, button in zip(TAUGHT, screen.buttons(), strict=True):
        control = parse(button.custom_id)
        assert control is not None
        assert pressed(pair, control) == Spot()


@each_game
def test_last_step_leads_on_to_a_real_table(pair: Pair) -> None:
    """It shows the win, and "Start" opens a lobby as under `/help`."""
    screen = drawn(pair, Spot(len(script(pair).steps) - 1))
    assert f"open-{pair[0].key}" in [control.act for _, control, _ in controls(screen)]
    assert all(of_lesson(control) for _, control, _ in controls(screen))
    assert f"/play {pair[0].key}" in text(screen)
    assert re.search(r"## .*wins", text(screen))


def test_only_the_lesson_knows_hints() -> None:
    """No other screen, board or listener uses what gives hints."""
    root = Path(__file__).parents[2]
    users = {
        str(path.relative_to(root))
        for path in (root / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
        for name in (f"{node.module}.{each.name}" for each in node.names)
        if re.match(r"bot\.ui\.learn\b", name)
    }
    assert users == {"bot/cogs/learn.py"}

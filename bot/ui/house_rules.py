"""House rules in words, and the host's screen to choose them."""

from collections.abc import Mapping

from bot.locale import Translator, mark
from bot.tables.lobby import options_for
from bot.tables.model import DISPLAYS, PACES, Display, Pace, Table
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import encode
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Button, Choice, Part, Row, Screen, Select, Text
from engine.api import LEVELS, AnyGame, Level, OptionSpec, OptionValue
from engine.errors import BadSetup

PACE_NAMES: Mapping[Pace, str] = {
    "live": mark("live (one minute a turn)"),
    "relaxed": mark("relaxed (ten minutes a turn)"),
    "daily": mark("daily (one day a turn)"),
}
DISPLAY_NAMES: Mapping[Display, str] = {
    "text": mark("text"),
    "picture": mark("picture"),
}
LEVEL_NAMES: Mapping[Level, str] = {
    "easy": mark("easy"),
    "normal": mark("normal"),
    "hard": mark("hard"),
}


ACTS = (controls.DISMISS, controls.PACE, controls.DISPLAY, controls.LEVEL)
"""Acts of the host's screen, besides the rules themselves."""


def in_force(table: Table, game: AnyGame, renderer: AnyRenderer, t: Translator) -> str:
    """Return in one paragraph the house rules of a table that differ from the usual ones.

    And its pace where it has turns.
    """
    usual = options_for(game, len(table.seats), {})
    rules = [
        _pair(renderer, spec.key, table.options[spec.key], t)
        for spec in game.options
        if spec.key in table.options and table.options[spec.key] != usual[spec.key]
    ]
    if game.options and not rules:
        rules.append(t("usual rules"))
    if game.has_turns:
        rules.append(pace(table.pace, t))
    return " · ".join(rules)


def pace(value: Pace, t: Translator) -> str:
    """Return a pace in words."""
    return t(PACE_NAMES[value])


def display(value: Display, t: Translator) -> str:
    """Return how a table is shown, in words."""
    return t(DISPLAY_NAMES[value])


def level(value: Level, t: Translator) -> str:
    """Return a level of house players in words."""
    return t(LEVEL_NAMES[value])


def offered(table: Table, game: AnyGame, spec: OptionSpec) -> tuple[OptionValue, ...]:
    """Return the choices that some number of seats from the present one on can be dealt with.

    A combination that no number of seats allows is not offered (`rules.md` section 1).
    """
    here = len(table.seats)
    counts = [count for count in game.seat_counts if count >= here]

    def possible(value: OptionValue) -> bool:
        return any(settles(game, count, {**table.chosen, spec.key: value}) for count in counts)

    return tuple(value for value in spec.choices if possible(value))


def screen(
    table: Table, game: AnyGame, renderer: AnyRenderer, t: Translator, said: str = ""
) -> Screen:
    """Return the host's screen: a select per house rule, the pace, and the house players.

    A rule of which the others leave one choice alone is left out. `said`: what was just changed,
    in a line.
    """
    lines = [frame.heading(table, renderer, t), t("House rules. Changes apply right away.")]
    lines += [f"✅ {said}"] if said else []
    if sum(seat.house is None for seat in table.seats) == 1:
        lines += (
            "-# "
            + t(
                "A first game with bots alone uses “{rule}”, unless you choose here.",
                rule=_pair(renderer, key, value, t),
            )
            for key, value in game.gentle.items()
            if _open(table, game, key)
        )
    parts: list[Part] = [Text("\n".join(lines))]
    for spec in game.options:
        if len(offered(table, game, spec)) != 1:
            parts.append(_rule(table, game, renderer, spec, t))
    if game.has_turns:
        choices = tuple(
            Choice(one, t("Pace: {pace}", pace=pace(one, t)), chosen=one == table.pace)
            for one in PACES
        )
        parts.append(Select(frame.control(table, controls.PACE), t("Pace"), choices))
        choices = tuple(
            Choice(one, _shown(one, t), chosen=one == table.display) for one in DISPLAYS
        )
        parts.append(Select(frame.control(table, controls.DISPLAY), t("Table"), choices))
    levels = tuple(
        Choice(one, t("Bots: {level}", level=level(one, t)), chosen=one == table.level)
        for one in LEVELS
    )
    parts.append(Select(frame.control(table, controls.LEVEL), t("Bots"), levels))
    if any(seat.house for seat in table.seats):
        label = t("Remove a bot")
        parts.append(Row((Button(frame.control(table, controls.DISMISS), label),)))
    return Screen(tuple(parts), accent=frame.PRIVATE)


def sets(control: Control) -> bool:
    """Say whether a control stands on the host's screen."""
    return control.rule is not None or control.act in ACTS


def saved(table: Table, renderer: AnyRenderer, control: Control, t: Translator) -> str:
    """Return what a control of the host's screen has set, as it is now; "" for a removal."""
    if control.act == controls.PACE:
        return t("Pace: {pace}", pace=pace(table.pace, t))
    if control.act == controls.DISPLAY:
        return _shown(table.display, t)
    if control.act == controls.LEVEL:
        return t("Bots: {level}", level=level(table.level, t))
    if control.rule is None or control.rule not in table.options:
        return ""
    return _pair(renderer, control.rule, table.options[control.rule], t)


def _shown(value: Display, t: Translator) -> str:
    return t("{rule}: {choice}", rule=t("Table"), choice=display(value, t))


def _rule(
    table: Table, game: AnyGame, renderer: AnyRenderer, spec: OptionSpec, t: Translator
) -> Select:
    """Return the choice of one rule.

    None is marked where a first game would go by another than the present one: a client tells of no
    choice that it shows as chosen already, and the host may mean just that one.
    """
    present = table.options.get(spec.key, spec.default)
    values = offered(table, game, spec) or (present,)
    undecided = _open(table, game, spec.key)
    choices = tuple(
        Choice(
            encode(value),
            _pair(renderer, spec.key, value, t),
            chosen=value == present and not undecided,
        )
        for value in values
    )
    custom_id = frame.control(table, controls.SET + spec.key)
    name = _pair(renderer, spec.key, present, t) if undecided else renderer.option(spec.key, t)
    return Select(custom_id, name, choices)


def _open(table: Table, game: AnyGame, key: str) -> bool:
    """Say whether a first game may still go by another choice of this rule (`Game.gentle`)."""
    return key in game.gentle and key not in table.chosen


def _pair(renderer: AnyRenderer, key: str, value: OptionValue, t: Translator) -> str:
    return t(
        "{rule}: {choice}", rule=renderer.option(key, t), choice=renderer.choice(key, value, t)
    )


def settles(game: AnyGame, seats: int, chosen: Mapping[str, OptionValue]) -> bool:
    """Say whether that many can play by these house rules."""
    try:
        game.settle(seats, chosen)
    except BadSetup:
        return False
    return True

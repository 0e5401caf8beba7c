"""The pages of `/settings` with house rules and their presets (`experience.md` section 1)."""

from collections.abc import Mapping

from msgspec import structs

from bot.db.records import Preset, ServerSettings
from bot.locale import Translator
from bot.ui import house_rules, server_settings
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import decode, encode
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.names import escape
from bot.ui.elements.screen import Button, Choice, Field, Form, Part, Row, Screen, Select, Text
from bot.ui.server_settings import Edit
from engine.api import AnyGame, OptionSpec, OptionValue

RULE, WHICH = controls.SERVER + "rule-", controls.SERVER + "which-"
NAME, DROP, PLAIN = controls.SERVER + "name-", controls.SERVER + "drop-", controls.SERVER + "plain-"
OVER = controls.SERVER + "over-"
"""Prefixes of acts: set a rule (`game-rule`), choose which rules are shown, name a new preset, drop
one, go back to the game's own rules, give a preset (`game-id`) other rules. `number` is the preset
shown, 0 for the default rules."""
FIELD = "name"
LONGEST = 40
"""Characters of a preset's name."""
MOST = 20
"""Presets of a game: they fit into one select."""
LAST = 999
"""The greatest id, as a control can name it; after it the first free ones come again."""

Rules = Mapping[str, OptionValue]


def in_force(settings: ServerSettings, game: AnyGame, number: int) -> dict[str, OptionValue]:
    """Return the rules of a preset, or (0) the default ones, as far as the game has them."""
    preset = settings.preset(number) if number else None
    chosen = preset.rules if preset is not None else settings.rules.get(game.key, {})
    found: dict[str, OptionValue] = {}
    for spec in game.options:
        if spec.key in chosen:
            value = decode(spec, encode(chosen[spec.key]))
            if value is not None:
                found[spec.key] = value
    return found


def draw(
    settings: ServerSettings,
    game: AnyGame,
    number: int,
    games: tuple[AnyRenderer, ...],
    t: Translator,
    said: str = "",
) -> Screen:
    """Return the page of a game's house rules.

    Args:
        settings: as they are now.
        game: the rules' game.
        number: the preset shown; 0 (or one that is gone): the default rules.
        games: all renderers, in the order of the pages.
        t: the reader's language.
        said: what was just changed, in a line.
    """
    preset = settings.preset(number)
    number = number if preset is not None and preset.game == game.key else 0
    at = next(i for i, each in enumerate(games) if each.key == game.key)
    renderer = games[at]
    rules = in_force(settings, game, number)
    title = t("{game} house rules", game=renderer.name)
    hint = t(
        "Tables use the default rules unless someone picks others; {command} offers the presets.",
        command=t.pressable(f"{t.plain('/play')} {game.key}"),
    )
    parts: list[Part] = [server_settings.heading(title, t, said), Text(f"-# {hint}")]
    parts.append(_which(settings, game, number, t))
    parts += [_rule(rules, game, renderer, spec, number, t) for spec in game.options]

    def button(act: str, label: str) -> Button:
        return Button(Control(0, 0, 0, number, act + game.key).custom_id, label)

    buttons = [button(PLAIN, t("The game's defaults"))]
    if len(settings.presets_of(game.key)) < MOST:
        buttons.append(button(NAME, t("Save as preset")))
    if number:
        buttons.append(button(DROP, t("Delete this preset")))
    parts.append(Row(tuple(buttons)))
    parts.append(server_settings.pages(len(server_settings.PAGES) + at, games, t))
    return Screen(tuple(parts), accent=frame.PRIVATE)


def form(game: AnyGame, number: int, t: Translator) -> Form:
    """Return the question for a new preset's name."""
    custom_id = Control(0, 0, 0, number, NAME + game.key).custom_id
    field = Field(FIELD, t("Preset name"), longest=LONGEST)
    return Form(custom_id, t("Save these house rules"), (field,))


def named(settings: ServerSettings, game: str, text: str) -> Preset | None:
    """Return the preset of that name."""
    wanted = text.casefold()
    found = (each for each in settings.presets_of(game) if each.name.casefold() == wanted)
    return next(found, None)


def sure_to_replace(game: AnyGame, number: int, old: Preset, t: Translator) -> Screen:
    """Return the one question before the rules of a preset are replaced by those shown."""
    text = t("There is a preset {name} already. Replace its rules?", name=escape(old.name))
    replace = Control(0, 0, 0, number, f"{OVER}{game.key}-{old.id}").custom_id
    back = Control(0, 0, 0, number, WHICH + game.key).custom_id
    row = Row((Button(replace, t("Replace"), "danger"), Button(back, t("Back"))))
    return Screen((Text(text), row), accent=frame.PRIVATE)


def with_rule(game: AnyGame, number: int, key: str, value: OptionValue | None) -> Edit:
    """Return the change of one rule of a preset, or of the default ones; None: the game's own."""

    def change(settings: ServerSettings) -> ServerSettings:
        rules = {**in_force(settings, game, number)}
        rules.pop(key, None)
        return _with(settings, game, number, rules if value is None else {**rules, key: value})

    return change


def without_rules(game: AnyGame, number: int) -> Edit:
    """Return the change back to the game's own rules."""
    return lambda settings: _with(settings, game, number, {})


def with_preset(game: AnyGame, number: int, name: str) -> Edit:
    """Return the change that gives the rules shown a name of their own."""

    def change(settings: ServerSettings) -> ServerSettings:
        rules = in_force(settings, game, number)
        if named(settings, game.key, name) is not None:
            return settings
        new = _next(settings)
        preset = Preset(id=new, game=game.key, name=name, rules=rules)
        return structs.replace(settings, presets=(*settings.presets, preset), last_preset=new)

    return change


def _next(settings: ServerSettings) -> int:
    """Return the next preset's id: a screen of before may still name one that is gone."""
    taken = {each.id for each in settings.presets}
    new: int = max((settings.last_preset, *taken)) % LAST + 1
    while new in taken:
        new = new % LAST + 1
    return new


def with_rules_of(game: AnyGame, number: int, preset: int) -> Edit:
    """Return the change that replaces a preset's rules by those shown."""

    def change(settings: ServerSettings) -> ServerSettings:
        old = settings.preset(preset)
        if old is None or old.game != game.key:
            return settings
        return _with(settings, game, preset, in_force(settings, game, number))

    return change


def without_preset(number: int) -> Edit:
    """Return the change that drops a preset."""

    def change(settings: ServerSettings) -> ServerSettings:
        kept = tuple(each for each in settings.presets if each.id != number)
        return structs.replace(settings, presets=kept)

    return change


def _with(settings: ServerSettings, game: AnyGame, number: int, rules: Rules) -> ServerSettings:
    if number:
        presets = tuple(
            structs.replace(each, rules=dict(rules)) if each.id == number else each
            for each in settings.presets
        )
        return structs.replace(settings, presets=presets)
    return structs.replace(settings, rules={**settings.rules, game.key: dict(rules)})


def _which(settings: ServerSettings, game: AnyGame, number: int, t: Translator) -> Select:
    choices = [Choice("0", t("Default rules"), chosen=number == 0)]
    for each in settings.presets_of(game.key):
        label = t("Preset: {name}", name=each.name)
        choices.append(Choice(str(each.id), label, chosen=each.id == number))
    custom_id = Control(0, 0, 0, number, WHICH + game.key).custom_id
    return Select(custom_id, t("Presets"), tuple(choices))


def _rule(
    rules: Rules, game: AnyGame, renderer: AnyRenderer, spec: OptionSpec, number: int, t: Translator
) -> Select:
    """Return the choice of one rule: what goes together with the others for some number of seats.

    The rule may be left to the game, whose default may depend on the number of seats.
    """
    present = rules.get(spec.key)
    values = [
        value
        for value in spec.choices
        if value == present
        or any(
            house_rules.settles(game, seats, {**rules, spec.key: value})
            for seats in game.seat_counts
        )
    ]
    name = renderer.option(spec.key, t)
    labels = {
        value: t("{rule}: {choice}", rule=name, choice=renderer.choice(spec.key, value, t))
        for value in values
    }
    varies = t("{rule}: {choice}", rule=name, choice=t("by number of players"))
    left = _left_to_the_game(rules, game, spec)
    usual = varies if left is None else labels[left]
    choices = [Choice(server_settings.USUAL, usual, t("Default"), chosen=present is None)]
    choices += [
        Choice(encode(value), label, chosen=value == present) for value, label in labels.items()
    ]
    custom_id = Control(0, 0, 0, number, f"{RULE}{game.key}-{spec.key}").custom_id
    return Select(custom_id, name, tuple(choices))


def _left_to_the_game(rules: Rules, game: AnyGame, spec: OptionSpec) -> OptionValue | None:
    """Return what a rule is beside the others when none is chosen; None: it varies by seats."""
    others = {key: value for key, value in rules.items() if key != spec.key}
    found = {
        game.settle(seats, others)[spec.key]
        for seats in game.seat_counts
        if house_rules.settles(game, seats, others)
    }
    return found.pop() if len(found) == 1 else None

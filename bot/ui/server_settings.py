"""`/settings`: pages of selects, house rules, their presets (`experience.md` section 1)."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, structs

from bot.db.records import Preset, ServerSettings
from bot.locale import LANGUAGES, Translator, mark
from bot.tables.model import DISPLAYS, PACES
from bot.ui import house_rules
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import decode, encode
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.names import escape
from bot.ui.elements.screen import (
    Button,
    Choice,
    Field,
    Form,
    Part,
    Picker,
    Row,
    Screen,
    Select,
    Text,
)
from engine.api import AnyGame, OptionSpec, OptionValue

PAGE, SET = controls.SERVER + "page", controls.SERVER + "set-"
"""Acts of the choice of a page, and (prefix) of a setting; `number` is the page it stands on."""
USUAL = "usual"
"""Value of "as everywhere else"."""
LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "es": "Español"}
"""Each language by its own name, the same in all."""
WINDOWS = (150, 300, 500, 800)
"""Milliseconds offered for gathering calls."""
SWITCHES = ("off", "on")


class Limits(Struct, frozen=True):
    """What the operator has set for servers that set nothing."""

    tables_per_channel: int
    tables_per_person: int
    lobbies_per_person: int
    window: int


NAMES: Mapping[str, str] = {
    "language": mark("Language"),
    "channels": mark("Allowed channels"),
    "opener": mark("Role that can open tables"),
    "ender": mark("Role that can end tables"),
    "barred": mark("People who can't play"),
    "pace": mark("Pace"),
    "display": mark("Table"),
    "window": mark("Time to gather calls"),
    "own_threads": mark("A thread for each table"),
    "buttons_only": mark("Buttons only in rated games"),
    "rated": mark("Rated games"),
    "tables_per_channel": mark("Tables per channel"),
    "tables_per_person": mark("Tables per person"),
    "lobbies_per_person": mark("Open lobbies per person"),
}
NOBODY_CHOSEN: Mapping[str, str] = {
    "channels": mark("none chosen: all channels"),
    "opener": mark("none chosen: everyone"),
    "ender": mark("none chosen: only people with Manage Messages"),
    "barred": mark("none chosen: everyone can play"),
}
PAGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (mark("Where and who"), ("language", "channels", "opener", "ender", "barred")),
    (mark("Play"), ("pace", "display", "window", "own_threads", "buttons_only", "rated")),
    (mark("Limits"), ("tables_per_channel", "tables_per_person", "lobbies_per_person")),
)
"""The pages before those of house rules, one of which each game has."""


def draw(
    settings: ServerSettings,
    page: int,
    limits: Limits,
    games: Sequence[AnyRenderer],
    t: Translator,
    said: str = "",
) -> Screen:
    """Return a page of settings.

    Args:
        settings: as they are now.
        page: its number in `PAGES`.
        limits: the operator's.
        games: each has a page of house rules.
        t: the reader's language.
        said: what was just changed, in a line.
    """
    title, keys = PAGES[page]
    parts: list[Part] = [heading(t(title), t, said)]
    for key in keys:
        if key in NOBODY_CHOSEN:
            parts.append(Text(f"**{t(NAMES[key])}** ({t(NOBODY_CHOSEN[key])})"))
            parts.append(_picker(settings, key, page, t))
        else:
            parts.append(_select(settings, key, page, limits, t))
    parts.append(pages(page, games, t))
    return Screen(tuple(parts), accent=frame.PRIVATE)


def heading(title: str, t: Translator, said: str) -> Text:
    """Return the head of a page, and what was just changed."""
    lines = ["### " + t("Server settings") + " · " + title]
    return Text("\n".join([*lines, *([f"✅ {said}"] if said else [])]))


def pages(page: int, games: Sequence[AnyRenderer], t: Translator) -> Select:
    """Return the choice of another page; those of house rules come after the others."""
    titles = [t(title) for title, _ in PAGES]
    titles += [t("{game} house rules", game=each.name) for each in games]
    choices = tuple(
        Choice(str(at), t("Page: {title}", title=title), chosen=at == page)
        for at, title in enumerate(titles)
    )
    return Select(Control(0, 0, 0, page, PAGE).custom_id, t("Page"), choices)


def saved(settings: ServerSettings, key: str, limits: Limits, t: Translator) -> str:
    """Return what a setting is now, in a line."""
    name = t(NAMES[key])
    if key in NOBODY_CHOSEN:
        ids = _ids(settings, key)
        form = {"channels": "<#{}>", "barred": "<@{}>"}.get(key, "<@&{}>")
        value = t.list([form.format(each) for each in ids]) if ids else t(NOBODY_CHOSEN[key])
    else:
        value = _word(key, _value(settings, key), limits, t)
    return t("{rule}: {choice}", rule=name, choice=value)


def page_of(key: str) -> int:
    """Return the page a setting stands on."""
    return next(at for at, (_, keys) in enumerate(PAGES) if key in keys)


def edit(key: str, values: Sequence[str]) -> Callable[[ServerSettings], ServerSettings] | None:
    """Return what a choice changes; None if it means nothing."""
    if key in NOBODY_CHOSEN:
        ids = tuple(int(each) for each in values if each.isdecimal())
        one = ids[0] if ids else None
        chosen: object = one if key in ("opener", "ender") else ids
    elif key in NAMES and len(values) == 1 and values[0] in _offered(key):
        chosen = _read(key, values[0])
    else:
        return None
    return lambda settings: structs.replace(settings, **{key: chosen})


def _offered(key: str) -> tuple[str, ...]:
    match key:
        case "language":
            return (USUAL, *LANGUAGES)
        case "pace":
            return PACES
        case "display":
            return DISPLAYS
        case "window":
            return (USUAL, *(str(each) for each in WINDOWS))
        case "own_threads" | "buttons_only" | "rated":
            return SWITCHES
        case "lobbies_per_person":
            return (USUAL, *(str(each) for each in range(1, 6)))
    return (USUAL, *(str(each) for each in range(1, 11)))


def _read(key: str, value: str) -> object:
    """Return the value a choice stands for."""
    if value == USUAL:
        return None
    if value in SWITCHES:
        return value == "on"
    return int(value) if value.isdecimal() else value


def _value(settings: ServerSettings, key: str) -> str:
    """Return the choice that stands for the present value."""
    now = getattr(settings, key)
    return USUAL if now is None else encode(now)


def _word(key: str, value: str, limits: Limits, t: Translator) -> str:
    """Return a choice in words."""
    if key == "language":
        return LANGUAGE_NAMES.get(value) or t("same as the server's Discord language")
    if key == "pace":
        return house_rules.pace(next(each for each in PACES if each == value), t)
    if key == "display":
        return house_rules.display(next(each for each in DISPLAYS if each == value), t)
    if value in SWITCHES:
        return t("on") if value == "on" else t("off")
    number = getattr(limits, key) if value == USUAL else int(value)
    shown = t("{seconds} s", seconds=t.number(number / 1000)) if key == "window" else f"{number}"
    return t("{value} (default)", value=shown) if value == USUAL else shown


def _select(settings: ServerSettings, key: str, page: int, limits: Limits, t: Translator) -> Select:
    now, name = _value(settings, key), t(NAMES[key])
    choices = tuple(
        Choice(
            value,
            t("{rule}: {choice}", rule=name, choice=_word(key, value, limits, t)),
            chosen=value == now,
        )
        for value in _offered(key)
    )
    return Select(Control(0, 0, 0, page, SET + key).custom_id, name, choices)


def _picker(settings: ServerSettings, key: str, page: int, t: Translator) -> Picker:
    custom_id = Control(0, 0, 0, page, SET + key).custom_id
    name, chosen = t(NAMES[key]), _ids(settings, key)
    match key:
        case "channels":
            return Picker(custom_id, "channels", name, chosen)
        case "barred":
            return Picker(custom_id, "people", name, chosen)
    return Picker(custom_id, "roles", name, chosen, most=1)


def _ids(settings: ServerSettings, key: str) -> tuple[int, ...]:
    now = getattr(settings, key)
    if now is None:
        return ()
    return (now,) if isinstance(now, int) else tuple(now)


RULE, WHICH = controls.SERVER + "rule-", controls.SERVER + "which-"
NAME, DROP, PLAIN = controls.SERVER + "name-", controls.SERVER + "drop-", controls.SERVER + "plain-"
OVER = controls.SERVER + "over-"
"""Prefixes of acts: set a rule (`game-rule`), choose which rules are shown, name a new preset, drop
one, go back to the game's own rules, give a preset (`game-id`) other rules. `number` is the preset
shown, 0 for the default rules."""
FIELD = "name"
LONGEST = 40
MOST = 20
"""Presets of a game: they fit into one select, and ids into three digits."""

Edit = Callable[[ServerSettings], ServerSettings]
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


def draw_rules(
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
    hint = t("Tables use the default rules unless someone picks others; /play offers the presets.")
    parts: list[Part] = [heading(title, t, said), Text(f"-# {hint}")]
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
    parts.append(pages(len(PAGES) + at, games, t))
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
        new = max((each.id for each in settings.presets), default=0) + 1
        preset = Preset(id=new, game=game.key, name=name, rules=rules)
        return structs.replace(settings, presets=(*settings.presets, preset))

    return change


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
    usual = t("{rule}: {choice}", rule=name, choice=t("the game's default"))
    choices = [Choice(USUAL, usual, chosen=present is None)]
    for value in values:
        label = t("{rule}: {choice}", rule=name, choice=renderer.choice(spec.key, value, t))
        choices.append(Choice(encode(value), label, chosen=value == present))
    custom_id = Control(0, 0, 0, number, f"{RULE}{game.key}-{spec.key}").custom_id
    return Select(custom_id, name, tuple(choices))

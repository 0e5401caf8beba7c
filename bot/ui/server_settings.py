"""`/settings`: pages of selects; those of house rules are presets' (`experience.md` section 1)."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, structs

from bot.db.records import ServerSettings
from bot.locale import LANGUAGES, Translator, mark
from bot.tables.model import DISPLAYS, PACES
from bot.ui import house_rules
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import encode
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import (
    Choice,
    Part,
    Picker,
    Screen,
    Select,
    Text,
)

PAGE, SET = controls.SERVER + "page", controls.SERVER + "set-"
"""Acts of the choice of a page, and (prefix) of a setting; `number` is the page it stands on."""
USUAL = "usual"
"""Value of what holds where a server sets nothing."""
LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "es": "Español"}
"""Each language by its own name, the same in all."""
WINDOWS = (150, 300, 500, 800)
"""Milliseconds offered for gathering calls."""
SWITCHES = ("off", "on")

Edit = Callable[[ServerSettings], ServerSettings]
"""What a choice changes."""


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
    "lobbies_per_person": mark("Lobbies per person"),
}
NOBODY_CHOSEN: Mapping[str, str] = {
    "channels": mark("none chosen: all channels"),
    "opener": mark("none chosen: everyone"),
    "ender": mark("none chosen: only people with Manage Messages"),
    "barred": mark("none chosen: everyone can play"),
}
CHOOSE: Mapping[str, str] = {
    "channels": mark("Choose channels…"),
    "opener": mark("Choose a role…"),
    "ender": mark("Choose a role…"),
    "barred": mark("Choose people…"),
}
"""What an empty choice asks for; what it is about stands above it."""
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
            none = "" if _ids(settings, key) else f" ({t(NOBODY_CHOSEN[key])})"
            parts.append(Text(f"**{t(NAMES[key])}**{none}"))
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
        if not ids:
            return f"{name} ({t(NOBODY_CHOSEN[key])})"
        value = t.list([form.format(each) for each in ids])
    else:
        value = _word(key, _value(settings, key), limits, t)
    return t("{rule}: {choice}", rule=name, choice=value)


def page_of(key: str) -> int:
    """Return the page a setting stands on."""
    return next(at for at, (_, keys) in enumerate(PAGES) if key in keys)


def edit(key: str, values: Sequence[str]) -> Edit | None:
    """Return what a choice changes; None if it means nothing."""
    if key in NOBODY_CHOSEN:
        ids = tuple(int(each) for each in values if each.isdecimal())
        one = ids[0] if ids else None
        chosen: object = one if key in ("opener", "ender") else ids
    elif key in NAMES and len(values) == 1 and values[0] in _offered(key):
        chosen = _read(values[0])
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


def _read(value: str) -> object:
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
        return LANGUAGE_NAMES.get(value) or t("same as the server")
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
    asks, chosen = t(CHOOSE[key]), _ids(settings, key)
    match key:
        case "channels":
            return Picker(custom_id, "channels", asks, chosen)
        case "barred":
            return Picker(custom_id, "people", asks, chosen)
    return Picker(custom_id, "roles", asks, chosen, most=1)


def _ids(settings: ServerSettings, key: str) -> tuple[int, ...]:
    now = getattr(settings, key)
    if now is None:
        return ()
    return (now,) if isinstance(now, int) else tuple(now)

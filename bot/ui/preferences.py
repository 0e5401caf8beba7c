"""`/preferences`: what people set for themselves, each change confirmed in place."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import structs

from bot.db.records import Preferences, Reactions
from bot.locale import LANGUAGES, Translator, mark
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import MAX_REACTIONS, Choice, Part, Screen, Select, Text
from bot.ui.server_settings import LANGUAGE_NAMES

OWN = "own"
"""Value of the language set at Discord."""

NAMES: Mapping[str, str] = {
    "language": mark("Language"),
    "text": mark("Cards"),
    "big": mark("Size"),
    "hands": mark("My hand"),
    "notice": mark("My turn"),
    "forced": mark("Forced moves"),
    "reactions": mark("Reactions"),
}
CHOICES: Mapping[str, Mapping[str, str]] = {
    "text": {"off": mark("as pictures"), "on": mark("as text")},
    "big": {"off": mark("normal print"), "on": mark("large print for my cards")},
    "hands": {
        "dm": mark("by DM"),
        "button": mark("only if I press {shared:My hand}"),
    },
    "notice": {
        "dm": mark("a DM"),
        "channel": mark("a mention under the table"),
        "none": mark("don't notify me"),
    },
    "forced": {"on": mark("automatic"), "off": mark("I make them myself")},
    "reactions": {
        "few": mark("the most useful"),
        "all": mark("every one"),
        "none": mark("none; I add them myself"),
    },
}
SWITCHES = ("off", "on")
REACTIONS: Mapping[Reactions, int] = {"all": MAX_REACTIONS, "few": 8, "none": 0}
"""How many are set below a hand beforehand, the likeliest first; a person may add each."""


def draw(now: Preferences, t: Translator, said: str = "") -> Screen:
    """Return the screen.

    Args:
        now: what is set.
        t: the reader's language.
        said: what was just changed, in a line.
    """
    lines = ["### " + t("Your preferences"), t("They apply in every server and in DMs.")]
    parts: list[Part] = [Text("\n".join([*lines, *([f"✅ {said}"] if said else [])]))]
    parts += [_select(now, key, t) for key in NAMES]
    return Screen(tuple(parts), accent=frame.PRIVATE)


def edit(key: str, values: Sequence[str]) -> Callable[[Preferences], Preferences] | None:
    """Return what a choice changes; None if it means nothing."""
    if len(values) != 1 or key not in NAMES or values[0] not in _offered(key):
        return None
    value: str | bool | None = values[0]
    if value in SWITCHES:
        value = value == "on"
    elif value == OWN:
        value = None
    return lambda before: structs.replace(before, **{key: value})


def saved(now: Preferences, key: str, t: Translator) -> str:
    """Return what is set now, in a line."""
    return _label(key, _value(now, key), t)


def _offered(key: str) -> tuple[str, ...]:
    return (OWN, *LANGUAGES) if key == "language" else tuple(CHOICES[key])


def _value(now: Preferences, key: str) -> str:
    value = getattr(now, key)
    if isinstance(value, bool):
        return SWITCHES[value]
    return value or OWN


def _label(key: str, value: str, t: Translator) -> str:
    if key == "language":
        word = LANGUAGE_NAMES.get(value) or t("same as my Discord")
    else:
        word = t(CHOICES[key][value])
    return t("{rule}: {choice}", rule=t(NAMES[key]), choice=word)


def _select(now: Preferences, key: str, t: Translator) -> Select:
    present = _value(now, key)
    choices = tuple(
        Choice(value, _label(key, value, t), chosen=value == present) for value in _offered(key)
    )
    return Select(Control(0, 0, 0, 0, controls.PREFER + key).custom_id, t(NAMES[key]), choices)

"""Buttons and selects: their fields checked as Discord checks them."""

from typing import Final

from bot.sandbox.model import emojis
from bot.sandbox.model.errors import FormErrors
from bot.sandbox.model.objects import Json
from bot.sandbox.model.state import State

Path = tuple[str | int, ...]

LINK, PREMIUM = 5, 6
MOST_OPTIONS: Final = 25


def check_button(world: State, form: FormErrors, path: Path, part: Json) -> Json:
    """Return the stored form of a button, without its type and id."""
    style = part.get("style")
    label, emoji = part.get("label"), part.get("emoji")
    body: Json = {"style": style}
    if style not in range(1, 7):
        form.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    if part.get("disabled") is not None:
        body["disabled"] = bool(part["disabled"])
    if label is not None and label != "":
        form.length((*path, "label"), str(label), 0, 80)
        body["label"] = label
    if emoji:
        body["emoji"] = check_emoji(world, form, (*path, "emoji"), emoji)
    if style == LINK:
        url = str(part.get("url") or "")
        if not url.startswith(("http://", "https://", "discord://")):
            form.add((*path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        form.length((*path, "url"), url, 0, 512)
        if part.get("custom_id"):
            form.add(
                path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A link has no custom id"
            )
        return body | {"url": url}
    if part.get("url"):
        form.add(path, "BUTTON_COMPONENT_INVALID_STYLE_FOR_URL", "Only link buttons have a url")
    if not label and not emoji:
        form.add(path, "BUTTON_COMPONENT_INVALID_LABEL", "A button needs a label or an emoji")
    return body | {"custom_id": custom_id(form, path, part)}


def check_select(world: State, form: FormErrors, path: Path, part: Json) -> Json:
    """Return the stored form of a select of any kind, without its type and id."""
    low, high = part.get("min_values"), part.get("max_values")
    body: Json = {
        "custom_id": custom_id(form, path, part),
        "min_values": 1 if low is None else low,
        "max_values": 1 if high is None else high,
    }
    if part.get("disabled") is not None:
        body["disabled"] = bool(part["disabled"])
    if part.get("placeholder") is not None:
        form.length((*path, "placeholder"), str(part["placeholder"]), 0, 150)
        body["placeholder"] = part["placeholder"]
    options = part.get("options") or []
    if not 0 <= body["min_values"] <= MOST_OPTIONS:
        form.add((*path, "min_values"), "NUMBER_TYPE_MAX", "Must be between 0 and 25.")
    if not max(1, body["min_values"]) <= body["max_values"] <= MOST_OPTIONS:
        form.add((*path, "max_values"), "NUMBER_TYPE_MAX", "Must be between min_values and 25.")
    if part["type"] == 3:
        body["options"] = _options(world, form, (*path, "options"), options)
        if len(options) < body["max_values"]:
            form.add(
                (*path, "max_values"),
                "COMPONENT_SELECT_MAX_VALUES_EXCEEDS_OPTIONS",
                "Must not exceed the number of options.",
            )
    elif part.get("default_values"):
        chosen = part["default_values"]
        body["default_values"] = [{**each, "id": str(each["id"])} for each in chosen]
    return body


def _options(world: State, form: FormErrors, path: Path, options: list[Json]) -> list[Json]:
    if not 1 <= len(options) <= MOST_OPTIONS:
        form.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_OPTIONS} in length.")
    used: set[str] = set()
    stored = []
    for index, option in enumerate(options):
        at = (*path, index)
        label, value = str(option.get("label") or ""), str(option.get("value") or "")
        form.length((*at, "label"), label, 1, 100)
        form.length((*at, "value"), value, 1, 100)
        if value in used:
            form.add(
                (*at, "value"),
                "COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        used.add(value)
        body: Json = {"label": label, "value": value}
        if option.get("description"):
            form.length((*at, "description"), str(option["description"]), 0, 100)
            body["description"] = option["description"]
        if option.get("emoji"):
            body["emoji"] = check_emoji(world, form, (*at, "emoji"), option["emoji"])
        if option.get("default") is not None:
            body["default"] = bool(option["default"])
        stored.append(body)
    return stored


def check_emoji(world: State, form: FormErrors, path: Path, emoji: Json) -> Json:
    """Return the stored form of a control's emoji; it must exist."""
    if emoji.get("id"):
        found = emojis.find_app_emoji(world, int(emoji["id"]))
        if found is None:
            form.add((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return {"id": str(emoji["id"]), "name": str(emoji.get("name") or "_")}
        body: Json = {"id": str(found[1].id), "name": found[1].name}
        return body | ({"animated": True} if found[1].animated else {})
    name = str(emoji.get("name") or "")
    if not emojis.is_standard(name):
        form.add((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    return {"name": name}


def custom_id(form: FormErrors, path: Path, part: Json) -> str:
    """Return a control's ``custom_id``, which has 1 to 100 characters."""
    value = part.get("custom_id")
    if value is None:
        form.add((*path, "custom_id"), "BASE_TYPE_REQUIRED", "This field is required")
        return ""
    form.length((*path, "custom_id"), str(value), 1, 100)
    return str(value)

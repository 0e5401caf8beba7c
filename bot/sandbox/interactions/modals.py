"""Modals: the form a bot opens, and what a person sends back."""

from typing import Final

from bot.sandbox.model.components import walk_paths
from bot.sandbox.model.controls import Path, check_select, custom_id
from bot.sandbox.model.errors import FormErrors, Refused
from bot.sandbox.model.objects import Json, Modal
from bot.sandbox.model.state import State

ROW, TEXT_INPUT, TEXT, LABEL = 1, 4, 10, 18
SELECTS: Final = (3, 5, 6, 7, 8)


def check(world: State, data: Json) -> Modal:
    """Return the modal a callback of type 9 opens.

    Raises:
        ApiError: 50035.
    """
    form = FormErrors()
    at: Path = ("data",)
    title = str(data.get("title") or "")
    form.length((*at, "title"), title, 1, 45)
    own_id = custom_id(form, at, data)
    parts: list[Json] = data.get("components") or []
    if not 1 <= len(parts) <= 5:
        form.add((*at, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    stored = [_top(world, form, (*at, "components", i), part) for i, part in enumerate(parts)]
    used: set[str] = set()
    for path, part in walk_paths((*at, "components"), _fields(parts)):
        given = part.get("custom_id")
        if given in used:
            form.add(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        used.add(str(given))
    form.done()
    return Modal(own_id, title, tuple(stored))


def _fields(parts: list[Json]) -> list[Json]:
    """Return the fields of a modal, out of their rows and labels."""
    fields: list[Json] = []
    for part in parts:
        if part.get("type") == ROW:
            fields += part.get("components") or []
        elif part.get("type") == LABEL and isinstance(part.get("component"), dict):
            fields.append(part["component"])
    return fields


def _top(world: State, form: FormErrors, path: Path, part: Json) -> Json:
    number = int(str(path[-1])) * 2 + 1
    body: Json = {"type": part.get("type"), "id": part.get("id") or number}
    match part.get("type"):
        case 1:
            inner: list[Json] = part.get("components") or []
            if len(inner) != 1 or inner[0].get("type") != TEXT_INPUT:
                form.add((*path, "components"), "UNION_TYPE_CHOICES", "One text input goes here.")
                return body
            form.length((*path, "components", 0, "label"), str(inner[0].get("label") or ""), 1, 45)
            field = _field(world, form, (*path, "components", 0), inner[0], number + 1)
            return body | {"components": [field]}
        case 10:
            text = str(part.get("content") or "")
            form.length((*path, "content"), text, 1, 4000)
            return body | {"content": text}
        case 18:
            label = str(part.get("label") or "")
            form.length((*path, "label"), label, 1, 45)
            if part.get("description"):
                form.length((*path, "description"), str(part["description"]), 0, 100)
            inside = part.get("component")
            if not isinstance(inside, dict):
                form.add((*path, "component"), "BASE_TYPE_REQUIRED", "This field is required")
                return body
            field = _field(world, form, (*path, "component"), inside, number + 1)
            field.setdefault("label", label)
            return body | {
                "label": label,
                "description": part.get("description"),
                "component": field,
            }
        case _:
            form.add((*path, "type"), "UNION_TYPE_CHOICES", "Value must be one of {1, 10, 18}.")
            return body


def _field(world: State, form: FormErrors, path: Path, part: Json, number: int) -> Json:
    body: Json = {"type": part.get("type"), "id": part.get("id") or number}
    body["required"] = part.get("required") is not False
    if part.get("type") in SELECTS:
        return body | check_select(world, form, path, part)
    if part.get("type") != TEXT_INPUT:
        form.add((*path, "type"), "UNION_TYPE_CHOICES", "Value must be one of {3, 4, 5, 6, 7, 8}.")
        return body
    if part.get("style") not in (1, 2):
        form.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
    if part.get("value"):
        form.length((*path, "value"), str(part["value"]), 0, 4000)
    if part.get("placeholder"):
        form.length((*path, "placeholder"), str(part["placeholder"]), 0, 100)
    kept = ("style", "label", "value", "placeholder", "min_length", "max_length")
    body |= {key: part[key] for key in kept if part.get(key) is not None}
    return body | {"custom_id": custom_id(form, path, part)}


def filled(modal: Modal, values: dict[str, object]) -> list[Json]:
    """Return the components of a submitted modal.

    Args:
        modal: The form.
        values: By ``custom_id``: a text, or a list of chosen values.

    Raises:
        Refused: A field is missing, too short, too long, or not in the form.
    """
    names = {part["custom_id"] for part in _fields(list(modal.components))}
    unknown = set(values) - names
    if unknown:
        raise Refused(f"The form has no field {sorted(unknown)}; it has {sorted(names)}.")
    sent = []
    for part in modal.components:
        body: Json = {"type": part["type"], "id": part["id"]}
        if part["type"] == ROW:
            body["components"] = [_value(each, values) for each in part["components"]]
        elif part["type"] == LABEL:
            body["component"] = _value(part["component"], values)
        sent.append(body)
    return sent


def _value(field: Json, values: dict[str, object]) -> Json:
    name = field["custom_id"]
    body: Json = {"type": field["type"], "id": field["id"], "custom_id": name}
    if field["type"] == TEXT_INPUT:
        text = str(values.get(name, field.get("value", "")))
        low = field.get("min_length") or (1 if field["required"] else 0)
        if not low <= len(text) <= (field.get("max_length") or 4000) and (text or low):
            raise Refused(f"The field {name!r} does not take {len(text)} characters.")
        return body | {"value": text}
    chosen = values.get(name, [])
    picked = [str(each) for each in chosen] if isinstance(chosen, list) else [str(chosen)]
    least = max(field["min_values"], 1) if field["required"] else 0
    if not least <= len(picked) <= field["max_values"]:
        raise Refused(f"The field {name!r} does not take {len(picked)} choices.")
    options = {each["value"] for each in field.get("options", [])}
    if field["type"] == 3 and not set(picked) <= options:
        raise Refused(f"The field {name!r} does not offer {sorted(set(picked) - options)}.")
    return body | {"values": picked}

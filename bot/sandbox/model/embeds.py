"""Embeds: their limits (`discord.md` section 8) and the form Discord answers them in."""

from typing import Final

from bot.sandbox.model.errors import FormErrors
from bot.sandbox.model.objects import Json

MOST: Final = 10
MOST_TEXT: Final = 6000
_LIMITS: Final = {"title": 256, "description": 4096}


def check(form: FormErrors, embeds: list[Json], path: tuple[str | int, ...]) -> list[Json]:
    """Return the embeds as Discord would store them; errors go to the form."""
    if len(embeds) > MOST:
        form.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {MOST} or fewer in length.")
    total = sum(_size(each) for each in embeds)
    if total > MOST_TEXT:
        form.add(
            path,
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {MOST_TEXT}",
        )
    return [_one(form, each, (*path, index)) for index, each in enumerate(embeds)]


def _one(form: FormErrors, embed: Json, path: tuple[str | int, ...]) -> Json:
    body: Json = {"type": "rich"}
    for key, most in _LIMITS.items():
        if embed.get(key):
            form.length((*path, key), str(embed[key]), 0, most)
            body[key] = embed[key]
    for key in ("url", "color", "timestamp"):
        if embed.get(key) is not None:
            body[key] = embed[key]
    for key, inner, most in (("footer", "text", 2048), ("author", "name", 256)):
        if embed.get(key):
            form.length((*path, key, inner), str(embed[key].get(inner) or ""), 1, most)
            body[key] = _without_nulls(embed[key])
    for key in ("image", "thumbnail"):
        if embed.get(key):
            body[key] = _without_nulls(embed[key])
    fields = embed.get("fields") or []
    if len(fields) > 25:
        form.add((*path, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    if fields:
        body["fields"] = [
            _field(form, each, (*path, "fields", index)) for index, each in enumerate(fields)
        ]
    return body


def _field(form: FormErrors, field: Json, path: tuple[str | int, ...]) -> Json:
    name, value = str(field.get("name") or ""), str(field.get("value") or "")
    form.length((*path, "name"), name, 1, 256)
    form.length((*path, "value"), value, 1, 1024)
    return {"name": name, "value": value, "inline": bool(field.get("inline"))}


def _size(embed: Json) -> int:
    parts = [embed.get("title"), embed.get("description")]
    parts.append((embed.get("footer") or {}).get("text"))
    parts.append((embed.get("author") or {}).get("name"))
    for field in embed.get("fields") or []:
        parts += [field.get("name"), field.get("value")]
    return sum(len(str(part)) for part in parts if part)


def _without_nulls(value: Json) -> Json:
    return {key: each for key, each in value.items() if each is not None}

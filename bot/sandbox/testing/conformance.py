"""Checking bodies against Discord's official OpenAPI description.

jsonschema is needed only here, and only tests use this module.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend

from bot.sandbox.model.objects import Json

_SMALL: Final = 400
_NUMBERS_TOO: Final = {
    "anyOf": [
        {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
        {"type": "integer", "minimum": 0},
    ]
}


@dataclass(frozen=True, slots=True)
class _Seen:
    direction: str
    method: str
    template: str
    status: int
    body: Any


class Conformance:
    """Collects what is sent and answered, and says what the description does not allow.

    Checking is put off until :meth:`take`, so that it slows no answer; bodies that differ in ids
    and times alone are checked once. In two places Discord's own documentation says otherwise
    than its description, and the documentation holds: ids are accepted as numbers too (so
    discord.py sends them), and the codes of single fields are words (``BASE_TYPE_REQUIRED``).

    Args:
        description: Discord's OpenAPI 3.1 document.
    """

    def __init__(self, description: Json) -> None:
        self._description = _as_documented(description)
        schemas = self._description["components"]["schemas"]
        self._strict = _validator_class(schemas)
        self._lenient = _validator_class(schemas | {"SnowflakeType": _NUMBERS_TOO})
        self._validators: dict[str, Any] = {}
        self._waiting: list[_Seen] = []
        self._fine: set[tuple[str, str, str, int, str]] = set()

    def request(self, method: str, template: str, body: Any) -> None:
        """Note what a bot sent and the sandbox accepted."""
        self._note("request", method, template, 0, body)

    def response(self, method: str, template: str, status: int, body: Any) -> None:
        """Note what the sandbox answered."""
        self._note("response", method, template, status, body)

    def take(self) -> list[str]:
        """Check what was noted since the last time and return one sentence per violation."""
        waiting, self._waiting = self._waiting, []
        found = []
        for seen in waiting:
            key = (seen.direction, seen.method, seen.template, seen.status, _shape(seen.body))
            if key in self._fine:
                continue
            problem = self._check(seen)
            if problem is None:
                self._fine.add(key)
            else:
                found.append(problem)
        return found

    def _note(self, direction: str, method: str, template: str, status: int, body: Any) -> None:
        self._waiting.append(_Seen(direction, method, template, status, body))

    def _check(self, seen: _Seen) -> str | None:
        where = f"{seen.direction} {seen.method} {seen.template}"
        operation = self._description["paths"].get(seen.template, {}).get(seen.method.lower())
        if operation is None:
            return f"{where}: Discord has no such route."
        body = seen.body
        if seen.direction == "request":
            if "requestBody" not in operation:
                return None if body in (None, {}) else f"{where}: Discord takes no body."
            return self._validate(where, operation["requestBody"], body)
        responses = operation["responses"]
        status = str(seen.status)
        if status not in responses:
            status = f"{status[0]}XX"
        if status not in responses:
            return f"{where}: Discord does not answer {seen.status}."
        answer = responses[status]
        if "$ref" in answer:
            name = str(answer["$ref"]).rsplit("/", 1)[-1]
            answer = self._description["components"]["responses"][name]
        return self._validate(f"{where} {seen.status}", answer, body)

    def _validate(self, where: str, holder: Json, body: Any) -> str | None:
        if "application/json" not in holder.get("content", {}):
            return None if body is None else f"{where}: Discord sends no body."
        validator = self._validators.get(where)
        if validator is None:
            kind = self._lenient if where.startswith("request") else self._strict
            validator = kind(holder["content"]["application/json"]["schema"])
            self._validators[where] = validator
        error = best_match(validator.iter_errors(body))
        if error is None:
            return None
        path = "/".join(str(each) for each in error.absolute_path)
        return f"{where}: at {path or 'the top'}: {error.message[:300]}"


def _validator_class(schemas: Json) -> Any:
    """Return a validator made for this one document, about fifty times faster than the general.

    Every ``$ref`` points to a named schema, and nearly every choice is told by its ``type``: the
    alternatives of another type could only fail. Small objects that were right once, buttons
    above all, are not looked at again.
    """

    fine: set[tuple[str, str]] = set()

    def ref(validator: Any, target: str, instance: Any, schema: Json) -> Iterator[ValidationError]:
        key = (target, repr(instance) if isinstance(instance, dict) else "")
        if key in fine:
            return
        errors = list(validator.descend(instance, schemas[target.rsplit("/", 1)[-1]]))
        if not errors and 0 < len(key[1]) < _SMALL:
            fine.add(key)
        yield from errors

    def one_of(
        validator: Any, choices: list[Json], instance: Any, schema: Json
    ) -> Iterator[ValidationError]:
        possible = [each for each in choices if _possible(schemas, each, instance)]
        if len(possible) == 1:
            yield from validator.descend(instance, possible[0])
        else:
            general = Draft202012Validator.VALIDATORS["oneOf"]
            yield from general(validator, possible or choices, instance, schema)

    extended: Any = extend  # the library gives it no types
    return extended(Draft202012Validator, {"$ref": ref, "oneOf": one_of})


def _possible(schemas: Json, choice: Json, instance: Any) -> bool:
    """Say whether a choice may fit, judged by null, constants and the discriminating ``type``."""
    target = choice.get("$ref")
    if target is not None:
        choice = schemas[str(target).rsplit("/", 1)[-1]]
    if choice.get("type") == "null":
        return instance is None
    if "const" in choice:
        return type(instance) is type(choice["const"]) and bool(instance == choice["const"])
    if not isinstance(instance, dict):
        return True
    allowed = choice.get("properties", {}).get("type", {}).get("enum")
    return allowed is None or instance.get("type") in allowed


_ID: Final = re.compile(r'"\d{15,20}"')
_TIME: Final = re.compile(r'"\d{4}-\d\d-\d\dT[\d:.+]+"')


def _shape(body: Any) -> str:
    """Return a body's text with ids and times made equal."""
    text = json.dumps(body, sort_keys=True)
    return _TIME.sub('"1970-01-01T00:00:00+00:00"', _ID.sub('"1"', text))


def _as_documented(description: Json) -> Json:
    field_error = {
        "type": "object",
        "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
        "required": ["code", "message"],
    }
    inner = description["components"]["schemas"]["InnerErrors"]
    errors = inner["properties"]["_errors"] | {"items": field_error}
    return _with_schema(description, "InnerErrors", inner | {"properties": {"_errors": errors}})


def _with_schema(description: Json, name: str, schema: Json) -> Json:
    components = description["components"]
    schemas = components["schemas"] | {name: schema}
    return description | {"components": components | {"schemas": schemas}}

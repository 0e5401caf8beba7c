"""Checking bodies against Discord's official OpenAPI description, where it is at hand.

The description is read from its own place and never copied. jsonschema is needed only here, and
only tests use this module.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import quote

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from bot.sandbox.models import Json
from bot.sandbox.record import scrub

ENVIRONMENT: Final = "KALAMAZOO_OPENAPI"
BESIDE: Final = Path("..") / "shared" / "discord-openapi.json"

_ROOT: Final = "urn:discord"
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
    body: str


class Conformance:
    """Collects what is sent and answered, and says what the description does not allow.

    Checking is put off until :meth:`take`, so that it slows no answer; equal bodies are checked
    once. In two places Discord's own documentation says otherwise than its description, and the
    documentation holds: ids are accepted as numbers too (so discord.py sends them), and the codes
    of single fields are words such as ``BASE_TYPE_REQUIRED``.

    Args:
        description: Discord's OpenAPI 3.1 document.
    """

    def __init__(self, description: Json) -> None:
        self._description = _as_documented(description)
        resource: Resource[Any] = Resource.from_contents(
            self._description, default_specification=DRAFT202012
        )
        self._registry: Registry[Any] = Registry().with_resource(_ROOT, resource)
        lenient = _with_schema(self._description, "SnowflakeType", _NUMBERS_TOO)
        resource = Resource.from_contents(lenient, default_specification=DRAFT202012)
        self._lenient: Registry[Any] = Registry().with_resource(_ROOT, resource)
        self._validators: dict[str, Draft202012Validator] = {}
        self._waiting: dict[_Seen, None] = {}
        self._fine: set[_Seen] = set()

    @classmethod
    def find(cls) -> Self | None:
        """Read the description from ``KALAMAZOO_OPENAPI`` or beside the project; None if absent."""
        project = Path(__file__).resolve().parents[2]
        path = Path(os.environ.get(ENVIRONMENT) or project / BESIDE)
        if not path.is_file():
            return None
        return cls(json.loads(path.read_text(encoding="utf-8")))

    def request(self, method: str, template: str, body: Any) -> None:
        """Note what a bot sent and the sandbox accepted."""
        self._note("request", method, template, 0, body)

    def response(self, method: str, template: str, status: int, body: Any) -> None:
        """Note what the sandbox answered."""
        self._note("response", method, template, status, body)

    def take(self) -> list[str]:
        """Check what was noted since the last time and return one sentence per violation."""
        waiting, self._waiting = self._waiting, {}
        found = []
        for seen in waiting:
            problem = self._check(seen)
            if problem is None:
                self._fine.add(seen)
            else:
                found.append(problem)
        return found

    def _note(self, direction: str, method: str, template: str, status: int, body: Any) -> None:
        text = json.dumps(scrub(body), sort_keys=True)
        seen = _Seen(direction, method, template, status, text)
        if seen not in self._fine:
            self._waiting[seen] = None

    def _check(self, seen: _Seen) -> str | None:
        where = f"{seen.direction} {seen.method} {seen.template}"
        operation = self._description["paths"].get(seen.template, {}).get(seen.method.lower())
        if operation is None:
            return f"{where}: Discord has no such route."
        pointer = f"/paths/{_escape(seen.template)}/{seen.method.lower()}"
        body = json.loads(seen.body)
        if seen.direction == "request":
            if "requestBody" not in operation:
                return None if body in (None, {}) else f"{where}: Discord takes no body."
            return self._validate(where, f"{pointer}/requestBody", operation["requestBody"], body)
        responses = operation["responses"]
        status = str(seen.status)
        if status not in responses:
            status = f"{status[0]}XX"
        if status not in responses:
            return f"{where}: Discord does not answer {seen.status}."
        where = f"{where} {seen.status}"
        answer = responses[status]
        if "$ref" in answer:
            pointer = str(answer["$ref"]).removeprefix("#")
            answer = self._description["components"]["responses"][pointer.rsplit("/", 1)[-1]]
            return self._validate(where, pointer, answer, body)
        return self._validate(where, f"{pointer}/responses/{status}", answer, body)

    def _validate(self, where: str, pointer: str, holder: Json, body: Any) -> str | None:
        if "application/json" not in holder.get("content", {}):
            return None if body is None else f"{where}: Discord sends no body."
        validator = self._validator(f"{pointer}/content/application~1json/schema")
        error = best_match(validator.iter_errors(body))
        if error is None:
            return None
        path = "/".join(str(each) for each in error.absolute_path)
        return f"{where}: at {path or 'the top'}: {error.message[:300]}"

    def _validator(self, pointer: str) -> Draft202012Validator:
        known = self._validators.get(pointer)
        if known is None:
            schema = {"$ref": f"{_ROOT}#{quote(pointer, safe='/~')}"}
            registry = self._lenient if "/requestBody/" in pointer else self._registry
            known = Draft202012Validator(schema, registry=registry)
            self._validators[pointer] = known
        return known


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


def _escape(template: str) -> str:
    return template.replace("~", "~0").replace("/", "~1")

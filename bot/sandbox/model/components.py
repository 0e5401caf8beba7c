"""Components of messages: what Discord refuses (50035), and what it makes of the rest.

Limits are those of `discord.md` sections 2 and 8: 40 components counting nested ones and rows,
4,000 characters of text, unique ``custom_id`` of 1 to 100 characters, 25 options.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.sandbox.model.controls import Path, check_button, check_select
from bot.sandbox.model.errors import FormErrors
from bot.sandbox.model.objects import Json
from bot.sandbox.model.state import State

ROW, BUTTON, SECTION, TEXT, THUMBNAIL = 1, 2, 9, 10, 11
GALLERY, FILE, SEPARATOR, CONTAINER = 12, 13, 14, 17
SELECTS: Final = (3, 5, 6, 7, 8)

MOST: Final = 40
MOST_TEXT: Final = 4000
MOST_ROWS: Final = 5

_TOP_V1: Final = (ROW,)
_IN_CONTAINER: Final = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
_TOP_V2: Final = (*_IN_CONTAINER, CONTAINER)


class Checker:
    """Checks the components of one message and builds what Discord would answer.

    Args:
        world: To look emojis up and to make ids of media.
        form: Collects the errors.
        filenames: Of the message's attachments, for ``attachment://`` addresses.
        v2: Whether the message has the components-v2 flag.
    """

    def __init__(self, world: State, form: FormErrors, filenames: set[str], v2: bool) -> None:
        self._world = world
        self._form = form
        self._filenames = filenames
        self._v2 = v2
        self._used: set[str] = set()
        self._last_id = 0

    def check(self, components: list[Json]) -> list[Json]:
        """Return the components as Discord would store them; errors go to the form."""
        allowed = _TOP_V2 if self._v2 else _TOP_V1
        if not self._v2 and len(components) > MOST_ROWS:
            self._form.add(
                ("components",), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_ROWS} or fewer in length."
            )
        total = sum(1 for _ in walk(components))
        if total > MOST:
            self._form.add(
                ("components",),
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components ({total}) exceeds the maximum of {MOST}",
            )
        if sum(len(text) for text in texts(components)) > MOST_TEXT:
            self._form.add(
                ("components",),
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total displayable text size exceeds the maximum of {MOST_TEXT}",
            )
        stored = self._children(("components",), components, allowed)
        self._unique(("components",), components)
        return stored

    def _children(self, path: Path, components: list[Json], allowed: tuple[int, ...]) -> list[Json]:
        stored = []
        for index, component in enumerate(components):
            at = (*path, index)
            if component.get("type") not in allowed:
                self._form.add(
                    (*at, "type"),
                    "UNION_TYPE_CHOICES",
                    f'Value of field "type" must be one of {allowed}.',
                )
                continue
            stored.append(self._one(at, component))
        return stored

    def _one(self, path: Path, part: Json) -> Json:
        body: Json = {"type": part["type"], "id": self._id(part)}
        match part["type"]:
            case 1:
                return body | {"components": self._row(path, part)}
            case 9:
                return body | self._section(path, part)
            case 10:
                text = str(part.get("content") or "")
                self._form.length((*path, "content"), text, 1, MOST_TEXT)
                return body | {"content": text}
            case 11:
                return body | self._media_item(path, part)
            case 12:
                return body | {"items": self._gallery(path, part)}
            case 13:
                return body | self._file(path, part)
            case 14:
                return body | {
                    "spacing": part.get("spacing") or 1,
                    "divider": part.get("divider") is not False,
                }
            case 17:
                inner = part.get("components") or []
                if not inner:
                    self._required((*path, "components"))
                return body | {
                    "accent_color": part.get("accent_color"),
                    "spoiler": bool(part.get("spoiler")),
                    "components": self._children((*path, "components"), inner, _IN_CONTAINER),
                }
            case 2:
                return body | check_button(self._world, self._form, path, part)
            case _:
                return body | check_select(self._world, self._form, path, part)

    def _row(self, path: Path, part: Json) -> list[Json]:
        inner: list[Json] = part.get("components") or []
        kinds = [each.get("type") for each in inner]
        inside = (*path, "components")
        if not inner:
            self._required(inside)
        elif any(kind in SELECTS for kind in kinds) and len(inner) > 1:
            self._form.add(
                inside, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select fills a whole action row"
            )
        elif len(inner) > 5:
            self._form.add(inside, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        return self._children(inside, inner, (BUTTON, *SELECTS))

    def _section(self, path: Path, part: Json) -> Json:
        inner: list[Json] = part.get("components") or []
        if not 1 <= len(inner) <= 3:
            self._form.add(
                (*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 3 in length."
            )
        stored = self._children((*path, "components"), inner, (TEXT,))
        accessory = part.get("accessory")
        if not isinstance(accessory, dict) or accessory.get("type") not in (BUTTON, THUMBNAIL):
            self._required((*path, "accessory"))
            return {"components": stored}
        return {"components": stored, "accessory": self._one((*path, "accessory"), accessory)}

    def _gallery(self, path: Path, part: Json) -> list[Json]:
        items: list[Json] = part.get("items") or []
        if not 1 <= len(items) <= 10:
            self._form.add(
                (*path, "items"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 10 in length."
            )
        return [self._media_item((*path, "items", i), item) for i, item in enumerate(items)]

    def _media_item(self, path: Path, part: Json) -> Json:
        description = part.get("description")
        if description is not None:
            self._form.length((*path, "description"), str(description), 1, 1024)
        return {
            "media": self._media((*path, "media"), part.get("media"), files_only=False),
            "description": description,
            "spoiler": bool(part.get("spoiler")),
        }

    def _file(self, path: Path, part: Json) -> Json:
        media = self._media((*path, "file"), part.get("file"), files_only=True)
        name = media["url"].removeprefix("attachment://")
        return {"file": media, "name": name, "size": None, "spoiler": bool(part.get("spoiler"))}

    def _media(self, path: Path, media: Json | None, *, files_only: bool) -> Json:
        url = str((media or {}).get("url") or "")
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self._filenames:
                self._form.add(
                    (*path, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment '{url}' was not found",
                )
        elif files_only or not url.startswith(("http://", "https://")):
            self._form.add((*path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        return {"id": str(self._world.ids.next()), "url": url, "proxy_url": url}

    def _unique(self, path: Path, components: list[Json]) -> None:
        for at, part in walk_paths(path, components):
            custom_id = part.get("custom_id")
            if not isinstance(custom_id, str):
                continue
            if custom_id in self._used:
                self._form.add(
                    (*at, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            self._used.add(custom_id)

    def _id(self, part: Json) -> int:
        given = part.get("id")
        if isinstance(given, int) and given > 0:
            return given
        self._last_id += 1
        return self._last_id

    def _required(self, path: Path) -> None:
        self._form.add(path, "BASE_TYPE_REQUIRED", "This field is required")


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Yield every component, nested ones and accessories included, in the order shown."""
    for component in components:
        yield component
        if inner := component.get("components"):
            yield from walk(inner)
        for key in ("accessory", "component"):
            if isinstance(single := component.get(key), dict):
                yield from walk([single])


def texts(components: list[Json]) -> Iterator[str]:
    """Yield the text of every text display."""
    for part in walk(components):
        if part.get("type") == TEXT:
            yield str(part.get("content") or "")


def walk_paths(path: Path, components: list[Json]) -> Iterator[tuple[Path, Json]]:
    """Yield every component with its path in the body."""
    for index, part in enumerate(components):
        at = (*path, index)
        yield at, part
        yield from walk_paths((*at, "components"), part.get("components") or [])
        accessory = part.get("accessory")
        if isinstance(accessory, dict):
            yield (*at, "accessory"), accessory


def resolve_media(components: list[Json], urls: dict[str, str]) -> list[Json]:
    """Return components with ``attachment://`` replaced by the attachments' addresses."""

    def media(one: Json) -> Json:
        url = urls.get(str(one["url"]).removeprefix("attachment://"), one["url"])
        return one | {"url": url, "proxy_url": url}

    resolved = []
    for part in components:
        part = dict(part)
        for key in ("media", "file"):
            if key in part:
                part[key] = media(part[key])
        if "items" in part:
            part["items"] = [each | {"media": media(each["media"])} for each in part["items"]]
        if "components" in part:
            part["components"] = resolve_media(part["components"], urls)
        if "accessory" in part:
            part["accessory"] = resolve_media([part["accessory"]], urls)[0]
        resolved.append(part)
    return resolved


def find(components: list[Json], custom_id: str) -> Json | None:
    """Return the component with this ``custom_id``."""
    return next((part for part in walk(components) if part.get("custom_id") == custom_id), None)

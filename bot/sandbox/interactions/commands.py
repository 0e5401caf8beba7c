"""Registering commands: the limits of `discord.md` section 8, ids, what stays of the old ones."""

import re
from typing import Final

from bot.sandbox.model.bots import Bot
from bot.sandbox.model.changes import Change
from bot.sandbox.model.errors import ApiError, FormErrors
from bot.sandbox.model.objects import Json
from bot.sandbox.model.state import State

Path = tuple[str | int, ...]

CREATES_A_DAY: Final = 200
MOST: Final = {1: 100, 2: 15, 3: 15}
MOST_TEXT: Final = 8000
_NAME: Final = re.compile(r"^[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}$")
_SUBCOMMAND, _GROUP = 1, 2
_LOCALES: Final = re.compile(
    "id|da|de|en-GB|en-US|es-ES|es-419|fr|hr|it|lt|hu|nl|no|pl|pt-BR|ro|fi|sv-SE|vi|tr|cs|el|bg|"
    "ru|uk|hi|th|zh-CN|ja|zh-TW|ko"
)


def overwrite(world: State, bot: Bot, guild_id: int | None, bodies: list[Json]) -> list[Json]:
    """Replace all commands of a scope; those whose name stays keep their id.

    Raises:
        ApiError: 50035, 30032 (too many), 30034 (too many new ones today).
    """
    form = FormErrors()
    checked = [_check(form, (index,), body) for index, body in enumerate(bodies)]
    names = [(each["type"], each["name"]) for each in checked]
    for index, name in enumerate(names):
        if name in names[:index]:
            form.add(
                (index, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
    form.done()
    for kind, most in MOST.items():
        if sum(each["type"] == kind for each in checked) > most:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({most}).")
    old = {(each["type"], each["name"]): each for each in _scope(bot, guild_id).values()}
    _count_new(world, bot, guild_id, sum(name not in old for name in names))
    stored = [
        _stored(world, bot, guild_id, each, old.get((each["type"], each["name"])))
        for each in checked
    ]
    bot.commands[guild_id] = {int(each["id"]): each for each in stored}
    world.changes.tell(Change("commands"))
    return stored


def upsert(world: State, bot: Bot, guild_id: int | None, body: Json) -> tuple[Json, bool]:
    """Add one command or replace the one of that name; also say whether it is new.

    Raises:
        ApiError: 50035, 30034.
    """
    form = FormErrors()
    checked = _check(form, (), body)
    form.done()
    scope = _scope(bot, guild_id)
    name = (checked["type"], checked["name"])
    old = next((each for each in scope.values() if (each["type"], each["name"]) == name), None)
    _count_new(world, bot, guild_id, 1 if old is None else 0)
    stored = _stored(world, bot, guild_id, checked, old)
    scope[int(stored["id"])] = stored
    world.changes.tell(Change("commands"))
    return stored, old is None


def change(world: State, bot: Bot, guild_id: int | None, command_id: int, body: Json) -> Json:
    """Change some fields of a command.

    Raises:
        ApiError: 10063, 50035.
    """
    old = find(bot, guild_id, command_id)
    form = FormErrors()
    checked = _check(form, (), old | body)
    form.done()
    stored = _stored(world, bot, guild_id, checked, old)
    _scope(bot, guild_id)[command_id] = stored
    world.changes.tell(Change("commands"))
    return stored


def remove(world: State, bot: Bot, guild_id: int | None, command_id: int) -> None:
    """Remove a command.

    Raises:
        ApiError: 10063.
    """
    find(bot, guild_id, command_id)
    del _scope(bot, guild_id)[command_id]
    world.changes.tell(Change("commands"))


def find(bot: Bot, guild_id: int | None, command_id: int) -> Json:
    """Return a registered command.

    Raises:
        ApiError: 10063, there is none.
    """
    command = _scope(bot, guild_id).get(command_id)
    if command is None:
        raise ApiError(404, 10063, "Unknown application command")
    return command


def listed(bot: Bot, guild_id: int | None) -> list[Json]:
    """Return the commands of a scope."""
    return list(_scope(bot, guild_id).values())


def _scope(bot: Bot, guild_id: int | None) -> dict[int, Json]:
    return bot.commands.setdefault(guild_id, {})


def _count_new(world: State, bot: Bot, guild_id: int | None, new: int) -> None:
    now = world.clock.now()
    recent = [each for each in bot.created_commands if now - each[0] < 86_400]
    bot.created_commands[:] = recent
    if sum(scope == guild_id for _, scope in recent) + new > CREATES_A_DAY:
        text = f"Max number of daily application command creates has been reached ({CREATES_A_DAY})"
        raise ApiError(400, 30034, text)
    bot.created_commands += [(now, guild_id)] * new


def _stored(world: State, bot: Bot, guild_id: int | None, checked: Json, old: Json | None) -> Json:
    bits = checked.get("default_member_permissions")
    stored: Json = {
        "id": old["id"] if old else str(world.ids.next()),
        "application_id": str(bot.id),
        "version": str(world.ids.next()),
        "type": checked["type"],
        "name": checked["name"],
        "name_localizations": checked.get("name_localizations") or None,
        "description": checked.get("description") or "",
        "description_localizations": checked.get("description_localizations") or None,
        "default_member_permissions": None if bits is None else str(bits),
        "nsfw": bool(checked.get("nsfw")),
    }
    if checked.get("options"):
        stored["options"] = checked["options"]
    if guild_id is not None:
        stored["guild_id"] = str(guild_id)
        return stored
    if checked.get("contexts") is not None:
        stored["contexts"] = checked["contexts"]
    stored["integration_types"] = checked.get("integration_types") or [0]
    stored["dm_permission"] = checked.get("dm_permission") is not False
    return stored


def _check(form: FormErrors, path: Path, body: Json) -> Json:
    kind = body.get("type") or 1
    checked = {key: value for key, value in body.items() if value is not None} | {"type": kind}
    name = str(body.get("name") or "")
    checked["name"] = name
    if kind != 1:
        form.length((*path, "name"), name, 1, 32)
        return checked
    _check_names(form, path, body)
    options = body.get("options") or []
    checked["options"] = _check_options(form, (*path, "options"), options, depth=0)
    size = _size(body)
    if size > MOST_TEXT:
        form.add(
            path or ("options",),
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({size}), max is {MOST_TEXT}",
        )
    return checked


def _check_names(form: FormErrors, path: Path, body: Json) -> None:
    names = {None: str(body.get("name") or ""), **(body.get("name_localizations") or {})}
    for locale, name in names.items():
        at = (*path, "name") if locale is None else (*path, "name_localizations", locale)
        if _NAME.fullmatch(name) is None or name != name.lower():
            form.add(at, "APPLICATION_COMMAND_INVALID_NAME", f"Command name {name!r} is invalid")
    texts = {
        None: str(body.get("description") or ""),
        **(body.get("description_localizations") or {}),
    }
    for locale, text in texts.items():
        at = (*path, "description")
        form.length(
            at if locale is None else (*path, "description_localizations", locale), text, 1, 100
        )
    for locale in {*names, *texts} - {None}:
        if _LOCALES.fullmatch(str(locale)) is None:
            form.add((*path, "name_localizations"), "BASE_TYPE_CHOICES", f"Unknown {locale!r}")


def _check_options(form: FormErrors, path: Path, options: list[Json], depth: int) -> list[Json]:
    if len(options) > 25:
        form.add(path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    kinds = {each.get("type") in (_SUBCOMMAND, _GROUP) for each in options}
    if kinds == {True, False}:
        form.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other "
            "types",
        )
    _check_unique(form, path, options)
    seen_optional = False
    checked = []
    for index, option in enumerate(options):
        at = (*path, index)
        _check_names(form, at, option)
        if option.get("required") and seen_optional:
            form.add(
                at,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        seen_optional = seen_optional or not option.get("required")
        checked.append(_check_option(form, at, option, depth))
    return checked


def _check_unique(form: FormErrors, path: Path, options: list[Json]) -> None:
    used: set[tuple[str | None, str]] = set()
    for index, option in enumerate(options):
        names = {None: option.get("name"), **(option.get("name_localizations") or {})}
        for locale, name in names.items():
            if (locale, str(name)) in used:
                form.add(
                    (*path, index, "name"),
                    "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                    f"Option name {name!r} already exists",
                )
            used.add((locale, str(name)))


def _check_option(form: FormErrors, path: Path, option: Json, depth: int) -> Json:
    kind = option.get("type")
    checked = {key: value for key, value in option.items() if value is not None}
    if kind in (_SUBCOMMAND, _GROUP):
        if depth > (0 if kind == _GROUP else 1):
            form.add((*path, "type"), "APPLICATION_COMMAND_OPTIONS_NESTING", "Nested too deep")
        inner = option.get("options") or []
        if kind == _GROUP and any(each.get("type") != _SUBCOMMAND for each in inner):
            form.add((*path, "options"), "UNION_TYPE_CHOICES", "A group holds subcommands only")
        if kind == _SUBCOMMAND and any(each.get("type") in (1, 2) for each in inner):
            form.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_NESTING", "Nested too deep")
        checked["options"] = _check_options(form, (*path, "options"), inner, depth + 1)
        return checked
    if kind not in range(3, 12):
        form.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of 1 to 11.")
    choices = option.get("choices") or []
    if len(choices) > 25:
        form.add((*path, "choices"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    if choices and option.get("autocomplete"):
        form.add(
            (*path, "choices"),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
            "Choices and autocomplete are mutually exclusive",
        )
    for index, choice in enumerate(choices):
        form.length((*path, "choices", index, "name"), str(choice.get("name") or ""), 1, 100)
        if isinstance(choice.get("value"), str):
            form.length((*path, "choices", index, "value"), choice["value"], 1, 100)
    if choices:
        checked["choices"] = [_without_nulls(each) for each in choices]
    else:
        checked.pop("choices", None)
    checked.pop("options", None)
    return checked


def _size(part: Json) -> int:
    """Count a command's text as Discord does: of each localised text the longest form counts."""
    total = 0
    for key in ("name", "description"):
        forms = [str(part.get(key) or ""), *(part.get(f"{key}_localizations") or {}).values()]
        total += max(len(each) for each in forms)
    if isinstance(part.get("value"), str):
        total += len(part["value"])
    for inner in (*(part.get("options") or ()), *(part.get("choices") or ())):
        total += _size(inner)
    return total


def _without_nulls(value: Json) -> Json:
    return {key: each for key, each in value.items() if each is not None}

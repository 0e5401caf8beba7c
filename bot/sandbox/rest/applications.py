"""Routes of an application: its commands and its emojis."""

import base64
import binascii
import re
from typing import Final

from bot.sandbox.interactions import commands
from bot.sandbox.model import payloads
from bot.sandbox.model.errors import ApiError, FormErrors, invalid, missing_access
from bot.sandbox.model.objects import AppEmoji, Json
from bot.sandbox.rest.call import NOTHING, Answer, Call, Endpoint

MOST_EMOJIS: Final = 2000
MOST_EMOJI_BYTES: Final = 256 * 1024
_DATA_URI: Final = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)
_EMOJI_NAME: Final = re.compile(r"\w{2,32}", re.ASCII)


def list_commands(call: Call) -> Answer:
    """List the commands of a scope; localisations only if asked for."""
    found = commands.listed(call.bot, _scope(call))
    if call.query.get("with_localizations", "false").lower() not in ("true", "1"):
        found = [_without_localisations(each) for each in found]
    return Answer(body=found)


def put_commands(call: Call) -> Answer:
    """Replace the commands of a scope and return them with their ids."""
    if not isinstance(call.body, list):
        raise invalid((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    return Answer(body=commands.overwrite(call.world, call.bot, _scope(call), call.body))


def post_command(call: Call) -> Answer:
    """Add a command, or replace the one of that name."""
    stored, new = commands.upsert(call.world, call.bot, _scope(call), call.json)
    return Answer(201 if new else 200, stored)


def get_command(call: Call) -> Answer:
    """Return a command."""
    return Answer(body=commands.find(call.bot, _scope(call), call.id("command_id")))


def patch_command(call: Call) -> Answer:
    """Change a command."""
    command_id = call.id("command_id")
    return Answer(body=commands.change(call.world, call.bot, _scope(call), command_id, call.json))


def delete_command(call: Call) -> Answer:
    """Remove a command."""
    commands.remove(call.world, call.bot, _scope(call), call.id("command_id"))
    return NOTHING


def list_emojis(call: Call) -> Answer:
    """List the application's emojis."""
    _own(call)
    found = call.bot.emojis.values()
    return Answer(body={"items": [payloads.app_emoji(each, call.bot) for each in found]})


def get_emoji(call: Call) -> Answer:
    """Return an emoji."""
    return Answer(body=payloads.app_emoji(_emoji(call), call.bot))


def create_emoji(call: Call) -> Answer:
    """Add an emoji: at most 2,000, of 256 KiB each, named by letters, digits and underscores."""
    _own(call)
    name = _emoji_name(call.json)
    match = _DATA_URI.fullmatch(str(call.json.get("image") or ""))
    if match is None:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
    try:
        image = base64.b64decode(match[2], validate=True)
    except binascii.Error:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data") from None
    if len(image) > MOST_EMOJI_BYTES:
        text = "File cannot be larger than 256.0 kb."
        raise invalid(("image",), "BINARY_TYPE_MAX_SIZE", text)
    if len(call.bot.emojis) >= MOST_EMOJIS:
        raise ApiError(400, 30008, f"Maximum number of emojis reached ({MOST_EMOJIS})")
    if any(each.name == name for each in call.bot.emojis.values()):
        code = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
        raise invalid(("name",), code, "This name is already taken")
    made = AppEmoji(call.world.ids.next(), name, image, match[1], match[1] == "image/gif")
    call.bot.emojis[made.id] = made
    return Answer(201, payloads.app_emoji(made, call.bot))


def rename_emoji(call: Call) -> Answer:
    """Rename an emoji."""
    old = _emoji(call)
    renamed = AppEmoji(old.id, _emoji_name(call.json), old.image, old.content_type, old.animated)
    call.bot.emojis[old.id] = renamed
    return Answer(body=payloads.app_emoji(renamed, call.bot))


def delete_emoji(call: Call) -> Answer:
    """Remove an emoji."""
    del call.bot.emojis[_emoji(call).id]
    return NOTHING


def _emoji_name(body: Json) -> str:
    form = FormErrors()
    name = str(body.get("name") or "")
    form.length(("name",), name, 2, 32)
    if _EMOJI_NAME.fullmatch(name) is None:
        form.add(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    form.done()
    return name


def _emoji(call: Call) -> AppEmoji:
    _own(call)
    found = call.bot.emojis.get(call.id("emoji_id"))
    if found is None:
        raise ApiError(404, 10014, "Unknown Emoji")
    return found


def _scope(call: Call) -> int | None:
    _own(call)
    if "guild_id" not in call.params:
        return None
    return call.world.guild_of(call.bot, call.id("guild_id")).id


def _own(call: Call) -> None:
    if call.id("application_id") not in call.world.bots:
        raise ApiError(404, 10002, "Unknown Application")
    if call.id("application_id") != call.bot.id:
        raise missing_access()


def _without_localisations(command: Json) -> Json:
    hidden = ("name_localizations", "description_localizations")
    body = {key: value for key, value in command.items() if key not in hidden}
    for key in ("options", "choices"):
        if key in body:
            body[key] = [_without_localisations(each) for each in body[key]]
    return body


def _commands(base: str) -> tuple[Endpoint, ...]:
    one = f"{base}/{{command_id}}"
    return (
        Endpoint("GET", base, list_commands),
        Endpoint("PUT", base, put_commands),
        Endpoint("POST", base, post_command),
        Endpoint("GET", one, get_command),
        Endpoint("PATCH", one, patch_command),
        Endpoint("DELETE", one, delete_command),
    )


_APPLICATION = "/applications/{application_id}"
_EMOJI = f"{_APPLICATION}/emojis/{{emoji_id}}"

ENDPOINTS = (
    *_commands(f"{_APPLICATION}/commands"),
    *_commands(f"{_APPLICATION}/guilds/{{guild_id}}/commands"),
    Endpoint("GET", f"{_APPLICATION}/emojis", list_emojis),
    Endpoint("POST", f"{_APPLICATION}/emojis", create_emoji),
    Endpoint("GET", _EMOJI, get_emoji),
    Endpoint("PATCH", _EMOJI, rename_emoji),
    Endpoint("DELETE", _EMOJI, delete_emoji),
)

"""What a body makes of a message, checked before anything changes (50035, 50006)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.sandbox.model import embeds
from bot.sandbox.model.attachments import Upload, attached
from bot.sandbox.model.components import Checker, resolve_media
from bot.sandbox.model.errors import ApiError, FormErrors
from bot.sandbox.model.objects import (
    EPHEMERAL,
    SILENT,
    SUPPRESS_EMBEDS,
    V2,
    Attachment,
    Json,
    Message,
)
from bot.sandbox.model.state import State

MOST_CONTENT: Final = 2000

_SETTABLE: Final = SUPPRESS_EMBEDS | EPHEMERAL | SILENT | V2


@dataclass(slots=True)
class Draft:
    """What a message will hold once a body is applied."""

    content: str
    embeds: list[Json]
    components: list[Json]
    attachments: list[Attachment]
    flags: int


def checked(world: State, message: Message, body: Json, uploads: Sequence[Upload]) -> Draft:
    """Return what the message holds after ``body`` is applied.

    Raises:
        ApiError: 50035, 50006 (empty), 40005.
    """
    form = FormErrors()
    flags = _flags(form, message, body)
    content = str(body["content"] or "").strip() if "content" in body else message.content
    form.length(("content",), content, 0, MOST_CONTENT)
    attachments = attached(
        world,
        form,
        message.attachments,
        body,
        list(uploads),
        ephemeral=message.ephemeral_to is not None,
    )
    shown = embeds.check(form, body["embeds"] or [], ("embeds",)) if "embeds" in body else None
    names = {each.filename for each in attachments}
    checker = Checker(world, form, names, bool(flags & V2))
    parts = checker.check(body["components"] or []) if "components" in body else None
    draft = Draft(
        content,
        message.embeds if shown is None else shown,
        message.components if parts is None else _with_urls(world, message, parts, attachments),
        attachments,
        flags,
    )
    if flags & V2:
        _no_legacy_fields(form, draft, body)
    form.done()
    filled = draft.components if flags & V2 else (content or draft.embeds or attachments)
    if not filled and not draft.components:
        raise ApiError(400, 50006, "Cannot send an empty message")
    return draft


def _flags(form: FormErrors, message: Message, body: Json) -> int:
    given = body.get("flags")
    if given is None:
        return message.flags
    if message.flags & V2 and not given & V2:
        form.add(
            ("flags",),
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "The IS_COMPONENTS_V2 flag cannot be removed from a message",
        )
    fixed = message.flags & ~(SUPPRESS_EMBEDS | V2)
    is_new = message.id not in message.channel.messages
    settable = _SETTABLE if is_new else SUPPRESS_EMBEDS | V2
    if message.ephemeral_to is None:
        settable &= ~EPHEMERAL
    return int(fixed | (given & settable))


def _no_legacy_fields(form: FormErrors, draft: Draft, body: Json) -> None:
    used = {
        "content": bool(draft.content),
        "embeds": bool(draft.embeds),
        "poll": bool(body.get("poll")),
        "sticker_ids": bool(body.get("sticker_ids")),
    }
    for key in (key for key, is_used in used.items() if is_used):
        form.add(
            (key,),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        )


def _with_urls(
    world: State, message: Message, parts: list[Json], attachments: list[Attachment]
) -> list[Json]:
    base = f"{world.base_url}/attachments/{message.channel.id}"
    urls = {each.filename: f"{base}/{each.id}/{each.filename}" for each in attachments}
    return resolve_media(parts, urls)

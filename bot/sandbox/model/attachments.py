"""Uploaded files and the ``attachments`` array (`discord.md` sections 8 and 10)."""

import mimetypes
import re
from dataclasses import dataclass
from typing import Final

from bot.sandbox.model.errors import ApiError, FormErrors
from bot.sandbox.model.objects import Attachment, Json
from bot.sandbox.model.state import State

MOST: Final = 10
MOST_BYTES: Final = 10 * 1024 * 1024
MOST_DESCRIPTION: Final = 1024
_UNSAFE: Final = re.compile(r"[^\w.\-]")


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a multipart request; ``number`` is the n of ``files[n]``."""

    number: int
    filename: str
    content_type: str | None
    data: bytes


def attached(
    world: State,
    form: FormErrors,
    kept: list[Attachment],
    body: Json,
    uploads: list[Upload],
    *,
    ephemeral: bool = False,
) -> list[Attachment]:
    """Return a message's attachments after a create or edit.

    With an ``attachments`` array only what it lists stays, old by id and new by number; without
    one, files are appended.

    Raises:
        ApiError: 40005, a file is larger than 10 MiB.
    """
    if any(len(each.data) > MOST_BYTES for each in uploads):
        raise ApiError(413, 40005, "Request entity too large")
    listed = body.get("attachments")
    if listed is None and "attachments" not in body:
        result = kept + [_new(world, each, {}, ephemeral) for each in uploads]
    else:
        result = _listed(world, form, kept, listed or [], uploads, ephemeral)
    for index, entry in enumerate(listed or []):
        described = str(entry.get("description") or "")
        form.length(("attachments", index, "description"), described, 0, MOST_DESCRIPTION)
    if len(result) > MOST:
        form.add(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST} or fewer in length.")
    return result


def _listed(
    world: State,
    form: FormErrors,
    kept: list[Attachment],
    listed: list[Json],
    uploads: list[Upload],
    ephemeral: bool,
) -> list[Attachment]:
    by_id = {each.id: each for each in kept}
    by_number = {each.number: each for each in uploads}
    result = []
    for index, entry in enumerate(listed):
        number = int(entry["id"])
        if number in by_id:
            old = by_id[number]
            if entry.get("description") is not None:
                old.description = str(entry["description"])
            result.append(old)
        elif number in by_number:
            result.append(_new(world, by_number[number], entry, ephemeral))
        else:
            form.add(
                ("attachments", index),
                "ATTACHMENT_NOT_FOUND",
                f"The attachment {number} was not found",
            )
    return result


def _new(world: State, upload: Upload, entry: Json, ephemeral: bool) -> Attachment:
    filename = _UNSAFE.sub("_", str(entry.get("filename") or upload.filename)) or "unknown"
    guessed = upload.content_type
    if guessed in (None, "application/octet-stream"):
        guessed = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    description = entry.get("description")
    attachment = Attachment(
        world.ids.next(),
        filename,
        str(guessed),
        upload.data,
        str(description) if description is not None else None,
        ephemeral,
    )
    world.files[attachment.id] = attachment
    return attachment

"""From a `Screen` to the JSON that Discord takes, without a view of the library's in between.

Nothing of a message lives in memory and every press reaches the one listener (`discord.md` sections
2 and 14). The library's own views would cost as much as all the rest of an edit.
"""

import asyncio
import io
from collections.abc import Mapping
from typing import Any, Final, TypeAlias, assert_never

import discord
from discord import ui
from discord.http import MultipartParameters

from bot.discord_api import codec
from bot.ui.elements import controls
from bot.ui.elements.screen import (
    Attachment,
    Button,
    Document,
    Form,
    LinkButton,
    Part,
    Picker,
    Picture,
    Row,
    Screen,
    Select,
    Separator,
    Text,
)

Json: TypeAlias = dict[str, Any]

COMPONENTS_V2: Final = 1 << 15
EPHEMERAL: Final = 1 << 6
"""Flags of messages."""

STYLES: Final = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}
LINK: Final = 5
"""Styles of buttons."""

CHANNELS: Final = [0, 2, 5, 15]
"""Kinds of channels in which, or in threads of which, tables can be: text, voice, news, forum."""

PICKERS: Final = {"people": (5, "user"), "roles": (6, "role"), "channels": (8, "channel")}
"""The component of each kind of picker, and what it calls what is chosen."""


def message(
    screen: Screen, tag: str = "", *, anew: bool = False, flags: int = 0, **more: Any
) -> MultipartParameters:
    """Return the body of a message that shows a screen, and its files.

    Args:
        screen: what it shows.
        tag: the database's own, for its controls.
        anew: files that the message had and the screen has not are taken away.
        flags: besides that of the components' version.
        more: further fields.
    """
    body = {
        "components": layout(screen, tag),
        "flags": COMPONENTS_V2 | flags,
        "allowed_mentions": mentions(screen),
        **more,
    }
    sent = _files(screen.attachments)
    if sent or anew:
        body["attachments"] = [each.to_dict(number) for number, each in enumerate(sent)]
    return MultipartParameters(payload=body, multipart=None, files=sent or None)


def posted(body: MultipartParameters, answer: int | None = None) -> MultipartParameters:
    """Return a body as it is sent: in parts if it has files, as the answer of a kind if it is one.

    Args:
        body: of `message`.
        answer: the type of an interaction's answer.
    """
    payload: Any = body.payload if answer is None else {"type": answer, "data": body.payload}
    if not body.files:
        return MultipartParameters(payload=payload, multipart=None, files=None)
    parts: list[Json] = [{"name": "payload_json", "value": codec.written(payload)}]
    parts += [
        {
            "name": f"files[{number}]",
            "value": each.fp,
            "filename": each.filename,
            "content_type": "application/octet-stream",
        }
        for number, each in enumerate(body.files)
    ]
    return MultipartParameters(payload=None, multipart=parts, files=body.files)


def layout(screen: Screen, tag: str = "") -> list[Json]:
    """Return the components of a screen, in one container, its controls with the database's tag."""
    container: Json = {"type": 17, "components": [_part(part, tag) for part in screen.parts]}
    if screen.accent is not None:
        container["accent_color"] = screen.accent
    return [container]


def modal(form: Form, tag: str = "") -> ui.Modal:
    """Return the modal of a form, stopped so that the library stores nothing.

    A stopped modal is still sent; its submission comes to the one listener.
    """
    asyncio.get_running_loop()  # without one the library would not know it as stopped
    window = ui.Modal(
        title=form.title, custom_id=controls.tagged(form.custom_id, tag), timeout=None
    )
    for field in form.fields:
        line: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=field.key,
            label=field.label,
            max_length=field.longest,
        )
        window.add_item(line)
    window.stop()
    return window


def _files(attachments: tuple[Attachment, ...]) -> list[discord.File]:
    """Return the files to send with a screen."""
    return [discord.File(io.BytesIO(each.data), filename=each.filename) for each in attachments]


def mentions(screen: Screen) -> Json:
    """Return who is pinged: the people meant, nobody else, no role, never everyone."""
    return {"parse": [], "users": [str(person) for person in screen.mentions]}


def _emoji(text: str) -> Json:
    """Return a Unicode emoji or `<:name:id>` as Discord wants it."""
    if not text.startswith("<"):
        return {"name": text}
    animated, name, number = text.strip("<>").split(":")
    return {"id": number, "name": name, "animated": animated == "a"}


def _part(part: Part, tag: str) -> Json:
    match part:
        case Text(text=text):
            return {"type": 10, "content": text}
        case Separator(visible=visible):
            return {"type": 14, "divider": visible, "spacing": 1}
        case Row(buttons=buttons):
            return _row(*(_button(each, tag) for each in buttons))
        case Select():
            return _row(_select(part, tag))
        case Picker():
            return _row(_picker(part, tag))
        case Picture(source=source, alt=alt):
            address = source if "://" in source else f"attachment://{source}"
            return {"type": 12, "items": [{"media": {"url": address}, "description": alt}]}
        case Document(source=source):
            return {"type": 13, "file": {"url": f"attachment://{source}"}}
    assert_never(part)


def _row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def _button(part: Button | LinkButton, tag: str) -> Json:
    if isinstance(part, LinkButton):
        return {"type": 2, "style": LINK, "url": part.url, "label": part.label}
    made: Json = {
        "type": 2,
        "style": STYLES[part.style],
        "custom_id": controls.tagged(part.custom_id, tag),
        "disabled": part.disabled,
    }
    if part.label:
        made["label"] = part.label
    if part.emoji is not None:
        made["emoji"] = _emoji(part.emoji)
    return made


def _select(part: Select, tag: str) -> Json:
    options = []
    for each in part.choices:
        option: Json = {"label": each.label, "value": each.value, "default": each.chosen}
        if each.description:
            option["description"] = each.description
        if each.emoji is not None:
            option["emoji"] = _emoji(each.emoji)
        options.append(option)
    return _drop_down(3, part, tag, {"options": options})


def _picker(part: Picker, tag: str) -> Json:
    kind, chosen = PICKERS[part.kind]
    more: Json = {"default_values": [{"id": str(each), "type": chosen} for each in part.chosen]}
    if part.kind == "channels":
        more["channel_types"] = CHANNELS
    return _drop_down(kind, part, tag, more)


def _drop_down(kind: int, part: Select | Picker, tag: str, more: Mapping[str, Any]) -> Json:
    return {
        "type": kind,
        "custom_id": controls.tagged(part.custom_id, tag),
        "placeholder": part.placeholder,
        "min_values": part.least,
        "max_values": part.most,
        **more,
    }


def reaction(text: str) -> str | discord.PartialEmoji:
    """Return a reaction's emoji as the library sends it: a custom one by name and id."""
    return discord.PartialEmoji.from_str(text) if text.startswith("<") else text

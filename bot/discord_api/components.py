"""From a `Screen` to the library's components: built on the event loop, stopped before it is sent.

A stopped view is not stored by the library, so nothing of a message lives in memory and every press
reaches the one listener (`discord.md` sections 2 and 14).
"""

import asyncio
import io
from typing import assert_never

import discord
from discord import ui
from discord.ui.select import BaseSelect

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

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.voice,
    discord.ChannelType.news,
    discord.ChannelType.forum,
]
"""Kinds of channels in which, or in threads of which, tables can be."""


def layout(screen: Screen, tag: str = "") -> ui.LayoutView:
    """Return the components of a screen, in one container, its controls with the database's tag.

    Must be called on the running event loop: a view built without one cannot be stopped and would
    be stored.
    """
    asyncio.get_running_loop()
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=screen.accent)
    for part in screen.parts:
        container.add_item(_item(part))
    view.add_item(container)
    for item in view.walk_children():
        if isinstance(item, ui.Button | BaseSelect) and item.custom_id:
            item.custom_id = controls.tagged(item.custom_id, tag)
    view.stop()
    return view


def modal(form: Form, tag: str = "") -> ui.Modal:
    """Return the modal of a form, stopped like every view.

    A stopped modal is still sent; its submission comes to the one listener.
    """
    asyncio.get_running_loop()
    window = ui.Modal(
        title=form.title, custom_id=controls.tagged(form.custom_id, tag), timeout=None
    )
    for field in form.fields:
        line: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=field.key,
            label=field.label,
            placeholder=field.placeholder or None,
            required=field.required,
            max_length=field.longest,
        )
        window.add_item(line)
    window.stop()
    return window


def files(attachments: tuple[Attachment, ...]) -> list[discord.File]:
    """Return the files to send with a screen."""
    return [discord.File(io.BytesIO(each.data), filename=each.filename) for each in attachments]


def mentions(screen: Screen) -> discord.AllowedMentions:
    """Return who is pinged: the people meant, nobody else, no role, never everyone."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(person) for person in screen.mentions],
    )


def emoji(text: str | None) -> discord.PartialEmoji | None:
    """Return a Unicode emoji or `<:name:id>` as the library wants it."""
    return None if text is None else discord.PartialEmoji.from_str(text)


def _item(part: Part) -> ui.Item[ui.LayoutView]:
    match part:
        case Text(text=text):
            return ui.TextDisplay(text)
        case Separator(visible=visible):
            return ui.Separator(visible=visible)
        case Row(buttons=buttons):
            return ui.ActionRow(*(_button(each) for each in buttons))
        case Select():
            return ui.ActionRow(_select(part))
        case Picker():
            return ui.ActionRow(_picker(part))
        case Picture(source=source, alt=alt):
            address = source if "://" in source else f"attachment://{source}"
            return ui.MediaGallery(discord.MediaGalleryItem(address, description=alt))
        case Document(source=source):
            return ui.File(f"attachment://{source}")
    assert_never(part)


def _button(part: Button | LinkButton) -> ui.Button[ui.LayoutView]:
    match part:
        case Button():
            return ui.Button(
                style=STYLES[part.style],
                label=part.label or None,
                emoji=emoji(part.emoji),
                custom_id=part.custom_id,
                disabled=part.disabled,
            )
        case LinkButton(url=url, label=label):
            return ui.Button(style=discord.ButtonStyle.link, url=url, label=label)
    assert_never(part)


def _picker(part: Picker) -> ui.Item[ui.LayoutView]:
    chosen = [discord.Object(each) for each in part.chosen]
    match part.kind:
        case "channels":
            return ui.ChannelSelect(
                custom_id=part.custom_id,
                placeholder=part.placeholder,
                min_values=part.least,
                max_values=part.most,
                channel_types=CHANNELS,
                default_values=[discord.SelectDefaultValue.from_channel(each) for each in chosen],
            )
        case "roles":
            return ui.RoleSelect(
                custom_id=part.custom_id,
                placeholder=part.placeholder,
                min_values=part.least,
                max_values=part.most,
                default_values=[discord.SelectDefaultValue.from_role(each) for each in chosen],
            )
        case "people":
            return ui.UserSelect(
                custom_id=part.custom_id,
                placeholder=part.placeholder,
                min_values=part.least,
                max_values=part.most,
                default_values=[discord.SelectDefaultValue.from_user(each) for each in chosen],
            )
    assert_never(part.kind)


def _select(part: Select) -> ui.Select[ui.LayoutView]:
    return ui.Select(
        custom_id=part.custom_id,
        placeholder=part.placeholder,
        min_values=part.least,
        max_values=part.most,
        options=[
            discord.SelectOption(
                label=each.label,
                value=each.value,
                description=each.description or None,
                emoji=emoji(each.emoji),
                default=each.chosen,
            )
            for each in part.choices
        ],
    )


def reaction(text: str) -> str | discord.PartialEmoji:
    """Return a reaction's emoji as the library sends it: a custom one by name and id."""
    return discord.PartialEmoji.from_str(text) if text.startswith("<") else text

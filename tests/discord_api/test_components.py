"""Screens as Discord's components: all that is shown, nothing kept in memory."""

import json
from typing import Any

import discord
from discord import ui

from bot.discord_api import components as layout
from bot.ui.elements import controls
from bot.ui.elements.screen import (
    Attachment,
    Button,
    Choice,
    Document,
    Field,
    Form,
    LinkButton,
    Picker,
    Picture,
    Row,
    Screen,
    Select,
    Separator,
    Text,
)

SCREEN = Screen(
    parts=(
        Text("Hello"),
        Separator(),
        Row(
            (
                Button("k1:1:1:0:0:join", "Join", "success", emoji="🪑"),
                LinkButton("https://x.y", "x"),
            )
        ),
        Select("k1:1:1:0:0:pace", "Pace", (Choice("live", "live", chosen=True),)),
        Picture("table.png", "the table"),
    ),
    accent=0x123456,
    mentions=(5,),
)


def components(screen: Screen) -> list[dict[str, Any]]:
    """Return what is sent of a screen."""
    return layout.layout(screen)


async def test_every_part_becomes_its_component_in_order() -> None:
    """One container with text, line, buttons, select and picture."""
    (container,) = components(SCREEN)
    kinds = [part["type"] for part in container["components"]]
    assert kinds == [10, 14, 1, 1, 12]
    assert container["accent_color"] == 0x123456
    buttons = container["components"][2]["components"]
    assert [button.get("custom_id") for button in buttons] == ["k1:1:1:0:0:join", None]
    assert buttons[0]["emoji"]["name"] == "🪑"


async def test_modal_shows_the_form() -> None:
    """Each field by its label, with its limit; the tag says whose form comes back."""
    form = Form("k1:1:1:0:0:x", "Title", (Field("a", "A", longest=40), Field("b", "B")))
    made = layout.modal(form, "tag").to_dict()
    assert (made["title"], made["custom_id"]) == ("Title", controls.tagged(form.custom_id, "tag"))
    lines = [line for row in made["components"] for line in row["components"]]
    shown = [(line["custom_id"], line["label"], line["max_length"]) for line in lines]
    assert shown == [("a", "A", 40), ("b", "B", 100)]


async def test_modal_is_stopped_so_that_the_library_stores_nothing() -> None:
    """A finished modal is never stored when it is sent (`discord.md` section 2)."""
    assert layout.modal(Form("k1:1:1:0:0:x", "Title", (Field("a", "A"),))).is_finished()


def test_sent_is_what_the_library_would_send() -> None:
    """Every part is the JSON that the library makes of its own one (`discord.md` section 8)."""
    screen = Screen(
        parts=(
            *SCREEN.parts,
            Picture("https://x.y/z.png", "far away"),
            Row((Button("k1:1:1:0:0:h1", emoji="<a:f7:1234567890123456789>", disabled=True),)),
            Select(
                "k1:0:0:0:0:s",
                "Which?",
                (Choice("a", "A", "the first", "🂡"), Choice("b", "B", chosen=True)),
                most=2,
            ),
            Picker("k1:0:0:0:0:c", "channels", "Where?", chosen=(7,)),
            Picker("k1:0:0:0:0:r", "roles", "Which?", chosen=(8,), most=1),
            Picker("k1:0:0:0:0:p", "people", "Who?", chosen=(9,), least=1),
            Document("log.json"),
        ),
        accent=0x123456,
    )
    (sent,) = layout.layout(screen, "tag")
    assert _said(sent) == _said(_by_the_library().to_component_dict())


def _by_the_library() -> ui.Container[Any]:
    def named(act: str) -> str:
        return controls.tagged(act, "tag")

    rows: tuple[ui.Item[Any], ...] = (
        ui.Button(
            style=discord.ButtonStyle.secondary,
            custom_id=named("k1:1:1:0:0:h1"),
            emoji="<a:f7:1234567890123456789>",
            disabled=True,
        ),
        ui.Select(
            custom_id=named("k1:0:0:0:0:s"),
            placeholder="Which?",
            max_values=2,
            options=[
                discord.SelectOption(label="A", value="a", description="the first", emoji="🂡"),
                discord.SelectOption(label="B", value="b", default=True),
            ],
        ),
        ui.ChannelSelect(
            custom_id=named("k1:0:0:0:0:c"),
            placeholder="Where?",
            min_values=0,
            max_values=25,
            default_values=[discord.SelectDefaultValue.from_channel(discord.Object(7))],
            channel_types=[
                *(discord.ChannelType.text, discord.ChannelType.voice),
                *(discord.ChannelType.news, discord.ChannelType.forum),
            ],
        ),
        ui.RoleSelect(
            custom_id=named("k1:0:0:0:0:r"),
            placeholder="Which?",
            min_values=0,
            default_values=[discord.SelectDefaultValue.from_role(discord.Object(8))],
        ),
        ui.UserSelect(
            custom_id=named("k1:0:0:0:0:p"),
            placeholder="Who?",
            max_values=25,
            default_values=[discord.SelectDefaultValue.from_user(discord.Object(9))],
        ),
    )
    return ui.Container(
        ui.TextDisplay("Hello"),
        ui.Separator(),
        ui.ActionRow(
            ui.Button(
                style=discord.ButtonStyle.success,
                label="Join",
                custom_id=named("k1:1:1:0:0:join"),
                emoji="🪑",
            ),
            ui.Button(style=discord.ButtonStyle.link, label="x", url="https://x.y"),
        ),
        ui.ActionRow(
            ui.Select(
                custom_id=named("k1:1:1:0:0:pace"),
                placeholder="Pace",
                options=[discord.SelectOption(label="live", value="live", default=True)],
            )
        ),
        ui.MediaGallery(
            discord.MediaGalleryItem("attachment://table.png", description="the table")
        ),
        ui.MediaGallery(discord.MediaGalleryItem("https://x.y/z.png", description="far away")),
        *(ui.ActionRow(each) for each in rows),
        ui.File("attachment://log.json"),
        accent_colour=0x123456,
    )


def _said(part: Any) -> Any:
    """Return JSON without what says nothing: None, and the library's defaults; ids as text."""
    if isinstance(part, list):
        return [_said(each) for each in part]
    if not isinstance(part, dict):
        return part
    silent: dict[str, Any] = {"id": None, "animated": False, "disabled": False, "spoiler": False}
    silent |= {"default": False, "default_values": []}
    return {
        key: str(value) if key == "id" else _said(value)
        for key, value in part.items()
        if value is not None and key != "required" and silent.get(key, ...) != value
    }


async def test_component_count_is_the_one_of_the_screen() -> None:
    """What `Screen.components` counts is what Discord counts."""

    def size(parts: Any) -> int:
        return sum(1 + size(part.get("components", [])) + int(part["type"] == 12) for part in parts)

    assert size(components(SCREEN)) == SCREEN.components()


def test_screen_without_an_accent_has_no_colour() -> None:
    """Not one that means nothing."""
    (container,) = components(Screen((Text("a"),)))
    assert container == {"type": 17, "components": [{"type": 10, "content": "a"}]}


def test_files_go_along_in_parts() -> None:
    """The body names each; without one it is sent whole, and can take away those there were."""
    screen = Screen((Document("log.json"),), attachments=(Attachment("log.json", b"[1]"),))
    body = layout.message(screen)
    payload: Any = body.payload
    assert payload["attachments"] == [{"id": 0, "filename": "log.json"}]
    sent = layout.posted(body, 4)
    assert (sent.payload, sent.files) == (None, body.files)
    assert sent.multipart is not None
    head, part = sent.multipart
    assert json.loads(head["value"]) == {"type": 4, "data": payload}
    assert (head["name"], part["name"], part["filename"]) == (
        "payload_json",
        "files[0]",
        "log.json",
    )
    assert part["value"].read() == b"[1]"
    for anew in (True, False):
        bare = layout.message(Screen((Text("a"),)), anew=anew)
        kept: Any = bare.payload
        assert kept.get("attachments", "untouched") == ([] if anew else "untouched")
        assert layout.posted(bare) == (kept, None, None)


def test_only_people_meant_are_pinged() -> None:
    """No role, never everyone, nobody who is only named."""
    assert layout.mentions(SCREEN) == {"parse": [], "users": ["5"]}
    assert layout.mentions(Screen(())) == {"parse": [], "users": []}


def test_custom_emoji_is_sent_by_name_and_id() -> None:
    """An application emoji in a reaction is no text."""
    found = layout.reaction("<:f7:1234567890123456789>")
    assert isinstance(found, discord.PartialEmoji)
    assert (found.name, found.id) == ("f7", 1234567890123456789)
    assert layout.reaction("✋") == "✋"

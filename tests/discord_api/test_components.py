"""Screens as Discord's components: all that is shown, nothing kept in memory."""

from typing import Any

import discord
from discord import ui
from discord.components import _component_factory

from bot.discord_api import components as layout
from bot.ui.elements.screen import (
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


async def test_modal_is_stopped_so_that_the_library_stores_nothing() -> None:
    """A finished modal is never stored when it is sent (`discord.md` section 2)."""
    assert layout.modal(Form("k1:1:1:0:0:x", "Title", (Field("a", "A"),))).is_finished()


def test_library_reads_back_what_is_sent() -> None:
    """Every part is the JSON that the library itself would send for it (`discord.md` section 8)."""
    screen = Screen(
        parts=(
            *SCREEN.parts,
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
    read = ui.Container[ui.LayoutView].from_component(_component_factory(sent, None))  # type: ignore[arg-type]  # JSON
    assert _said(read.to_component_dict()) == _said(sent)


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

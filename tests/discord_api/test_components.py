"""Screens as Discord's components: all that is shown, nothing kept in memory."""

from typing import Any

import discord

from bot.discord_api import components as layout
from bot.ui.elements.screen import (
    Button,
    Choice,
    Field,
    Form,
    LinkButton,
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
    view: Any = layout.layout(screen)
    found: list[dict[str, Any]] = view.to_components()
    return found


async def test_every_part_becomes_its_component_in_order() -> None:
    """One container with text, line, buttons, select and picture."""
    (container,) = components(SCREEN)
    kinds = [part["type"] for part in container["components"]]
    assert kinds == [10, 14, 1, 1, 12]
    assert container["accent_color"] == 0x123456
    buttons = container["components"][2]["components"]
    assert [button.get("custom_id") for button in buttons] == ["k1:1:1:0:0:join", None]
    assert buttons[0]["emoji"]["name"] == "🪑"


async def test_view_is_stopped_so_that_the_library_stores_nothing() -> None:
    """A finished view is never stored when it is sent (`discord.md` section 2)."""
    assert layout.layout(SCREEN).is_finished()
    assert layout.modal(Form("k1:1:1:0:0:x", "Title", (Field("a", "A"),))).is_finished()


async def test_component_count_is_the_one_of_the_screen() -> None:
    """What `Screen.components` counts is what Discord counts."""

    def size(parts: Any) -> int:
        return sum(1 + size(part.get("components", [])) + int(part["type"] == 12) for part in parts)

    assert size(components(SCREEN)) == SCREEN.components()


def test_only_people_meant_are_pinged() -> None:
    """No role, never everyone, nobody who is only named."""
    assert dict(layout.mentions(SCREEN).to_dict()) == {"parse": [], "users": [5]}
    assert layout.mentions(Screen(())).to_dict()["parse"] == []


def test_custom_emoji_is_sent_by_name_and_id() -> None:
    """An application emoji in a reaction is no text."""
    found = layout.reaction("<:f7:1234567890123456789>")
    assert isinstance(found, discord.PartialEmoji)
    assert (found.name, found.id) == ("f7", 1234567890123456789)
    assert layout.reaction("✋") == "✋"

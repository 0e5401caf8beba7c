"""Scenes the interaction tests begin with."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import discord
from discord import app_commands, ui

from bot.sandbox.interactions.interaction import Interaction
from tests.sandbox.conftest import Client, Town

Answer = Callable[[discord.Interaction], Awaitable[object]]


async def register(client: Client, answer: Answer) -> None:
    """Register /go, which answers as told."""

    async def go(interaction: discord.Interaction) -> None:
        await answer(interaction)

    client.tree.add_command(app_commands.Command(name="go", description="Go", callback=go))
    await client.tree.sync()


def buttons(*ids: str) -> ui.View:
    """Return a view with a button for each custom_id, kept nowhere."""
    view = ui.View()
    for custom_id in ids:
        view.add_item(ui.Button(label=custom_id, custom_id=custom_id))
    view.stop()
    return view


async def post(client: Client, town: Town, *ids: str) -> int:
    """Let the bot send a message with these buttons."""
    room = client.get_partial_messageable(town.room.id)
    return (await room.send("Table", view=buttons(*ids))).id


async def unanswered(client: Client, town: Town) -> tuple[Interaction, asyncio.Task[Interaction]]:
    """Press a button that the bot does not answer by itself."""
    message_id = await post(client, town, "a")
    press = asyncio.create_task(town.ana.press(message_id, "a"))
    await client.until("interaction")
    return [*town.world.interactions][-1], press


def callback_path(interaction: Interaction) -> str:
    """Return where the first answer goes."""
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


def webhook_path(town: Town, interaction: Interaction, tail: str = "") -> str:
    """Return where follow-ups and edits go."""
    return f"/webhooks/{town.bot.id}/{interaction.token}{tail}"


def data_of(interaction: discord.Interaction) -> dict[str, Any]:
    """Return what came with a press or form."""
    return cast(dict[str, Any], interaction.data)

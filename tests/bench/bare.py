"""The yardstick of a press: a client of discord.py whose handler edits the pressed message.

It posts one message with FLIP's nine buttons in every channel. `python -m tests.bench.bare`, where
the environment says as for the bot.
"""

import asyncio
import os

import discord
import yarl
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

INTENTS = discord.Intents.none()
INTENTS.guilds = True


class Table(ui.LayoutView):
    """Rows of cards as text, and the buttons of two players."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.pressed = 0
        self.text: ui.TextDisplay[Table] = ui.TextDisplay(self.worded())
        box: ui.Container[Table] = ui.Container(self.text)
        for side, arrow in (("L", "⬅️"), ("R", "➡️")):
            row: ui.ActionRow[Table] = ui.ActionRow()
            for slot in range(1, 5):
                row.add_item(Slot(f"{slot}{side}", str(slot), arrow))
            box.add_item(row)
        box.add_item(ui.ActionRow(Slot("FLIP", "FLIP!", "🖐️")))
        self.add_item(box)

    def worded(self) -> str:
        """Return the message's text, which is another after every press."""
        row = "· stock 22\n# 7♣   10♦   K♥   2♠"
        return f"**Ana** {row}\n# ⬅ 8♣      9♦ ➡\n**Ben** {row}\n{self.pressed}"


class Slot(ui.Button[Table]):
    """A button that does nothing but have its message edited."""

    def __init__(self, act: str, label: str, emoji: str) -> None:
        super().__init__(custom_id=f"k2:abcdefgh:1:1:0:0:{act}", label=label, emoji=emoji)

    async def callback(self, interaction: discord.Interaction) -> None:
        """Count the press and show it."""
        table = self.view
        assert table is not None
        table.pressed += 1
        table.text.content = table.worded()
        await interaction.response.edit_message(view=table)


class Bare(discord.Client):
    """Posts its messages as soon as it is connected."""

    async def on_ready(self) -> None:
        """Post a table in every channel."""
        for guild in self.guilds:
            for channel in guild.text_channels:
                await channel.send(view=Table())


async def main() -> None:
    """Run until killed."""
    gateway: type[DiscordWebSocket] = DiscordWebSocket
    Route.BASE = os.environ["KALAMAZOO_API_BASE"]
    gateway.DEFAULT_GATEWAY = yarl.URL(os.environ["KALAMAZOO_GATEWAY_URL"])
    async with Bare(intents=INTENTS, max_messages=None) as client:
        await client.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())

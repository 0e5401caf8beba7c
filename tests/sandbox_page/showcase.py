"""A small real bot that shows everything the page can show, and answers everything it can do."""

import asyncio
import io
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

ACCENT = 0x248046

SPANISH = {
    "deal": "repartir",
    "count": "cuantas",
    "Deals some cards": "Reparte unas cartas",
    "How many cards": "Cuántas cartas",
    "Hello": "Hola",
}

CARDS = ("ace of spades", "king of hearts", "queen of hearts", "seven of clubs")


def picture(colour: str) -> bytes:
    """Return a PNG of one colour, 60 by 40."""
    out = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(out, "PNG")
    return out.getvalue()


class Spanish(app_commands.Translator):
    """Spanish names for some of the commands."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the Spanish text, None for other languages."""
        return SPANISH.get(string.message) if locale is discord.Locale.spain_spanish else None


class Showcase(discord.Client):
    """The bot. What was done to it stands in ``presses``, ``forms`` and ``reactions``."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_reactions=True, dm_reactions=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.1,
        )
        self.tree = app_commands.CommandTree(self)
        self.presses: list[tuple[str, str, list[str]]] = []
        self.forms: list[dict[str, str]] = []
        self.reactions: list[tuple[str, str]] = []
        self.go_on = asyncio.Event()
        self.ready = asyncio.Event()
        add_commands(self.tree, self)

    async def setup_hook(self) -> None:
        """Register the commands in two languages."""
        await self.tree.set_translator(Spanish())
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Let the tests begin."""
        self.ready.set()

    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        """Note a reaction."""
        self._react("add", event)

    async def on_raw_reaction_remove(self, event: discord.RawReactionActionEvent) -> None:
        """Note that one was taken away."""
        self._react("remove", event)

    def _react(self, kind: str, event: discord.RawReactionActionEvent) -> None:
        if self.user is None or event.user_id != self.user.id:
            self.reactions.append((kind, str(event.emoji).replace("\ufe0f", "")))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer presses, choices and forms by their custom_id."""
        data: dict[str, Any] = dict(interaction.data or {})
        if interaction.type is discord.InteractionType.modal_submit:
            self.forms.append(dict(fields(data["components"])))
            await interaction.response.send_message("Form received", ephemeral=True)
        elif interaction.type is discord.InteractionType.component:
            values = [str(each) for each in data.get("values", [])]
            self.presses.append((interaction.user.name, data["custom_id"], values))
            await self._answer(interaction, str(data["custom_id"]))

    async def _answer(self, interaction: discord.Interaction, custom_id: str) -> None:
        match custom_id:
            case "dead":
                return
            case "held":
                await self.go_on.wait()
                await interaction.response.defer()
            case "edit":
                await interaction.response.edit_message(content="Edited by a press", view=None)
            case "form":
                await interaction.response.send_modal(Form())
            case "whisper":
                await interaction.response.send_message("Only for you", ephemeral=True)
            case _:
                await interaction.response.defer()


def fields(components: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the filled-in fields of a form as (custom_id, text)."""
    found: list[tuple[str, str]] = []
    for part in components:
        inner = [part["component"]] if "component" in part else part.get("components", [])
        for one in inner:
            value = one.get("value", one.get("values"))
            shown = ",".join(value) if isinstance(value, list) else str(value)
            found.append((str(one["custom_id"]), shown))
    return found


class Form(ui.Modal, title="A form"):
    """One field of each kind."""

    custom_id = "a-form"
    short: ui.Label[Any] = ui.Label(
        text="Your reason",
        description="In a few words",
        component=ui.TextInput(custom_id="short", min_length=3, max_length=20),
    )
    long: ui.Label[Any] = ui.Label(
        text="More",
        component=ui.TextInput(custom_id="long", style=discord.TextStyle.paragraph, required=False),
    )
    suit: ui.Label[Any] = ui.Label(
        text="Suit",
        component=ui.Select(
            custom_id="suit",
            options=[discord.SelectOption(label=each) for each in ("Spades", "Hearts")],
        ),
    )
    who: ui.Label[Any] = ui.Label(
        text="Partner", component=ui.UserSelect(custom_id="who", required=False)
    )


def rows() -> ui.View:
    """Return classic rows: one button of each style, and one that is answered in each way."""
    view = ui.View(timeout=None)
    styles = discord.ButtonStyle
    for custom_id, label, style in (
        ("edit", "Edit", styles.primary),
        ("whisper", "Whisper", styles.secondary),
        ("form", "Form", styles.success),
        ("dead", "Dead", styles.danger),
        ("held", "Held", styles.secondary),
    ):
        view.add_item(ui.Button(custom_id=custom_id, label=label, style=style, row=0))
    view.add_item(ui.Button(custom_id="off", label="Off", disabled=True, row=1))
    view.add_item(ui.Button(label="Outside", url="https://example.org/", row=1))
    view.add_item(ui.Button(custom_id="hand", emoji="✋", row=1))
    view.stop()
    return view


def layout(emoji: str) -> ui.LayoutView:
    """Return a layout with every component there is for messages."""
    view = ui.LayoutView(timeout=None)
    container = ui.Container[ui.LayoutView](accent_colour=ACCENT)
    container.add_item(ui.TextDisplay(f"## A layout {emoji}\nwith **everything**"))
    container.add_item(ui.Section("Beside a picture", accessory=ui.Thumbnail("attachment://a.png")))
    accessory = ui.Button[ui.LayoutView](custom_id="beside", label="Beside")
    container.add_item(ui.Section("Beside a button", accessory=accessory))
    container.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
    gallery = ui.MediaGallery[ui.LayoutView]()
    gallery.add_item(media="attachment://a.png", description="A green field")
    gallery.add_item(media="attachment://b.png", description="A red field", spoiler=True)
    container.add_item(gallery)
    container.add_item(ui.File("attachment://log.txt"))
    add_selects(container)
    view.add_item(container)
    view.stop()
    return view


def selects() -> ui.LayoutView:
    """Return a layout of selects alone."""
    view = ui.LayoutView(timeout=None)
    container = ui.Container[ui.LayoutView]()
    add_selects(container)
    view.add_item(container)
    view.stop()
    return view


def add_selects(container: ui.Container[ui.LayoutView]) -> None:
    """Add a select of each kind, the first for none to two of three."""
    row = ui.ActionRow[ui.LayoutView]
    options = [
        discord.SelectOption(label=name, description=f"The suit of {name}", emoji=sign)
        for name, sign in (("Spades", "♠️"), ("Hearts", "♥️"), ("Clubs", "♣️"))
    ]
    container.add_item(
        row(ui.Select(custom_id="suits", options=options, min_values=0, max_values=2))
    )
    container.add_item(row(ui.UserSelect(custom_id="users", placeholder="Somebody")))
    container.add_item(row(ui.RoleSelect(custom_id="roles", placeholder="A role")))
    container.add_item(row(ui.ChannelSelect(custom_id="places", placeholder="A channel")))


def files() -> list[discord.File]:
    """Return the files the layout shows."""
    return [
        discord.File(io.BytesIO(picture("green")), "a.png", description="A green field"),
        discord.File(io.BytesIO(picture("red")), "b.png"),
        discord.File(io.BytesIO(b"one\n"), "log.txt"),
    ]


def add_commands(tree: app_commands.CommandTree[Showcase], bot: Showcase) -> None:
    """Give the tree one command for each way a command can be."""
    text = app_commands.locale_str

    @tree.command(name="hello", description=text("Hello"))
    async def hello(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Hello, quietly", ephemeral=True)

    @tree.command(name=text("deal"), description=text("Deals some cards"))
    @app_commands.rename(count=text("count"))
    @app_commands.describe(count=text("How many cards"), to="To whom", open_="Face up")
    @app_commands.rename(open_="open")
    @app_commands.choices(deck=[app_commands.Choice(name="Small deck", value="small")])
    async def deal(
        interaction: discord.Interaction,
        count: app_commands.Range[int, 1, 5],
        to: discord.User | None = None,
        open_: bool | None = None,
        deck: app_commands.Choice[str] | None = None,
    ) -> None:
        name = to.name if to else None
        value = deck.value if deck else None
        await interaction.response.send_message(f"dealt {count} {name} {open_} {value}")

    @tree.command(name="find", description="Finds a card")
    async def find(interaction: discord.Interaction, card: str) -> None:
        await interaction.response.send_message(f"found {card}")

    @find.autocomplete("card")
    async def cards(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=c.title(), value=c) for c in CARDS if typed in c]

    parts = {f"part_{n}": f"a-name-in-five-parts-{n}" for n in range(1, 7)}

    @tree.command(name="long-names", description="Has options whose names could break")
    @app_commands.rename(**parts)
    async def long_names(
        interaction: discord.Interaction,
        part_1: str | None = None,
        part_2: str | None = None,
        part_3: str | None = None,
        part_4: str | None = None,
        part_5: str | None = None,
        part_6: str | None = None,
    ) -> None:
        await interaction.response.send_message("named")

    group = app_commands.Group(name="table", description="Tables")

    @group.command(name="open", description="Opens a table")
    async def open_table(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("opened", view=rows())

    tree.add_command(group)

    @tree.command(name="slow", description="Thinks first")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await bot.go_on.wait()
        await interaction.followup.send("Thought about it")

    @tree.command(name="dead", description="Never answers")
    async def dead(_: discord.Interaction) -> None:
        return

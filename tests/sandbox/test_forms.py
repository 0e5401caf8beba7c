"""Autocomplete, modals, selects, and presses that cannot be."""

from typing import Any

import discord
import pytest
from discord import app_commands, ui

from bot.sandbox.model.errors import Refused
from bot.sandbox.model.objects import Json
from tests.sandbox.conftest import Client, Raw, Town
from tests.sandbox.scenes import buttons, callback_path, data_of, post, register


async def test_autocomplete_offers_choices(client: Client, town: Town) -> None:
    """Type 8: what has been typed arrives, with the other options."""

    @client.tree.command(description="Move")
    async def move(interaction: discord.Interaction, source: str, other: str = "") -> None:
        await interaction.response.send_message(source)

    @move.autocomplete("source")
    async def source(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        other = interaction.namespace.other
        return [app_commands.Choice(name=f"{current} {other}", value="h1")]

    await client.tree.sync()
    choices = await town.ana.autocomplete(town.room.id, "move", "source", "ha", other="x")
    assert [(each.name, each.value) for each in choices] == [("ha x", "h1")]
    with pytest.raises(Refused):
        await town.ana.autocomplete(town.room.id, "move", "other", "")


async def test_over_25_choices_are_refused(client: Client, town: Town, raw: Raw) -> None:
    """50035."""

    @client.tree.command(description="Move")
    async def move(interaction: discord.Interaction, source: str) -> None:
        await interaction.response.send_message(source)

    @move.autocomplete("source")
    async def source(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        choices: list[Json] = [{"name": str(n), "value": str(n)} for n in range(26)]
        one = [*town.world.interactions][-1]
        body = {"type": 8, "data": {"choices": choices}}
        _, answer, _ = await raw("POST", callback_path(one), body, token=None)
        assert answer["code"] == 50035
        return [app_commands.Choice(name=str(n), value=str(n)) for n in range(25)]

    await client.tree.sync()
    assert len(await town.ana.autocomplete(town.room.id, "move", "source", "")) == 25


class _OldModal(ui.Modal, title="Old"):
    answer: ui.TextInput["_OldModal"] = ui.TextInput(label="Reason", custom_id="reason")


class _NewModal(ui.Modal, title="New"):
    reason: ui.Label["_NewModal"] = ui.Label(
        text="Reason", component=ui.TextInput(custom_id="reason", min_length=2)
    )
    kind: ui.Label["_NewModal"] = ui.Label(
        text="Kind",
        component=ui.Select(
            custom_id="kind",
            options=[discord.SelectOption(label="A", value="a")],
        ),
    )


async def test_modal_with_rows_is_submitted(client: Client, town: Town) -> None:
    """Type 9, then the submission with its values is answered like a press."""

    async def pressed(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(_OldModal())
        else:
            await interaction.response.edit_message(content=str(data_of(interaction)["components"]))

    client.pressed = pressed
    message_id = await post(client, town, "a")
    opened = await town.ana.press(message_id, "a")
    assert opened.modal is not None
    assert (opened.kind, opened.modal.title) == (9, "Old")
    submitted = await town.ana.submit(opened, reason="because")
    assert submitted.kind == 7
    assert "because" in town.ben.message(message_id).text
    assert client.errors == []


async def test_modal_with_labels_is_submitted(client: Client, town: Town) -> None:
    """Labels hold text inputs and selects; the client checks them."""
    received: list[dict[str, Any]] = []

    async def pressed(interaction: discord.Interaction) -> None:
        received.extend(each["component"] for each in data_of(interaction)["components"])
        await interaction.response.send_message("thanks", ephemeral=True)

    client.pressed = pressed
    await register(client, lambda interaction: interaction.response.send_modal(_NewModal()))
    opened = await town.ana.slash(town.room.id, "go")
    for wrong in ({"reason": "x", "kind": "a"}, {"reason": "xx", "kind": "b"}, {"no": "x"}):
        with pytest.raises(Refused):
            await town.ana.submit(opened, **wrong)
    submitted = await town.ana.submit(opened, reason="xx", kind=["a"])
    assert submitted.message is not None
    assert submitted.message.ephemeral
    assert [each.get("value", each.get("values")) for each in received] == ["xx", ["a"]]
    assert client.errors == []


async def test_select_sends_its_values(client: Client, town: Town) -> None:
    """Values of options, and users resolved; what is not offered cannot be chosen."""
    chosen: list[Any] = []

    async def pressed(interaction: discord.Interaction) -> None:
        chosen.append(data_of(interaction)["values"])
        await interaction.response.defer()

    client.pressed = pressed
    view = ui.View()
    view.add_item(ui.Select(custom_id="s", options=[discord.SelectOption(label="A", value="a")]))
    view.add_item(ui.UserSelect(custom_id="u"))
    view.stop()
    message = await client.get_partial_messageable(town.room.id).send(view=view)
    await town.ana.select(message.id, "s", ["a"])
    await town.ana.select(message.id, "u", [str(town.ben.id)])
    for custom_id, values in (("s", ["b"]), ("s", ["a", "a"]), ("u", ["1"])):
        with pytest.raises(Refused):
            await town.ana.select(message.id, custom_id, values)
    assert chosen == [["a"], [str(town.ben.id)]]


async def test_press_on_what_is_not_there_is_refused(client: Client, town: Town) -> None:
    """Unknown component, disabled, somebody else's ephemeral, deleted message."""

    async def answer(interaction: discord.Interaction) -> None:
        view = buttons("mine", "off")
        for child in view.children:
            if isinstance(child, ui.Button):
                child.disabled = child.custom_id == "off"
        await interaction.response.send_message("x", ephemeral=True, view=view)

    await register(client, answer)
    message_id = (await town.ana.slash(town.room.id, "go")).message_id or 0
    presses = [(town.ana, "no"), (town.ana, "off"), (town.ben, "mine")]
    for person, custom_id in presses:
        with pytest.raises(Refused):
            await person.press(message_id, custom_id)
    await town.ana.delete(message_id)
    with pytest.raises(Refused):
        await town.ana.press(message_id, "mine")
    refused = [act.refused for act in town.world.record.acts if act.kind == "press"]
    assert len(refused) == 4
    assert all(refused)

"""Registering and offering commands (`discord.md` sections 7 and 8)."""

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.sandbox.model import permissions
from bot.sandbox.model.errors import Refused
from bot.sandbox.model.objects import Json
from tests.sandbox.conftest import Client, Raw, Town


def _option(name: str = "card", **more: Any) -> Json:
    return {"type": 3, "name": name, "description": "A card"} | more


def _command(*options: Json, **more: Any) -> Json:
    return {"name": "move", "description": "Move", "options": list(options)} | more


async def _put(raw: Raw, town: Town, *commands: Json) -> tuple[int, Any]:
    status, answer, _ = await raw("PUT", f"/applications/{town.bot.id}/commands", list(commands))
    return status, answer


async def test_sync_returns_ids_and_keeps_them(client: Client, town: Town) -> None:
    """A bulk PUT returns the list with ids; a name that stays keeps its id."""

    @client.tree.command(description="One")
    async def one(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("1")

    first = await client.tree.sync()
    again = await client.tree.sync()
    assert [each.name for each in first] == ["one"]
    assert [each.id for each in first] == [each.id for each in again]
    assert [each.name for each in town.ana.commands(town.room.id)] == ["one"]


async def test_guild_commands_stay_in_their_guild(client: Client, town: Town) -> None:
    """A guild's command is offered there and not in the DM."""

    @client.tree.command(description="Here", guild=discord.Object(town.guild.id))
    async def here(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("here")

    await client.tree.sync(guild=discord.Object(town.guild.id))
    assert [each.name for each in town.ana.commands(town.room.id)] == ["here"]
    assert town.ana.commands(await town.ana.dm()) == []


async def test_single_command_is_added_replaced_fetched_and_removed(raw: Raw, town: Town) -> None:
    """POST answers 201, then 200 with the same id; DELETE makes it 10063."""
    base = f"/applications/{town.bot.id}/commands"
    status, made, _ = await raw("POST", base, _command(_option()))
    again, same, _ = await raw("POST", base, _command())
    assert (status, again, made["id"] == same["id"]) == (201, 200, True)
    one = f"{base}/{made['id']}"
    assert (await raw("PATCH", one, {"description": "Better"}))[1]["description"] == "Better"
    assert (await raw("GET", one))[1]["description"] == "Better"
    assert (await raw("DELETE", one))[0] == 204
    assert (await raw("GET", one))[1]["code"] == 10063


async def test_localised_names_reach_the_client(raw: Raw, town: Town) -> None:
    """Names are kept and shown by language, es-419 falling back to es-ES."""
    body = _command(
        _option(name_localizations={"es-ES": "carta"}), name_localizations={"es-ES": "mover"}
    )
    assert (await _put(raw, town, body))[0] == 200
    _, listed, _ = await raw("GET", f"/applications/{town.bot.id}/commands?with_localizations=true")
    assert listed[0]["name_localizations"] == {"es-ES": "mover"}
    town.ana.locale = "es-419"
    seen = town.ana.commands(town.room.id)[0]
    assert (seen.name, seen.shown_name, seen.options[0].shown_name) == ("move", "mover", "carta")
    assert town.ben.commands(town.room.id)[0].shown_name == "move"


@pytest.mark.parametrize(
    "wrong",
    [
        _command(name="Upper"),
        _command(name="two words"),
        _command(name="x" * 33),
        _command(description=""),
        _command(description="x" * 101),
        _command(*(_option(f"o{n}") for n in range(26))),
        _command(_option(choices=[{"name": f"c{n}", "value": f"c{n}"} for n in range(26)])),
        _command(_option(), _option()),
        _command(_option("a"), _option("b", required=True)),
        _command(_option(), {"type": 1, "name": "sub", "description": "Sub"}),
        _command(_option(choices=[{"name": "c", "value": "c"}], autocomplete=True)),
        _command(_option("a", name_localizations={"xx": "b"})),
        _command(
            *(
                _option(
                    f"o{n}",
                    choices=[{"name": f"{i}" * 50, "value": f"{i}" * 50} for i in range(5)],
                )
                for n in range(20)
            )
        ),
    ],
)
async def test_wrong_command_is_refused(raw: Raw, town: Town, wrong: Json) -> None:
    """Names, lengths, 25 options and choices, duplicates, order, mixture, 8,000 characters."""
    status, answer = await _put(raw, town, wrong)
    assert (status, answer["code"]) == (400, 50035)


async def test_same_name_twice_is_refused(raw: Raw, town: Town) -> None:
    """Within one scope a name is unique."""
    status, answer = await _put(raw, town, _command(), _command())
    assert (status, answer["code"]) == (400, 50035)


async def test_200_creates_a_day(raw: Raw, town: Town) -> None:
    """30034 counts new commands only, per scope and day."""
    for round_number in range(2):
        batch = [_command(name=f"c{round_number}-{n}") for n in range(100)]
        assert (await _put(raw, town, *batch))[0] == 200
        assert (await _put(raw, town, *batch))[0] == 200
    status, answer = await _put(raw, town, _command(name="one-more"))
    assert (status, answer["code"]) == (400, 30034)
    town.clock.advance(86_401)
    assert (await _put(raw, town, _command(name="one-more")))[0] == 200


async def test_base_command_beside_subcommands_is_refused(client: Client, town: Town) -> None:
    """/play alone cannot be typed when /play flinch exists."""
    group = app_commands.Group(name="play", description="Play")

    @group.command(description="Flinch")
    async def flinch(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("flinch")

    client.tree.add_command(group)
    await client.tree.sync()
    with pytest.raises(Refused, match="subcommands"):
        await town.ana.slash(town.room.id, "play")
    interaction = await town.ana.slash(town.room.id, "play flinch")
    assert interaction.message is not None
    assert interaction.message.text == "flinch"
    assert interaction.message.command == "play flinch"


async def test_commands_keep_to_permissions_and_contexts(raw: Raw, town: Town) -> None:
    """default_member_permissions and contexts decide what is offered to whom, where."""
    await _put(
        raw,
        town,
        _command(
            name="settings", contexts=[0], default_member_permissions=permissions.MANAGE_GUILD
        ),
        _command(name="hand", contexts=[0, 1]),
        _command(name="table", contexts=[0]),
    )
    names = [each.name for each in town.ana.commands(town.room.id)]
    assert names == ["hand", "settings", "table"]
    assert [each.name for each in town.ben.commands(town.room.id)] == ["hand", "table"]
    assert [each.name for each in town.ben.commands(await town.ben.dm())] == ["hand"]
    everyone = town.guild.roles[town.guild.id]
    town.world.set_role(town.guild, everyone, everyone.permissions & ~permissions.USE_COMMANDS)
    assert town.ben.commands(town.room.id) == []


@pytest.mark.parametrize(
    "options",
    [{}, {"number": "x"}, {"number": 1.5}, {"number": 99}, {"number": 1, "kind": "d"}, {"no": 1}],
)
async def test_wrong_options_cannot_be_typed(
    raw: Raw, town: Town, options: dict[str, object]
) -> None:
    """Required, whole, within bounds, among the choices, known."""
    number = {"type": 4, "name": "number", "description": "n", "required": True, "max_value": 9}
    kind = _option("kind", choices=[{"name": "A", "value": "a"}])
    await _put(raw, town, _command(number, kind))
    with pytest.raises(Refused):
        await town.ana.slash(town.room.id, "move", **options)
    assert town.world.record.acts[-1].refused is not None


async def test_others_applications_are_out_of_reach(raw: Raw, town: Town) -> None:
    """10002 and 50001."""
    other = town.world.add_bot("other", name="Other")
    assert (await raw("GET", "/applications/1/commands"))[1]["code"] == 10002
    assert (await raw("GET", f"/applications/{other.id}/commands"))[1]["code"] == 50001

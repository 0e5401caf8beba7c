"""Slash commands on a simulated Discord: what they are called, what they answer."""

import re
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.db.records import Preferences
from bot.gateway.commands import payload
from bot.interactions.command import Localiser
from bot.locale.commands import LOCALES
from engine.api import AnyGame
from engine.games import GAMES
from tests.simcord_harness import Town, town

PAGE = Path(__file__).parents[2] / "docs" / "experience.md"


def text(answer: Any) -> str:
    """Return what an answer says."""
    return texts(answer.response.components)


def texts(components: Any) -> str:
    """Return every text of a message's components."""
    found = []
    for part in components or ():
        found.append(part.get("content", ""))
        found.append(texts(part.get("components")))
    return "\n".join(each for each in found if each)


def game_of(key: str) -> AnyGame:
    """Return a registered game."""
    return next(game for game in GAMES if game.key == key)


async def registered(place: Town) -> list[dict[str, Any]]:
    """Return the commands as Discord gets them."""
    await place.app.client.tree.set_translator(Localiser())
    return await payload(place.app.client.tree)


def parts(command: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a command with its subcommands and options."""
    return [command, *(each for option in command.get("options", ()) for each in parts(option))]


async def test_every_command_and_option_is_named_in_every_language(tmp_path: Path) -> None:
    """English and Spanish names and descriptions, unique per language, within Discord's limits."""
    async with town(tmp_path) as place:
        for command in await registered(place):
            assert set(command["name_localizations"]) >= set(LOCALES)
            for part in parts(command):
                assert set(part["description_localizations"]) >= set(LOCALES), part["name"]
                assert all(len(each) <= 100 for each in part["description_localizations"].values())
                options = [each for each in part.get("options", ()) if each["type"] > 2]
                for locale in LOCALES:
                    names = [each["name_localizations"][locale] for each in options]
                    assert len(names) == len(set(names))


async def test_commands_of_a_game_come_from_the_registry(tmp_path: Path) -> None:
    """`/play` has a subcommand per game, the likeliest options first; each call its command."""
    async with town(tmp_path) as place:
        commands = {each["name"]: each for each in await registered(place)}
        games = {each["name"]: each for each in commands["play"]["options"]}
        for key, renderer in place.app.kit.renderers.items():
            game = game_of(key)
            first = ["bots", "level", *(["pace"] if game.has_turns else []), "with", "preset"]
            rules = [spec.key for spec in game.options]
            assert [each["name"] for each in games[key]["options"]] == first + rules
            assert not renderer.command or renderer.command in commands


async def test_private_commands_work_in_the_dm_and_the_others_only_in_servers(
    tmp_path: Path,
) -> None:
    """`experience.md` section 2 names those that work in the bot's DM."""
    async with town(tmp_path) as place:
        direct = {each["name"] for each in await registered(place) if 1 in each["contexts"]}
    named = re.search(r"`(/[^`]+)`\s+work in the bot's DM too", PAGE.read_text(encoding="utf-8"))
    assert named is not None
    assert {each.removeprefix("/") for each in named[1].split()} == direct


async def test_answers_are_ephemeral_and_the_lobby_is_for_all(tmp_path: Path) -> None:
    """`/play` answers the host alone; the lobby stands in the channel."""
    async with town(tmp_path) as place:
        answer = await place.person("Ana").slash(place.room, "play flinch")
        assert answer.ephemeral
        assert "Table 1 is open" in text(answer)
        assert place.room.last_message.reactions


async def test_bots_cannot_be_invited(tmp_path: Path) -> None:
    """A bot named by `with` gets no seat and no lobby is opened."""
    async with town(tmp_path) as place:
        robot = place.guild.add_member(place.env.create_user("Robot", bot=True))
        answer = await place.person("Ana").slash(place.room, "play flinch", **{"with": robot})
        assert "can't seat other bots" in text(answer)
        assert place.room.last_message is None


@pytest.mark.parametrize(
    ("language", "denied", "reasons"),
    [
        (
            "en",
            ("send_messages",),
            ["I don't have Send Messages: I can't show a table here."],
        ),
        (
            "en",
            ("read_message_history", "attach_files", "manage_messages"),
            [
                "I don't have Read Message History: "
                "I can't bring back a table that's buried or deleted, or add reactions to it.",
                "I don't have Attach Files: some pictures won't show.",
            ],
        ),
        (
            "es",
            ("read_message_history",),
            [
                "Me falta Leer el historial de mensajes: no puedo recuperar una mesa que se borró "
                "o quedó atrás, ni ponerle reacciones."
            ],
        ),
    ],
)
async def test_missing_permissions_are_named_before_a_table_is_opened(
    tmp_path: Path, language: str, denied: tuple[str, ...], reasons: list[str]
) -> None:
    """It says that no table was opened, and of each permission what will not work without it.

    What every table does without is left to `/check`.
    """
    async with town(tmp_path) as place:
        ana = place.person("Ana")
        await place.app.desk.people.prefer(ana.id, Preferences(language=language))
        deny = discord.PermissionOverwrite(**dict.fromkeys(denied, False))
        room = place.guild.create_text_channel("mute", overwrites={place.guild.default_role: deny})
        answer = await ana.slash(room, "play flinch")
        _, *said = text(answer).splitlines()
        assert said == reasons
        assert room.last_message is None


async def test_table_posted_a_while_ago_is_shown_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within a minute the answer links to it; after that it comes to the bottom again."""
    async with town(tmp_path) as place:
        ana = place.person("Ana")
        await ana.slash(place.room, "play flinch")
        lobby = place.room.last_message.id
        answer = await ana.slash(place.room, "table")
        assert "right above" in text(answer)
        assert f"/{lobby}>" in text(answer)
        assert place.room.last_message.id == lobby
        monkeypatch.setattr("bot.messages.public_message.RECENT", -1.0)
        answer = await ana.slash(place.room, "table")
        assert "at the bottom" in text(answer)
        assert place.room.last_message.id > lobby


async def test_answers_are_in_the_language_chosen_above_the_clients(tmp_path: Path) -> None:
    """Two clients in English: whoever has set Spanish is answered in Spanish."""
    async with town(tmp_path) as place:
        ana, ben = place.person("Ana"), place.person("Ben")
        await place.app.desk.people.prefer(ana.id, Preferences(language="es"))
        said = [text(await each.slash(place.room, "help")) for each in (ana, ben)]
        heads = [each.splitlines()[0] for each in said]
        assert heads == ["### Juegos disponibles aquí", "### Games you can play here"]

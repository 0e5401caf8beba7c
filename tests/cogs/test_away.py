"""Commands that only read, while the database is away: one sentence, and never an error number."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.app_commands import AppCommandError

from bot.db.changes import table_change
from bot.db.errors import StorageError
from bot.db.records import Preferences
from tests.cogs.test_commands import text
from tests.db import values
from tests.simcord_harness import Town, town

AWAY = "I can't get at my records right now. Try again in a moment."
FUERA = "Ahora mismo no puedo consultar mis registros. Prueba otra vez en un momento."

READINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("stats", {}),
    ("leaderboard", {}),
    ("history", {}),
    ("replay", {"table": "7"}),
    ("hand", {"table": "7"}),
    ("table", {"table": "7"}),
    ("why", {"table": "7"}),
    ("settings", {}),
    ("mydata export", {}),
)


@contextlib.contextmanager
def away(disk: Path) -> Iterator[None]:
    """Take a disk away as if it were unplugged; it comes back afterwards."""
    aside = disk.rename(disk.with_name("unplugged"))
    disk.touch()
    try:
        yield
    finally:
        disk.unlink()
        aside.rename(disk)


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """Return a folder to take away."""
    folder = tmp_path / "disk"
    folder.mkdir()
    return folder


@contextlib.asynccontextmanager
async def remembering(disk: Path) -> AsyncIterator[Town]:
    """Run the bot on a disk of its own, with a table that is out of its memory."""
    async with town(disk) as place:
        where = {"guild": place.guild.id, "channel": place.room.id}
        table = values.table(7, game="flip", chosen={}, options={}, status="closed", **where)
        await place.app.store.commit(table_change(None, table))
        yield place
        # The simulator counts what ends a command; reading them says that they were meant.
        assert all(isinstance(each, AppCommandError) for each in place.env.errors)


async def test_readings_say_that_the_records_are_away(
    disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing false is said instead either: no table is gone, nothing that was set is unset."""
    async with remembering(disk) as place:
        staff = place.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
        ana, eva = (
            place.guild.add_member(place.env.create_user(name), roles=[staff])
            for name in ("Ana", "Eva")
        )
        await place.app.people.prefer(eva.id, Preferences(language="es"))
        with away(disk):
            await place.app.reader.close()  # whoever reads now has to open the file anew
            said = [text(await ana.slash(place.room, name, **given)) for name, given in READINGS]
            assert set(said) == {AWAY}, said
            assert text(await eva.slash(place.room, "stats")) == FUERA
        assert not [each for each in caplog.records if hasattr(each, "error")]
        for name, given in READINGS:
            assert AWAY not in text(await ana.slash(place.room, name, **given)), name


async def test_what_was_set_is_kept_by_who_cannot_read_it(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it can be written again first: what is not known of somebody is not nothing."""

    async def refused(person: int, guild: int) -> None:
        raise StorageError("the server is starting up")

    async with remembering(disk) as place:
        people, ana = place.app.people, place.person("Ana")
        await people.prefer(ana.id, Preferences(language="es"))
        people._known.clear()  # as after a start
        with monkeypatch.context() as outage:
            outage.setattr(place.app.reader, "person", refused)
            assert text(await ana.slash(place.room, "preferences")) == AWAY
            with pytest.raises(StorageError):
                await people.prefer(ana.id, Preferences(text=True))
        assert (await people.read(ana.id)).preferences == {"language": "es"}

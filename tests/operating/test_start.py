"""The start: what it says, what ends it in one sentence, what it waits for (`operating.md`)."""

import asyncio
import os
import shutil
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from bot.config import ConfigError, load
from bot.db import migrate
from bot.db.changes import person_change
from bot.db.migrate import newest, upgraded
from bot.db.records import Person
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from bot.sandbox.model.bots import Identify
from tests.operating.conftest import POWERLESS, TOKEN, Operator
from tests.tables.harness import url_of


async def test_start_says_who_and_where_in_five_lines(operator: Operator) -> None:
    """Version, database, tables, account with servers and shards, commands and faces."""
    first = await operator.starts()
    log = await first.says("commands: ")
    assert f"A new database is made: {operator.database}.\n" in log
    assert await first.stop() == 0
    second = await operator.starts()
    await second.says("commands: up to date, card faces: 0 of ")
    log = await second.says("account: kalamazoo (")
    assert f" INFO bot.cli: Kalamazoo {version('kalamazoo')}, Python 3." in log
    size = f"revision {newest()}, {operator.database.stat().st_size:,} bytes\n"
    assert f" INFO bot.cli: database: {operator.database}, {size}" in log
    assert " INFO bot.app: tables brought back: 0 games, 0 lobbies\n" in log
    assert f"({operator.bot.id}), servers: 1, shards: 1\n" in log
    assert len([line for line in log.splitlines() if " INFO " in line]) == 5
    assert "new database" not in log
    assert await second.stop() == 0


async def test_new_database_in_another_folder_is_said(operator: Operator) -> None:
    """With the relative default another working directory means another database."""
    running = await operator.starts(KALAMAZOO_DATABASE_URL="sqlite+aiosqlite:///data/k.sqlite3")
    made = operator.folder / "data" / "k.sqlite3"
    await running.says(f"A new database is made: {made}.")
    await running.ready()
    assert await running.stop() == 0


async def test_migration_that_changes_something_is_one_line(operator: Operator) -> None:
    """From which revision to which."""
    url = url_of(operator.database)
    assert (await upgraded(url)).startswith("A new database")
    assert await upgraded(url) == ""
    await asyncio.to_thread(_begin_anew, operator.database)
    status, out, err = await operator.types("migrate")
    assert (status, err) == (0, "")
    assert out == (
        f"The database is upgraded from revision 0001 to {newest()}: {operator.database}. "
        f"As it was, it is kept as {operator.database}.before-{newest()}.\n"
    )
    assert await operator.types("migrate") == (0, "The database is up to date.\n", "")


def _begin_anew(database: Path) -> None:
    """Make the database anew, of the first revision."""
    database.unlink()
    first = migrate._connected(url_of(database), lambda to: migrate._migrate(to, "0001"))
    asyncio.run(first)


@pytest.mark.parametrize("code", [4004, 4011, 4013])
async def test_connection_closed_for_good_is_one_sentence(operator: Operator, code: int) -> None:
    """A token that is reset while the bot runs, shards, intents: status 2, no trace."""
    running = await operator.starts()
    await running.ready()
    operator.discord.world.faults.drop_gateway(code=code)
    assert await running.ended() == 2
    assert "Traceback" not in running.log
    last = running.log.splitlines()[-1]
    assert last.startswith(("Discord no longer accepts the token", "Discord asks", "Discord does"))


@pytest.mark.parametrize("status", [200, 403, 429])
async def test_page_in_place_of_discord_is_one_sentence(operator: Operator, status: int) -> None:
    """A proxy or a sign-in page: nothing of it is repeated, and the status is 2."""
    page = "<!DOCTYPE html>\n<html><body>\n<h1>Sign in</h1>\n</body></html>"
    operator.discord.world.faults.garble("users/@me", text=page, status=status, times=9)
    running = await operator.starts()
    assert await running.ended() == 2
    last = running.log.splitlines()[-1]
    assert last.startswith(
        f"Something on the way to Discord answered in its place (status {status}"
    )
    assert "Traceback" not in running.log
    assert "Sign in" not in running.log


async def test_no_connection_at_the_start_is_waited_for(operator: Operator) -> None:
    """With Discord down it says so and tries again; it comes up by itself."""
    operator.discord.world.faults.answer("users/@me", 503, times=1)
    running = await operator.starts()
    await running.says("Discord cannot be reached (status 503). Trying again in 1 s.")
    await running.says("account: kalamazoo")
    assert await running.stop() == 0


async def test_nobody_there_is_waited_for_and_can_be_ended(operator: Operator) -> None:
    """Without any network it waits ever longer, and a signal ends that."""
    await operator.discord.stop()
    running = await operator.starts()
    await running.says("Trying again in 1 s.")
    await running.says("Trying again in 2 s.")
    assert await running.stop() == 0


async def test_last_sessions_of_a_day_are_not_spent_by_restarts(operator: Operator) -> None:
    """One too many costs the token; as many as are left are spread over what is left of the day."""
    world = operator.discord.world
    world.starts.total = 1
    operator.bot.identified.append(Identify(world.clock.now(), 0))
    running = await operator.starts()
    said = await running.says("only 0 more sessions begin for now")
    assert "something starts the bot again and again" in said
    assert await running.stop() == 0
    assert len(operator.bot.identified) == 1


async def test_wrong_token_ends_the_start(operator: Operator) -> None:
    """That does not mend itself; whatever begins it again costs one request and no session."""
    for _ in range(2):
        status, _, err = await operator.types("run", "--sandbox", DISCORD_TOKEN="of-somebody-else")
        assert status == 2
        assert err.splitlines()[-1] == "Discord does not accept the token in DISCORD_TOKEN."
    asked = [(each.route, each.status) for each in operator.discord.world.record.find()]
    assert asked == [("/users/@me", 401)] * 2
    assert not operator.bot.identified


async def test_path_that_the_locale_cannot_write_is_named(operator: Operator) -> None:
    """A name with an umlaut, where the system's language has only ASCII: one sentence."""
    del operator.environment["KALAMAZOO_DATABASE_URL"]
    text = 'database_url = "sqlite+aiosqlite:///Spielkästchen/k.sqlite3"\n'
    (operator.folder / "config.toml").write_text(text, encoding="utf-8")
    bare = {"LC_ALL": "C", "PYTHONUTF8": "0"}
    for words, expected in ((("migrate",), 2), (("check",), 1)):
        status, out, err = await operator.types(*words, **bare)
        assert (status, out, err.count("\n")) == (expected, "", 1)
        assert err.startswith("Setting 'database_url' is wrong: the locale of this system has no ")
    done = await operator.types("migrate", LC_ALL="C")
    assert done[0] == 0
    assert (operator.folder / "Spielkästchen" / "k.sqlite3").exists()


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ('"abc.def"', "The token in DISCORD_TOKEN stands in quotation marks; leave them out."),
        ("Bot abc.def", "The token in DISCORD_TOKEN begins with 'Bot'; leave that word out."),
        ("abc def", "What stands in DISCORD_TOKEN is no token of Discord."),
        ("DISCORD_TOKEN=abc", "What stands in DISCORD_TOKEN is no token of Discord."),
    ],
)
async def test_token_written_wrong_is_said(operator: Operator, token: str, sentence: str) -> None:
    """In quotes, or with `Bot` before it: what to leave out."""
    assert await operator.types("sync", "--sandbox", DISCORD_TOKEN=token) == (
        2,
        "",
        sentence + "\n",
    )


def test_settings_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A folder, a dangling link, no text: one sentence with the path."""
    folder, link, noise = tmp_path / "folder", tmp_path / "link", tmp_path / "noise"
    folder.mkdir()
    link.symlink_to(tmp_path / "nowhere")
    noise.write_bytes(b"\xff\xfe\x00language")
    for path, why in (
        (folder, "Is a directory"),
        (link, "No such file or directory"),
        (noise, "it is no UTF-8 text"),
    ):
        with pytest.raises(ConfigError) as error:
            load(path, environment=False)
        assert str(error.value) == f"The settings file {path} cannot be read: {why}."


async def test_settings_file_of_somebody_else_is_named(operator: Operator) -> None:
    """Unreadable: one sentence, status 2."""
    operator.before = POWERLESS
    (operator.folder / "config.toml").touch(mode=0o000)
    status, out, err = await operator.types("run", "--sandbox")
    assert (status, out) == (2, "")
    assert err == "The settings file config.toml cannot be read: Permission denied.\n"


async def test_settings_file_with_a_mark_or_in_the_home_folder_is_read(operator: Operator) -> None:
    """A byte-order mark is nothing; `~` is the home folder, in paths of databases as well."""
    home = operator.folder / "home"
    home.mkdir()
    text = 'database_url = "sqlite+aiosqlite:///~/k.sqlite3"\n'
    (home / "config.toml").write_text(text, encoding="utf-8-sig")
    del operator.environment["KALAMAZOO_DATABASE_URL"]
    done = await operator.types("migrate", "--config", "~/config.toml", HOME=str(home))
    assert done == (0, f"A new database is made: {home / 'k.sqlite3'}.\n", "")


@pytest.mark.parametrize(
    ("key", "value", "bound"),
    [
        ("pace_live", "1e12", "2592000"),
        ("lobby_idle", "1e12", "2592000"),
        ("keep_games_days", "740000", "36500"),
        ("tables_per_channel", "1000000", "10000"),
        ("house_speed", "1e-9", "0.01"),
        ("edit_spacing", "1e9", "60"),
    ],
)
async def test_number_out_of_bounds_is_refused_with_the_bound(
    operator: Operator, key: str, value: str, bound: str
) -> None:
    """What would overflow a date or wait for ever is refused at the start."""
    status, out, err = await operator.types(
        "run", "--sandbox", **{f"KALAMAZOO_{key.upper()}": value}
    )
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"Setting '{key}' is wrong: ")
    assert bound in err.rstrip(".\n").split()


async def test_empty_variable_is_named(operator: Operator) -> None:
    """Neither a default nor a value."""
    status, _, err = await operator.types("run", "--sandbox", KALAMAZOO_SHARD_COUNT="")
    assert (status, err) == (
        2,
        "Setting 'KALAMAZOO_SHARD_COUNT' in the environment is empty; unset it or give a value.\n",
    )


async def test_impossible_application_is_refused(operator: Operator) -> None:
    """`invite --application -5` makes no address."""
    status, out, err = await operator.types("invite", "--application", "-5")
    assert (status, out, err.count("\n")) == (2, "", 1)


async def test_monitoring_is_for_this_machine_and_a_proxy_has_a_port(operator: Operator) -> None:
    """Each is refused by its key; a password is not repeated."""
    for name, value in (("MONITORING", "0.0.0.0:8914"), ("PROXY", "socks5://ana:hush@x:1")):
        status, _, err = await operator.types("run", "--sandbox", **{f"KALAMAZOO_{name}": value})
        assert status == 2
        assert err.startswith(f"Setting '{name.lower()}' is wrong: use ")
        assert "hush" not in err


async def test_second_run_is_refused_and_the_rest_works_beside_the_bot(operator: Operator) -> None:
    """One sentence; backup, check and export go on; a crash leaves no lock behind."""
    running = await operator.starts()
    await running.ready()
    status, _, err = await operator.types("run", "--sandbox")
    assert status == 2
    taken = f"The database {operator.database} is in use by another kalamazoo; stop that first."
    assert err.splitlines()[-1] == taken
    assert await operator.types("migrate") == (2, "", taken + "\n")
    assert (await operator.types("restore", "copy"))[0] == 2
    assert (await operator.types("backup", "copy"))[0] == 0
    assert (await operator.types("restore", "copy"))[2] == taken + "\n"
    assert (await operator.types("export"))[0] == 0
    status, out, _ = await operator.types("check")
    assert status == 0
    assert "A bot runs on the database now" in out
    running.process.kill()
    await running.ended()
    again = await operator.starts()
    await again.ready()
    assert await again.stop() == 0


async def test_database_on_a_read_only_disk_is_one_sentence(operator: Operator) -> None:
    """By `run` and by `check`; `backup` still reads it."""
    assert (await operator.types("migrate"))[0] == 0
    disk = operator.folder / "disk"
    disk.mkdir()
    operator.database = operator.database.rename(disk / "k.sqlite3")
    locked = f'mount --bind {disk} {disk} && mount -o remount,ro,bind {disk} && exec "$@"'
    away = ("unshare", "-m") if os.geteuid() == 0 else ("unshare", "-rm")
    operator.before = (*away, "/bin/sh", "-ec", locked, "sh")
    url = url_of(operator.database)
    for words, expected in ((("run", "--sandbox"), 2), (("check",), 1)):
        status, _, err = await operator.types(*words, KALAMAZOO_DATABASE_URL=url)
        assert status == expected
        last = err.splitlines()[-1]
        assert last.startswith(f"The database {operator.database} cannot be ")
        assert "ead-only file system" in last
        assert "Traceback" not in err
    assert (await operator.types("backup", "copy", KALAMAZOO_DATABASE_URL=url))[0] == 0


@pytest.mark.parametrize("kind", ["folder", "link", "nothing"])
async def test_database_that_cannot_be_is_one_sentence(operator: Operator, kind: str) -> None:
    """A folder, a dangling link, a place where nothing can be made; `check` says the same."""
    if kind == "folder":
        operator.database.mkdir()
    elif kind == "link":
        operator.database.symlink_to(operator.folder / "away" / "k.sqlite3")
    else:
        operator.database = Path("/proc/kalamazoo/k.sqlite3")
    url = url_of(operator.database)
    status, _, err = await operator.types("run", "--sandbox", KALAMAZOO_DATABASE_URL=url)
    assert status == 2
    assert err.splitlines()[-1].startswith(f"The database {operator.database} ")
    assert "Traceback" not in err
    status, out, err = await operator.types("check", KALAMAZOO_DATABASE_URL=url)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"The database {operator.database} ")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files of somebody else")
async def test_database_of_somebody_else_is_used_with_a_warning(operator: Operator) -> None:
    """Mode 666 of another owner is no reason to refuse."""
    assert (await operator.types("migrate"))[0] == 0
    operator.database.chmod(0o666)
    shutil.chown(operator.database, "nobody")
    operator.before = POWERLESS
    running = await operator.starts()
    await running.says("belongs to somebody else and its mode 666 lets others read it")
    await running.ready()
    assert await running.stop() == 0


async def test_commands_that_need_no_database_make_none(operator: Operator) -> None:
    """In another folder, too: faces are uploaded, commands are not registered out of nothing."""
    operator.environment["KALAMAZOO_DATABASE_URL"] = "sqlite+aiosqlite:///data/k.sqlite3"
    assert (await operator.types("emojis", "--sandbox"))[0] == 0
    status, _, err = await operator.types("sync", "--sandbox")
    assert (status, err) == (2, "There is no database data/k.sqlite3.\n")
    assert list(operator.folder.iterdir()) == []


async def test_export_that_cannot_be_written_is_one_sentence(operator: Operator) -> None:
    """A full disk, a closed pipe: status 2, no trace."""
    assert (await operator.types("migrate"))[0] == 0
    store = Store(writing_engine(url_of(operator.database)))
    for number in range(1, 200):
        await store.commit(person_change(Person(person=number, name="x" * 900)))
    await store.close()
    for target in ("> /dev/full", "| head -c 1 > /dev/null"):
        process = await asyncio.create_subprocess_shell(
            f'bash -c "set -o pipefail; {sys.executable} -m bot export {target}"',
            cwd=operator.folder,
            env=operator.environment,
            stderr=asyncio.subprocess.PIPE,
        )
        _, err = await process.communicate()
        assert process.returncode == 2
        assert err.decode().startswith("The export is not complete: it cannot be written (")
        assert err.count(b"\n") == 1


async def test_nothing_of_the_token_stands_in_the_log(operator: Operator) -> None:
    """Not even at DEBUG."""
    running = await operator.starts(KALAMAZOO_LOG_LEVEL="DEBUG")
    await running.ready()
    assert await running.stop() == 0
    assert TOKEN not in running.log

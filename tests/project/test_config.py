"""The settings: defaults, overrides, and errors that name the key."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.config import ConfigError, Settings, check_sandbox, check_shards, load

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"


def test_example_shows_every_key_with_its_default(tmp_path: Path) -> None:
    """`config.example.toml`, its optional lines included, loads and equals the defaults."""
    text = EXAMPLE.read_text()
    shown = set(re.findall(r"^#? ?([a-z_]+) = ", text, re.MULTILINE))
    assert shown == {*Settings.__struct_fields__}
    assert load(EXAMPLE, environment=False) == load(environment=False)
    whole = tmp_path / "config.toml"
    whole.write_text(re.sub(r"^# ([a-z_]+ = )", r"\1", text, flags=re.MULTILINE))
    assert set(tomllib.loads(whole.read_text())) == {*Settings.__struct_fields__}
    load(whole, environment=False)


def test_every_key_has_a_comment() -> None:
    """No key of the example stands in a paragraph without a comment."""
    for paragraph in EXAMPLE.read_text().split("\n\n"):
        assert paragraph.startswith("#")


def test_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`KALAMAZOO_<KEY>` is above `config.toml`."""
    path = tmp_path / "config.toml"
    path.write_text('language = "en"\npace_live = 30\n')
    monkeypatch.setenv("KALAMAZOO_LANGUAGE", "es")
    settings = load(path)
    assert (settings.language, settings.pace_live) == ("es", 30)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("colour = 1", "colour"),
        ("pace_live = 0", "pace_live"),
        ('pace_live = "soon"', "pace_live"),
        ("pace_live = true", "pace_live"),
        ("pace_live = inf", "pace_live"),
        ("shard_count = false", "shard_count"),
        ("language = true", "language"),
        ('language = "fr"', "language"),
        ('database_url = "mysql://somewhere"', "database_url"),
        ('database_url = "nothing"', "database_url"),
        ('monitoring = "[::1:80"', "monitoring"),
        ('proxy = "http://[::1:80"', "proxy"),
        ('proxy = "http://proxy:99999"', "proxy"),
        ('proxy = "http://pro xy:1"', "proxy"),
        ('proxy = "http://próxy:1"', "proxy"),
        ('monitoring = "ana@127.0.0.1:8914"', "monitoring"),
        ('monitoring = "127.0.0.1:8914/x"', "monitoring"),
        ("[broken", "config.toml"),
    ],
)
def test_error_names_the_wrong_key(tmp_path: Path, text: str, named: str) -> None:
    """A wrong key or value is one sentence that names it."""
    path = tmp_path / "config.toml"
    path.write_text(text + "\n")
    with pytest.raises(ConfigError, match=named):
        load(path, environment=False)


def test_true_is_no_number(tmp_path: Path) -> None:
    """Python takes `true` for 1; whoever writes it as seconds meant something else."""
    path = tmp_path / "config.toml"
    path.write_text("keep_games_days = true\n")
    with pytest.raises(ConfigError) as error:
        load(path, environment=False)
    assert (
        str(error.value)
        == "Setting 'keep_games_days' is wrong: use a whole number from 0 to 36500."
    )
    path.write_text("sync_commands = false\n")
    assert not load(path, environment=False).sync_commands


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("pace_live = 0", "use a number from 0.01 to 2592000"),
        ("shard_count = 20_000", "use a whole number from 1 to 10000"),
        ('language = "fr"', "use one of en, es"),
        ("sync_commands = 1", "use true or false"),
        ("database_url = 1", "use a text"),
    ],
)
def test_sentence_says_what_a_key_takes(tmp_path: Path, text: str, sentence: str) -> None:
    """Whoever wrote something else need not look it up, and what was written is not repeated."""
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as error:
        load(path, environment=False)
    assert str(error.value) == f"Setting {text.split(maxsplit=1)[0]!r} is wrong: {sentence}."


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("sqlite+aiosqlite://", "use sqlite+aiosqlite:///PATH"),
        ("sqlite+aiosqlite:///", "use sqlite+aiosqlite:///PATH"),
        ("sqlite+aiosqlite:///:memory:", "use sqlite+aiosqlite:///PATH"),
        ("sqlite+aiosqlite:///file:x?mode=memory&uri=true", "use sqlite+aiosqlite:///PATH"),
        ("sqlite+aiosqlite:///k.sqlite3?check_same_thread=x", "use sqlite+aiosqlite:///PATH"),
        ("sqlite+aiosqlite:///k\0.sqlite3", "use sqlite+aiosqlite:///PATH"),
        ("sqlite+aiosqlite://data/k.sqlite3", "three slashes"),
        ("sqlite+aiosqlite:///~nobody-of-that-name/k.sqlite3", "no such home folder"),
        ("postgresql+asyncpg://ana@host", "/DATABASE"),
        ("postgresql+asyncpg://ana:p@hush/s@host/cards", "/ %2F"),
        ("postgresql+asyncpg://ana@host/cards?sslmode=require", "'sslmode' is none of"),
        ("postgresql+asyncpg://ana@host/cards?command_timeout=x", "'command_timeout' is none of"),
        ("postgresql+asyncpg:///cards?user=ana&password=hush", "'password' is none of"),
        ("postgresql+asyncpg://ana@host:70000/cards", "no such port"),
        ("postgresql+asyncpg:///cards?host=/run/postgresql&port=x", "no such port"),
    ],
)
def test_address_that_cannot_be_used_is_refused(address: str, why: str) -> None:
    """Nothing in memory, nothing the drivers would fail at; no password is repeated."""
    with pytest.raises(ConfigError, match=r"^Setting 'database_url' is wrong: ") as error:
        load(environment=False, database_url=address)
    assert why in str(error.value)
    assert "hush" not in str(error.value)


@pytest.mark.parametrize(
    "address",
    [
        "sqlite+aiosqlite:///data/k.sqlite3",
        "sqlite+aiosqlite:////var/lib/a%20b/k#1.sqlite3",
        "postgresql+asyncpg://ana:p%40ss%2Fw%3Ard@host:5433/cards?ssl=verify-full",
        "postgresql+asyncpg://ana@/cards?host=/run/postgresql&port=5433",
        "postgresql+asyncpg://ana@/cards?host=one:5432&host=other:5432",
    ],
)
def test_address_that_can_be_used_is_left_as_it_is(address: str) -> None:
    """Files wherever they are, servers by host, socket or one of several."""
    assert load(environment=False, database_url=address).database_url == address


def test_variables_are_text_for_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers and what is on or off are read from their words; every wrong one is named."""
    for name, value in (("SHARD_COUNT", " 4 "), ("SYNC_COMMANDS", "False"), ("PACE_LIVE", "2.5")):
        monkeypatch.setenv(f"KALAMAZOO_{name}", value)
    settings = load()
    assert (settings.shard_count, settings.sync_commands, settings.pace_live) == (4, False, 2.5)
    monkeypatch.setenv("KALAMAZOO_SHARD_COUNT", "four")
    monkeypatch.setenv("KALAMAZOO_PACE_LIVE", "nan")
    with pytest.raises(ConfigError, match=r"(?s)'shard_count'.*'pace_live'|'pace_live'.*'shard"):
        load()


def test_unknown_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt variable is not passed over in silence."""
    monkeypatch.setenv("KALAMAZOO_LANGAUGE", "es")
    with pytest.raises(ConfigError, match="KALAMAZOO_LANGAUGE"):
        load()


@pytest.mark.parametrize(
    ("api_base", "gateway_url", "sandbox", "named"),
    [
        ("http://127.0.0.1:1/api/v10", None, False, "api_base"),
        (None, "ws://127.0.0.1:1", False, "gateway_url"),
        ("http://127.0.0.1:1/api/v10", None, True, "gateway_url"),
        ("http://example.org/api/v10", "ws://127.0.0.1:1", True, "api_base"),
        ("http://127.0.0.1.example.org/", "ws://127.0.0.1:1", True, "api_base"),
        ("http://[::1]:1/api/v10", "ws://10.0.0.1:1", True, "gateway_url"),
        ("http://[::1:1/api/v10", "ws://[::1]:1", True, "api_base"),
    ],
)
def test_sandbox_addresses_are_loopback_and_for_the_sandbox_alone(
    api_base: str | None, gateway_url: str | None, sandbox: bool, named: str
) -> None:
    """`run` never talks to another server by a setting left behind (`architecture.md`)."""
    settings = load(environment=False, api_base=api_base, gateway_url=gateway_url)
    with pytest.raises(ConfigError, match=named):
        check_sandbox(settings, sandbox=sandbox)


def test_loopback_addresses_are_accepted_with_sandbox() -> None:
    """Addresses on this machine pass."""
    settings = load(
        environment=False, api_base="http://localhost:1/api/v10", gateway_url="ws://[::1]:1"
    )
    check_sandbox(settings, sandbox=True)


SERVER = "postgresql+asyncpg://localhost/kalamazoo"


def test_shards_are_numbers_and_ranges() -> None:
    """One of several processes, by its shards or as a spare one; else it is alone."""
    given: dict[str, Any] = {"database_url": SERVER, "shard_count": 8}
    several = load(environment=False, shards="0,2-4,3", **given)
    check_shards(several)
    assert several.several
    assert several.own_shards == (0, 2, 3, 4)
    spare = load(environment=False, spare=True, **given)
    check_shards(spare)
    assert (spare.several, spare.own_shards) == (True, ())
    check_shards(load(environment=False))
    assert not load(environment=False, shard_count=8).several


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"shards": "0-3", "database_url": SERVER}, "'shard_count'"),
        ({"shards": "0-8", "shard_count": 8, "database_url": SERVER}, "'shards'"),
        ({"shards": "3-1", "shard_count": 8, "database_url": SERVER}, "'shards'"),
        ({"shards": "0-3", "shard_count": 8}, "PostgreSQL"),
        ({"spare": True, "shard_count": 8}, "PostgreSQL"),
    ],
)
def test_shards_that_cannot_be_had_are_refused(given: dict[str, Any], named: str) -> None:
    """In one sentence that names the key, before anything is connected."""
    with pytest.raises(ConfigError, match=named):
        check_shards(load(environment=False, **given))

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
    assert shown == set(Settings.model_fields)
    assert load(EXAMPLE, environment=False).model_dump() == load(environment=False).model_dump()
    whole = tmp_path / "config.toml"
    whole.write_text(re.sub(r"^# ([a-z_]+ = )", r"\1", text, flags=re.MULTILINE))
    assert set(tomllib.loads(whole.read_text())) == set(Settings.model_fields)
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
        == "Setting 'keep_games_days' is wrong: true and false are no value for it."
    )
    path.write_text("sync_commands = false\n")
    assert not load(path, environment=False).sync_commands


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

"""One typed settings object from `config.toml` and, above it, the environment (`architecture.md`).

Every key is a line of `config.example.toml`. An environment variable `KALAMAZOO_<KEY>` overrides
its key; the Discord token comes from `DISCORD_TOKEN` alone and never from a file.
"""

import os
import re
import tomllib
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

PREFIX = "KALAMAZOO_"

MONTH = 2_592_000
"""The longest wait, in seconds (30 days)."""

Seconds = Annotated[float, Field(ge=0.01, le=MONTH, allow_inf_nan=False)]
Milliseconds = Annotated[int, Field(ge=0, le=5_000)]
Count = Annotated[int, Field(ge=1, le=10_000)]
Speed = Annotated[float, Field(ge=0.01, le=1_000, allow_inf_nan=False)]


class ConfigError(Exception):
    """Settings that cannot be used; the text is a sentence for each, which names the key."""


class Settings(BaseSettings):
    """Everything an operator may set; the defaults are those of `config.example.toml`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    database_url: str = "sqlite+aiosqlite:///data/kalamazoo.sqlite3"
    database_timeout: Annotated[float, Field(ge=0.5, le=60, allow_inf_nan=False)] = 5
    database_lock_timeout: Annotated[float, Field(ge=0.05, le=60, allow_inf_nan=False)] = 1
    database_readers: Annotated[int, Field(ge=1, le=100)] = 4
    api_base: str | None = None
    gateway_url: str | None = None
    language: Literal["en", "es"] = "en"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    monitoring: str | None = None
    proxy: str | None = None
    sync_commands: bool = True
    shard_count: Count | None = None
    shards: str | None = None
    spare: bool = False
    requests_per_second: Count = 40
    edit_spacing: Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)] = 1.25
    ready_timeout: Seconds = 2.0

    call_window_ms: Annotated[int, Field(ge=50, le=500)] = 300
    button_margin_ms: Milliseconds = 50
    reaction_margin_ms: Milliseconds = 150
    mixed_margin_ms: Milliseconds = 150
    few_samples_margin_ms: Milliseconds = 300
    few_samples: Count = 20

    pace_live: Seconds = 60
    pace_relaxed: Seconds = 600
    pace_daily: Seconds = 86_400
    turn_notice: Annotated[float, Field(ge=0, le=MONTH, allow_inf_nan=False)] = 10
    dm_patience: Seconds = 5
    dm_burst: Count = 10
    repost_after: Seconds = 3_000
    lobby_idle: Seconds = 600
    lobby_idle_daily: Seconds = 86_400
    invitation: Seconds = 600
    rematch: Seconds = 120
    accuse_vote: Seconds = 60
    house_speed: Speed = 1.0
    countdown_speed: Speed = 1.0

    keep_games_days: Annotated[int, Field(ge=0, le=36_500)] = 365

    tables_per_channel: Count = 3
    tables_per_person: Count = 3
    lobbies_per_person: Count = 1

    @field_validator("*", mode="before")
    @classmethod
    def number_is_no_answer(cls, value: Any, info: ValidationInfo) -> Any:
        """Take `true` and `false` for what is on or off alone: Python takes them for 1 and 0."""
        field = cls.model_fields[info.field_name or ""]
        if isinstance(value, bool) and field.annotation is not bool:
            raise PydanticCustomError("no_answer", "true and false are no value for it")
        return value

    @field_validator("database_url")
    @classmethod
    def database_is_supported(cls, value: str) -> str:
        """Take SQLite and PostgreSQL alone; `~` in a path is the home folder."""
        try:
            url = make_url(value)
        except (ArgumentError, ValueError):
            raise PydanticCustomError("no_database", "it is no SQLAlchemy URL") from None
        if url.drivername not in ("sqlite+aiosqlite", "postgresql+asyncpg"):
            raise PydanticCustomError(
                "no_database", "use sqlite+aiosqlite:// or postgresql+asyncpg://"
            )
        if url.drivername.startswith("sqlite") and (url.database or "").startswith("~"):
            url = url.set(database=os.path.expanduser(url.database or ""))
            return url.render_as_string(hide_password=False)
        return value

    @field_validator("shards")
    @classmethod
    def shards_are_numbers(cls, value: str | None) -> str | None:
        """Take numbers and ranges of them."""
        one = r"\d{1,4}(-\d{1,4})?"
        if value is not None and not re.fullmatch(f"{one}(,{one})*", value):
            raise PydanticCustomError("no_shards", "use numbers and ranges, as 0-3 or 0,2,4-7")
        return value

    @property
    def several(self) -> bool:
        """Whether this is one of several processes."""
        return self.shards is not None or self.spare

    @property
    def own_shards(self) -> tuple[int, ...]:
        """The shards this process is for, where it is one of several."""
        found = set[int]()
        for each in (self.shards or "").split(","):
            first, _, last = each.partition("-")
            if first:
                found |= {*range(int(first), int(last or first) + 1)}
        return tuple(sorted(found))

    @field_validator("monitoring")
    @classmethod
    def monitoring_is_loopback(cls, value: str | None) -> str | None:
        """Take an address of this machine alone, with a port."""
        if value is not None and not (_is_loopback(f"//{value}") and _port(f"//{value}")):
            raise PydanticCustomError(
                "no_loopback", "use a loopback address with a port, as 127.0.0.1:8914"
            )
        return value

    @field_validator("proxy")
    @classmethod
    def proxy_is_http(cls, value: str | None) -> str | None:
        """Take what the library can speak to."""
        if value is not None:
            parts = urlsplit(value)
            if parts.scheme not in ("http", "https") or not parts.hostname or not _port(value):
                raise PydanticCustomError(
                    "no_proxy",
                    "use http://host:port, with user:password@ before the host if need be",
                )
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read explicit values, then the environment; `load` adds the file below them."""
        del settings_cls, dotenv_settings, file_secret_settings
        return init_settings, env_settings


def load(path: Path | None = None, *, environment: bool = True, **values: Any) -> Settings:
    """Return the settings of a file (none: only defaults and environment).

    Args:
        path: the TOML file; it must exist.
        environment: False ignores the environment, as the demo does.
        values: win over everything.

    Raises:
        ConfigError: naming every key that is unknown or whose value is wrong.
    """
    written = _read(Path(os.path.expanduser(path))) if path is not None else {}
    problems = _problems_of_environment() if environment else []

    class _Read(Settings):
        model_config = SettingsConfigDict(
            env_prefix=PREFIX if environment else "KALAMAZOO_NOT_READ_",
            extra="forbid",
            frozen=True,
        )

        @classmethod
        def settings_customise_sources(
            cls, settings_cls: type[BaseSettings], *sources: Any, **named: Any
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            above = super().settings_customise_sources(settings_cls, *sources, **named)
            return *above, InitSettingsSource(settings_cls, written)

    try:
        settings = _Read(**values)
    except ValidationError as error:
        # What was given, which may be a password, is not repeated.
        problems += [_sentence(each) for each in error.errors(include_input=False)]
    except ValueError as error:
        problems.append(f"The environment cannot be read: {error}.")
    if problems:
        raise ConfigError("\n".join(problems))
    return settings


def _sentence(error: Any) -> str:
    key = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return f"Unknown setting {key!r}."
    return f"Setting {key!r} is wrong: {error['msg']}."


def _read(path: Path) -> dict[str, Any]:
    """Return what stands in a settings file, with or without a byte-order mark."""
    if not os.path.lexists(path):
        raise ConfigError(f"There is no settings file {path}.")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        why = error.strerror or type(error).__name__
    except UnicodeDecodeError:
        why = "it is no UTF-8 text"
    except tomllib.TOMLDecodeError as error:
        why = str(error)
    raise ConfigError(f"The settings file {path} cannot be read: {why}.")


def _problems_of_environment() -> list[str]:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    found = []
    for name, value in sorted(os.environ.items()):
        if name.startswith(PREFIX) and name not in known:
            found.append(f"Unknown setting {name!r} in the environment.")
        elif name.startswith(PREFIX) and not value.strip():
            found.append(f"Setting {name!r} in the environment is empty; unset it or give a value.")
    return found


def check_sandbox(settings: Settings, *, sandbox: bool) -> None:
    """Refuse other servers than Discord without `--sandbox`, and anything but loopback with it.

    Raises:
        ConfigError: one sentence that names the key.
    """
    addresses = {"api_base": settings.api_base, "gateway_url": settings.gateway_url}
    for key, address in addresses.items():
        if not sandbox and address is not None:
            raise ConfigError(f"Setting {key!r} is only for `run --sandbox`.")
        if sandbox and address is None:
            raise ConfigError(f"`run --sandbox` needs the setting {key!r}.")
        if sandbox and address is not None and not _is_loopback(address):
            raise ConfigError(f"Setting {key!r} must be a loopback address with --sandbox.")


def check_shards(settings: Settings) -> None:
    """Refuse shards that cannot be had.

    Raises:
        ConfigError: one sentence that names the key.
    """
    if not settings.several:
        return
    if settings.shard_count is None:
        raise ConfigError("Settings 'shards' and 'spare' need 'shard_count'.")
    if settings.shards is not None and not settings.own_shards:
        raise ConfigError("Setting 'shards' is wrong: it names none.")
    if any(shard >= settings.shard_count for shard in settings.own_shards):
        most = settings.shard_count
        raise ConfigError(f"Setting 'shards' is wrong: the last of {most} is {most - 1}.")
    if not settings.database_url.startswith("postgresql"):
        raise ConfigError("Settings 'shards' and 'spare' need PostgreSQL as 'database_url'.")


def _is_loopback(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _port(address: str) -> int:
    try:
        return urlsplit(address).port or 0
    except ValueError:
        return 0

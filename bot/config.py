"""One typed settings object from `config.toml` and, above it, the environment (`architecture.md`).

Every key is a line of `config.example.toml`. An environment variable `KALAMAZOO_<KEY>` overrides
its key; the Discord token comes from `DISCORD_TOKEN` alone and never from a file.
"""

import os
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

PREFIX = "KALAMAZOO_"

Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Milliseconds = Annotated[int, Field(ge=0, le=5_000)]
Count = Annotated[int, Field(ge=1)]


class ConfigError(Exception):
    """Settings that cannot be used; the text is one sentence that names the key."""


class Settings(BaseSettings):
    """Everything an operator may set; the defaults are those of `config.example.toml`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    database_url: str = "sqlite+aiosqlite:///data/kalamazoo.sqlite3"
    api_base: str | None = None
    gateway_url: str | None = None
    language: Literal["en", "es"] = "en"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    sync_commands: bool = True
    shard_count: Count | None = None
    requests_per_second: Count = 40
    edit_spacing: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 1.25
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
    turn_notice: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 10
    dm_patience: Seconds = 5
    dm_burst: Count = 10
    repost_after: Seconds = 3_000
    lobby_idle: Seconds = 600
    lobby_idle_daily: Seconds = 86_400
    invitation: Seconds = 600
    rematch: Seconds = 120
    accuse_vote: Seconds = 60
    house_speed: Seconds = 1.0
    countdown_speed: Seconds = 1.0

    keep_games_days: Annotated[int, Field(ge=0)] = 365

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

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read explicit values, then the environment, then the file; nothing else."""
        del dotenv_settings, file_secret_settings
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load(path: Path | None = None, *, environment: bool = True, **values: Any) -> Settings:
    """Return the settings of a file (none: only defaults and environment).

    Args:
        path: the TOML file; it must exist.
        environment: False ignores the environment, as the demo does.
        values: win over everything.

    Raises:
        ConfigError: naming the key that is unknown or whose value is wrong.
    """
    if environment:
        _check_environment()

    class _Read(Settings):
        model_config = SettingsConfigDict(
            env_prefix=PREFIX if environment else "KALAMAZOO_NOT_READ_",
            extra="forbid",
            frozen=True,
            toml_file=path,
        )

    if path is not None and not path.is_file():
        raise ConfigError(f"There is no settings file {path}.")
    try:
        settings = _Read(**values)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise ConfigError(f"Unknown setting {key!r}.") from None
        raise ConfigError(f"Setting {key!r} is wrong: {first['msg']}.") from None
    except ValueError as error:
        raise ConfigError(f"The settings file {path} cannot be read: {error}.") from None
    check_database_url(settings.database_url)
    return settings


def _check_environment() -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known:
            raise ConfigError(f"Unknown setting {name!r} in the environment.")


def check_database_url(url: str) -> None:
    """Raise `ConfigError` unless it is a SQLAlchemy URL of a supported asynchronous driver."""
    try:
        driver = make_url(url).drivername
    except ArgumentError:
        raise ConfigError("Setting 'database_url' is wrong: it is no SQLAlchemy URL.") from None
    if driver not in ("sqlite+aiosqlite", "postgresql+asyncpg"):
        raise ConfigError(
            "Setting 'database_url' is wrong: use sqlite+aiosqlite:// or postgresql+asyncpg://."
        )


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


def _is_loopback(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False

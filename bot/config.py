"""One typed settings object from `config.toml` and, above it, the environment (`architecture.md`).

Every key is a line of `config.example.toml`. An environment variable `KALAMAZOO_<KEY>` overrides
its key; the Discord token comes from `DISCORD_TOKEN` alone and never from a file.
"""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints
from urllib.parse import SplitResult, urlsplit

from msgspec import Meta, Struct, ValidationError, convert
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

PREFIX = "KALAMAZOO_"

MONTH = 2_592_000
"""The longest wait, in seconds (30 days)."""

Seconds = Annotated[float, Meta(ge=0.01, le=MONTH)]
Milliseconds = Annotated[int, Meta(ge=0, le=5_000)]
Count = Annotated[int, Meta(ge=1, le=10_000)]
Speed = Annotated[float, Meta(ge=0.01, le=1_000)]


class ConfigError(Exception):
    """Settings that cannot be used; the text is a sentence for each, which names the key."""


class Settings(Struct, frozen=True, kw_only=True):
    """Everything an operator may set; the defaults are those of `config.example.toml`."""

    database_url: str = "sqlite+aiosqlite:///data/kalamazoo.sqlite3"
    database_timeout: Annotated[float, Meta(ge=0.5, le=60)] = 5
    database_lock_timeout: Annotated[float, Meta(ge=0.05, le=60)] = 1
    database_readers: Annotated[int, Meta(ge=1, le=100)] = 4
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
    edit_spacing: Annotated[float, Meta(ge=0, le=60)] = 1.25
    ready_timeout: Seconds = 2.0

    call_window_ms: Annotated[int, Meta(ge=50, le=500)] = 300
    button_margin_ms: Milliseconds = 50
    reaction_margin_ms: Milliseconds = 150
    mixed_margin_ms: Milliseconds = 150
    few_samples_margin_ms: Milliseconds = 300
    few_samples: Count = 20

    pace_live: Seconds = 60
    pace_relaxed: Seconds = 600
    pace_daily: Seconds = 86_400
    turn_notice: Annotated[float, Meta(ge=0, le=MONTH)] = 10
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

    keep_games_days: Annotated[int, Meta(ge=0, le=36_500)] = 365

    tables_per_channel: Count = 3
    tables_per_person: Count = 3
    lobbies_per_person: Count = 1

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
    variables, problems = _environment() if environment else ({}, [])
    types = get_type_hints(Settings, include_extras=True)
    found: dict[str, Any] = {}
    for key, given in (written | variables | values).items():
        # A variable is text, whatever its key is; what a file says is of a type already.
        text = key in variables and key not in values
        try:
            found[key] = _checked(key, convert(given, types[key], strict=not text))
        except KeyError:
            problems.append(f"Unknown setting {key!r}.")
        except ValidationError:
            # What was given, which may be a password, is not repeated.
            problems.append(f"Setting {key!r} is wrong: use {_wanted(types[key])}.")
        except ConfigError as error:
            problems.append(f"Setting {key!r} is wrong: {error}.")
    if problems:
        raise ConfigError("\n".join(problems))
    return Settings(**found)


def _environment() -> tuple[dict[str, str], list[str]]:
    """Return what the environment sets, by key, and what is wrong with its variables."""
    found, problems = dict[str, str](), list[str]()
    for name, value in sorted(os.environ.items()):
        key = name.removeprefix(PREFIX).lower()
        if not name.startswith(PREFIX):
            continue
        if name != PREFIX + key.upper() or key not in Settings.__struct_fields__:
            problems.append(f"Unknown setting {name!r} in the environment.")
        elif not value.strip():
            problems.append(
                f"Setting {name!r} in the environment is empty; unset it or give a value."
            )
        else:
            found[key] = value.strip()
    return found, problems


def _wanted(of: Any) -> str:
    """Return in words what a setting takes: "a number from 0 to 60"."""
    from msgspec import inspect

    info = inspect.type_info(of)
    if isinstance(info, inspect.UnionType):
        info = next(each for each in info.types if not isinstance(each, inspect.NoneType))
    match info:
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case inspect.FloatType(ge=least, le=most):
            return f"a number from {least:g} to {most:.0f}"
        case inspect.LiteralType(values=words):
            return f"one of {', '.join(map(str, words))}"
        case inspect.BoolType():
            return "true or false"
        case _:
            return "a text"


def _checked(key: str, value: Any) -> Any:
    """Return a value of the right type, once more than its type is right; None is not set."""
    check = CHECKS.get(key)
    return value if check is None or value is None else check(value)


def _database(value: str) -> str:
    """Take a file of SQLite or a database of PostgreSQL; `~` in a path is the home folder."""
    try:
        url = make_url(value)
    except (ArgumentError, ValueError):
        raise ConfigError("it is no SQLAlchemy URL") from None
    match url.drivername:
        case "sqlite+aiosqlite":
            return _file(url, value)
        case "postgresql+asyncpg":
            _check_server(url)
            return value
    raise ConfigError("use sqlite+aiosqlite:// or postgresql+asyncpg://")


def _file(url: URL, value: str) -> str:
    """Return the address of a file: in memory the next start would know nothing."""
    path = os.path.expanduser(url.database or "")
    if url.host:
        raise ConfigError("a path has three slashes before it, four if it begins with one itself")
    if not path or path == ":memory:" or "\0" in path or url.query:
        raise ConfigError("use sqlite+aiosqlite:///PATH")
    if path.startswith("~"):
        raise ConfigError("there is no such home folder")
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        raise ConfigError(
            "the locale of this system has no such letters; use LC_ALL=C.UTF-8"
        ) from None
    return url.set(database=path).render_as_string() if path != url.database else value


def _check_server(url: URL) -> None:
    """Refuse what the driver does not understand, or takes for something else than was meant."""
    if not url.database or set("/@") & set(url.database):
        raise ConfigError(
            "use postgresql+asyncpg://USER@HOST/DATABASE; in a password, @ is %40, : %3A and / %2F"
        )
    unknown = set(url.query) - {"host", "port", "ssl"}
    if unknown:
        raise ConfigError(f"{min(unknown)!r} is none of host, port and ssl")
    ports = [str(url.port or 1), *url.normalized_query.get("port", ())]
    if not all(re.fullmatch(r"[0-9]{1,5}", port) and 0 < int(port) < 65_536 for port in ports):
        raise ConfigError("there is no such port")


def _shards(value: str) -> str:
    """Take numbers and ranges of them."""
    one = r"\d{1,4}(-\d{1,4})?"
    if not re.fullmatch(f"{one}(,{one})*", value):
        raise ConfigError("use numbers and ranges, as 0-3 or 0,2,4-7")
    return value


def _monitoring(value: str) -> str:
    """Take an address of this machine alone, with a port."""
    parts = _parts(f"//{value}")
    alone = parts.netloc == value and "@" not in value
    if not (alone and parts.port and _is_loopback(f"//{value}")):
        raise ConfigError("use a loopback address with a port, as 127.0.0.1:8914")
    return value


def _proxy(value: str) -> str:
    """Take what the library can speak to."""
    parts = _parts(value if re.fullmatch(r"[!-~]+", value) else "")
    if parts.scheme not in ("http", "https") or not parts.hostname or not parts.port:
        raise ConfigError("use http://host:port, with user:password@ before the host if need be")
    return value


CHECKS: Mapping[str, Callable[[str], str]] = {
    "database_url": _database,
    "shards": _shards,
    "monitoring": _monitoring,
    "proxy": _proxy,
}
"""What a setting has to be besides its type."""


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
    host = _parts(address).hostname or ""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _parts(address: str) -> SplitResult:
    """Return the parts of an address; none of one that cannot be read."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # read only now
    except ValueError:
        return urlsplit("")
    return parts

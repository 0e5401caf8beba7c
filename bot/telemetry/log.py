"""The log: one line an event, as text or JSON, with the table, server and error number it is about.

What it is about is set once, where an event or an entry is taken in, and holds for everything that
is begun there. No line ever carries a token or a password, whatever a library puts into an address
it tells of, nor a row that a database server has refused.
"""

import contextlib
import json
import logging
import os
import queue
import re
import sys
import threading
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, TypeAlias

Format: TypeAlias = Literal["text", "json"]

LIBRARIES = ("discord", "aiosqlite", "asyncpg", "sqlalchemy", "alembic", "filelock")
"""Loggers of others, heard from warnings on: at DEBUG a driver writes every value it stores."""
FIELDS = ("table", "server", "error")
TOKENS = re.compile(r"((?:/webhooks|/interactions)/\d+)/[\w.~%-]+")
"""Addresses that hold the token of an interaction."""
PASSWORDS = re.compile(r"(://[^\s/?#@:]*:)[^\s/]+@")
"""Addresses that hold a password, in whichever spelling."""
ROWS = re.compile(r"(DETAIL: +)\S.*?(?=\n\n|\Z)", re.DOTALL)
"""What PostgreSQL tells of a refusal besides why: the whole row, seed or token and all."""

MOST = 10_000
"""How many lines wait to be written."""
PATIENCE = 1.0
"""Seconds to wait until they are."""
LEFT_OUT = {
    "name": __name__,
    "levelno": logging.WARNING,
    "levelname": "WARNING",
    "msg": "lines of the log were left out here: nobody had taken those before",
}
"""What stands in their place."""

CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What would begin another line, or do something to the terminal it is read on."""


class _About(NamedTuple):
    table: int | None = None
    server: int | None = None


_about: ContextVar[_About] = ContextVar("about", default=_About())  # noqa: B039 - a tuple


class about:  # noqa: N801 - it is used as a function is
    """Let every line logged meanwhile, and by tasks begun meanwhile, name table and server."""

    __slots__ = ("_before", "_server", "_table")

    def __init__(self, *, table: int | None = None, server: int | None = None) -> None:
        self._table = table
        self._server = server

    def __enter__(self) -> None:
        known, table, server = _about.get(), self._table, self._server
        self._before = _about.set(
            _About(
                known.table if table is None else table, known.server if server is None else server
            )
        )

    def __exit__(self, *_: object) -> None:
        _about.reset(self._before)


class Line(logging.Formatter):
    """Writes an event as one line of text.

    Args:
        secrets: what no line may hold.
    """

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: time, level, logger, message, what it is about, a traceback."""
        fields = " ".join(f"{name}={value}" for name, value in self._fields(record).items())
        parts = [
            self._time(record),
            record.levelname,
            f"{record.name}:",
            self._message(record),
            f"[{fields}]" if fields else "",
            self._traceback(record),
        ]
        line = " ".join(" | ".join(part.split("\n")) for part in parts if part)
        return CONTROLS.sub(lambda found: ascii(found[0])[1:-1], line)

    def _time(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _message(self, record: logging.LogRecord) -> str:
        return self._clean(record.getMessage())

    def _traceback(self, record: logging.LogRecord) -> str:
        return self._clean(self.formatException(record.exc_info)) if record.exc_info else ""

    def _fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return what the event is about: what its line says itself goes before."""
        found = {**_about.get()._asdict(), **record.__dict__}
        return {name: found[name] for name in FIELDS if found.get(name) is not None}

    def _clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "…")
        text = PASSWORDS.sub(r"\1…@", TOKENS.sub(r"\1/…", text))
        return ROWS.sub(r"\1…", text)


class JsonLine(Line):
    """Writes an event as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object: `time`, `level`, `logger`, `message`, what it is about."""
        line: dict[str, Any] = {
            "time": self._time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": self._message(record),
            **self._fields(record),
        }
        if record.exc_info:
            line["traceback"] = self._traceback(record)
        return json.dumps(line)


class ThreadHandler(logging.Handler):
    """Writes lines to a descriptor in a thread of its own, in their order.

    Whoever reads them no more (a terminal that is held, a pager, a collector that hangs) holds up
    nobody. What there is no room for meanwhile is left out, and that is said.

    Args:
        descriptor: an open one.
        encoding: how letters are written; what it has not is escaped.
    """

    def __init__(self, descriptor: int, encoding: str) -> None:
        super().__init__()
        self._descriptor, self._encoding = descriptor, encoding
        self._begin()
        os.register_at_fork(after_in_child=self._begin)  # which has no such thread

    def _begin(self) -> None:
        # Unlike others this queue may be used by a signal or an object's end in the middle of it.
        self._lines: queue.SimpleQueue[str | threading.Event] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._left_out = False

    def emit(self, record: logging.LogRecord) -> None:
        """Hand a line over, as it is now."""
        if self._lines.qsize() >= MOST:
            self._left_out = True
            return
        try:
            self._hand_over(self.format(record))
        except Exception:
            self.handleError(record)

    def flush(self) -> None:
        """Wait until all is written, but not for long: nobody may take it."""
        reached = threading.Event()
        self._hand_over(reached)
        reached.wait(PATIENCE)

    def _hand_over(self, line: "str | threading.Event") -> None:
        self._lines.put(line)
        if self._thread is None:
            self._thread = threading.Thread(target=self._write, name="log", daemon=True)
            self._thread.start()

    def _write(self) -> None:
        while True:
            line = self._lines.get()
            if isinstance(line, threading.Event):
                line.set()
                continue
            with contextlib.suppress(OSError):  # nobody hears it
                self._put(line)
                if self._left_out and self._lines.empty():
                    self._left_out = False
                    self._put(self.format(logging.makeLogRecord(LEFT_OUT)))

    def _put(self, line: str) -> None:
        left = f"{line}\n".encode(self._encoding, "backslashreplace")
        while left:
            left = left[os.write(self._descriptor, left) :]


def _handler() -> logging.Handler:
    """Return what writes to standard error."""
    try:
        return ThreadHandler(sys.stderr.fileno(), sys.stderr.encoding)
    except (AttributeError, OSError):  # there is none, or none of the system's
        return logging.StreamHandler(sys.stderr)


def written() -> None:
    """Wait until what was logged is written."""
    for each in logging.getLogger().handlers:
        each.flush()


def logs_objects() -> bool:
    """Say whether the log is one of JSON objects."""
    return any(isinstance(each.formatter, JsonLine) for each in logging.getLogger().handlers)


def log_to_stderr(level: str, form: Format = "text", secrets: tuple[str, ...] = ()) -> None:
    """Send the log to standard error.

    Args:
        level: the least that is written; of libraries nothing below warnings.
        form: how a line is written.
        secrets: what no line may hold, as the Discord token.
    """
    handler = _handler()
    handler.setFormatter((JsonLine if form == "json" else Line)(secrets))
    logging.basicConfig(level=level, handlers=[handler])
    logging.captureWarnings(True)
    sys.unraisablehook = _unraisable
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(max(logging.WARNING, logging.getLevelName(level)))


def _unraisable(found: "sys.UnraisableHookArgs") -> None:
    """Log what came up where nobody can be told, as at the end of an object's life."""
    logging.getLogger("python").error(
        "%s %r", found.err_msg or "Exception ignored in", found.object, exc_info=found.exc_value
    )

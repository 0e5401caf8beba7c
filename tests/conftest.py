"""Databases for whoever asks, time-outs that end a test, and the last line of the whole run."""

import signal
from collections.abc import Generator, Iterator
from itertools import chain
from typing import Any

import pytest

from tests.postgresql import Databases, migrated_server
from tests.prerequisites import POSTGRESQL, left_out, require
from tests.storage import empty, kept, migrated, url

__all__ = ["empty", "kept", "migrated", "url"]


@pytest.fixture(scope="session")
def server() -> Iterator[Databases]:
    """Return a PostgreSQL of the test run's own; it need not outlive a failure of the machine."""
    require(POSTGRESQL)
    with migrated_server("fsync=off") as address:
        yield Databases(address)


@pytest.fixture(autouse=True)
def background(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test one of whose background tasks has failed: nobody waits for those."""
    yield
    said = (record.getMessage() for record in caplog.get_records("call"))
    failed = [each for each in said if "background task" in each]
    assert not failed, f"{failed}: the captured log says why"


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(settings: Any) -> Generator[None, object, object]:
    """Have a time-out come again: one that strikes in a background task ends that task alone."""
    done = yield
    if settings.timeout and settings.method == "signal":
        signal.setitimer(signal.ITIMER_REAL, settings.timeout, settings.timeout)
    return done


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Name what could not be run and the command that installs it; a worker says nothing."""
    terminal: pytest.TerminalReporter | None = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and not hasattr(config, "workerinput"):
        reports = (terminal.stats.get(kind, []) for kind in ("skipped", "failed", "error"))
        terminal.write_line(left_out(str(each.longrepr) for each in chain(*reports)))

"""What the whole test run says as its last line."""

from itertools import chain

import pytest

from tests.prerequisites import left_out


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Name what could not be run and the command that installs it; a worker says nothing."""
    terminal: pytest.TerminalReporter | None = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and not hasattr(config, "workerinput"):
        reports = (terminal.stats.get(kind, []) for kind in ("skipped", "failed", "error"))
        terminal.write_line(left_out(str(each.longrepr) for each in chain(*reports)))

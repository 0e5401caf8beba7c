"""What the whole test run says at its end."""

import pytest

from tests.prerequisites import left_out


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what could not be run and the command that installs it, in one line."""
    skipped = terminalreporter.stats.get("skipped", [])
    terminalreporter.write_line(left_out(str(report.longrepr) for report in skipped))

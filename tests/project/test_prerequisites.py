"""Programs that tests need: a missing one skips here, fails where CI is set, and is named."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.prerequisites import NODE, POSTGRESQL, Program, left_out, require

MISSING = Program("Node", lambda: False, "nodejs")


def test_missing_program_skips_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without CI a test is left out, with the command that installs what it needs."""
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"needs Node \(apt-get install nodejs\)"):
        require(MISSING)


def test_missing_program_fails_the_test_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """With CI set nothing is left out, whatever its value."""
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="needs Node"):
        require(MISSING)


def test_program_that_is_there_lets_the_test_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing happens."""
    monkeypatch.setenv("CI", "1")
    require(Program("Node", lambda: True, "nodejs"))


def test_last_line_names_what_was_left_out_and_its_remedy() -> None:
    """How many tests, what they need, and one command; other reasons are not counted."""
    reasons = [
        f"('f', 1, 'Skipped: needs {each.name} (apt-get install x)')"
        for each in (NODE, POSTGRESQL, NODE)
    ]
    assert left_out([*reasons, "Skipped: no statements of its sources"]) == (
        "Tests not run: 1 for want of PostgreSQL, 2 for want of Node. "
        "To run them: apt-get install postgresql nodejs"
    )
    assert left_out([]) == "Nothing was left out for want of a program."


@pytest.mark.parametrize("workers", ["0", "1"])
def test_that_line_is_the_last_of_a_run(workers: str) -> None:
    """It stands once, below the count of what passed, with workers and without."""
    words = ("-m", "pytest", "-q", "-n", workers, f"{__file__}::{ORDINARY}")
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, *words], capture_output=True, check=True, cwd=root)
    lines = done.stdout.decode().splitlines()
    assert "1 passed" in lines[-2]
    assert lines[-1] == "Nothing was left out for want of a program."
    assert lines.count(lines[-1]) == 1


ORDINARY = test_program_that_is_there_lets_the_test_run.__name__

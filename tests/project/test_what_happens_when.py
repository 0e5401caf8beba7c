"""The table of cases in the docs names tests that exist (`docs/what-happens-when.md`)."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "what-happens-when.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def cases() -> list[tuple[str, list[str]]]:
    """Return every case of the page: what happens, and the cells of its line."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [
        (row[0], row) for row in rows if row[0] not in ("when …", "---") and "---" not in row[0]
    ]


@pytest.mark.parametrize(("case", "row"), cases(), ids=lambda value: str(value)[:40])
def test_each_case_names_tests_that_exist(case: str, row: list[str]) -> None:
    """A case has three cells, and its last names at least one test defined where it says."""
    assert len(row) == 3, f"{case}: a case, what happens, and a test"
    named = NAMED.findall(row[2])
    assert named, f"{case}: names no test"
    for file, name in named:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        defined = {
            node.name
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        assert name in defined, f"{case}: {file} has no {name}"


def test_the_page_has_cases() -> None:
    """The table was found at all."""
    assert len(cases()) > 40

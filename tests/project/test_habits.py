"""What makes this an ordinary project: licence, types for others, local hooks, one version."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from bot.cli import main

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
MAKEFILE = (ROOT / "Makefile").read_text()


def test_version_is_the_projects(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`kalamazoo --version` prints one line with the version of pyproject.toml, and leaves."""
    monkeypatch.setattr(sys, "argv", ["kalamazoo", "--version"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 0
    assert capsys.readouterr().out == f"kalamazoo {PROJECT['project']['version']}\n"


def test_licence_is_named_and_there() -> None:
    """MIT, by its name and in its words, and the file goes with the package."""
    assert PROJECT["project"]["license"] == "MIT"
    for name in PROJECT["project"]["license-files"]:
        assert (ROOT / name).read_text().startswith("MIT License\n\nCopyright (c)")


@pytest.mark.parametrize("package", ["bot", "engine"])
def test_types_are_for_others_too(package: str) -> None:
    """A package that mypy checks says so to whoever imports it, installed or not."""
    assert (ROOT / package / "py.typed").exists()
    assert "py.typed" in PROJECT["tool"]["setuptools"]["package-data"][package]


def test_mypy_is_strict_everywhere() -> None:
    """No folder with Python in it is left out."""
    folders = {path.parent.name for path in ROOT.glob("[a-z]*/__init__.py")}
    assert set(PROJECT["tool"]["mypy"]["files"]) == folders
    assert PROJECT["tool"]["mypy"]["strict"]


def test_hooks_before_a_commit_are_those_of_make_test() -> None:
    """Every hook is local and calls what `make test` calls; only the tests are left out."""
    text = (ROOT / ".pre-commit-config.yaml").read_text()
    called = set(re.findall(r"entry: make (\S+)", text))
    checks = re.search(r"^test: (.+)$", MAKEFILE, re.MULTILINE)
    assert checks is not None
    assert called == set(checks[1].split()) - {"setup", "check-tests"}
    assert re.findall(r"repo: (\S+)", text) == ["local"]

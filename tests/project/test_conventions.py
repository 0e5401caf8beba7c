"""The conventions that a linter does not know."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games import GAMES

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
SOURCES = sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "bot").rglob("*.py")])
BANNED = {"utils", "helpers", "common", "misc", "manager"}
REGISTRIES = {ROOT / "engine/games/__init__.py", ROOT / "bot/ui/renderers.py"}


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many lines the statements of a function take, its docstring left out."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def docstrings(tree: ast.AST) -> set[int]:
    """Return the ids of the nodes that are docstrings or free-standing explanations."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_module_is_short_and_named_for_what_it_does(path: Path) -> None:
    """A module stays under 400 lines, a cog under 200, and has a telling name."""
    lines = len(path.read_text().splitlines())
    limit = 200 if "cogs" in path.parts else 400
    assert lines <= limit, f"{path.name} has {lines} lines"
    assert path.stem not in BANNED


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_function_stays_under_forty_lines(path: Path) -> None:
    """A function's statements take under 40 lines."""
    tree = ast.parse(path.read_text())
    long = {f.name: body_lines(f) for f in functions(tree) if body_lines(f) >= 40}
    assert not long


def words_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every identifier and every string that is not a docstring, with its line."""
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(text)) if id(node) not in skipped:
                yield line, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield line, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield line, name
            case ast.ClassDef(name=name):
                yield line, name
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                for alias in names:
                    yield line, alias.name
                if isinstance(node, ast.ImportFrom) and node.module:
                    yield line, node.module


def may_name_a_game(path: Path) -> bool:
    """Say whether this module belongs to one game or is one of the two registries."""
    keys = {game.key for game in GAMES}
    of_a_game = (ROOT / "engine/games", ROOT / "bot/ui")
    return path in REGISTRIES or any(
        path.is_relative_to(folder) and keys & {path.stem, *path.relative_to(folder).parts}
        for folder in of_a_game
    )


@pytest.mark.parametrize(
    "path",
    [path for path in SOURCES if not may_name_a_game(path)],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_no_other_place_names_a_game(path: Path) -> None:
    """A fourth game touches nothing but its package, its renderer and the registries."""
    keys = "|".join(game.key for game in GAMES)
    found = [
        (line, word)
        for line, word in words_of(ast.parse(path.read_text()))
        if re.search(rf"(?<![a-zA-Z])({keys})(?![a-z])", word, re.IGNORECASE)
    ]
    assert not found


def test_engine_uses_no_global_luck() -> None:
    """Luck in the engine comes from the seed or from a generator handed in."""
    for path in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert (node.value.id, node.attr) == ("random", "Random") or (
                    node.value.id != "random"
                ), f"{path.name}:{node.lineno}"


def test_every_requirement_is_cited_by_a_test() -> None:
    """Every R, C, O and P statement of the sources stands in at least one test."""
    path = SHARED / "requirements.md"
    if not path.exists():
        pytest.skip("the folder ../shared is not present")
    numbers = re.findall(r"^- ([FPU]-\d+) \[[^\]]*[RCOP][^\]]*\]", path.read_text(), re.MULTILINE)
    cited: set[str] = set()
    for test in (ROOT / "tests").rglob("*"):
        if test.suffix in {".py", ".json"}:
            cited |= set(re.findall(r"[FPU]-\d+", test.read_text()))
    assert numbers
    assert not set(numbers) - cited


def test_nothing_is_skipped_where_everything_must_run() -> None:
    """With CI set, the browser and PostgreSQL are there, so that no test skips for them."""
    if os.environ.get("CI") != "true":
        pytest.skip("only where CI is set")
    assert any(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    assert Path("/usr/bin/chromium").exists()

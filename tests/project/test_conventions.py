"""The conventions that a linter does not know."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest

from engine.games import GAMES

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "bot").rglob("*.py")])
DRAWERS = {"utils", "helpers", "common", "misc", "manager"}
RIDDLES = {"making", "past", "which", "looks", "kit"}
REGISTRIES = {ROOT / "engine/games/__init__.py", ROOT / "bot/ui/renderers.py"}

OTHERWISE = {("Waiting", "young"), ("FlinchCardGiven", "giver")}
"""What nobody reads by its name: what orders values, and what is stored for good."""


def docstrings(tree: ast.AST) -> set[int]:
    """Return the ids of the nodes that are docstrings or free-standing explanations."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_module_is_named_for_what_it_is(path: Path) -> None:
    """A module has the name of one concept, never of a drawer or a riddle."""
    assert path.stem not in DRAWERS | RIDDLES


def unused(tree: ast.Module) -> Iterator[str]:
    """Yield every private function its module never uses, and method its class never does."""
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.Module | ast.ClassDef):
            continue
        used = {
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(scope)
            if isinstance(node, ast.Name | ast.Attribute)
        }
        for each in scope.body:
            if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if re.match(r"_[^_]", each.name) and each.name not in used:
                yield each.name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_private_is_there_for_nobody(path: Path) -> None:
    """What only its own class or module may call is called there."""
    assert not [*unused(ast.parse(path.read_text(encoding="utf-8")))]


def test_what_is_private_and_unused_is_found() -> None:
    """Also where another class of the module has and uses one of the same name."""
    of_two = """
class Used:
    def go(self): self._told()
    def _told(self): pass
class Pasted:
    def _told(self): pass
def _alone(): pass
"""
    assert sorted(unused(ast.parse(of_two))) == ["_alone", "_told"]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_an_exception_from_a_check_says_what_and_why(path: Path) -> None:
    """An ignore of mypy's or of the linter's carries its code and a reason."""
    stated = r"# (type: ignore\[[a-z-]+\]  # .|noqa: [A-Z]+[0-9]+ - .)"
    lines = path.read_text(encoding="utf-8").splitlines()
    exceptions = [each for each in lines if re.search(r"# (type: ignore|noqa)", each)]
    assert not [each for each in exceptions if not re.search(stated, each)]


def module_of(path: Path) -> str:
    """Return the name a module is imported by."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def referred(module: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield what a module imports of another or uses of its own: the module, and the name there."""
    imported: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from ((node.module, each.name) for each in node.names)
            imported |= {
                each.asname or each.name: f"{node.module}.{each.name}" for each in node.names
            }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield module, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield imported.get(node.value.id, ""), node.attr


def test_nothing_is_there_for_tests_alone() -> None:
    """Whatever the product defines it uses; a command that registers itself is decorated."""
    trees = {module_of(path): ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}
    scripts = {
        module_of(path): ast.parse(path.read_text()) for path in (ROOT / "scripts").glob("*.py")
    }
    used = {each for name, tree in (trees | scripts).items() for each in referred(name, tree)}
    assert ("bot.tables.acts", "act") in used
    assert not [
        (module, node.name)
        for module, tree in trees.items()
        if not module.startswith("bot.sandbox.testing")  # what a test plans for the sandbox
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if not node.decorator_list and (module, node.name) not in used
    ]


def read_in(tree: ast.Module) -> Iterator[str]:
    """Yield every attribute a module reads, also by a pattern or by its name as text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr
        elif isinstance(node, ast.MatchClass):
            yield from node.kwd_attrs
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def declared(kind: type) -> Iterator[str]:
    """Yield the public methods, properties and fields that a class has of itself alone."""
    callables = (FunctionType, property, classmethod, staticmethod)
    names = {name for name, value in vars(kind).items() if isinstance(value, callables)}
    inherited = {
        name
        for base in kind.__mro__[1:]
        for name in (*vars(base), *vars(base).get("__annotations__", ()))
    }
    for name in {*names, *vars(kind).get("__annotations__", ())} - inherited:
        if not name.startswith("_"):
            yield name


def test_no_part_of_a_class_is_there_for_tests_alone() -> None:
    """Whatever method, property or field the product declares, somebody of the product reads.

    What a library calls overrides its own; the sandbox is there for tests too.
    """
    paths = (*SOURCES, *(ROOT / "scripts").glob("*.py"))
    read = {each for path in paths for each in read_in(ast.parse(path.read_text()))}
    modules = [module_of(path) for path in SOURCES if path.stem != "__main__"]
    unread = {
        (kind.__name__, name)
        for module in map(importlib.import_module, modules)
        if not module.__name__.startswith("bot.sandbox")
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__
        for name in declared(kind)
        if name not in read
    }
    assert unread == OTHERWISE


def words_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every name and every string that is not a docstring, with its line.

    Whatever stands in a node as text is one: names, attributes, arguments and keywords, imports
    and what they are called here, captures of patterns, parts of f-strings, bytes.
    """
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        line = getattr(node, "lineno", 0)
        for _, value in ast.iter_fields(node):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, bytes):
                    yield line, each.decode("latin-1")
                elif isinstance(each, str):
                    yield line, each


def names_a_game(word: str) -> bool:
    """Say whether a game's key begins a word in it, in whatever case: `isFlip`, `flip_rules`."""
    return any(
        re.search(rf"(?<![A-Za-z])({game.key}|{game.key.upper()})|{game.key.capitalize()}", word)
        for game in GAMES
    )


def may_name_a_game(path: Path) -> bool:
    """Say whether this module belongs to one game or is one of the two registries."""
    if path in REGISTRIES:
        return True
    homes = [
        ROOT / folder / game.key for folder in ("engine/games", "bot/ui/games") for game in GAMES
    ]
    return any(path.is_relative_to(home) or path == home.with_suffix(".py") for home in homes)


SHARED_SOURCES = [
    path
    for path in (*SOURCES, *sorted((ROOT / "migrations").rglob("*.py")))
    if not may_name_a_game(path)
]


@pytest.mark.parametrize("path", SHARED_SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_other_place_names_a_game(path: Path) -> None:
    """A fourth game touches nothing but its package, its renderer and the registries."""
    assert not names_a_game(str(path.relative_to(ROOT)))
    assert not [each for each in words_of(ast.parse(path.read_text())) if names_a_game(each[1])]


@pytest.mark.parametrize(
    "source",
    [
        "key = 'flip'",
        "text = f'/play flushed {table}'",
        "data = b'FLINCH'",
        "class FlinchTable: ...",
        "def play_flip(): ...",
        "async def is_flushed(): ...",
        "table.flip()",
        "table.isFlip = True",
        "play(flushed=1)",
        "def play(*, flinch_pile): ...",
        "import engine.games.flip",
        "from engine.games.flinch import rules",
        "from engine.games import rules as flip_rules",
        "match game:\n    case {'key': flip_key}: ...",
        "match game:\n    case flushed: ...",
        "match game:\n    case Game(flip=1): ...",
        "try: ...\nexcept Error as flinched: ...",
        "def play():\n    global flip\n",
        "games = {'x': {'Flushed': 1}}",
    ],
)
def test_naming_a_game_is_found_wherever_it_stands(source: str) -> None:
    """The test before finds strings and names of every kind."""
    assert any(names_a_game(word) for _, word in words_of(ast.parse(source)))


def test_explanations_may_name_games() -> None:
    """Docstrings and comments are for people."""
    tree = ast.parse("def play():\n    'As in FLIP.'\n    # not in Flushed\n    'Nor Flinch.'")
    assert not [word for _, word in words_of(tree) if names_a_game(word)]


def test_pages_of_the_sandbox_name_no_game() -> None:
    """What is no Python either: the page offers what the bot's commands offer."""
    static = ROOT / "bot/sandbox/page/static"
    files = [path for path in static.rglob("*") if path.suffix in {".js", ".html", ".css"}]
    assert files
    assert not [path.name for path in files if names_a_game(path.read_text())]


def test_engine_uses_no_global_luck() -> None:
    """Luck in the engine comes from the seed or from a generator handed in."""
    for path in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert (node.value.id, node.attr) == ("random", "Random") or (
                    node.value.id != "random"
                ), f"{path.name}:{node.lineno}"

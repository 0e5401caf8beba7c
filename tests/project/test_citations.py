"""Every page, section, heading, requirement and path that is cited can be opened."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.db.models import Base, Shared
from bot.locale.commands import COMMANDS
from bot.ui.renderers import RENDERERS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FOLDERS = ("bot", "engine", "tests", "scripts", "migrations")
CITING = sorted(
    [
        *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")),
        *(ROOT / "tests" / "cases").glob("*.json"),
        *DOCS.glob("*.md"),
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    ]
)
PAGE = re.compile(r"(?<![\w/.{}-])(?:docs/)?(?P<page>[a-z][a-z-]*)\.md(?!\w)")
SECTIONS = re.compile(r"`*,? sections? (\d+(?:\.\d+)?(?:(?:, | and | to )\d+(?:\.\d+)?)*)")
HEADING = re.compile(r"`, ([A-Z][^`.:;()]*)[.:;)]")
NUMBER = re.compile(r"\b[FPU]-\d+\b")
REALISED = re.compile(r"^- ([FPU]-\d+) \[[^\]]*[RCOP][^\]]*\]", re.MULTILINE)
NAMED_PATH = re.compile(r"`((?:bot|engine|tests|scripts|migrations|docs)/[\w./-]*)`")
SUBCOMMANDS = {"delete", "export"}
"""Of `/mydata`."""
PROJECT_PAGES = {"README", "CONTRIBUTING", "CHANGELOG"}


def problems(text: str) -> Iterator[str]:
    """Yield what the citations of a text name and is not there."""
    text = re.sub(r"\s*\n\s*(?:#\s*)?", " ", text)
    for found in PAGE.finditer(text):
        page, rest = found["page"], text[found.end() : found.end() + 90]
        if not (DOCS / f"{page}.md").exists():
            yield f"{page}.md is no page of docs"
            continue
        sections = SECTIONS.match(rest)
        for number in re.findall(r"\d+(?:\.\d+)?", sections[1]) if sections else ():
            if number not in numbered(page):
                yield f"{page}.md has no section {number}"
        heading = HEADING.match(rest)
        if heading is not None and heading[1] not in headings(page):
            yield f"{page}.md has no heading {heading[1]!r}"
    yield from sorted(f"no statement {each}" for each in {*NUMBER.findall(text)} - statements())


@cache
def headings(page: str) -> tuple[str, ...]:
    """Return the headings of a page."""
    return tuple(re.findall(r"^#+ (.+)$", (DOCS / f"{page}.md").read_text(), re.MULTILINE))


@cache
def numbered(page: str) -> frozenset[str]:
    """Return the numbers of its sections."""
    found = (re.match(r"\d+(?:\.\d+)?", heading) for heading in headings(page))
    return frozenset(each[0] for each in found if each)


@cache
def statements() -> frozenset[str]:
    """Return the numbers of all statements of the sources."""
    text = (DOCS / "requirements.md").read_text()
    return frozenset(re.findall(r"^- ([FPU]-\d+) \[", text, re.MULTILINE))


@pytest.mark.parametrize("path", CITING, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_is_cited_is_there(path: Path) -> None:
    """A page, its section or heading, a statement of the sources by its number."""
    if path != Path(__file__):
        assert list(problems(path.read_text())) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("as `nowhere.md` says", "nowhere.md is no page of docs"),
        ("(`docs/nowhere.md`)", "nowhere.md is no page of docs"),
        ("(`rules.md` section 9)", "rules.md has no section 9"),
        ("(`discord.md` sections 1.1\nand 1.9)", "discord.md has no section 1.9"),
        ("(`architecture.md`, Nonsense)", "architecture.md has no heading 'Nonsense'"),
        ("F-999: nothing", "no statement F-999"),
    ],
)
def test_what_is_not_there_is_named(text: str, problem: str) -> None:
    """The test before finds wrong citations of every kind, also over the end of a line."""
    assert list(problems(text)) == [problem]


def test_every_requirement_is_cited_by_a_test() -> None:
    """Every R, C, O and P statement of the sources stands in at least one test."""
    numbers = set(REALISED.findall((DOCS / "requirements.md").read_text()))
    cited: set[str] = set()
    for test in (ROOT / "tests").rglob("*"):
        if test.suffix in {".py", ".json"} and test != Path(__file__):
            cited |= set(NUMBER.findall(test.read_text()))
    assert numbers
    assert numbers - cited == set()


@pytest.mark.parametrize("page", ["architecture", "experience", "rules", "fairness"])
def test_paths_named_in_a_page_are_there(page: str) -> None:
    """Every file and folder of this project that a page names exists."""
    named = NAMED_PATH.findall((DOCS / f"{page}.md").read_text())
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_architecture_names_where_everything_lives() -> None:
    """Every folder of the bot, the engine and the tests' own kinds stands in the page."""
    text = (DOCS / "architecture.md").read_text()
    rooms = [
        path.parent.relative_to(ROOT).as_posix()
        for folder in ("bot", "engine")
        for path in (ROOT / folder).glob("*/__init__.py")
    ]
    assert [room for room in rooms if f"`{room}/`" not in text] == []


def features() -> list[tuple[str, list[str]]]:
    """Return the rows of the table of features: what is typed, and the files."""
    text = (DOCS / "architecture.md").read_text()
    part = text[text.index("### Where each feature lives") : text.index("## A move, down once")]
    rows = [line.split("|")[2:4] for line in part.splitlines() if line.startswith("| ")]
    return [(typed, NAMED_PATH.findall(where)) for typed, where in rows]


def test_the_architecture_says_where_each_feature_lives() -> None:
    """Each command stands there beside the module that makes it; no cog, screen or record lacks."""
    places: dict[str, list[str]] = {}
    for typed, files in features():
        for command in re.findall(r"`/(\w+)`", typed):
            places.setdefault(command, []).extend(files)
    calls = {each.wordings[each.command].name[1:] for each in RENDERERS if each.command}
    assert set(places) == set(COMMANDS) - SUBCOMMANDS | calls
    for command in set(COMMANDS) - SUBCOMMANDS:
        code = "".join((ROOT / each).read_text() for each in places[command] if "/cogs/" in each)
        assert f'"{command}"' in code, command
    assert {"bot/cogs/call.py"} == {
        each for name in calls for each in places[name] if "cogs" in each
    }
    named = {each for _, files in features() for each in files}
    rooms = ("bot/cogs", "bot/ui", "bot/records")
    modules = {path for room in rooms for path in (ROOT / room).glob("[a-z]*.py")}
    assert {path.relative_to(ROOT).as_posix() for path in modules} - named == {
        "bot/ui/renderers.py"
    }


def test_the_architecture_names_every_database_table() -> None:
    """What is stored where stands in its section Storage, and nothing that is not there."""
    text = (DOCS / "architecture.md").read_text()
    storage = text[text.index("## Storage") : text.index("## Words")]
    rows = re.findall(r"^\| (`.+?) \|", storage, re.MULTILINE)
    tables = {*Base.metadata.tables, *Shared.metadata.tables}
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == tables


def test_every_command_stands_in_the_experience() -> None:
    """What can be typed is described: `experience.md` section 2."""
    text = (DOCS / "experience.md").read_text()
    commands = set(COMMANDS) - SUBCOMMANDS
    assert [name for name in sorted(commands) if f"/{name}" not in text] == []


def test_links_of_pages_lead_somewhere() -> None:
    """Every relative link of the pages of this project names a file that is there."""
    pages = [*DOCS.rglob("*.md"), *(ROOT / f"{name}.md" for name in PROJECT_PAGES)]
    for page in pages:
        for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"

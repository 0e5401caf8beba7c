"""Programs some tests need that pip does not install, and what is said where one is missing."""

import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from glob import glob
from pathlib import Path

import pytest
from msgspec import Struct

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))


class Program(Struct, frozen=True):
    """A program of Debian's: how it is called, whether it is there, what installs it."""

    name: str
    there: Callable[[], bool]
    packages: str


BROWSER = Program("Chromium", CHROMIUM.exists, "chromium fonts-noto-color-emoji")
POSTGRESQL = Program(
    "PostgreSQL", lambda: bool(glob("/usr/lib/postgresql/*/bin/postgres")), "postgresql"
)
NODE = Program("Node", lambda: shutil.which("node") is not None, "nodejs")
SYSTEMD = Program("systemd", lambda: shutil.which("systemd-analyze") is not None, "systemd")
PROGRAMS = (BROWSER, POSTGRESQL, NODE, SYSTEMD)

NEEDS = re.compile(r"needs (\w+) \(apt-get install")


def require(program: Program) -> None:
    """Skip the test where the program is missing; fail it where `CI` promises everything."""
    if program.there():
        return
    reason = f"needs {program.name} (apt-get install {program.packages})"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def left_out(reasons: Iterable[str]) -> str:
    """Return one line: what could not be run, of the reasons of skipped tests, and its remedy."""
    names = (NEEDS.search(reason) for reason in reasons)
    counts = Counter(found[1] for found in names if found)
    missing = [program for program in PROGRAMS if counts[program.name]]
    if not missing:
        return "Nothing was left out for want of a program."
    what = ", ".join(f"{counts[each.name]} for want of {each.name}" for each in missing)
    packages = " ".join(each.packages for each in missing)
    return f"Tests not run: {what}. To run them: apt-get install {packages}"

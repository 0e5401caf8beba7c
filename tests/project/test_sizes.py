"""The sizes that `operating.md` section 10 foretells follow from what it says was measured."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")
PLAYING, EVERY = 100, 5.0
"""Servers for one with a running table, and seconds between two acts there."""
REQUESTS, CORE, MEMORY = 40, 1000.0, 2048.0
"""What there is: requests a second, milliseconds of a core in one, MiB."""


def rows(first: str) -> list[list[str]]:
    """Return the rows of the table whose first column has this head."""
    lines = iter(PAGE.splitlines())
    next(line for line in lines if line.startswith(f"| {first} | "))
    next(lines)
    found = []
    for line in lines:
        if not line.startswith("| "):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def number(text: str) -> float:
    """Return the number a cell begins with."""
    found = re.match(r"[\d,.]+", text)
    assert found is not None, text
    return float(found[0].replace(",", ""))


PROCESS, SERVER, TABLE, PRESS, ASKED, STORED = (number(row[1]) for row in rows("measured"))


@pytest.mark.parametrize("row", rows("servers"), ids=lambda row: row[0])
def test_what_so_many_servers_take_is_what_one_takes_so_many_times(row: list[str]) -> None:
    """Tables, acts, requests, the core and memory; what has the least left gives way first."""
    servers = number(row[0])
    tables = servers / PLAYING
    acts = tables / EVERY
    memory = PROCESS + (servers * SERVER + tables * TABLE) / 1024
    shares = {
        "requests": acts * ASKED / REQUESTS,
        "the core": acts * PRESS / CORE,
        "memory": memory / MEMORY,
        "the database": acts / STORED,
    }
    first = max(shares, key=lambda what: shares[what])
    assert row[:7] == [
        f"{servers:,.0f}",
        f"{tables:,.0f}",
        f"{acts:,.0f}",
        f"{acts * ASKED:,.0f}",
        f"{100 * shares['the core']:.0f} %",
        f"{memory:,.0f} MiB",
        f"{first}, at {100 * shares[first]:.0f} %",
    ]

"""A program whose event loop is watched: `python -m tests.bench.probe <file> <module> …`.

Every callback that holds the loop longer than `TOLD` is a line of the file: its seconds by the
clock and of CPU, and what it was. On a busy machine the first are longer than they need be, since
other processes run meanwhile; the second leave out what the loop waited for.
"""

import asyncio
import functools
import gc
import runpy
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

TOLD = 0.01
"""Seconds of the clock from which a hold is told."""


class Hold(Struct, frozen=True):
    """How long a callback held the loop, by the clock and in CPU, and which it was.

    `garbage`: seconds of it in which garbage was collected, which can happen to any.
    """

    seconds: float
    cpu: float
    garbage: float
    what: str


def watch(file: Path) -> None:
    """Watch every event loop of this process from now on."""
    run = asyncio.Handle._run
    out = file.open("ab", buffering=0)
    collecting = [0.0, 0.0]

    def collected(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            collecting[0] = time.perf_counter()
        else:
            collecting[1] += time.perf_counter() - collecting[0]

    @functools.wraps(run)
    def timed(handle: Any) -> None:
        begun, cpu, before = time.perf_counter(), time.thread_time(), collecting[1]
        run(handle)
        seconds = time.perf_counter() - begun
        if seconds > TOLD:
            used = time.thread_time() - cpu
            hold = Hold(seconds, used, collecting[1] - before, repr(handle)[:300])
            out.write(msgspec.json.encode(hold) + b"\n")

    gc.callbacks.append(collected)
    asyncio.Handle._run = timed  # type: ignore[method-assign,assignment]  # to watch it


def holds(file: Path) -> list[Hold]:
    """Return what was told, the longest first."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    found = [msgspec.json.decode(line, type=Hold) for line in lines]
    return sorted(found, key=lambda hold: hold.seconds, reverse=True)


if __name__ == "__main__":
    told, module = Path(sys.argv.pop(1)), sys.argv.pop(1)
    watch(told)
    runpy.run_module(module, run_name="__main__", alter_sys=True)

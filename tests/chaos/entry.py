"""The bot with one defect planted, to show that the audit finds it: `entry <defect> run …`.

With `none` it is the bot as it is, which tells on SIGUSR1 what it waits for, and from its first
press on what has held its event loop for longest.

Only `python -m tests.chaos --sabotage` starts it; nothing of the bot knows of it.
"""

import asyncio
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import structs

SABOTAGES = ("lost", "doubled", "stuck", "unanswered", "leaked")
EVERY = 9
"""One in so many is spoilt."""
LONG, DEEP = 0.03, 12
"""Seconds after which it is looked up what holds the event loop, and how many calls are named."""
HELD = "event loop held for"
"""Begins what is said of a callback that held the event loop longer than any before."""


def _lose() -> None:
    """Say that a move is stored which is not."""
    from bot.db.models import EventRow
    from bot.db.unit_of_work import Store

    commit, moves = Store.commit, _counter()

    async def losing(self: Store, change: Any) -> None:
        if any(write.model is EventRow for write in change.writes) and moves():
            return
        await commit(self, change)

    Store.commit = losing  # type: ignore[method-assign]  # the defect


def _double() -> None:
    """Do an action a second time under another name."""
    from bot.tables.entries import Act
    from bot.tables.service import Tables

    submit = Tables.submit

    def twice(self: Tables, table: int, entry: Any) -> Any:
        answer = submit(self, table, entry)
        if isinstance(entry, Act):
            submit(self, table, structs.replace(entry, key=entry.key + "2", fresh=None))
        return answer

    Tables.submit = twice  # type: ignore[method-assign]  # the defect


def _stick() -> None:
    """Let a table sleep for ever after a few actions: nothing is due, nothing is taken in."""
    from bot.tables.live_table import LiveTable

    submit = LiveTable.submit

    def asleep(self: LiveTable, entry: Any) -> Any:
        if self.known is not None and self.number % 3 == 0 and self.known.ply > EVERY:
            self.known = structs.replace(self.known, status="closed")
        return submit(self, entry)

    LiveTable.submit = asleep  # type: ignore[method-assign]  # the defect


def _keep_silent() -> None:
    """Leave presses without an answer."""
    from bot.discord_api.interaction import Incoming

    answer, presses = Incoming._answer, _counter()

    async def silent(self: Incoming, *requests: Any) -> bool:
        if presses():
            return self.claim()
        return await answer(self, *requests)

    Incoming._answer = silent  # type: ignore[method-assign,assignment]  # the defect


def _tell() -> None:
    """Show the first seat's cards to everybody."""
    from bot.messages import drawing as screens
    from bot.messages.scene import Scene
    from bot.pictures import Drawing
    from bot.ui.elements.look import Look
    from bot.ui.elements.screen import Screen, Text

    public = screens.public

    def open_handed(scene: Scene, look: Look, drawing: Drawing | None = None) -> Screen:
        screen = public(scene, look, drawing)
        cards = scene.renderer.own(scene.view(0), look) if scene.playing else ""
        more = (Text(cards),) if cards else ()
        return structs.replace(screen, parts=(*screen.parts, *more))

    screens.public = open_handed


def _watch() -> None:
    """Have every callback timed that the event loop runs, from the first press on.

    In seconds of the processor: how long others were given it tells nothing of the bot. What holds
    it is looked up while it does, by a thread.
    """
    from bot.interactions.gate import Gate

    run, admit, longest = asyncio.Handle._run, Gate.admit, 0.0
    begun, where, main = 0.0, "", threading.get_ident()

    def timed(self: asyncio.Handle) -> None:
        nonlocal longest, begun, where
        begun, where, before = time.monotonic(), "", time.thread_time()
        run(self)
        held, begun = time.thread_time() - before, 0.0
        if held > longest:
            longest = held
            sys.stderr.write(f"{HELD} {held * 1000:.1f} ms{where}\n")
            sys.stderr.flush()

    def look() -> None:
        nonlocal where
        while True:
            time.sleep(LONG / 2)
            since = begun
            if since and not where and time.monotonic() - since > LONG:
                frames = traceback.extract_stack(sys._current_frames()[main])
                places = (
                    f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in frames
                )
                where = " in " + ", ".join(list(places)[-DEEP:])

    def first(self: Gate, *args: Any) -> Any:
        Gate.admit = admit  # type: ignore[method-assign]  # once is enough
        asyncio.Handle._run = timed  # type: ignore[method-assign]  # the probe
        threading.Thread(target=look, daemon=True).start()
        return admit(self, *args)

    Gate.admit = first  # type: ignore[assignment,method-assign]  # the probe


def _counter() -> Callable[[], bool]:
    count = 0

    def due() -> bool:
        nonlocal count
        count += 1
        return count % EVERY == 0

    return due


def _tell_where(number: int, frame: object) -> None:
    """Print what every task waits for: the process does not end though it was told to."""
    for task in asyncio.all_tasks():
        task.print_stack(file=sys.stderr)
    sys.stderr.flush()


PLANTED: dict[str, Callable[[], None]] = {
    "none": _watch,
    "lost": _lose,
    "doubled": _double,
    "stuck": _stick,
    "unanswered": _keep_silent,
    "leaked": _tell,
}

if __name__ == "__main__":
    from bot.cli import main

    PLANTED[sys.argv.pop(1)]()
    signal.signal(signal.SIGUSR1, _tell_where)
    main()

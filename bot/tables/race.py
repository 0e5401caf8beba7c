"""Calls: the race is opened, waited for, judged and stored (`architecture.md`, Races)."""

import asyncio
from datetime import timedelta
from functools import partial
from typing import Any

from msgspec import json, structs

from bot.db.changes import calls_change
from bot.tables import moves, timers
from bot.tables.commit import apply
from bot.tables.entries import Gap
from bot.tables.live_table import LiveTable
from bot.tables.memory import Doing
from bot.tables.model import CallMade, Changed, Race, Table
from bot.tables.notes import CallJudged, CallLate, CallOpened, CallVoided
from bot.tables.race_judge import Chance, Timing, Verdict, judge, quality
from bot.tables.replies import Acted, Answer, Done, Late, Pending, Refusal, Slower, TableReason
from bot.tables.step import Cause, Step
from engine.api import Call
from engine.errors import Refused
from engine.shuffle import Stream


async def call(live: LiveTable, spec: Call, doing: Doing) -> Answer:
    """Take a call into the race, opening one if need be; or judge it at once, or refuse it.

    Whoever may not call is answered alone and takes no part.
    """
    table, game = live.table, live.game
    locked = moves.lock_of(live, doing.seat)
    if locked is not None:
        return locked
    open_verdict = live.memory.verdict(doing.seat)
    if table.race is not None and open_verdict is not None:
        return _pending(live, open_verdict)
    try:
        game.decide(table.state, (doing.seat,), game.parse(doing.notation))
    except Refused as refused:
        return Refusal.of(refused)
    made = CallMade(
        seat=doing.seat,
        person=doing.person,
        notation=spec.notation,
        route=doing.route,
        stamp=doing.stamp,
        arrived=doing.arrived,
        well_timed=doing.well_timed,
    )
    if table.race is None and spec.window == "while-good":
        chance = _chance_of(live, spec, made.seat)
        if quality(made, spec, chance, live.hall.settings) != "good":
            return await _at_once(live, spec, made, doing)
    return await _enter(live, made)


def _chance_of(live: LiveTable, spec: Call, seat: int) -> Chance:
    """Return what the judge has to know of a seat's chance to call now."""
    good = live.game.call_is_good(live.table.state, seat, spec)
    return live.memory.chance(spec, seat, good=good)


async def judged(live: LiveTable) -> None:
    """Judge the open race; what waited for it goes on, whatever happens."""
    race = live.table.race
    if race is None:
        return
    spec = live.call_of(race.calls[0].notation)
    assert spec is not None, "a race is about a call of the game"
    before, waiting = live.table, live.memory.take_verdicts()
    answers: dict[int, Answer] = {}
    try:
        judging = _Judging(live, spec, race)
        step = judging.step()
        await apply(live, step, _first(judging.verdict))
        answers = judging.answers(before, live.table, step)
    except Exception:
        _void(live, race)
        raise
    finally:
        for seat, verdict in waiting.items():
            moves.settle(verdict, answers.get(seat, Refusal(TableReason.STORAGE)))
        live.go_on()


async def interrupted(live: LiveTable, entry: Gap) -> Answer:
    """Void the open race: nobody knows who else has called meanwhile, and when."""
    race = live.table.race
    if race is None:
        return Done(live.table)
    live.times.forget(timers.RACE)
    _void(live, race)
    for verdict in live.memory.take_verdicts().values():
        moves.settle(verdict, Refusal(TableReason.VOIDED))
    live.go_on()
    return Done(live.table)


async def _enter(live: LiveTable, made: CallMade) -> Pending:
    """Store the call with the open race; the first one opens its window."""
    table, race = live.table, live.table.race
    calls = (*race.calls, made) if race is not None else (made,)
    after = structs.replace(table, race=Race(ply=table.ply, calls=calls))
    step = Step(after=after, more=calls_change(table.id, table.ply, [(made, None)]))
    if race is None:
        step = step.noting(CallOpened(made.seat))
    await apply(live, step)
    verdict: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    live.memory.await_verdict(made.seat, verdict)
    if race is None:
        passed = live.hall.clock.monotonic() - made.arrived
        live.times.plan(timers.RACE, _window(live) - passed)
    return _pending(live, verdict)


def _pending(live: LiveTable, verdict: "asyncio.Future[Answer]") -> Pending:
    until = live.hall.clock.now() + timedelta(seconds=_window(live))
    return Pending(live.table, "call", until, verdict)


def _window(live: LiveTable) -> float:
    """Return for how many seconds calls are gathered at this table."""
    return live.hall.servers.window(live.table.guild, live.hall.settings.window)


async def _at_once(live: LiveTable, spec: Call, made: CallMade, doing: Doing) -> Answer:
    """Judge a call that no window is opened for."""
    before = live.table
    judging = _Judging(live, spec, Race(ply=before.ply, calls=(made,)), press=doing.press)
    step = judging.step()
    await apply(live, step, doing)
    return judging.answers(before, live.table, step)[made.seat]


def _first(verdict: Verdict) -> Timing | None:
    """Return the press behind the first action of a verdict."""
    groups = (verdict.good, *verdict.false)
    first = next((group[0] for group in groups if group), None)
    return Timing(first.stamp, first.route, first.well_timed) if first else None


def _void(live: LiveTable, race: Race) -> None:
    """Drop a race whose verdict could not be reached or stored: the calls had no effect."""
    live.become(structs.replace(live.table, race=None))
    live.memory.drop_race(race)
    note = CallVoided(tuple(call.seat for call in race.calls))
    live.hall.tell(Changed(before=live.table, after=live.table, notes=(note,)))


class _Judging:
    """The judging of one race: every call against the state at the first one's arrival."""

    def __init__(self, live: LiveTable, spec: Call, race: Race, press: str | None = None) -> None:
        self._live = live
        self._spec = spec
        self._race = race
        self._press = press
        settings = live.hall.settings
        self._chances = {call.seat: _chance_of(live, spec, call.seat) for call in race.calls}
        qualities = [quality(call, spec, self._chances[call.seat], settings) for call in race.calls]
        self.verdict = judge(race.calls, qualities, settings)
        self._done: dict[int, str] = {}
        self._refused: dict[int, Refusal] = {}

    def step(self) -> Step:
        """Return all that the verdict brings, as one step."""
        step = Step(after=structs.replace(self._live.table, race=None))
        if self.verdict.good:
            step = step.then(self._good)
        for group in self.verdict.false:
            parts = [group] if self._spec.joint else [(call,) for call in group]
            for part in parts:
                step = step.then(partial(self._false, group=part))
        if self.verdict.late:
            step = step.noting(CallLate(tuple(call.seat for call in self.verdict.late)))
        rows = [(self._timed(call), self._verdict_of(call)) for call in self._race.calls]
        return step.storing(calls_change(step.after.id, self._race.ply, rows))

    def answers(self, before: Table, after: Table, step: Step) -> dict[int, Answer]:
        """Return the answer to each caller."""
        acted = Acted(before=before, after=after, events=step.events)
        answers: dict[int, Answer] = {}
        for call in self._race.calls:
            match self._verdict_of(call):
                case "good" | "false":
                    answers[call.seat] = acted
                case "slower":
                    first = self.verdict.good[0].stamp
                    answers[call.seat] = Slower(after, max(call.stamp - first, 0.0))
                case "refused":
                    answers[call.seat] = self._refused[call.seat]
                case _:
                    answers[call.seat] = Late(after)
        return answers

    def _good(self, table: Table) -> Step:
        """Do a good call: all simultaneous callers at once, or the one a coin chose."""
        tied = self.verdict.good
        callers, coin = tied, None
        if not self._spec.joint and len(tied) > 1:
            coin = table.coins + 1
            table = structs.replace(table, coins=coin)
            by_seat = sorted(tied, key=lambda call: call.seat)
            callers = (by_seat[Stream(table.seed, f"coin-{coin}").draw(len(tied))],)
        note = CallJudged(
            good=True,
            calls=tuple(self._timed(call) for call in self.verdict.order),
            callers=tuple(call.seat for call in callers),
            tied=tuple(call.seat for call in tied),
            slower=tuple(call.seat for call in self.verdict.slower),
            coin=coin,
        )
        return self._done_as("good", table, callers, note)

    def _false(self, table: Table, group: tuple[CallMade, ...]) -> Step:
        """Do a false call; one that a better call has overtaken has no effect."""
        seats = tuple(call.seat for call in group)
        note = CallJudged(good=False, calls=self.verdict.order, callers=seats, tied=seats)
        try:
            return self._done_as("false", table, group, note)
        except Refused as refused:
            self._done |= dict.fromkeys(seats, "refused")
            self._refused |= dict.fromkeys(seats, Refusal.of(refused))
            return Step(after=table)

    def _done_as(
        self, verdict: str, table: Table, callers: tuple[CallMade, ...], note: CallJudged
    ) -> Step:
        by = tuple(call.seat for call in callers)
        cause = Cause(
            at=self._live.hall.clock.now(),
            stamp=callers[0].stamp,
            press=self._press,
            race=_as_json(note),
        )
        settings, game = self._live.hall.settings, self._live.game
        guessed = verdict == "false" and self._chances[by[0]].good
        if guessed:
            step = moves.guess(game, table, by[0], self._spec, cause, settings)
        else:
            step = moves.played(game, table, by, self._spec.notation, cause, settings)
        self._done |= dict.fromkeys(by, verdict)
        return step.noting(note)

    def _timed(self, call: CallMade) -> CallMade:
        """Return the call with how long after the act that made it good it came."""
        made = self._chances[call.seat].made
        if made is None or call not in (*self.verdict.good, *self.verdict.slower):
            return call
        return structs.replace(call, after=max(call.stamp - made.stamp, 0.0))

    def _verdict_of(self, call: CallMade) -> str:
        if call in self.verdict.late:
            return "late"
        return self._done.get(call.seat, "slower")


def _as_json(note: CallJudged) -> dict[str, Any]:
    """Return a verdict as it is stored with the event, for `/why`."""
    stored: dict[str, Any] = json.decode(json.encode(note))
    for call in stored["calls"]:
        del call["arrived"]
    return stored

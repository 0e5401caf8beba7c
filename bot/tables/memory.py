"""What is known of a running game that is not stored, and how it changes.

It is either derived again after a restart (times, house players' thoughts) or of the kind a restart
drops and says so (calls being judged, acts held back). Times here are monotonic seconds, unless
they are called stamps.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from bot.tables.model import Race, StoredEvent, Table
from bot.tables.race_judge import Chance, Timing
from bot.tables.replies import Answer
from engine.api import AnyGame, Call

STATES = 64
"""How many states are kept until an edit showing them is confirmed."""


class Doing(Timing, frozen=True, kw_only=True):
    """An action on its way, whoever's: a person's press or a house player's intent."""

    seat: int
    notation: str
    arrived: float
    person: int | None = None
    press: str | None = None
    confirmed: bool = False
    fresh: Callable[[Table], bool] | None = None
    possible: Callable[[], bool] | None = None


@dataclass(slots=True)
class _Chance:
    """What is known of one seat's chance to make one call.

    Attributes:
        good: whether the call would be good now.
        made: the act that made it so last.
        ended: the ply of the latest act that ended such a chance; None: nothing has.
        shown: when that was shown, if it was.
    """

    good: bool = False
    made: Timing | None = None
    ended: int | None = None
    shown: float | None = None

    def end(self, ply: int) -> None:
        """Learn that an act has ended it."""
        self.ended, self.shown = ply, None


@dataclass(slots=True)
class Held:
    """An act held back, and who waits for its answer."""

    doing: Doing
    verdict: "asyncio.Future[Answer]"


@dataclass(slots=True)
class Memory:
    """What is known of a running game beside its state; it changes by its own methods alone.

    Attributes:
        _chances: per call and seat.
        _last_act: stamp of the last action that was no call.
        _turn_ply, _turn_begun, _turn_shown: of the turn: its first ply, when that was stored and
            when the edit showing it was confirmed.
        _seen: the newest ply an edit was confirmed for.
        _locks: per seat until when it may not act.
        _resumes: until when nobody may act, after a restart.
        _views, _thoughts: per house player what it saw last, and by planned time what it intends.
        _thought_of: the ply house players have thought about.
        _states: the states not seen yet, by ply.
        _delivered: the seats whose hands are out.
        _verdicts: per seat who waits for the verdict on its call.
        _held: the act held back.
        _away: since when the server is away; None: it is there.
        _unvoided: races dropped because their verdict could not be stored; still open on disk.
    """

    _chances: dict[tuple[str, int], _Chance] = field(default_factory=dict)
    _last_act: float | None = None
    _turn_ply: int = 0
    _turn_begun: float = 0.0
    _turn_shown: float | None = None
    _seen: int = -1
    _locks: dict[int, float] = field(default_factory=dict)
    _resumes: float = 0.0
    _views: dict[int, Any] = field(default_factory=dict)
    _thoughts: dict[str, str] = field(default_factory=dict)
    _thought_of: int = -1
    _states: dict[int, Any] = field(default_factory=dict)
    _delivered: tuple[int, ...] = ()
    _verdicts: dict[int, "asyncio.Future[Answer]"] = field(default_factory=dict)
    _held: Held | None = None
    _away: float | None = None
    _unvoided: tuple[Race, ...] = ()

    # The position

    def recall(self, game: AnyGame, table: Table, last: StoredEvent | None, now: float) -> None:
        """Begin to remember a running game that was just loaded.

        What its screens show is unknown, so until an edit is confirmed a call that would be false
        is late: nobody is punished for what happened while we were away.

        Args:
            game: its rules.
            table: as it was loaded.
            last: the last action that was no call.
            now: the time.
        """
        if last is not None:
            self._last_act = last.stamp
            if game.turn(table.state) is not None:
                self._turn_ply = table.ply
        self._turn_begun = now
        self._states[table.ply] = table.state
        for call in game.calls:
            for seat in table.seats:
                chance = self._chance(call, seat.index)
                chance.good = game.call_is_good(table.state, seat.index, call)
                if table.ply > 0:
                    chance.end(table.ply)

    def follow(
        self,
        game: AnyGame,
        before: Table,
        table: Table,
        events: Sequence[StoredEvent],
        cause: Timing,
        now: float,
        *,
        called: bool,
        wrongly: bool,
    ) -> None:
        """Keep what the judge, the holds and the house players have to know of the new state.

        Where a call is judged only while it is good, any action but a false call is taken to end
        what there was to call and to have made what there is now: a new pair is not the old one.

        Args:
            game: its rules.
            before: the table before.
            table: as it is stored now.
            events: what happened.
            cause: the press behind it.
            now: the time.
            called: whether it was a call.
            wrongly: whether it was a false one.
        """
        if not called:
            self._last_act = cause.stamp
        for call in game.calls:
            for seat in table.seats:
                chance = self._chance(call, seat.index)
                good = game.call_is_good(table.state, seat.index, call)
                replaced = call.window == "while-good" and not wrongly
                if good and (replaced or not chance.good):
                    chance.made = cause
                if chance.good and (replaced or not good):
                    chance.end(table.ply)
                chance.good = good
        if before.status != "playing" or table.turn_number != before.turn_number:
            self._turn_ply, self._turn_begun, self._turn_shown = table.ply, now, None
        for event in events:
            lock = game.lock(event.event)
            if lock is not None:
                self._locks[lock.seat] = now + lock.seconds
        self._states[table.ply] = table.state
        while len(self._states) > STATES:
            del self._states[min(self._states)]

    # What people see

    @property
    def seen(self) -> int:
        """The newest ply an edit was confirmed for."""
        return self._seen

    def see(self, ply: int, at: float) -> bool:
        """Learn that people can see a ply; say whether it is the first of this turn they see."""
        self._seen = max(self._seen, ply)
        for chance in self._chances.values():
            if chance.ended is not None and chance.shown is None and ply >= chance.ended:
                chance.shown = at
        if self._turn_shown is not None or ply < self._turn_ply:
            return False
        self._turn_shown = at
        return True

    def turn_shown(self, unseen: float) -> float:
        """Return when people could see that the turn began.

        `unseen`: seconds after which it is taken to be seen though no edit was confirmed.
        """
        return self._turn_begun + unseen if self._turn_shown is None else self._turn_shown

    def deliver(self, seat: int, awaited: Set[int]) -> bool:
        """Learn that a hand is out; say whether it was the last one awaited."""
        missing = awaited - set(self._delivered)
        if seat not in self._delivered:
            self._delivered += (seat,)
        return missing == {seat}

    # Who may not act

    def resumes_in(self, now: float) -> float:
        """Return for how many seconds nobody may act; 0 if that is over."""
        return max(self._resumes - now, 0.0)

    def resume_at(self, when: float) -> None:
        """Let nobody act until then."""
        self._resumes = when

    def locked_for(self, seat: int, now: float) -> float:
        """Return for how many seconds a seat may not act; 0 if it may."""
        return max(self._locks.get(seat, 0.0) - now, 0.0)

    def unlock(self, seat: int) -> None:
        """Let a seat act."""
        self._locks.pop(seat, None)

    @property
    def away(self) -> bool:
        """Whether the server is away."""
        return self._away is not None

    def go_away(self, now: float) -> None:
        """Learn that the server is away."""
        if self._away is None:
            self._away = now

    def away_for(self, now: float) -> float | None:
        """Return for how many seconds the server has been away, if it is."""
        return now - self._away if self._away is not None else None

    def come_back(self) -> None:
        """Learn that the server is there."""
        self._away = None

    # Calls and acts held back

    def chance(self, call: Call, seat: int, *, good: bool) -> Chance:
        """Return what the judge has to know of a seat's chance to call; whether it is good now."""
        known = self._chance(call, seat)
        return Chance(
            good=good,
            made=known.made,
            ended=known.ended is not None,
            shown=known.shown,
            last_act=self._last_act,
        )

    def _chance(self, call: Call, seat: int) -> _Chance:
        key = (call.notation, seat)
        known = self._chances.get(key)
        if known is None:
            known = self._chances[key] = _Chance()
        return known

    def verdict(self, seat: int) -> "asyncio.Future[Answer] | None":
        """Return the verdict that a seat waits for."""
        return self._verdicts.get(seat)

    def await_verdict(self, seat: int, verdict: "asyncio.Future[Answer]") -> None:
        """Remember who waits for the verdict on a seat's call."""
        self._verdicts[seat] = verdict

    def take_verdicts(self) -> "Mapping[int, asyncio.Future[Answer]]":
        """Return who waits for a verdict, and wait no longer: whoever takes them answers."""
        taken, self._verdicts = self._verdicts, {}
        return taken

    @property
    def unvoided(self) -> tuple[Race, ...]:
        """Races that were dropped and are still open on disk."""
        return self._unvoided

    def drop_race(self, race: Race) -> None:
        """Learn that a race was dropped without being stored."""
        self._unvoided += (race,)

    def voided(self, races: Sequence[Race]) -> None:
        """Learn that these races are closed on disk."""
        self._unvoided = self._unvoided[len(races) :]

    @property
    def held(self) -> Held | None:
        """The act held back."""
        return self._held

    def hold(self, held: Held) -> Held | None:
        """Hold an act back; return the one that gives way to it."""
        before, self._held = self._held, held
        return before

    def take_held(self) -> Held | None:
        """Return the act held back, and hold it no longer."""
        held, self._held = self._held, None
        return held

    def let_go(self, answer: Answer) -> None:
        """Answer whoever still waits for a verdict: callers, and whose act is held back."""
        held = self.take_held()
        waiting = [*self.take_verdicts().values(), *([held.verdict] if held is not None else [])]
        for verdict in waiting:
            if not verdict.done():
                verdict.set_result(answer)

    # House players

    @property
    def thoughts(self) -> Mapping[str, str]:
        """What house players intend, by the name of the time planned for it."""
        return self._thoughts

    def consider(self, ply: int) -> Any:
        """Return the state at a ply for house players to think about; older ones are dropped.

        None where they have thought about it or a newer one, or it is not remembered.
        """
        state = self._states.get(ply)
        if state is None or ply <= self._thought_of:
            return None
        self._thought_of = ply
        self._states = {each: known for each, known in self._states.items() if each >= ply}
        return state

    def reconsider(self, ply: int, state: Any) -> None:
        """Have house players think about a state once more."""
        self._thought_of = min(self._thought_of, ply - 1)
        self._states[ply] = state

    def look(self, seat: int, view: Any) -> Any:
        """Remember what a house player sees; return what it saw before, None at its first look."""
        before = self._views.get(seat)
        self._views[seat] = view
        return before

    def intend(self, what: str, notation: str) -> None:
        """Remember what a house player intends."""
        self._thoughts[what] = notation

    def take_thought(self, what: str) -> str | None:
        """Return what was intended, and intend it no longer."""
        return self._thoughts.pop(what, None)

    def drop_thoughts(self, these: Iterable[str]) -> tuple[str, ...]:
        """Intend these no longer; return those that were intended."""
        return tuple(what for what in tuple(these) if self.take_thought(what) is not None)

    def forget_view(self, seat: int) -> None:
        """Forget what a house player saw at a seat that a person plays again."""
        self._views.pop(seat, None)

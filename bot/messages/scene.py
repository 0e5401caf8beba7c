"""What screens of one table are drawn from: its newest moment, hand numbers, what happened last.

Everything here can be lost: numbers and history come back from the stored events, half-made choices
and last lines are dropped by a restart (`architecture.md`, Storage).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from typing import Any, TypeAlias

from msgspec import Struct, convert, structs

from bot.locale import Translator
from bot.pictures import Drawing
from bot.tables.model import Changed, StoredEvent, Table
from bot.tables.notes import (
    CallJudged,
    CallLate,
    Declined,
    HostChanged,
    Note,
    Restored,
    Returned,
    SatIn,
    VoteClosed,
    WentAway,
)
from bot.tables.press_keys import number_in
from bot.ui.contract.renderer import (
    Deed,
    Fact,
    Half,
    HandSight,
    History,
    Move,
    Noted,
    Numbers,
    Past,
    PublicSight,
    Renderer,
)
from bot.ui.elements.emojis import same
from engine.api import AnyGame, Turn

REMEMBERED = 8
"""How many of the last acts and notes screens are drawn from."""
BRIEF = 15.0
"""Seconds of an outage up to which nothing is said of it where nothing else has changed."""
ASIDES = 2
"""Lines below a table at most: as many as people who may press in vain at once."""
Sentence: TypeAlias = Callable[[Translator], str]
"""Something said to a person, worded once the language is known."""
Holders: TypeAlias = tuple[int | None, ...]
"""Who held each seat at a moment; None where that is not known."""


class Group(Struct, frozen=True):
    """One accepted action as it was stored, secrets too."""

    ply: int
    by: tuple[int, ...]
    events: tuple[StoredEvent, ...]


class Last(Struct, frozen=True):
    """The last line of a hand; what is said of a `call` is so until somebody acts."""

    sentence: Sentence
    call: bool = False


class Confirmed(Struct, frozen=True):
    """What the last edit Discord confirmed showed, to judge presses by.

    See `architecture.md`, Stale presses.
    """

    state: Any
    numbers: Mapping[int, Numbers]
    turn: Turn | None
    ply: int


def moved(before: Confirmed | None, now: Confirmed | None) -> bool:
    """Say whether an edit followed a move, so that something was stored just now."""
    return before is not None and now is not None and before.ply != now.ply


def groups(events: Iterable[StoredEvent]) -> list[Group]:
    """Return the events by accepted action, in order."""
    return [
        Group(ply, members[0].by, members)
        for ply, members in ((ply, tuple(each)) for ply, each in groupby(events, lambda e: e.ply))
    ]


def known_holders(group: Group) -> Holders:
    """Return who held the seats when this was done, as far as it is stored: those that acted."""
    held = dict(zip(group.by, group.events[0].people, strict=False))
    return tuple(held.get(seat) for seat in range(max(held, default=-1) + 1))


def deed(game: AnyGame, group: Group, seat: int | None, people: Holders | None = None) -> Deed:
    """Return an action as a reader may know it; `people` as stored where they are not given."""
    known = (game.redact(each.event, seat) for each in group.events)
    events = tuple(event for event in known if event is not None)
    return Deed(group.ply, group.by, events, known_holders(group) if people is None else people)


class Scene:
    """One table as its screens show it; `table` is its newest stored moment.

    Attributes:
        halves: half-made choices by seat.
        lasts: last lines of hands by seat; each is gone once what it is about has changed.
        fallback: the last line of every hand that says nothing else, as long as it is so.
        asides: lines below the public table, at most one a seat.
        url: the address of its present message; None until there is one.
        picture: of the final layout, once the game is over and it is drawn.
        fact: of a game that is over, once all of it is read.
        brief: whether it was brought back after an outage too short to be told of.
        ready: False until numbers and history are back after a restart.
    """

    # With a view's own these are more attributes than Python keeps without a dictionary for each.
    __slots__ = (
        "_numbers",
        "_past",
        "_read",
        "_unread",
        "asides",
        "brief",
        "fact",
        "fallback",
        "game",
        "halves",
        "lasts",
        "picture",
        "ready",
        "renderer",
        "table",
        "url",
    )

    def __init__(self, table: Table, game: AnyGame, renderer: Renderer[Any]) -> None:
        self.table = table
        self.game = game
        self.renderer = renderer
        self.halves: dict[int, Half] = {}
        self.lasts: dict[int, Last] = {}
        self.fallback: Sentence | None = None
        self.asides: dict[int | None, Sentence] = {}
        self._read: tuple[Sentence, ...] = ()
        self.url: str | None = None
        self.picture: Drawing | None = None
        self.fact: Fact | None = None
        self.brief = False
        self.ready = True
        self._numbers: Mapping[int, Numbers] = {}
        self._unread: tuple[StoredEvent, ...] = ()
        """All events of a table just brought back, until something of it is drawn."""
        self._past: tuple[tuple[Group | Note, Holders], ...] = ()

    def advance(self, changed: Changed) -> None:
        """Take in what changed: numbers, history, and halves that still mean something.

        Of a table just brought back (`Tables.restore`) nothing is read before somebody looks.
        """
        if changed.before is None:
            self.table, self._unread = changed.after, changed.events
            outages = [note for note in changed.notes if isinstance(note, Restored)]
            self.brief = bool(outages) and outages[0].outage < BRIEF
            holders = tuple(seat.person for seat in self.table.seats)
            for note in changed.notes:
                self._remember(note, holders)
            return
        self._catch_up()
        before = changed.before.state
        turn = self.turn
        self.table = changed.after
        self.asides = {seat: said for seat, said in self.asides.items() if said not in self._read}
        if self.playing and changed.before.status == "lobby":
            self._past = ()  # who declined or became host is the lobby's news, not the game's
        holders = tuple(seat.person for seat in self.table.seats)
        for group in groups(changed.events):
            self._remember(group, holders)
            if self.renderer.hands:
                before = self.game.fold(before, (each.event for each in group.events))
                self._arrange(before, group)
        for note in changed.notes:
            self._remember(note, holders)
        self._drop_outlived(changed, turn)
        for seat, half in tuple(self.halves.items()):
            kept = self.kept(seat, half) if self.playing else None
            if kept is None:
                del self.halves[seat]
            else:
                self.halves[seat] = kept

    def _remember(self, past: Group | Note, holders: Holders) -> None:
        """Take in what has happened; of what one person can repeat at will only the last stays.

        So nobody who calls in vain, or goes and comes, drives a verdict out of sight.
        """
        again, kept = self._repeatable(past, holders), self._past
        if again is not None:
            kept = tuple(each for each in kept if self._repeatable(*each) != again)
        if kept and kept[-1][1] == holders:
            holders = kept[-1][1]
        self._past = (*kept, (past, holders))[-REMEMBERED:]

    def _repeatable(self, past: Group | Note, holders: Holders) -> object:
        """Return what is the same where something is done again; None where nobody can at will."""
        match past:
            case Group(by=by, events=events):
                call = any(events[0].notation == each.notation for each in self.game.calls)
                return (by, [each.event for each in events]) if call else None
            case WentAway(seat=seat) | Returned(seat=seat) | SatIn(seat=seat):
                return "attendance", holders[seat]
            case CallLate(seats=seats):
                return "late", seats
            case VoteClosed(kind=kind, accused=accused):
                return "vote", kind, accused
            case HostChanged():
                return "host"
        return None

    def forget_declined(self, person: int) -> bool:
        """Drop that this person has declined an invitation; say whether that was told."""
        kept = tuple(
            (past, holders)
            for past, holders in self._past
            if not (isinstance(past, Declined) and past.person == person)
        )
        told = len(kept) < len(self._past)
        self._past = kept
        return told

    def _drop_outlived(self, changed: Changed, turn: Turn | None) -> None:
        """Drop the last lines that say what is no longer so.

        They are about the turn, a call, a vote, or what the seat itself did last.
        """
        calls = {call.notation for call in self.game.calls}
        acted = {seat for event in changed.events for seat in event.by}
        called = any(event.notation in calls for event in changed.events)
        voted = changed.before is not None and changed.before.vote != changed.after.vote
        if not self.playing or called or voted or self.turn != turn:
            self.lasts.clear()
        for seat, last in tuple(self.lasts.items()):
            if seat in acted or (last.call and changed.events):
                del self.lasts[seat]

    def rebuild(self, events: Iterable[StoredEvent]) -> None:
        """Bring back numbers and history from all events of the table."""
        state: Any = None
        self._unread = ()
        self._numbers = {}
        notes = [each for each in self._past if not isinstance(each[0], Group)]
        self._past = ()
        every = groups(events)
        for group in every:
            self._remember(group, known_holders(group))
            if self.renderer.hands:
                state = self.game.fold(state, (each.event for each in group.events))
                self._arrange(state, group)
        self._past = (*self._past, *notes)[-REMEMBERED:]
        if self.table.status == "ended":
            self.conclude(every)
        self.ready = True

    def conclude(self, every: Iterable[Group]) -> None:
        """Learn the one fact worth telling of a game that is over from everything that was done."""
        deeds = []
        for group in every:
            race = group.events[0].race
            judged = convert(race, CallJudged) if race is not None else None
            deeds.append(structs.replace(deed(self.game, group, None), race=judged))
        self.fact = self.renderer.decisive(deeds)

    def _catch_up(self) -> None:
        """Read what happened before the table was brought back."""
        if self._unread:
            ready = self.ready
            self.rebuild(self._unread)
            self.ready = ready

    @contextmanager
    def without_outage(self) -> Iterator[None]:
        """Draw meanwhile as if there had been no outage."""
        self._catch_up()
        past = self._past
        self._past = tuple(each for each in past if not isinstance(each[0], Restored))
        try:
            yield
        finally:
            self._past = past

    @property
    def playing(self) -> bool:
        """Whether the game runs."""
        return self.table.status == "playing"

    @property
    def turn(self) -> Turn | None:
        """Whose turn it is."""
        return self.game.turn(self.table.state) if self.table.state is not None else None

    def view(self, seat: int | None) -> Any:
        """Return what a seat may know now."""
        return self.game.view(self.table.state, seat)

    def numbers(self, seat: int) -> Numbers:
        """Return a seat's hand numbers."""
        self._catch_up()
        return self._numbers.get(seat, ())

    def numbers_at(self, seat: int, table: Table, view: Any) -> Numbers:
        """Return the hand numbers at a moment of the table that may be newer than ours."""
        numbers = self.numbers(seat)
        if table.ply == self.table.ply or not self.renderer.hands:
            return numbers
        return self.renderer.arrange(numbers, view)

    def reads(self, emoji: str, *, hand: bool) -> bool:
        """Say whether an emoji means something on a hand, or on the public table.

        Where there are hands, moves are made there: a digit set on the table plays no hidden card.
        """
        if self.renderer.hands and not hand:
            return any(same(emoji, each) for each in self.renderer.reactions)
        return self.renderer.reads(emoji)

    def public_sight(self, t: Translator) -> PublicSight[Any]:
        """Return what the public table is drawn from."""
        return PublicSight(
            table=self.table,
            view=self.view(None),
            history=self.history(None),
            aside=self.aside(t),
            fact=self.fact,
        )

    def say_aside(self, seat: int | None, sentence: Sentence) -> None:
        """Say something short below the public table until it was shown and something changes.

        Args:
            seat: whom it is about: its newest line takes the place of the one before.
            sentence: what is said.
        """
        self.asides.pop(seat, None)
        self.asides[seat] = sentence
        while len(self.asides) > ASIDES:
            del self.asides[next(iter(self.asides))]

    def aside(self, t: Translator) -> str:
        """Return what is to be said below the table, one line each, nothing twice."""
        return "\n".join(dict.fromkeys(each(t) for each in self.asides.values()))

    def read(self, asides: tuple[Sentence, ...]) -> None:
        """Learn which of it an edit that Discord confirmed has shown."""
        self._read = asides

    def has_read(self, sentence: Sentence) -> bool:
        """Say whether the last confirmed edit has shown it."""
        return sentence in self._read

    def hand_sight(self, seat: int, server: str, t: Translator) -> HandSight[Any]:
        """Return what one seat's hand is drawn from."""
        last = self.lasts[seat].sentence if seat in self.lasts else self.fallback
        return HandSight(
            table=self.table,
            seat=seat,
            view=self.view(seat),
            numbers=self.numbers(seat),
            history=self.history(seat),
            half=self.halves.get(seat),
            server=server,
            url=self.url,
            last=last(t) if last is not None else "",
        )

    def seen(self) -> Confirmed:
        """Return what a screen drawn now shows, to be kept once Discord confirmed it."""
        self._catch_up()
        return Confirmed(self.table.state, self._numbers, self.turn, self.table.ply)

    def kept(self, seat: int, half: Half) -> Half | None:
        """Return what a half-made choice still means, if anything."""
        return self.renderer.keep(half, self.view(seat), self.numbers(seat))

    def _arrange(self, state: Any, group: Group) -> None:
        """Number the hands anew; the number that was pressed is the one that becomes empty."""
        for seat in self.table.seats:
            if seat.person is not None:
                before = self._numbers.get(seat.index)
                view = self.game.view(state, seat.index)
                after = self.renderer.arrange(before, view)
                number = number_in(group.events[0].press) if seat.index in group.by else 0
                if before is not None and 0 < number <= len(before):
                    card = before[number - 1]
                    if after.count(card) < before.count(card):
                        played = (*before[: number - 1], None, *before[number:])
                        after = self.renderer.arrange(played, view)
                if after != before:
                    self._numbers = {**self._numbers, seat.index: after}

    def history(self, seat: int | None) -> History:
        """Return what happened last, as a reader may know it."""
        self._catch_up()
        past: list[Past] = []
        for item, people in self._past:
            if isinstance(item, Group):
                past.append(deed(self.game, item, seat, people))
            else:
                past.append(Noted(item, people))
        return tuple(past)


def freshness(
    scene: Scene, seat: int, seen: Confirmed, move: Move
) -> Callable[[Table], bool] | None:
    """Return the test a table makes when the press is applied; None for a call.

    Args:
        scene: the table as its screens show it.
        seat: who presses.
        seen: what the last confirmed edit of the pressed message showed.
        move: what is asked for.
    """
    game, renderer = scene.game, scene.renderer
    if any(call.notation == move.notation for call in game.calls):
        return None
    view = game.view(seen.state, seat)
    shown = renderer.place(view, seen.numbers.get(seat, ()), move)

    def fresh(table: Table) -> bool:
        if table.state is None or game.turn(table.state) != seen.turn:
            return False
        now = game.view(table.state, seat)
        return renderer.place(now, scene.numbers_at(seat, table, now), move) == shown

    return fresh

"""The one fact of a game of Flinch that says most about it."""

from collections.abc import Sequence

from msgspec import Struct

from bot.locale import Translator
from bot.ui.contract.renderer import Deed, Fact
from engine.games.flinch import events

LONG = 3
"""Cards in one turn that are worth telling."""


def decisive(deeds: Sequence[Deed]) -> Fact | None:
    """Return the call that ended the game, else the longest run, else the last good call."""
    if _ended_by_call(deeds):
        return _call(deeds[-1], ends=True)
    longest = _longest(deeds)
    if longest is not None and longest.number >= LONG:
        return _run(longest)
    good = (deed for deed in reversed(deeds) if (call := _called(deed)) is not None and call.good)
    caught = next(good, None)
    return _call(caught, ends=False) if caught is not None else None


def _ended_by_call(deeds: Sequence[Deed]) -> bool:
    last = deeds[-1] if deeds else None
    if last is None or _called(last) is None:
        return False
    return any(isinstance(event, events.GameEnded) for event in last.events)


def _called(deed: Deed) -> events.FlinchCalled | None:
    found = (event for event in deed.events if isinstance(event, events.FlinchCalled))
    return next(found, None)


def _call(deed: Deed, *, ends: bool) -> Fact:
    call = _called(deed)
    assert call is not None, "the deed is a call"

    def tell(names: Sequence[str], t: Translator) -> str:
        who, accused = t.list([names[seat] for seat in call.callers]), names[call.accused]
        if ends and call.good:
            return t(
                "{names} caught {accused}, and that ended the game.", names=who, accused=accused
            )
        if ends:
            return t.n(
                "A wrong call by {names} ended the game.",
                "Wrong calls by {names} ended the game.",
                len(call.callers),
                names=who,
            )
        return t("Last right call: {names} caught {accused}.", names=who, accused=accused)

    return Fact(deed, tell)


class _Run(Struct):
    """Cards that a seat has played in one turn, and the first of these acts."""

    number: int
    seat: int
    deed: Deed


def _longest(deeds: Sequence[Deed]) -> _Run | None:
    """Return the first of the longest runs; what a call took back was not played."""
    runs: list[_Run] = []
    fresh = True
    for deed in deeds:
        for event in deed.events:
            match event:
                case events.TurnBegan():
                    fresh = True
                case events.CardPlayed(seat=seat) if fresh:
                    runs.append(_Run(1, seat, deed))
                    fresh = False
                case events.CardPlayed():
                    runs[-1].number += 1
                case events.ActUndone(seat=seat, act="play"):
                    own = next(run for run in reversed(runs) if run.seat == seat)
                    own.number -= 1
    return max(runs, key=lambda run: run.number, default=None)


def _run(run: _Run) -> Fact:
    def tell(names: Sequence[str], t: Translator) -> str:
        return t.n(
            "Longest run: {name}, {n} card in one turn.",
            "Longest run: {name}, {n} cards in one turn.",
            run.number,
            name=names[run.seat],
        )

    return Fact(run.deed, tell)

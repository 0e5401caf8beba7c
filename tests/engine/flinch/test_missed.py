"""What was missed is said with the verdict: to all what all could see, a hand's 1 to its owner."""

from random import Random
from typing import Any

from engine import play
from engine.api import Setup
from engine.games.flinch.events import FlinchCalled
from tests.engine.flinch.record import GAME, Record, dealt, late, seat

GAMES, ACTS = 60, 160


def called(record: Record) -> FlinchCalled:
    """Return the last verdict."""
    return next(e for e in reversed(record.events) if isinstance(e, FlinchCalled))


def test_open_flinch_card_is_named() -> None:
    """F-21: the 2 of the Flinch pile had to be played onto the 1, and everybody reads so."""
    verdict = called(dealt(2, flinch={0: [2]}, hands={0: [1, 9]}).do("0 H1", "0 L9", "1 C"))
    assert (verdict.owed, verdict.card, verdict.kept) == ("F", 2, False)


def test_card_that_was_missed_is_named_though_it_lies_elsewhere_since() -> None:
    """F-46: the accused gave it as a penalty and played the card beneath, the last of its pile."""
    seats = [seat([8, 5], [2, 9]), seat([9, 9], [9]), seat([9], [9]), seat([9, 9], [9])]
    strict = {"partners": True, "conduct": "strict"}
    record = late(seats, centre=[4, 7, 1], options=strict).do("0 H2", "0 J1", "0 F")
    assert record.state.seats[0].flinch == ()
    verdict = called(record.do("1 C"))
    assert (verdict.owed, verdict.card, verdict.kept) == ("F", 5, False)


def test_kept_1_is_named_where_nothing_else_explains_the_verdict() -> None:
    """F-18: that it was in the hand is what the verdict itself says."""
    verdict = called(dealt(3, hands={0: [1, 9]}, dealer=2).do("0 L9", "1 C"))
    assert (verdict.owed, verdict.card, verdict.kept) == ("H1", 1, False)


def test_false_call_names_nothing() -> None:
    """There was nothing to miss."""
    verdict = called(dealt(2, hands={0: [1, 9]}).do("0 H1", "0 L9", "1 C"))
    assert (verdict.good, verdict.owed, verdict.card, verdict.kept) == (False, None, 0, False)


def test_hand_is_betrayed_to_nobody_over_random_games() -> None:
    """Property: others read of a 1 in a hand only where no open fault about a visible card is.

    Its owner reads of it always; what all read is the same for every seat and for spectators.
    """
    found: dict[str, int] = {"open": 0, "hand": 0, "both": 0}
    for number in range(GAMES):
        chance = Random(number)
        seats = chance.choice((2, 3, 4))
        options = GAME.settle(seats, {"pile": 5, "conduct": chance.choice(("call", "strict"))})
        state: Any = play.start(GAME, Setup(seats, options, f"{number:064x}")).state
        for _ in range(ACTS):
            if GAME.outcome(state) is not None:
                break
            by, notation = _act(state, seats, chance)
            before, step = state, play.act(GAME, state, by, notation)
            state = step.state
            for verdict in step.events:
                if isinstance(verdict, FlinchCalled) and verdict.good:
                    found[_checked(verdict, before, seats)] += 1
    assert all(found.values()), found


def _checked(verdict: FlinchCalled, before: Any, seats: int) -> str:
    owed = [fault.owed for fault in before.faults if fault.seat == verdict.accused]
    hand, visible = "H1" in owed, [one for one in owed if one != "H1"]
    own: Any = GAME.redact(verdict, verdict.accused)
    others = [at for at in (None, *range(seats)) if at != verdict.accused]
    shown: set[Any] = {GAME.redact(verdict, at) for at in others}
    assert len(shown) == 1
    (public,) = shown
    assert not public.kept
    assert (public.owed == "H1") == (not visible)
    assert (own.owed == "H1" or own.kept) == hand
    if public.owed in ("F", "PF"):
        tops = {each.flinch[-1] for each in before.seats if each.flinch}
        assert public.card in tops
    if visible and hand:
        return "both"
    return "hand" if hand else "open"


def _act(state: Any, seats: int, chance: Random) -> tuple[tuple[int, ...], str]:
    """Return a call where one would be right, now and then, else anything possible."""
    accused = state.accused
    callers = [at for at in range(seats) if at != accused]
    if any(fault.seat == accused for fault in state.faults) and chance.random() < 0.2:
        for at in callers:
            if any(GAME.format(one) == "C" for one in GAME.actions(state, at)):
                return (at,), "C"
    seat = state.turn
    possible = [GAME.format(one) for one in GAME.actions(state, seat)]
    return (seat,), chance.choice([one for one in possible if one != "C"] or possible)

"""The one fact of a game that is over: read from its events, as everybody knows them."""

from typing import Any

import pytest

from bot.locale import translator
from bot.tables.model import CallMade
from bot.tables.notes import CallJudged
from bot.ui.contract.renderer import Deed, Fact
from bot.ui.games.flinch import FlinchRenderer
from bot.ui.games.flip import FlipRenderer
from bot.ui.games.flushed import FlushedRenderer
from engine.api import Outcome
from engine.games.flinch import events as flinch
from engine.games.flip import events as flip
from engine.games.flushed import events as flushed

NAMES = ("Ana", "Ben", "Eva")
OVER = flinch.GameEnded(Outcome("won", (0,), (1, 2, 3)))
CAUGHT = flinch.FlinchCalled((0, 2), 1, good=True)
WRONG = flinch.FlinchCalled((1,), 0, good=False)
BOTH_WRONG = flinch.FlinchCalled((0, 2), 1, good=False)


def deeds(*acts: Any) -> list[Deed]:
    """Return one deed for each event, or for each list of them."""
    several = [act if isinstance(act, list) else [act] for act in acts]
    return [Deed(ply, (0,), tuple(events)) for ply, events in enumerate(several)]


def told(fact: Fact | None, language: str = "en") -> str:
    """Return a fact in words; "" if there is none."""
    return fact.tell(NAMES, translator(language)) if fact is not None else ""


def turn(seat: int, cards: int) -> list[Any]:
    """Return the events of a turn in which so many cards are played."""
    played = [flinch.CardPlayed(seat, "H", 0, card, 0) for card in range(1, cards + 1)]
    return [flinch.TurnBegan(seat, 1), *played, flinch.CardLaid(seat, 9, 1)]


@pytest.mark.parametrize(
    ("acts", "said"),
    [
        ([*turn(0, 2), *turn(1, 5), *turn(2, 5)], "Longest run: Ben, 5 cards in one turn."),
        ([*turn(0, 4), CAUGHT, *turn(1, 1)], "Longest run: Ana, 4 cards in one turn."),
        ([*turn(0, 2), CAUGHT, *turn(1, 2), WRONG], "Last right call: Ana and Eva caught Ben."),
        ([*turn(0, 5), [CAUGHT, OVER]], "Ana and Eva caught Ben, and that ended the game."),
        ([*turn(0, 5), [WRONG, OVER]], "A wrong call by Ben ended the game."),
        ([*turn(0, 5), [BOTH_WRONG, OVER]], "Wrong calls by Ana and Eva ended the game."),
        ([*turn(0, 2), WRONG, *turn(1, 2)], ""),
        ([], ""),
    ],
)
def test_flinch_tells_the_call_that_ended_it_else_the_longest_run(acts: Any, said: str) -> None:
    """A run is told from three cards on, the first of equal ones; else the last good call."""
    assert told(FlinchRenderer().decisive(deeds(*acts))) == said


def test_a_play_that_a_call_took_back_is_no_part_of_a_run() -> None:
    """Also where the next turn has begun by then (F-50)."""
    undone = flinch.ActUndone(0, "play", "H", 0, 4, 0)
    acts = [*turn(0, 4), *turn(1, 3)[:1], [CAUGHT, undone, undone], *turn(2, 3)]
    assert told(FlinchRenderer().decisive(deeds(*acts))) == "Longest run: Eva, 3 cards in one turn."


def test_flip_tells_the_quickest_flip_that_won_its_pair() -> None:
    """Who was quicker but slower than the other hand, or wrong, is not told."""

    def race(seat: int, after: float, other: float) -> Deed:
        calls = tuple(
            CallMade(seat=each, person=1, notation="FLIP", route="button", stamp=0.0, after=time)
            for each, time in ((seat, after), (1 - seat, other))
        )
        nothing: Any = ((), ())
        won = flip.FlipCalled(seat, 4, nothing, ("7S", "7H"))
        verdict = CallJudged(good=True, calls=calls, callers=(seat,), tied=(seat,))
        return Deed(3, (seat,), (won,), race=verdict)

    played = [race(0, 0.52, 0.9), race(1, 0.31, 0.44), race(0, 0.4, 0.41)]
    assert told(FlipRenderer().decisive(played)) == "Fastest FLIP: Ben, 0.31 s."
    assert told(FlipRenderer().decisive(played), "es") == "FLIP más rápido: Ben, 0,31 s."
    assert told(FlipRenderer().decisive(deeds(flip.FalseFlip(0, "lock")))) == ""


def test_flushed_tells_the_biggest_pile() -> None:
    """From five cards on."""
    few, many = (flushed.PileTaken(seat, "void", n, ()) for seat, n in ((0, 4), (2, 14)))
    assert told(FlushedRenderer().decisive(deeds(few, many, few))) == (
        "Biggest pile: Eva took 14 cards."
    )
    assert told(FlushedRenderer().decisive(deeds(few, few))) == ""

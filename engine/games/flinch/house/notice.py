"""What a house player can tell of a fault: from what everybody saw, never from what is hidden.

A 1 passed over in a hand cannot be told: if it comes up later in that turn, playing it mends the
fault. An act that somebody demanded is no fault (F-58).
"""

from engine.games.flinch.fits import fits
from engine.games.flinch.state import Act
from engine.games.flinch.view import FlinchView

NEAR = 2
"""How far below a Flinch top a centre top lies that a careless eye takes for the right one."""


def fault_in_sight(before: FlinchView | None, view: FlinchView) -> bool:
    """Say whether the accused's acts, as everybody saw them, left a fault that is still open."""
    if not view.recent or view.recent[-1].seat != view.accused:
        return False
    last = view.recent[-1]
    if last.kind == "out-of-turn":
        return True
    passed_over: set[str] = set()
    for act in view.recent:
        if act.seat != last.seat or act.turn != last.turn or act.kind == "out-of-turn":
            continue
        passed_over.discard(_source_of_play(act))
        owed = _owed_in_sight(act)
        if owed not in ("", _source_of_play(act)) and not _demanded(before, act):
            passed_over.add(owed)
    return bool(passed_over)


def looks_like_a_fault(view: FlinchView) -> bool:
    """Say whether a careless eye could take the last act for a fault: a Flinch top nearly fits."""
    if not view.recent or view.recent[-1].seat != view.accused:
        return False
    act = view.recent[-1]
    return (
        _source_of_play(act) != "F"
        and act.flinch_top is not None
        and act.flinch_top - NEAR in act.centre
    )


def _owed_in_sight(act: Act) -> str:
    """Return the Flinch top (`F`, `PF`) that had to be played instead, as far as one could see."""
    for source, top in (("F", act.flinch_top), ("PF", act.partner_top)):
        if top is not None and fits(act.centre, top):
            return source
    return ""


def _source_of_play(act: Act) -> str:
    return act.source if act.kind == "play" else ""


def _demanded(before: FlinchView | None, act: Act) -> bool:
    """Say whether the act may have been a demanded card: one shown before that turn's first act."""
    if before is None or act.source != "H" or act.kind != "play":
        return False
    return act.card == before.demanded or act.card in before.seats[act.seat].shown

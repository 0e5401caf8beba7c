"""How easy and normal house players take their turn: by habit, without looking ahead."""

from random import Random

from engine.games.flinch.actions import Lay, LayNothing, TurnAct
from engine.games.flinch.house.desk import Desk, fitting_plays, possible_lays, way_to
from engine.games.flinch.state import Card

GOES_ON = 0.35
"""How often easy plays a card that fits instead of ending its turn."""

AHEAD = 2
"""How many cards before a Flinch card normal looks for."""


def play_naively(desk: Desk, chance: Random) -> TurnAct:
    """Return any play that fits, or any lay: easy goes on or stops as it comes."""
    plays = [play for play, _ in fitting_plays(desk)]
    lays = list(possible_lays(desk))
    if plays and (not lays or chance.random() < GOES_ON):
        return chance.choice(plays)
    return chance.choice(lays) if lays else LayNothing()


def play_sensibly(desk: Desk, awaited: Card) -> TurnAct:
    """Return a play on the way to a Flinch card, else one that empties the hand, else a tidy lay.

    While it can lay, it does not put down the card the next seat's Flinch top (`awaited`) waits
    for.
    """
    for goal in desk.goals:
        step = way_to(desk, goal, AHEAD)
        if step is not None:
            return step
    lays = list(possible_lays(desk))
    for play, card in fitting_plays(desk):
        helps = card == awaited - 1 and card not in desk.centre
        if (play.source == "H" or not desk.hand) and not (helps and lays):
            return play
    return max(lays, key=lambda lay: _order(desk, lay)) if lays else LayNothing()


def _order(desk: Desk, lay: Lay) -> tuple[float, Card]:
    """Return how well a lay keeps places in descending order, as good as possible first.

    On an empty place the highest card; else the least gap down from the top it covers, and worst a
    card on a smaller one.
    """
    if lay.place is None:
        return 0.0, lay.card
    gap = desk.places[lay.place - 1] - lay.card
    return (-gap if gap >= 0 else -20.0 + gap), lay.card

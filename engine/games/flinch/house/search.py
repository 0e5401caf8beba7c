"""How hard house players take their turn: they try sequences of plays and weigh where they end."""

from engine.games.flinch.actions import Lay, LayNothing, Play, TurnAct
from engine.games.flinch.house.desk import (
    HIDDEN,
    NONE,
    Desk,
    fitting_plays,
    owed_play,
    possible_lays,
)
from engine.games.flinch.house.outlook import WEIGHTS, Outlook, reach
from engine.games.flinch.state import PLACES, TOP, Card
from engine.games.flinch.view import FlinchView

POSITIONS = 250
"""Positions tried for one decision, at most: a few milliseconds."""


def play_ahead(view: FlinchView, desk: Desk) -> TurnAct:
    """Return the first step of the best sequence found."""
    assert view.seat is not None
    may_stop = bool(desk.hand) or view.idle_turns < len(view.seats)
    search = Search(Outlook(view, view.seat))
    return search.first_step(desk, may_stop=may_stop)


class Search:
    """Sequences of plays within one turn, up to where unknown cards come up."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._known: dict[Desk, float] = {}
        self._luck = (WEIGHTS.moves,) * (TOP + 1)
        self._renewed = tuple(1 - (1 - WEIGHTS.moves) * (1 - held) for held in outlook.new_hand)

    def first_step(self, desk: Desk, *, may_stop: bool) -> TurnAct:
        """Return the best step: a play, or how to end the turn."""
        best: TurnAct = LayNothing()
        most = float("-inf")
        if may_stop:
            ends = [(self._after(desk, lay), lay) for lay in possible_lays(desk)]
            most, best = max(ends, key=lambda end: end[0], default=(self._standing(desk), best))
        for play, card in fitting_plays(desk):
            worth = self._worth(_played(desk, play, card)) + self._gain(desk, play)
            if worth > most:
                best, most = play, worth
        return best

    def _worth(self, desk: Desk) -> float:
        """Return what this leads to, the best sequence from here on supposed."""
        found = self._known.get(desk)
        if found is None:
            found = self._best(desk)
            self._known[desk] = found
        return found

    def _best(self, desk: Desk) -> float:
        owed = owed_play(desk)
        if owed is not None:
            if owed.source == "H":
                return self._worth(_played(desk, owed, 1)) + self._gain(desk, owed)
            return WEIGHTS.goal + self._standing(desk)
        if not desk.hand and desk.fresh:
            return WEIGHTS.fresh + self._drawing(desk)
        most = self._stopped(desk)
        if len(self._known) >= POSITIONS:
            return most
        for play, card in fitting_plays(desk):
            worth = self._worth(_played(desk, play, card)) + self._gain(desk, play)
            most = max(most, worth)
        return most

    def _gain(self, desk: Desk, play: Play) -> float:
        """Return what a play is worth by itself: a place that comes free, a card that comes up."""
        if play.source not in ("R", "PR"):
            return 0.0
        at = play.number - 1 + (PLACES if play.source == "PR" else 0)
        return WEIGHTS.empty if desk.heights[at] == 1 else WEIGHTS.open

    def _drawing(self, desk: Desk) -> float:
        """Return the worth of a position in which a new hand comes and the turn goes on."""
        luck = self._outlook.new_hand
        soon = sum(reach(desk.centre, goal, desk.reserve, luck) for goal in desk.goals)
        return WEIGHTS.soon * soon + self._standing(desk)

    def _stopped(self, desk: Desk) -> float:
        """Return the worth of ending the turn here."""
        ends = (self._after(desk, lay) for lay in possible_lays(desk))
        return max(ends, default=self._standing(desk))

    def _after(self, desk: Desk, lay: Lay) -> float:
        """Return the worth of ending the turn with this lay."""
        return self._standing(_laid(desk, lay)) - WEIGHTS.bury * _burial(desk, lay)

    def _standing(self, desk: Desk) -> float:
        """Return the worth of what lies before the others' turns."""
        within = {*desk.hand, *desk.reserve}
        luck = self._luck if desk.hand or not desk.fresh else self._renewed
        own = sum(reach(desk.centre, goal, within, luck) for goal in desk.goals)
        return (
            WEIGHTS.own * own
            + WEIGHTS.spread * len(within)
            - self._outlook.threat(desk.centre)
            - WEIGHTS.hand * len(desk.hand)
        )


def _burial(desk: Desk, lay: Lay) -> float:
    """Return how much a lay is in the way of the card it covers: least just below it."""
    if lay.place is None:
        return 0.0
    gap = desk.places[lay.place - 1] - lay.card
    return float(gap if gap > 0 else 10 - gap)


def _played(desk: Desk, play: Play, card: Card) -> Desk:
    """Return the desk after a play from the hand or a reserve place."""
    centre = list(desk.centre)
    if card != 1:
        centre.remove(card - 1)
    if card != TOP:
        centre.append(card)
        centre.sort()
    ahead = tuple(centre)
    if play.source == "H":
        at = desk.hand.index(card)
        hand = desk.hand[:at] + desk.hand[at + 1 :]
        return Desk(ahead, hand, desk.goals, desk.reserve, desk.heights, desk.fresh)
    at = play.number - 1 + (PLACES if play.source == "PR" else 0)
    height = desk.heights[at] - 1
    reserve = _with(desk.reserve, at, HIDDEN if height else NONE)
    return Desk(ahead, desk.hand, desk.goals, reserve, _with(desk.heights, at, height), desk.fresh)


def _laid(desk: Desk, lay: Lay) -> Desk:
    """Return the desk after a lay."""
    at = desk.hand.index(lay.card)
    hand = desk.hand[:at] + desk.hand[at + 1 :]
    place = desk.places.index(NONE) if lay.place is None else lay.place - 1
    reserve = _with(desk.reserve, place, lay.card)
    heights = _with(desk.heights, place, desk.heights[place] + 1)
    return Desk(desk.centre, hand, desk.goals, reserve, heights, desk.fresh)


def _with(numbers: tuple[int, ...], at: int, number: int) -> tuple[int, ...]:
    return (*numbers[:at], number, *numbers[at + 1 :])

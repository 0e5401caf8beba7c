"""Eights: follow suit or rank, eights are wild, and say "Last!" in time.

2 to 5 players, 52 cards; 5 (or 7) each, one face up on the pile, the rest is the stock. The seat
left of the dealer begins. In turn: play a card of the suit or rank on top, or an eight, naming the
suit to follow (`8S+H`); or draw (`D`) once a turn (or up to three times), after which one may pass
(`P`). Without a stock the pile but its top is shuffled into a new one. Whoever plays the last card
but one is exposed until the next act: the first to call `LAST` settles it, the seat itself safely,
anybody else so that it draws two. The first without cards wins.
"""

from tests.fourth_game.eights.rules import Eights

__all__ = ["Eights"]

"""Positions of the rules pages as they lie on a table: dealt, played, laid out for a picture."""

from typing import Any

from bot.locale import Translator, mark
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.contract.rules_page import Position
from bot.ui.contract.spread import Block, Group, Pile, Spread
from engine import play
from engine.api import AnyGame, Seat, Setup

SEED = "2" * 64
READER: Seat = 0
NAMES = (mark("You"), "Ana", "Ben", "Eva", "Leo", "Mia", "Noa", "Pau")
"""Who sits where, in every language."""


def reached(game: AnyGame, position: Position) -> Any:
    """Return the state of a position.

    Raises:
        BadSetup, Refused: the game cannot be dealt so, or an act of it is not possible.
    """
    settled = game.settle(position.seats, position.chosen)
    setup = Setup(position.seats, settled, SEED, position.dealer)
    stacked = Setup(position.seats, settled, SEED, position.dealer, _stacked(game, setup, position))
    state = play.start(game, stacked).state
    for act in position.acts:
        by, notation = act.split()
        seats = tuple(int(seat) for seat in by if seat != "-")
        state = play.act(game, state, seats, notation).state
    return state


def spread(game: AnyGame, renderer: AnyRenderer, position: Position, t: Translator) -> Spread:
    """Return what lies where, below it the reader's own cards."""
    state = reached(game, position)
    names = [name if seat else t(name) for seat, name in enumerate(NAMES[: position.seats])]
    laid = renderer.spread(game.view(state, None), names, t)
    held = renderer.held(game.view(state, READER)) if position.own else ()
    if not held:
        return laid
    own = Block(t("Your hand"), (Group(tuple(Pile(face) for face in held)),), wide=True)
    return Spread((*laid.blocks, own))


def _stacked(game: AnyGame, setup: Setup, position: Position) -> tuple[int | str, ...]:
    """Return the deck with each card wanted swapped to its place."""
    deck = list(game.deck(setup))
    done: set[int] = set()
    for place, card in position.cards.items():
        if deck[place] != card:
            other = next(at for at, one in enumerate(deck) if one == card and at not in done)
            deck[place], deck[other] = deck[other], deck[place]
        done.add(place)
    return tuple(deck)

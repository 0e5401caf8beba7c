"""Screens of many random states within all limits: `python -m tests.bench.screens --states 10000`.

Every public table and every hand of random games of every game and seat count, under random house
rules, in emoji, text and big print, in both languages, against Discord's limits and a phone's width
(the checks of `tests/ui/test_limits.py`).
"""

import argparse
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, TextIO

from bot.locale import LANGUAGES
from bot.ui.elements.screen import Screen
from tests.ui.positions import PAIRS, Position, half_made, look, walk
from tests.ui.test_limits import PHONE, check, layout_lines, room

A_GAME = 100
"""States of one random game, at most."""


def positions(states: int, seed: int) -> Iterator[Position]:
    """Yield so many states, games and seat counts in turn."""
    kinds = [(*pair, seats) for pair in PAIRS for seats in pair[0].seat_counts]
    left, number = states, seed
    while left > 0:
        game, renderer, seats = kinds[number % len(kinds)]
        for position in walk(game, renderer, seats, seed=number, plies=A_GAME):
            yield position
            left -= 1
            if left == 0:
                return
        number += 1


def screens(position: Position, chance: Random) -> Iterator[tuple[Screen, bool]]:
    """Yield every screen of a state, and whether its lines are laid out for a phone as text."""
    renderer: Any = position.renderer
    for language in LANGUAGES:
        for one in (look(language), look(language, renderer), look(language, big=True)):
            as_text = not one.emojis
            yield renderer.public(position.public(aside="x" * 80), one), as_text
            for seat in range(len(position.table.seats)):
                for half in (None, half_made(position, seat, chance)):
                    hand = position.hand(seat, half=half, last="y" * 30)
                    yield renderer.hand(hand, one), as_text and renderer.hands


def main(arguments: list[str] | None = None, out: TextIO = sys.stdout) -> int:
    """Check, print how much was checked, return 1 at the first screen that does not fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    chance = Random(options.seed)
    count = longest = most = 0
    for position in positions(options.states, options.seed):
        for screen, as_text in screens(position, chance):
            check(screen)
            if as_text:
                for line in layout_lines(screen):
                    assert room(line) <= PHONE, line
            count += 1
            longest = max(longest, screen.characters())
            most = max(most, screen.components())
    out.write(
        f"{options.states} states, {count} screens: all fit; at most {longest} characters and "
        f"{most} components\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The one fact of a game of Flushed that says most about it."""

from collections.abc import Sequence

from bot.locale import Translator
from bot.ui.contract.renderer import Deed, Fact
from engine.games.flushed.events import PileTaken

LARGE = 5
"""Cards of a pile that are worth telling."""


def decisive(deeds: Sequence[Deed]) -> Fact | None:
    """Return the largest pile that somebody had to take."""
    taken = [
        (event, deed) for deed in deeds for event in deed.events if isinstance(event, PileTaken)
    ]
    largest = max(taken, key=lambda each: each[0].count, default=None)
    if largest is None or largest[0].count < LARGE:
        return None
    event, deed = largest

    def tell(names: Sequence[str], t: Translator) -> str:
        return t.n(
            "Biggest pile: {name} took {n} card.",
            "Biggest pile: {name} took {n} cards.",
            event.count,
            name=names[event.seat],
        )

    return Fact(deed, tell)

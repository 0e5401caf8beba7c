"""The one fact of a game of FLIP that says most about it."""

from collections.abc import Sequence

from bot.locale import Translator
from bot.ui.contract.renderer import Deed, Fact
from bot.ui.elements import notes
from engine.games.flip.events import FlipCalled


def decisive(deeds: Sequence[Deed]) -> Fact | None:
    """Return the quickest FLIP that won its pair."""
    timed = ((_after(deed), deed) for deed in deeds)
    known = [(after, deed) for after, deed in timed if after is not None]
    if not known:
        return None
    after, deed = min(known, key=lambda each: each[0])
    (seat,) = (event.seat for event in deed.events if isinstance(event, FlipCalled))

    def tell(names: Sequence[str], t: Translator) -> str:
        return t("Fastest FLIP: {name}, {time}.", name=names[seat], time=notes.seconds(after, t))

    return Fact(deed, tell)


def _after(deed: Deed) -> float | None:
    """Return how long after the pair its winner called; None where it was none, or is not known."""
    won = next((event.seat for event in deed.events if isinstance(event, FlipCalled)), None)
    calls = deed.race.calls if deed.race is not None and won is not None else ()
    return next((call.after for call in calls if call.seat == won), None)

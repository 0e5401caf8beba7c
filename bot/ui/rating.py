"""Ratings in words: what a game did to them, and why it did nothing."""

from collections.abc import Mapping, Sequence

from bot.db.records import Result, Unrated
from bot.locale import Translator, mark
from bot.tables.model import Table
from bot.tables.notes import Ended
from bot.ui.contract.renderer import History, Noted
from bot.ui.elements.names import texts

UNRATED: Mapping[Unrated, str] = {
    "house": mark("a bot was at the table from the start"),
    "server": mark("this server doesn't rate games"),
    "often": mark("the same people have played five rated games together today"),
    "partner": mark("the partner left the game"),
    "kick": mark("the win came from removing someone"),
    "early": mark("someone left too early in the game"),
    "gone": mark("the player left"),
    "substitute": mark("someone took another player's place mid-game"),
}
"""Why a game does not count, as the end of a sentence."""


def whole(exact: float, t: Translator) -> str:
    """Return a rating as it is shown: rounded, never clamped."""
    return t.number(round(exact))


def change(before: float, after: float, t: Translator) -> str:
    """Return what a game did to a rating: "12 → 14"."""
    return f"{whole(before, t)} → {whole(after, t)}"


def scored(result: Result, t: Translator) -> str:
    """Return what a game did to the rating it counts for, or why nothing."""
    if result.unrated is not None:
        return t("not rated: {reason}", reason=t(UNRATED[result.unrated]))
    before, after = result.rating_before, result.rating_after
    if before is None or after is None:
        before, after = result.overall_before, result.overall_after
    if before is None or after is None:
        return t("not rated")
    return t("rating {change}", change=change(before, after, t))


def told(results: Sequence[Result], table: Table, t: Translator) -> str:
    """Return what a game did to everybody's rating, or why it did nothing; "" without results."""
    names = texts(table, t)
    reasons = {result.unrated for result in results}
    if all(result.unrated is None and result.number is None for result in results):
        return ""
    if len(reasons) == 1 and None not in reasons:
        (reason,) = reasons
        assert reason is not None, "not rated for one reason"
        return t("Not rated: {reason}.", reason=t(UNRATED[reason]))
    lines = [
        f"{names[result.seat]} · {scored(result, t)}"
        for result in sorted(results, key=lambda one: (one.place, one.seat))
    ]
    return "\n".join(lines)


def ending(history: History) -> tuple[Result, ...]:
    """Return the results that the end of a game told; empty where it is not remembered."""
    notes = (past.note for past in reversed(history) if isinstance(past, Noted))
    return next((note.results for note in notes if isinstance(note, Ended)), ())

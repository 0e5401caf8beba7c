"""`/why`: the last race, penalty or time-out, and why a game is not rated.

See `architecture.md`, Races.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert

from bot.db.records import Result
from bot.locale import Translator, mark
from bot.tables.model import Route, Table
from bot.tables.notes import CallJudged
from bot.ui import rating
from bot.ui.contract.renderer import AnyRenderer, Deed
from bot.ui.elements import frame, notes
from bot.ui.elements.look import Look
from bot.ui.elements.names import at_the_time
from bot.ui.elements.screen import Screen, Text

ROUTES: Mapping[Route, str] = {
    "button": mark("button"),
    "command": mark("command"),
    "reaction": mark("reaction"),
}


def judged(race: Mapping[str, Any]) -> CallJudged:
    """Return the verdict stored with an event (`StoredEvent.race`)."""
    return convert(race, CallJudged)


def draw(
    lines: Sequence[str],
    table: Table,
    renderer: AnyRenderer,
    results: Sequence[Result],
    t: Translator,
) -> Screen:
    """Return what there is to explain of a table: why it is not rated, then what happened last.

    Args:
        lines: of `race`, `time_out` or `penalty`; empty where nothing of the kind happened.
        table: the table.
        renderer: of its game.
        results: of a game that is over.
        t: the reader's language.
    """
    told = [*_rated(table, results, t), *lines]
    if not told:
        told = [nothing(t)]
    text = "\n".join([frame.heading(table, renderer, t), *told])
    return Screen((Text(text),), accent=frame.PRIVATE)


def race(
    note: CallJudged, deed: Deed, table: Table, renderer: AnyRenderer, look: Look
) -> list[str]:
    """Return what a call brought, who called when, and how it was judged."""
    held = {call.seat: call.person for call in note.calls}
    names = at_the_time(table, [held.get(seat.index) for seat in table.seats], look.t)
    lines = [*frame.happened((deed,), table, renderer, look)]
    told = notes.race(note, names, look.t)
    if told is not None:
        lines.append(told)
    if not note.good and renderer.nothing:
        lines.append(look.t(renderer.nothing))
    return lines + _times(note, names, look.t)


def time_out(
    deeds: Sequence[Deed], table: Table, renderer: AnyRenderer, look: Look, reader: int
) -> list[str]:
    """Return whose time ran out, and what the table played then; `reader` is the person told."""
    lines: list[str] = []
    late: set[str] = set()
    for deed in deeds:
        for seat in deed.by:
            if dict(enumerate(deed.people)).get(seat) == reader:
                lines = [look.t("You ran out of time, so I played for you.")]
            else:
                late.add(at_the_time(table, deed.people, look.t)[seat])
    if late:
        names = look.t.list(sorted(late))
        lines.append(look.t("{name} ran out of time, so I played for them.", name=names))
    return lines + list(frame.happened(tuple(deeds), table, renderer, look))


def penalty(deed: Deed, table: Table, renderer: AnyRenderer, look: Look) -> list[str]:
    """Return an irregularity that the table voted on, and what it cost."""
    lines = [look.t("The table voted that the rules were broken.")]
    return lines + list(frame.happened((deed,), table, renderer, look))


def nothing(t: Translator) -> str:
    """Return the answer where there is nothing to explain."""
    return t("No recent call, penalty or timeout to explain here.")


def _rated(table: Table, results: Sequence[Result], t: Translator) -> list[str]:
    """Return why a game that is over is not rated, or what it did to ratings."""
    if table.status != "ended":
        return []
    if not results:
        reason = table.end_reason or ""
        lines = [t(frame.REASONS[reason])] if reason in frame.REASONS else []
        return [*lines, t("With no result, nothing is rated.")]
    told = rating.told(results, table, t)
    return [told] if told else []


def _times(note: CallJudged, names: Sequence[str], t: Translator) -> list[str]:
    """Return each call with how long after the first it came, on Discord's clock, and how.

    Of a good one alone it says how long after what made it good; of a false one alone no time.
    """
    if len(note.calls) == 1:
        (call,) = note.calls
        name, route = names[call.seat], t(ROUTES[call.route])
        if call.after is None:
            return [f"- {name} · {route}"]
        after = notes.seconds(call.after, t)
        text = t("{name} {time} after there was something to call", name=name, time=after)
        return [f"- {text} · {route}"]
    first = min(call.stamp for call in note.calls)
    lines: list[str] = []
    for call in note.calls:
        after = "+" + notes.seconds(call.stamp - first, t)
        lines.append(f"- {names[call.seat]} {after} · {t(ROUTES[call.route])}")
    return lines

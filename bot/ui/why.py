"""`/why`: the last race or penalty, with its times (`design.md`, Races)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert

from bot.locale import Translator, mark
from bot.tables.notes import CallJudged
from bot.tables.values import Route, Table
from bot.ui import frame, notes
from bot.ui.look import Look
from bot.ui.names import texts
from bot.ui.renderer import AnyRenderer, Deed
from bot.ui.screen import Screen, Text

ROUTES: Mapping[Route, str] = {
    "button": mark("button"),
    "command": mark("command"),
    "reaction": mark("reaction"),
}


def judged(race: Mapping[str, Any]) -> CallJudged:
    """Return the verdict stored with an event (`StoredEvent.race`)."""
    return convert(race, CallJudged)


def draw(
    note: CallJudged, deeds: Sequence[Deed], table: Table, renderer: AnyRenderer, look: Look
) -> Screen:
    """Return what a call brought (`deeds`), who called when, and how it was judged."""
    t = look.t
    lines = [frame.heading(table, renderer, t)]
    lines += frame.happened(tuple(deeds), table, renderer, look)
    names = texts(table, t)
    told = notes.race(note, names, t)
    if told is not None:
        lines.append(told)
    lines += _times(note, names, t)
    return Screen((Text("\n".join(lines)),), accent=frame.PRIVATE)


def nothing(t: Translator) -> str:
    """Return the answer where no call was judged."""
    return t("No call has been judged here lately.")


def _times(note: CallJudged, names: Sequence[str], t: Translator) -> list[str]:
    """Return each call with how long after the first it came, on Discord's clock, and how."""
    first = min(call.stamp for call in note.calls)
    lines: list[str] = []
    for call in note.calls:
        after = "+" + notes.seconds(call.stamp - first, t)
        lines.append(f"- {names[call.seat]} {after} · {t(ROUTES[call.route])}")
    return lines

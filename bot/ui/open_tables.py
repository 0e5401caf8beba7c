"""`/tables`: every open table of a server, for the people who run it."""

from collections.abc import Sequence

from msgspec import Struct

from bot.locale import Translator
from bot.tables.model import Table
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.links import link, relative
from bot.ui.elements.names import texts
from bot.ui.elements.screen import Button, Part, Row, Screen, Style, Text

PAGE = 8
"""Tables on a page."""
LIST, ASK, SURE, NOW = (
    controls.OVERSEE + "page",
    controls.OVERSEE + "end-",
    controls.OVERSEE + "sure-",
    controls.OVERSEE + "now-",
)
"""Acts: show a page (`ply`), ask before ending a table, end it, end it without a list to go back
to; the table's number follows."""


class OpenTable(Struct, frozen=True):
    """A table of the list; `turn` is the seat whose turn it is, None where there are no turns."""

    table: Table
    renderer: AnyRenderer
    url: str
    turn: int | None


def draw(entries: Sequence[OpenTable], page: int, t: Translator, said: str = "") -> Screen:
    """Return a page of the list.

    Args:
        entries: all open tables of the server, oldest first.
        page: which page; one that is gone shows the last one.
        t: the reader's language.
        said: what was just done, in a line.
    """
    last = max(len(entries) - 1, 0) // PAGE
    page = min(page, last)
    head = ["### " + t("Open tables in this server"), *([said] if said else [])]
    if not entries:
        head.append(t("No table is open right now."))
    parts: list[Part] = [Text("\n".join(head))]
    for entry in entries[page * PAGE : (page + 1) * PAGE]:
        parts.append(Text(_line(entry, t)))
        label = t("End table {number}", number=entry.table.id)
        parts.append(Row((_button(page, f"{ASK}{entry.table.id}", label, "danger"),)))
    buttons = [_button(page, LIST, t("Refresh"))]
    if page > 0:
        buttons.append(_button(page - 1, LIST + "-back", t("Previous page")))
    if page < last:
        buttons.append(_button(page + 1, LIST + "-on", t("Next page")))
    parts.append(Row(tuple(buttons)))
    return Screen(tuple(parts), accent=frame.PRIVATE)


def ask(table: Table, renderer: AnyRenderer, page: int, t: Translator) -> Screen:
    """Return the question before a table of the list is ended."""
    yes = _button(page, f"{SURE}{table.id}", t("End table {number}", number=table.id), "danger")
    return _question(table, renderer, (yes, _button(page, LIST, t("Back"))), t)


def sure_to_end(table: Table, renderer: AnyRenderer, t: Translator) -> Screen:
    """Return the question before a running game is ended by `/end`."""
    yes = _button(0, f"{NOW}{table.id}", t("End table {number}", number=table.id), "danger")
    return _question(table, renderer, (yes,), t)


def _question(
    table: Table, renderer: AnyRenderer, buttons: tuple[Button, ...], t: Translator
) -> Screen:
    if table.status == "lobby":
        text = t("Close this lobby? Its game hasn't started.")
    else:
        text = t("End this table? Nobody wins or loses, and it won't be rated.")
    head = frame.heading(table, renderer, t)
    return Screen((Text(f"{head}\n{text}"), Row(buttons)), accent=frame.PRIVATE)


def _line(entry: OpenTable, t: Translator) -> str:
    table = entry.table
    facts = [frame.heading(table, entry.renderer, t), link(t("Go to table"), entry.url)]
    lines = [" · ".join(facts)]
    if table.started is None:
        lines += [t("opened {when}", when=relative(table.created)), t("waiting for players")]
    else:
        lines.append(t("started {when}", when=relative(table.started)))
    if entry.turn is not None:
        lines.append(t("{name}'s turn", name=texts(table, t)[entry.turn]))
    lines.append(t.list(texts(table, t)))
    return lines[0] + "\n" + " · ".join(lines[1:])


def _button(page: int, act: str, label: str, style: Style = "secondary") -> Button:
    return Button(Control(0, 0, page, 0, act).custom_id, label, style)

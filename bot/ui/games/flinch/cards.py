"""Flinch cards on a screen: what lies in the middle and before each seat, as Markdown lines."""

from collections.abc import Iterable, Iterator

from bot.locale import Translator
from bot.ui.elements.look import Look
from bot.ui.elements.text import wrapped
from bot.ui.games.flinch.picture import pair
from engine.games.flinch.view import FlinchView, PlaceView, SeatView

LETTERS = "ABCDE"
"""Reserve places 1…5 as people see them."""


def degrees(look: Look) -> Iterator[tuple[Look, bool]]:
    """Yield with how much detail to draw, the most first: the look, and whether in short."""
    for each in (look, look.text_only()):
        for short in (False, True):
            yield each, short


def empty(look: Look) -> str:
    """Return the face of an empty place."""
    return look.emojis.get("empty", "–")


def place(one: PlaceView, look: Look) -> str:
    """Return a reserve place: its top, and its height where more than one lies there."""
    if one.top is None:
        return empty(look)
    return look.number(one.top) + (f"×{one.height}" if one.height > 1 else "")


def places(reserve: Iterable[PlaceView], look: Look, first: str = "") -> str:
    """Return the five reserve places on one line, or two if they are too wide for a phone."""
    return wrapped((place(one, look) for one in reserve), first)


def flinch_pile(seat: SeatView, look: Look) -> str:
    """Return the top of a Flinch pile and how many cards are under it."""
    if seat.flinch_top is None:
        return look.t("none left")
    under = seat.flinch_size - 1
    more = look.t("+{n} under it", n=under) if under else look.t("the last one")
    return look.number(seat.flinch_top) + " " + more


def pile(seat: SeatView, look: Look) -> str:
    """Return the same in the shortest form: `[12] +9`."""
    if seat.flinch_top is None:
        return "–"
    under = seat.flinch_size - 1
    return look.number(seat.flinch_top) + " " + (f"+{under}" if under else look.t("the last one"))


def short(seat: SeatView, look: Look) -> str:
    """Return the Flinch pile and the size of the hand in the shortest form."""
    return f"{pile(seat, look)} · " + look.t("hand {n}", n=seat.hand_size)


def middle(view: FlinchView, look: Look) -> str:
    """Return the centre tops left to right, the stock and the finished piles."""
    return tops(view, look) + "\n" + stock(view, look.t)


def tops(view: FlinchView, look: Look) -> str:
    """Return the centre tops left to right."""
    faces = [look.number(card) for card in view.centre] or [empty(look)]
    return wrapped(faces, first="**" + look.t("Middle") + "**")


def stock(view: FlinchView, t: Translator) -> str:
    """Return the size of the stock and of the finished piles."""
    return t("Stock {stock} · finished piles {finished}", stock=view.stock, finished=view.finished)


def remarks(seat: SeatView, look: Look) -> list[str]:
    """Return what everybody knows of a seat beyond its cards."""
    t, lines = look.t, []
    if seat.shown:
        lines.append(wrapped([look.number(card) for card in seat.shown], first=t("shown")))
    if seat.locked:
        lines.append(t("no calls until next turn"))
    if seat.barred:
        lines.append(t("Flinch card waits one round"))
    return lines


def block(view: FlinchView, seat: int, name: str, look: Look) -> str:
    """Return one seat as everybody sees it: three lines, and what else is known."""
    one, t, sign = view.seats[seat], look.t, pair(view, seat)
    called = f"**{name}** {sign}" if sign else f"**{name}**"
    head = f"{called} · " + t("hand {n}", n=one.hand_size)
    lines = [
        f"### ▶ {head}" if seat == view.turn and view.outcome is None else head,
        "Flinch " + flinch_pile(one, look),
        places(one.reserve, look, t("Reserve")),
        *remarks(one, look),
    ]
    return "\n".join(lines)


def brief(view: FlinchView, seat: int, name: str, look: Look) -> str:
    """Return one seat in the shortest form, two lines: everything but the words."""
    one = view.seats[seat]
    turn = "▶ " if seat == view.turn and view.outcome is None else ""
    lines = [f"{turn}**{name}** · {short(one, look)}", places(one.reserve, look)]
    return "\n".join([*lines, *remarks(one, look)])


def pairs(view: FlinchView, names: tuple[str, ...], t: Translator) -> str | None:
    """Return who plays with whom; None without partners."""
    if not view.options.partners:
        return None
    half = len(names) // 2
    return "-# " + t.list(
        [f"{pair(view, at)} {names[at]} + {names[at + half]}" for at in range(half)]
    )

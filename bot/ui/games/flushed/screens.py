"""The public table and the hands of Flushed."""

from collections.abc import Iterator
from typing import Any

from bot.locale import Translator
from bot.ui.contract.renderer import NOBODY, HandSight, PublicSight, Renderer
from bot.ui.elements import controls, frame
from bot.ui.elements.emojis import CANCEL, DIGITS
from bot.ui.elements.links import countdown
from bot.ui.elements.look import Look, french
from bot.ui.elements.names import texts
from bot.ui.elements.screen import (
    Button,
    Choice,
    Part,
    Row,
    Screen,
    Select,
    Separator,
    Text,
    first_fitting,
)
from bot.ui.elements.text import printed, wrapped
from bot.ui.games.flushed import presses, words
from engine.games.flushed.view import FlushedView

NO_CARD = "–"
"""What stands where a hand number holds no card."""
TURN = "▶"
FEWEST = 2
"""Cards of the smallest play of several."""


def public(sight: PublicSight[FlushedView], renderer: Renderer[Any], look: Look) -> Screen:
    """Return the table in the channel: a function of the spectator's view alone."""
    return first_fitting(_public(sight, renderer, one) for one in (look, look.text_only()))


def hand(sight: HandSight[FlushedView], renderer: Renderer[Any], look: Look) -> Screen:
    """Return one seat's hand: a function of that seat's view alone."""
    return first_fitting(_hand(sight, renderer, one) for one in (look, look.text_only()))


def _public(sight: PublicSight[FlushedView], renderer: Renderer[Any], look: Look) -> Screen:
    view, table = sight.laid, sight.table
    names = texts(table, look.t)
    seats = [Text(_block(view, at, name, look)) for at, name in enumerate(names)]
    around = Text(_direction(view, look.t))
    body: list[Part] = [Text(_middle(view, look)), Separator(), around, *seats]
    if view.outcome is not None or table.status != "playing":
        return frame.over(sight, renderer, body, renderer.left(view), look)
    row = Row((frame.hand_button(table, look.t),))
    return frame.public(sight, renderer, body, [row], look, turn=view.turn)


def _middle(view: FlushedView, look: Look) -> str:
    """Return the top card, the suit to follow or "open", and the size of the pile."""
    t = look.t
    top = look.emojis.get("empty", "–") if view.top is None else look.french(view.top)
    suit = t("any") if view.suit is None else words.suit(view.suit, t)
    return f"# {top}\n" + _pile(view, suit, t)


def _pile(view: FlushedView, suit: str, t: Translator) -> str:
    """Return the size of the pile, and the suit to follow while there is a game to follow it in."""
    if view.outcome is not None or view.turn == NOBODY:
        return t("Pile {n}", n=view.height)
    return t("Suit: {suit} · pile {n}", suit=suit, n=view.height)


def _seats(view: FlushedView, names: tuple[str, ...], look: Look) -> str:
    """Return the seats in order, as close as a hand has room for."""
    lines = [_direction(view, look.t)]
    for at, name in enumerate(names):
        lines += [f"{_arrow(view, at)} **{name}**", f"-# {_sizes(view, at, look.t)}"]
    return "\n".join(lines)


def _block(view: FlushedView, seat: int, name: str, look: Look) -> str:
    """Return one seat as the table shows it, the turn's as a heading."""
    arrow = _arrow(view, seat)
    head = f"### {arrow} {name}" if arrow == TURN else f"{arrow} **{name}**"
    return f"{head}\n{_sizes(view, seat, look.t)}"


def _direction(view: FlushedView, t: Translator) -> str:
    return t("Play goes down ⬇") if view.direction == 1 else t("Play goes up ⬆")


def _arrow(view: FlushedView, seat: int) -> str:
    """Return what stands before a seat: whether it is its turn, else which way the play goes."""
    if seat == view.turn and view.outcome is None:
        return TURN
    return "⬇" if view.direction == 1 else "⬆"


def _sizes(view: FlushedView, seat: int, t: Translator) -> str:
    one = view.seats[seat]
    return t("hand {hand} · stack {stack}", hand=one.hand, stack=one.stack)


def _hand(sight: HandSight[FlushedView], renderer: Renderer[Any], look: Look) -> Screen:
    view, table, t = sight.view, sight.table, look.t
    if view.outcome is not None or table.status != "playing":
        return frame.hand_over(sight, renderer, renderer.left(view), t)
    lines = frame.hand_head(sight, renderer, view.turn, look)
    if table.awaited is not None and view.turn == sight.seat:
        when = countdown(table.awaited)
        lines.append("-# " + t("You can't play, so you take the pile {when}.", when=when))
        lines.append("-# " + t("Turn this off in /preferences."))
    parts: list[Part] = [
        Text("\n".join(lines)),
        Text(_seats(view, texts(table, t), look)),
        Separator(),
        Text(_middle(view, look)),
        Text(_own(sight, look)),
        Row(tuple(_card_button(sight, number, look) for number in range(1, _size(sight) + 1))),
        Row(tuple(_other_buttons(sight, look))),
    ]
    if presses.several_allowed(view.options):
        parts += _several(sight, look)
    asked = frame.vote_buttons(table, t, sight.seat)
    if asked:
        parts.append(Row(asked))
    if sight.last:
        parts.append(Text(sight.last))
    keys = presses.reactions(view.options)
    return Screen(tuple(parts), accent=frame.PRIVATE, reactions=keys)


def _size(sight: HandSight[FlushedView]) -> int:
    return min(len(sight.numbers), len(DIGITS))


def _own(sight: HandSight[FlushedView], look: Look) -> str:
    """Return one's cards in the order of their buttons, and what is chosen of them."""
    t, numbers = look.t, sight.numbers
    empty = look.emojis.get("empty", NO_CARD)
    shown = [empty if card is None else look.french(card) for card in numbers]
    lines = [t("**Your hand**"), printed(shown, big=look.big)]
    chosen = presses.chosen(sight.half)
    if chosen is not None:
        held = [card for one in chosen if (card := presses.card_at(numbers, one)) is not None]
        faces = wrapped([look.french(card) for card in held], gap=" + ")
        lines += [t("Playing together, the last one on top:"), faces or "…"]
        if len(held) >= FEWEST:
            lines.append("-# " + t("Press “… on top” to play them with that card on top."))
    return "\n".join(lines)


def _card_button(sight: HandSight[FlushedView], number: int, look: Look) -> Button:
    """Return the button of a hand number; of chosen cards it lays them, that one on top."""
    t, card = look.t, presses.card_at(sight.numbers, number)
    chosen = presses.chosen(sight.half)
    if card is None:
        act, label = presses.TOP, NO_CARD
    elif chosen is None:
        act, label = card, french(card)
    elif number in chosen:
        act, label = presses.TOP, t("{card} on top", card=french(card))
    else:
        act, label = presses.ADD, t("Add {card}", card=french(card))
    custom_id = frame.control(sight.table, act, number)
    return Button(custom_id, label, "primary", disabled=card is None)


def _other_buttons(sight: HandSight[FlushedView], look: Look) -> Iterator[Button]:
    table, t = sight.table, look.t
    yield frame.button(table, "T", t("Take the pile"), presses.TAKE_KEY)
    if presses.chosen(sight.half) is not None:
        yield frame.button(table, presses.DONE, t("Play them"), presses.DONE_KEY)
        yield frame.button(table, controls.CANCEL, t("Cancel"), CANCEL)


def _several(sight: HandSight[FlushedView], look: Look) -> list[Part]:
    """Return the choice of several cards: all of one's hand, whatever goes together."""
    held = [(at, card) for at, card in enumerate(sight.numbers, 1) if card is not None]
    if len(held) < FEWEST:
        return []
    chosen = presses.chosen(sight.half) or ()
    shown = chosen if len(chosen) >= FEWEST else ()
    choices = tuple(
        Choice(str(number), french(card), chosen=number in shown) for number, card in held
    )
    custom_id = frame.control(sight.table, presses.SEVERAL)
    label = look.t("Play several at once…")
    return [Select(custom_id, label, choices, least=FEWEST, most=len(choices))]

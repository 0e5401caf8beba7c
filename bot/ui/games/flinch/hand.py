"""One seat's hand of Flinch: a function of that seat's view alone.

Every source that holds a card has its button, in a fixed order: nothing is arranged, left out or
disabled by what can be played. Hand numbers keep their places when they are empty, greyed then, so
that no card moves under a quick finger. The middle stands right above one's own cards: a phone
shows it together with them and the buttons, however many opponents are above.
"""

from collections.abc import Iterator
from typing import Any

from bot.locale import Translator
from bot.ui.contract.renderer import HandSight, Numbers, Renderer
from bot.ui.elements import controls, frame
from bot.ui.elements.emojis import DIGITS
from bot.ui.elements.facts import vote
from bot.ui.elements.look import Look
from bot.ui.elements.names import labels, texts
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
from bot.ui.elements.text import keyed, printed
from bot.ui.games.flinch import cards, presses
from engine.games.flinch.state import HAND
from engine.games.flinch.view import FlinchView, PlaceView

DEMAND = "demand"
"""Act of the select of cards that may be demanded, where they are too many for buttons."""


def draw(sight: HandSight[FlinchView], renderer: Renderer[Any], look: Look) -> Screen:
    """Return the hand, with as much detail as Discord takes."""
    return first_fitting(_degrees(sight, renderer, look))


def _degrees(sight: HandSight[FlinchView], renderer: Renderer[Any], look: Look) -> Iterator[Screen]:
    for degree in (look, look.text_only()):
        for short in (False, True):
            yield _one(sight, renderer, degree, short=short)


def _one(
    sight: HandSight[FlinchView], renderer: Renderer[Any], look: Look, *, short: bool
) -> Screen:
    view, table, t = sight.view, sight.table, look.t
    if view.outcome is not None or table.status != "playing":
        return _over(sight, renderer, look)
    parts: list[Part] = [
        Text("\n".join(_head(sight, renderer, look))),
        Text(_others(view, texts(table, t), look, short=short)),
        Separator(),
        Text(cards.middle(view, look)),
        Text(_own(sight, look)),
        *_controls(sight, renderer, look),
    ]
    if sight.last:
        parts.append(Text(sight.last))
    keys = presses.reactions(view.options)
    return Screen(tuple(parts), accent=frame.PRIVATE, reactions=keys)


def _over(sight: HandSight[FlinchView], renderer: Renderer[Any], look: Look) -> Screen:
    """Return the hand of a game that is over: the result and the link, nothing to press."""
    head = frame.hand_heading(sight, renderer, look.t)
    result = frame.result(sight.table, renderer, renderer.left(sight.view), look.t)
    return Screen((Text(head), Text(result)), accent=frame.OVER)


def _head(sight: HandSight[FlinchView], renderer: Renderer[Any], look: Look) -> list[str]:
    table, t = sight.table, look.t
    lines = [
        frame.hand_heading(sight, renderer, t),
        *frame.happened(sight.history, table, renderer, look, 2),
    ]
    judged = frame.being_judged(table, renderer, t)
    if judged is not None:
        lines.append(judged)
    accusation = vote(table, texts(table, t), t)
    if accusation is not None:
        lines.append(accusation)
    lines.append(frame.turn_line(table, sight.view.turn, t, own=sight.seat))
    return lines


def _others(view: FlinchView, names: tuple[str, ...], look: Look, *, short: bool) -> str:
    """Return what lies before everybody but oneself and one's partner."""
    seat = cards.brief if short else cards.block
    mine = {view.seat, view.partner}
    blocks = [seat(view, at, name, look) for at, name in enumerate(names) if at not in mine]
    return "\n".join(blocks)


def _lettered(reserve: tuple[PlaceView, ...], keys: tuple[str, ...], look: Look) -> str:
    shown = (keyed(key, cards.place(one, look)) for key, one in zip(keys, reserve, strict=True))
    return printed(shown, big=look.big)


def _own(sight: HandSight[FlinchView], look: Look) -> str:
    """Return one's own cards, each under the emoji that plays it, and the partner's."""
    view, t = sight.view, look.t
    own = view.seats[sight.seat]
    lines = [
        t("**Your Flinch pile**"),
        printed([f"{presses.FLINCH_KEY} {cards.flinch_pile(own, look)}"], big=look.big),
        t("**Your reserve**"),
        _lettered(own.reserve, presses.PLACE_KEYS, look),
    ]
    if view.partner is not None:
        partner = view.seats[view.partner]
        name = texts(sight.table, t)[view.partner]
        lines += [
            t("**Partner: {name}**", name=name) + " · " + t("hand {n}", n=partner.hand_size),
            printed([f"{presses.PARTNER_KEY} {cards.flinch_pile(partner, look)}"], big=look.big),
            _lettered(partner.reserve, presses.PARTNER_PLACE_KEYS, look),
            *cards.remarks(partner, look),
        ]
    lines += [*cards.remarks(own, look), t("**Your hand**"), _numbered(sight.numbers, look)]
    asked = _asked(sight, t)
    return "\n".join([*lines, f"-# {asked}"] if asked else lines)


def _asked(sight: HandSight[FlinchView], t: Translator) -> str | None:
    """Return what a half-made choice still needs."""
    match sight.half.steps if sight.half is not None else ():
        case (presses.LAY,):
            return t("Which card will you lay?")
        case (presses.LAY, number):
            card = presses.card_at(sight.numbers, int(number))
            return t("Where does the {card} go? Pick a spot, A to E.", card=card)
        case (presses.OUT_OF_TURN,):
            return t("Which card will you try out of turn?")
        case _:
            return None


def _numbered(numbers: Numbers, look: Look) -> str:
    faces = (cards.empty(look) if card is None else look.number(int(card)) for card in numbers)
    shown = (keyed(DIGITS[at], face) for at, face in enumerate(faces))
    return printed(shown, big=look.big)


def _controls(sight: HandSight[FlinchView], renderer: Renderer[Any], look: Look) -> list[Part]:
    rows = (
        tuple(_main_row(sight, renderer, look)),
        tuple(_hand_button(sight, number, look) for number in range(1, HAND + 1)),
        tuple(_place_buttons(sight, look)),
        tuple(_partner_buttons(sight, look)),
    )
    parts: list[Part] = [Row(row) for row in rows if row]
    parts += _demands(sight, look)
    if sight.table.vote is not None:
        parts.append(frame.vote_row(sight.table, look.t))
    return parts


def _main_row(
    sight: HandSight[FlinchView], renderer: Renderer[Any], look: Look
) -> Iterator[Button]:
    view, table, t = sight.view, sight.table, look.t
    top = view.seats[sight.seat].flinch_top
    if top is not None:
        label = t("Flinch pile {card}", card=top)
        yield frame.button(table, "F", label, presses.FLINCH_KEY)
    top = view.seats[view.partner].flinch_top if view.partner is not None else None
    if view.partner is not None and top is not None:
        label = t("{name}: {card}", name=labels(table, t)[view.partner], card=top)
        yield frame.button(table, "PF", label, presses.PARTNER_KEY)
    if view.options.conduct == "strict" and view.seat != view.turn:
        yield _out_of_turn(sight, look)
    else:
        lay = t("Lay a card") if view.hand else t("End turn")
        yield frame.button(table, presses.LAY, lay, presses.LAY_KEY)
    if view.options.conduct != "assist":
        yield frame.call_button(table, renderer)
    if sight.half is not None:
        yield frame.button(table, controls.CANCEL, t("Cancel"), presses.CANCEL_KEY)


def _hand_button(sight: HandSight[FlinchView], number: int, look: Look) -> Button:
    """Return the button of a hand number: what it does depends on the half-made choice."""
    t, table = look.t, sight.table
    card = presses.card_at(sight.numbers, number)
    step = sight.half.steps[0] if sight.half and sight.half.steps else ""
    if card is None:
        act, label = presses.LAY_CARD, t("empty")
    elif step == presses.LAY:
        full = presses.full(sight.view)
        act, label = presses.LAY_CARD if full else f"L{card}", t("Lay {card}", card=card)
    elif step == presses.OUT_OF_TURN:
        act, label = presses.OUT_OF_TURN_CARD, t("Try {card}", card=card)
    else:
        act, label = f"H{card}", t("Play {card}", card=card)
    custom_id, emoji = frame.control(table, act, number), DIGITS[number - 1]
    return Button(custom_id, label, "primary", emoji=emoji, disabled=card is None)


def _place_buttons(sight: HandSight[FlinchView], look: Look) -> Iterator[Button]:
    """Yield the buttons of the places that hold a card; after "lay" and a card of all five."""
    t, table = look.t, sight.table
    steps = sight.half.steps if sight.half is not None else ()
    hand_number = int(steps[1]) if steps[:1] == (presses.LAY,) and len(steps) > 1 else 0
    laid = presses.card_at(sight.numbers, hand_number)
    for number, place in enumerate(sight.view.seats[sight.seat].reserve, 1):
        emoji = presses.PLACE_KEYS[number - 1]
        if laid is not None:
            label, act = t("Lay {card} here", card=laid), f"L{laid}@{number}"
            yield Button(frame.control(table, act, hand_number), label, emoji=emoji)
        elif place.top is not None:
            yield frame.button(table, f"R{number}", t("Reserve {card}", card=place.top), emoji)


def _partner_buttons(sight: HandSight[FlinchView], look: Look) -> Iterator[Button]:
    """Yield the buttons of the partner's places that hold a card."""
    partner = sight.view.partner
    places = sight.view.seats[partner].reserve if partner is not None else ()
    for number, place in enumerate(places, 1):
        if place.top is not None:
            label = look.t("Partner {card}", card=place.top)
            key = presses.PARTNER_PLACE_KEYS[number - 1]
            yield frame.button(sight.table, f"PR{number}", label, key)


def _demands(sight: HandSight[FlinchView], look: Look) -> list[Part]:
    """Return the choice of shown cards that may be demanded (strict)."""
    table, t = sight.table, look.t
    choices = tuple(
        Choice(f"D{seat}*{card}", t("Demand the {card}", card=card))
        for seat, card in sight.view.demands
    )
    if not choices:
        return []
    return [Select(frame.control(table, DEMAND), t("Demand a shown card"), choices)]


def _out_of_turn(sight: HandSight[FlinchView], look: Look) -> Button:
    """Return the first or the confirming press of a play out of turn (strict)."""
    table, t, half = sight.table, look.t, sight.half
    steps = half.steps if half is not None else ()
    if steps[:1] == (presses.OUT_OF_TURN,) and len(steps) > 1:
        number = int(steps[1])
        card = presses.card_at(sight.numbers, number)
        if card is not None:
            act = controls.sure(f"H{card}")
            label = t("Yes, try {card} out of turn", card=card)
            return Button(frame.control(table, act, number), label, "danger", emoji="⚠️")
    return frame.button(table, presses.OUT_OF_TURN, t("Play out of turn"), "⚠️")

"""One seat's hand of Flinch: a function of that seat's view alone.

Every source that holds a card can be pressed, in a fixed order: a hand card is a button, reserve
places and the partner's cards are entries of a select each. Nothing is arranged, left out or
disabled by what can be played. Hand numbers keep their places when they are empty, greyed then, so
that no card moves under a quick finger. The middle stands right above one's own cards, and those
right above the controls: a phone shows them together, however many opponents are above. The
partner's cards stand between them; in big print they make room above the middle.
"""

from collections.abc import Iterator
from typing import Any

from bot.locale import Translator
from bot.ui.contract.renderer import HandSight, Renderer
from bot.ui.elements import controls, frame
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
    Style,
    Text,
    first_fitting,
)
from bot.ui.elements.text import printed, wrapped
from bot.ui.games.flinch import cards, presses
from engine.games.flinch.state import HAND
from engine.games.flinch.view import FlinchView, PlaceView, SeatView

FEW_DEMANDS = 2
"""Cards that may be demanded by buttons; more are in a select."""
NO_CARD = "–"
"""The label of a hand number that holds no card."""


def draw(sight: HandSight[FlinchView], renderer: Renderer[Any], look: Look) -> Screen:
    """Return the hand, with as much detail as Discord takes."""
    degrees = cards.degrees(look)
    return first_fitting(_one(sight, renderer, each, short=short) for each, short in degrees)


def _one(
    sight: HandSight[FlinchView], renderer: Renderer[Any], look: Look, *, short: bool
) -> Screen:
    view, table, t = sight.view, sight.table, look.t
    if view.outcome is not None or table.status != "playing":
        return frame.hand_over(sight, renderer, renderer.left(sight.view), look.t)
    partner = _partner(sight, look)
    lying = [_others(view, texts(table, t), look, short=short), cards.stock(view, t)]
    parts: list[Part] = [
        Text("\n".join(frame.hand_head(sight, renderer, view.turn, look))),
        Text("\n".join([*lying, *(partner if look.big else [])])),
        Separator(),
        Text("\n".join([cards.tops(view, look), *([] if look.big else partner)])),
        Text(_own(sight, look)),
        *_controls(sight, renderer, look),
    ]
    if sight.last:
        parts.append(Text(sight.last))
    keys = presses.reactions(view.options)
    return Screen(tuple(parts), accent=frame.PRIVATE, reactions=keys)


def _others(view: FlinchView, names: tuple[str, ...], look: Look, *, short: bool) -> str:
    """Return what lies before everybody but oneself and one's partner."""
    seat = cards.brief if short else cards.block
    mine = {view.seat, view.partner}
    blocks = [seat(view, at, name, look) for at, name in enumerate(names) if at not in mine]
    return "\n".join(blocks)


def _partner(sight: HandSight[FlinchView], look: Look) -> list[str]:
    """Return what lies before one's partner, whose cards one plays as well; none without."""
    view, t = sight.view, look.t
    if view.partner is None:
        return []
    partner = view.seats[view.partner]
    name = texts(sight.table, t)[view.partner]
    return [
        wrapped([cards.short(partner, look)], t("**Partner: {name}**", name=name), " · "),
        cards.places(partner.reserve, look, t("Reserve")),
        *cards.remarks(partner, look),
    ]


def _own(sight: HandSight[FlinchView], look: Look) -> str:
    """Return one's own cards, the hand last, in the order of its buttons."""
    own = sight.view.seats[sight.seat]
    held = [cards.empty(look) if card is None else look.number(int(card)) for card in sight.numbers]
    t = look.t
    lines = [
        _pile(own, look),
        *_shown(t("Reserve"), [cards.place(one, look) for one in own.reserve], look),
        *cards.remarks(own, look),
        *([printed(held, big=True)] if look.big else _shown(t("Your hand"), held, look)),
    ]
    asked = _asked(sight, look.t)
    return "\n".join([*lines, f"-# {asked}"] if asked else lines)


def _pile(own: SeatView, look: Look) -> str:
    """Return one's own Flinch pile on a line."""
    if look.big:
        return "# Flinch " + cards.pile(own, look)
    return "**" + look.t("Flinch pile") + "** " + cards.flinch_pile(own, look)


def _shown(name: str, faces: list[str], look: Look) -> list[str]:
    """Return some of one's own cards behind their name; in big print below it, as headings."""
    if look.big:
        return [f"-# {name}", printed(faces, big=True)]
    return [wrapped(faces, first=f"**{name}**")]


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


def _controls(sight: HandSight[FlinchView], renderer: Renderer[Any], look: Look) -> list[Part]:
    """Return at most six rows of controls; the call stands apart from what is pressed each turn."""
    view = sight.view
    hand = Row(tuple(_hand_button(sight, number) for number in range(1, HAND + 1)))
    parts: list[Part] = [hand, Row(tuple(_main_row(sight, look)))]
    places = _places(sight, look) or _reserve(sight, look)
    parts += [each for each in (places, _partners(sight, look)) if each is not None]
    demands = _demands(sight, look)
    asked: list[Button] = []
    if view.options.conduct != "assist":
        asked.append(frame.call_button(sight.table, renderer, look.t))
    if len(demands) <= FEW_DEMANDS:
        asked += (frame.button(sight.table, each.value, each.label, "👉") for each in demands)
    else:
        parts.append(_demanded(sight, demands, look))
    asked += frame.vote_buttons(sight.table, look.t, sight.seat)
    return [*parts, Row(tuple(asked))] if asked else parts


def _main_row(sight: HandSight[FlinchView], look: Look) -> Iterator[Button]:
    """Yield the Flinch pile and how a turn ends; half made, a choice is cancelled here."""
    view, table, t = sight.view, sight.table, look.t
    top = view.seats[sight.seat].flinch_top
    if top is not None:
        yield frame.button(table, "F", t("Flinch pile {card}", card=top))
    if view.options.conduct == "strict" and view.seat != view.turn:
        yield _out_of_turn(sight, look)
    elif sight.half is None:
        yield frame.button(table, presses.LAY, t("Lay a card") if view.hand else t("End turn"))
    if sight.half is not None:
        yield frame.button(table, controls.CANCEL, t("Cancel"))


def _hand_button(sight: HandSight[FlinchView], number: int) -> Button:
    """Return the button of a hand number: what it does depends on the half-made choice."""
    card = presses.card_at(sight.numbers, number)
    step = sight.half.steps[0] if sight.half and sight.half.steps else ""
    style: Style = "primary"
    if card is None:
        act = presses.LAY_CARD
    elif step == presses.LAY:
        act, style = presses.LAY_CARD if presses.full(sight.view) else f"L{card}", "success"
    elif step == presses.OUT_OF_TURN:
        act, style = presses.OUT_OF_TURN_CARD, "danger"
    else:
        act = f"H{card}"
    custom_id = frame.control(sight.table, act, number)
    return Button(custom_id, card or NO_CARD, style, disabled=card is None)


def _reserve(sight: HandSight[FlinchView], look: Look) -> Select | None:
    """Return the choice among one's reserve places that hold a card."""
    t = look.t
    choices = tuple(_lying(sight.view.seats[sight.seat].reserve, "R", t))
    if not choices:
        return None
    return Select(frame.control(sight.table, presses.RESERVE), t("Play from your reserve"), choices)


def _partners(sight: HandSight[FlinchView], look: Look) -> Select | None:
    """Return the choice among the partner's Flinch pile and the places that hold a card."""
    view, t = sight.view, look.t
    if view.partner is None:
        return None
    partner, name = view.seats[view.partner], labels(sight.table, t)[view.partner]
    choices: list[Choice] = []
    if partner.flinch_top is not None:
        size = t.n("{n} card", "{n} cards", partner.flinch_size)
        pile = t("Flinch pile: {card}", card=partner.flinch_top)
        choices.append(Choice("PF", f"{pile} · {size}"))
    choices += _lying(partner.reserve, "PR", t)
    if not choices:
        return None
    said = t("Play one of {name}'s cards", name=name)
    return Select(frame.control(sight.table, presses.PARTNERS), said, tuple(choices))


def _lying(reserve: tuple[PlaceView, ...], source: str, t: Translator) -> Iterator[Choice]:
    """Yield an entry for each place that holds a card: what lies there, and how much."""
    for number, one in enumerate(reserve, 1):
        if one.top is not None:
            shown = t("Reserve {place}: {card}", place=cards.LETTERS[number - 1], card=one.top)
            yield Choice(f"{source}{number}", _sized(shown, one, t))


def _places(sight: HandSight[FlinchView], look: Look) -> Select | None:
    """Return the choice of the place for a card to be laid, while one awaits it."""
    steps = sight.half.steps if sight.half is not None else ()
    number = int(steps[1]) if steps[:1] == (presses.LAY,) and len(steps) > 1 else 0
    laid = presses.card_at(sight.numbers, number)
    if laid is None:
        return None
    t = look.t
    choices: list[Choice] = []
    for place, one in enumerate(sight.view.seats[sight.seat].reserve, 1):
        letter = cards.LETTERS[place - 1]
        if one.top is None:
            label = t("Reserve {place}: {card}", place=letter, card=t("empty"))
        else:
            covers = t("Reserve {place}: covers {card}", place=letter, card=one.top)
            label = _sized(covers, one, t)
        choices.append(Choice(f"L{laid}@{place}", label))
    custom_id = frame.control(sight.table, presses.SPOT, number)
    return Select(custom_id, t("Pick a spot for the {card}", card=laid), tuple(choices))


def _sized(said: str, one: PlaceView, t: Translator) -> str:
    return said + " · " + t.n("{n} card", "{n} cards", one.height)


def _demands(sight: HandSight[FlinchView], look: Look) -> list[Choice]:
    """Return the shown cards that may be demanded (strict)."""
    return [
        Choice(f"D{seat}*{card}", look.t("Demand the {card}", card=card))
        for seat, card in sight.view.demands
    ]


def _demanded(sight: HandSight[FlinchView], demands: list[Choice], look: Look) -> Select:
    custom_id = frame.control(sight.table, presses.DEMAND)
    return Select(custom_id, look.t("Demand a shown card"), tuple(demands))


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

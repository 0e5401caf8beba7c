"""The public table of Flinch: a function of the spectator's view alone."""

from typing import Any

from msgspec.structs import replace

from bot.ui.contract.renderer import PublicSight, Renderer
from bot.ui.elements import frame
from bot.ui.elements.look import Look
from bot.ui.elements.names import texts
from bot.ui.elements.screen import Button, Part, Screen, Separator, Text, first_fitting, rows
from bot.ui.games.flinch import cards
from engine.games.flinch.view import FlinchView


def draw(sight: PublicSight[FlinchView], renderer: Renderer[Any], look: Look) -> Screen:
    """Return the table, with as much detail as Discord takes."""
    degrees = cards.degrees(look)
    return first_fitting(_one(sight, renderer, each, short=short) for each, short in degrees)


def demands(view: FlinchView) -> tuple[tuple[int, int], ...]:
    """Return seat and card of every shown card opponents may demand now, as everybody knows."""
    if view.options.conduct != "strict" or view.acted or view.demanded is not None:
        return ()
    return tuple((view.turn, card) for card in sorted(set(view.seats[view.turn].shown)))


def demand_buttons(sight: PublicSight[FlinchView], look: Look) -> list[Button]:
    """Return a button for every card that may be demanded."""
    return [
        frame.button(
            sight.table, f"D{seat}*{card}", look.t("Demand the {card}", card=card), emoji="👉"
        )
        for seat, card in demands(sight.view)
    ]


def _one(
    sight: PublicSight[FlinchView], renderer: Renderer[Any], look: Look, *, short: bool
) -> Screen:
    view, table = sight.laid, sight.table
    names = texts(table, look.t)
    seat = cards.brief if short else cards.block
    seats = [Text(seat(view, at, name, look)) for at, name in enumerate(names)]
    heads = [line for line in (cards.pairs(view, names, look.t), cards.middle(view, look)) if line]
    body: list[Part] = [Text("\n".join(heads)), Separator(), *seats]
    if view.outcome is not None or table.status != "playing":
        return frame.over(sight, renderer, body, renderer.left(view), look)
    calls = view.options.conduct != "assist"
    controls = [frame.call_button(table, renderer, look.t)] if calls else []
    buttons = rows([*controls, frame.hand_button(table, look.t), *demand_buttons(sight, look)])
    together = cards.pairs(view, names, look.t) if sight.figures else None
    more = (together,) if together else ()
    screen = frame.public(sight, renderer, body, buttons, look, turn=view.turn, more=more)
    return screen if calls else replace(screen, reactions=())

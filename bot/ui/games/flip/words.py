"""FLIP in words: the game, its house rules, and what happened."""

from collections.abc import Sequence
from typing import assert_never

from bot.locale import mark
from bot.locale.commands import Wording
from bot.ui.contract.renderer import Deed
from bot.ui.elements.look import Look
from engine.games.flip import events
from engine.games.flip.events import FlipEvent

WORDINGS = {
    "flip": Wording(mark("/flip"), mark("Call FLIP: the two middle cards match")),
    "jokers": Wording(mark("jokers:"), mark("Whether jokers are in the deck")),
    "identical": Wording(mark("identical:"), mark("Which middle cards count as a pair")),
    "pair_play": Wording(mark("pair_play:"), mark("Whether you can cover a pair")),
    "false_flip": Wording(mark("false_flip:"), mark("What a wrong FLIP call costs")),
    "stuck": Wording(mark("stuck:"), mark("What happens when nobody can play")),
}

NOTHING = mark("There was no pair in the middle.")


def tell(deed: Deed, names: Sequence[str], look: Look) -> str | None:
    """Return what happened in one line; None if nobody needs to read it."""
    lines = (_event(event, names, look) for event in deed.events)
    return " ".join(line for line in lines if line) or None


def _event(event: FlipEvent, names: Sequence[str], look: Look) -> str | None:
    t = look.t
    match event:
        case events.Dealt():
            return None
        case events.Revealed():
            return t("Cards are face up. Go.")
        case events.SlotPlayed(seat=seat, pile=pile, card=card):
            left = mark("{name} plays {card} on the left.")
            right = mark("{name} plays {card} on the right.")
            return t(right if pile else left, name=names[seat], card=look.french(card))
        case events.FlipCalled(seat=seat, taken=taken):
            cards = t.n("{n} card", "{n} cards", taken)
            other = names[1 - seat]
            return t(
                "**{name} called FLIP! first.** {other} takes {cards}.",
                name=names[seat],
                other=other,
                cards=cards,
            )
        case events.FalseFlip():
            return _false(event, names, look)
        case events.Swapped():
            return t("Nobody could play: both swap their face-up cards.")
        case events.MiddleLaid():
            return t("Nobody could play: new cards in the middle.")
        case events.MiddleTaken():
            return t("Nobody could play: each player shuffles the pile on their side and takes it.")
        case events.GameEnded():
            return None
    assert_never(event)


def _false(event: events.FalseFlip, names: Sequence[str], look: Look) -> str:
    t, name = look.t, names[event.seat]
    match event.penalty:
        case "lock":
            return t("Wrong FLIP! by {name}: locked out for 3 seconds.", name=name)
        case "pile":
            cards = t.n("{n} card", "{n} cards", event.taken)
            return t("Wrong FLIP! {name} takes {cards}.", name=name, cards=cards)
        case "none":
            return t("Wrong FLIP! by {name}.", name=name)
    assert_never(event.penalty)

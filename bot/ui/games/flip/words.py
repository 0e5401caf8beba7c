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
    "flip": Wording(mark("/flip"), mark("Call FLIP: the two middle cards are alike")),
    "jokers": Wording(mark("jokers:"), mark("Whether jokers are in the deck")),
    "identical": Wording(mark("identical:"), mark("Which middle cards count as alike")),
    "pair_play": Wording(mark("pair_play:"), mark("Whether a pair may be covered")),
    "false_flip": Wording(mark("false_flip:"), mark("What a wrong call of FLIP costs")),
    "stuck": Wording(mark("stuck:"), mark("What happens when nobody can play")),
}

NOTHING = mark("There was no pair to be seen in the middle.")


def tell(deed: Deed, names: Sequence[str], look: Look) -> str | None:
    """Return what happened in one line; None if nobody needs to read it."""
    lines = (_event(event, names, look) for event in deed.events)
    return " ".join(line for line in lines if line) or None


def _event(event: FlipEvent, names: Sequence[str], look: Look) -> str | None:
    t = look.t
    match event:
        case events.Dealt():
            return t("The cards lie face down.")
        case events.Revealed():
            return t("The cards are open.")
        case events.SlotPlayed(seat=seat, pile=pile, card=card):
            left = mark("{name} plays {card} on the left.")
            right = mark("{name} plays {card} on the right.")
            return t(right if pile else left, name=names[seat], card=look.french(card))
        case events.FlipCalled(seat=seat, taken=taken):
            cards = t.n("{n} card", "{n} cards", taken)
            other = names[1 - seat]
            return t(
                "**{name} has the FLIP!** {other} takes {cards}.",
                name=names[seat],
                other=other,
                cards=cards,
            )
        case events.FalseFlip():
            return _false(event, names, look)
        case events.Swapped():
            return t("Nobody could play: both swap their open cards.")
        case events.MiddleLaid():
            return t("Nobody could play: new middle cards.")
        case events.MiddleTaken():
            return t("Nobody could play: each takes the pile of the own side, shuffled.")
        case events.GameEnded():
            return None
    assert_never(event)


def _false(event: events.FalseFlip, names: Sequence[str], look: Look) -> str:
    t, name = look.t, names[event.seat]
    match event.penalty:
        case "lock":
            return t("{name} called FLIP! wrongly and is locked for 3 seconds.", name=name)
        case "pile":
            cards = t.n("{n} card", "{n} cards", event.taken)
            return t("{name} called FLIP! wrongly and takes {cards}.", name=name, cards=cards)
        case "none":
            return t("{name} called FLIP! wrongly.", name=name)
    assert_never(event.penalty)

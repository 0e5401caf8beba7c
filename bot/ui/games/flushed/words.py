"""Flushed in words: the game, its house rules, and what happened."""

from collections.abc import Sequence
from typing import assert_never

from bot.locale import Translator, mark
from bot.locale.commands import Wording
from bot.ui.contract.renderer import Deed
from bot.ui.contract.spread import SUIT_NAMES
from bot.ui.elements.look import SUITS, Look
from engine.games.flushed import events
from engine.games.flushed.events import FlushedEvent

WORDINGS = {
    "doubles": Wording(
        mark("doubles:"), mark("Whether you can play two to four cards of a rank at once")
    ),
    "flush": Wording(mark("flush:"), mark("Whether you can play five cards of the suit at once")),
    "lead_doubles": Wording(mark("lead_doubles:"), mark("Whether you can also lead with doubles")),
    "void_ace": Wording(
        mark("void_ace:"), mark("Whether you must play an ace when you can't follow suit")
    ),
}


def suit(letter: str, t: Translator) -> str:
    """Return a suit by shape and word: "♠ spades"."""
    return f"{SUITS[letter]} {t(SUIT_NAMES[letter])}"


def tell(deed: Deed, names: Sequence[str], look: Look) -> str | None:
    """Return what happened in one line; None if nobody needs to read it."""
    aces = any(
        isinstance(one, events.CardsPlayed) and one.cards[-1][0] == "A" for one in deed.events
    )
    lines = (_event(event, names, look, ace=aces) for event in deed.events)
    return " ".join(line for line in lines if line) or None


def _event(event: FlushedEvent, names: Sequence[str], look: Look, *, ace: bool) -> str | None:
    """Return an event in words; `ace`: an ace was played, so that a new suit is its effect."""
    t = look.t
    match event:
        case events.Dealt(dealer=dealer):
            return t("{name} dealt.", name=names[dealer])
        case events.CardsPlayed(seat=seat, cards=cards):
            faces = t.list([look.french(card) for card in cards])
            return t("{name} plays {cards}.", name=names[seat], cards=faces)
        case events.SuitSet(suit=letter) if ace:
            return t("Ace: the suit is now {suit}.", suit=suit(letter, t))
        case events.SuitSet(suit=letter):
            return t("The suit is {suit}.", suit=suit(letter, t))
        case events.DirectionTurned():
            return t("Jack: play reverses.")
        case events.PileNeutral():
            return t("Queen: any card goes next.")
        case events.PileTaken(seat=seat, because="king", count=count):
            pile = t.n("{n} card", "{n} cards", count)
            return t("King: {name} takes {cards} and misses a turn.", name=names[seat], cards=pile)
        case events.PileTaken(seat=seat, count=count):
            pile = t.n("{n} card", "{n} cards", count)
            return t("{name} takes the pile ({cards}).", name=names[seat], cards=pile)
        case events.TurnBegan() | events.GameEnded():
            return None
    assert_never(event)

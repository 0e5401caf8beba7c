"""Flinch in words: the game, its house rules, and what happened."""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from bot.locale import mark
from bot.locale.commands import Wording
from bot.ui.contract.renderer import Deed
from bot.ui.elements.look import Look
from engine.games.flinch import events
from engine.games.flinch.events import FlinchEvent
from engine.games.flinch.state import TOP, Owed, Source

NOTHING = mark("At that moment there was no missed must-play to see.")

GENTLE = mark(
    "A first game: I enforce every must-play, so none gets missed and nobody calls Flinch!"
)

COUNTED = mark("Flinch cards left:")

WORDINGS = {
    "flinch": Wording(mark("/flinch"), mark("Call Flinch: the last player missed a must-play")),
    "packs": Wording(mark("packs:"), mark("How many packs of 150 cards")),
    "partners": Wording(mark("partners:"), mark("Play in pairs, partners across from each other")),
    "pile": Wording(mark("pile:"), mark("How many cards each Flinch pile starts with")),
    "conduct": Wording(mark("conduct:"), mark("What happens when someone misses a must-play")),
    "false_call": Wording(mark("false_call:"), mark("What a wrong Flinch call costs")),
    "last_card": Wording(
        mark("last_card:"), mark("Whether giving away your last Flinch card wins")
    ),
}


def tell(deed: Deed, names: Sequence[str], look: Look) -> str | None:
    """Return what happened in one line; None if nobody needs to read it."""
    lines = (_event(event, deed, names, look) for event in deed.events)
    return " ".join(dict.fromkeys(line for line in lines if line)) or None


def _event(event: FlinchEvent, deed: Deed, names: Sequence[str], look: Look) -> str | None:
    t = look.t
    match event:
        case events.CardPlayed() | events.CardLaid() | events.NothingLaid():
            return _act(event, names, look)
        case events.CardMisfitted() | events.CardShown() | events.CardDemanded():
            return _strict(event, names, look)
        case events.FlinchCalled() | events.ActUndone() | events.IrregularityJudged():
            return _verdict(event, names, look)
        case events.FlinchCardGiven() | events.StockCardGiven() | events.Favoured():
            return _penalty(event, names, look)
        case events.TurnPassed(seat=seat):
            return t("{name} has no cards in hand, nothing to play, and passes.", name=names[seat])
        case events.TurnStopped(seat=seat):
            return t("{name}'s turn is over.", name=names[seat])
        case events.HandDrawn(seat=seat):
            played = any(isinstance(one, events.CardPlayed) for one in deed.events)
            if not played or seat not in deed.by:
                return None
            return t("{name} draws a new hand.", name=names[seat])
        case events.Dealt() | events.HandsLaidDown() | events.StockShuffled():
            return _cards(event, names, look)
        case events.TurnBegan() | events.GameEnded():
            return None
    assert_never(event)


def _act(
    event: events.CardPlayed | events.CardLaid | events.NothingLaid,
    names: Sequence[str],
    look: Look,
) -> str:
    t, name = look.t, names[event.seat]
    match event:
        case events.CardPlayed(source=source, card=card):
            told = t(PLAYS[source], name=name, card=look.number(card))
            return told if card < TOP else told + " " + t("That completes a pile.")
        case events.CardLaid(card=card):
            return t("{name} lays {card} in reserve.", name=name, card=look.number(card))
        case events.NothingLaid():
            return t("{name} ends the turn without laying a card.", name=name)
    assert_never(event)


PLAYS: dict[Source, str] = {
    "F": mark("{name} plays {card} from the Flinch pile."),
    "H": mark("{name} plays {card} from hand."),
    "R": mark("{name} plays {card} from reserve."),
    "PF": mark("{name} plays {card} from their partner's Flinch pile."),
    "PR": mark("{name} plays {card} from their partner's reserve."),
}


def _strict(
    event: events.CardMisfitted | events.CardShown | events.CardDemanded,
    names: Sequence[str],
    look: Look,
) -> str:
    t, name, card = look.t, names[event.seat], look.number(event.card)
    match event:
        case events.CardMisfitted():
            return t("{name} tries {card}, but it doesn't fit. Turn over.", name=name, card=card)
        case events.CardShown():
            return t("{name} tries {card} out of turn, so it's shown.", name=name, card=card)
        case events.CardDemanded(by=by, fits=True):
            return t("{by} demands {name}'s {card}.", by=names[by], name=name, card=card)
        case events.CardDemanded(by=by):
            return t(
                "{by} demands {name}'s {card}, but it doesn't fit.",
                by=names[by],
                name=name,
                card=card,
            )
    assert_never(event)


def _verdict(
    event: events.FlinchCalled | events.ActUndone | events.IrregularityJudged,
    names: Sequence[str],
    look: Look,
) -> str:
    t = look.t
    match event:
        case events.FlinchCalled(callers=callers, accused=accused, good=good):
            right = mark("{names} caught {accused}.")
            wrong = mark("{names} called Flinch! on {accused}, but there was nothing to catch.")
            who = t.list([names[seat] for seat in callers])
            told = t(right if good else wrong, names=who, accused=names[accused])
            return " ".join([told, *_missed(event, names, look)])
        case events.ActUndone(card=card):
            return t("{card} goes back.", card=look.number(card))
        case events.IrregularityJudged(seat=seat):
            return t("The table rules against {name}.", name=names[seat])
    assert_never(event)


def _missed(event: events.FlinchCalled, names: Sequence[str], look: Look) -> Iterator[str]:
    """Yield what the accused had to do, as far as the reader may know it."""
    t, name = look.t, names[event.accused]
    if event.owed is not None:
        sentence = MISSED_ONES[event.owed] if event.card == 1 else MISSED[event.owed]
        below = look.number(event.card - 1) if event.card > 1 else ""
        yield t(sentence, name=name, card=look.number(event.card), below=below)
    if event.kept:
        yield t("{name} also kept a 1 in hand.", name=name)


MISSED: Mapping[Owed, str] = {
    "F": mark("{name} had to play the {card} from the Flinch pile onto the {below}."),
    "PF": mark("{name} had to play the partner's {card} onto the {below}."),
    "H1": mark("{name} had to play a 1 from hand."),
    "out-of-turn": mark("{name} tried to play out of turn."),
}
MISSED_ONES: Mapping[Owed, str] = {
    **MISSED,
    "F": mark("{name} had to play the {card} from the Flinch pile."),
    "PF": mark("{name} had to play the partner's {card}."),
}
"""The same where the card is a 1, which starts a pile."""


def _penalty(
    event: events.FlinchCardGiven | events.StockCardGiven | events.Favoured,
    names: Sequence[str],
    look: Look,
) -> str:
    t = look.t
    match event:
        case events.FlinchCardGiven(seat=seat, to=to, card=card):
            return t(
                "{name}'s {card} goes under {to}'s Flinch pile.",
                name=names[seat],
                card=look.number(card),
                to=names[to],
            )
        case events.StockCardGiven(to=to):
            return t("A stock card goes under {to}'s Flinch pile.", to=names[to])
        case events.Favoured(seat=seat, card=card, barred=barred):
            under = mark(
                "The unblocking card helps {name}: {card} goes to the bottom of the Flinch pile."
            )
            waits = mark(
                "The unblocking card helps {name}: {card} is the last one, so it waits one round."
            )
            return t(waits if barred else under, name=names[seat], card=look.number(card))
    assert_never(event)


def _cards(
    event: events.Dealt | events.HandsLaidDown | events.StockShuffled,
    names: Sequence[str],
    look: Look,
) -> str | None:
    t = look.t
    match event:
        case events.Dealt(deal=1, dealer=dealer):
            return t("{name} dealt.", name=names[dealer])
        case events.Dealt(dealer=dealer):
            return t("{name} dealt again.", name=names[dealer])
        case events.HandsLaidDown():
            return t("Nobody had a 1: every hand went to the reserve, and everyone got a new one.")
        case events.StockShuffled(why="finished"):
            return t("The finished piles became the new stock.")
        case events.StockShuffled(why="gathered"):
            return t("Nobody could play: all the reserves became the new stock.")
        case events.StockShuffled():
            return None
    assert_never(event)

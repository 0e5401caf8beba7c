"""The state after events: total, pure, no checks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, get_args

from msgspec.structs import replace

from engine.api import Seat
from engine.games.flinch import events
from engine.games.flinch.draft import Draft
from engine.games.flinch.fits import free_top, partner_of
from engine.games.flinch.state import (
    NO_RESERVE,
    RECENT,
    TOP,
    Act,
    ActKind,
    Bar,
    Card,
    Fault,
    FlinchState,
    Owed,
    SeatState,
    Source,
    Undo,
)

ActEvent: TypeAlias = (
    events.CardPlayed | events.CardLaid | events.NothingLaid | events.CardMisfitted
)

ACTS = frozenset({*get_args(ActEvent), events.CardShown})
"""What the state remembers as acts of a turn."""


def evolve(state: FlinchState | None, event: events.FlinchEvent) -> FlinchState:
    """Return the state after an event; None is before the deal."""
    after = fold(state, (event,))
    assert after is not None, "there was an event"
    return after


def fold(state: FlinchState | None, happened: Iterable[events.FlinchEvent]) -> FlinchState | None:
    """Return the state after these events, in one private copy.

    Acts that are forgotten again by the end are not written down: those before the latest turn
    that has any.
    """
    happened = tuple(happened)
    if state is None:
        if not happened:
            return None
        first, *happened = happened
        assert isinstance(first, events.Dealt), "a game begins with the deal"
        state = _first_dealt(first)
    draft, latest = Draft(state), _latest_turn(happened)
    draft.remembers = False
    for event in happened[:latest]:
        CHANGES[type(event)](draft, event)
    draft.remembers = True
    for event in happened[latest:]:
        CHANGES[type(event)](draft, event)
    return draft.state()


def _latest_turn(happened: Sequence[events.FlinchEvent]) -> int:
    """Return where the latest turn that has an act begins; 0: before all of it, or nowhere."""
    acted = False
    for at in reversed(range(len(happened))):
        kind = type(happened[at])
        if kind in ACTS:
            acted = True
        elif acted and kind is events.TurnBegan:
            return at
    return 0


def _first_dealt(event: events.Dealt) -> FlinchState:
    """Return the state after the first deal."""
    return FlinchState(
        seed=event.seed,
        options=event.options,
        dealer=event.dealer,
        seats=tuple(map(SeatState, event.flinch, event.hands)),
        stock=event.stock,
    )


def _dealt(draft: Draft, event: events.Dealt) -> None:
    """A deal is repeated: nothing else has happened."""
    draft.seats = [*map(SeatState, event.flinch, event.hands)]
    draft.stock = event.stock


def _hands_laid_down(draft: Draft, event: events.HandsLaidDown) -> None:
    """Card k of each hand goes to place k; new hands come from the stock (F-17)."""
    for at, (seat, hand) in enumerate(zip(draft.seats, event.hands, strict=True)):
        places = zip(seat.reserve, seat.hand, strict=True)
        reserve = tuple((*place, card) for place, card in places)
        draft.seats[at] = replace(seat, hand=hand, reserve=reserve)
    draft.stock = draft.stock[sum(map(len, event.hands)) :]


def _turn_began(draft: Draft, event: events.TurnBegan) -> None:
    """The new seat may call again."""
    seat, seats, undo = event.seat, draft.seats, draft.undo
    if seats[seat].locked:
        seats[seat] = replace(seats[seat], locked=False)
    draft.idle = 0 if draft.moved or not draft.number else draft.idle + 1
    draft.turn = seat
    draft.number = event.number
    draft.moved = 0
    draft.acted = False
    draft.judged = ()
    if undo is not None and undo.act.seat == seat:
        draft.undo = None


def _hand_drawn(draft: Draft, event: events.HandDrawn) -> None:
    """The cards leave the stock; drawn because of a faulty act, they can be sent back."""
    seat, cards, undo = event.seat, event.cards, draft.undo
    if undo is not None and undo.act.seat == seat:
        draft.undo = replace(undo, drawn=cards)
    own = draft.seats[seat]
    draft.seats[seat] = SeatState(
        own.flinch, cards, own.reserve, own.taken, own.shown, own.locked, own.bar
    )
    draft.stock = draft.stock[len(cards) :]


def _stock_shuffled(draft: Draft, event: events.StockShuffled) -> None:
    """A new stock; the piles or reserves it was made of are gone."""
    draft.stock = event.cards
    draft.reshuffles = event.number
    if event.why == "finished":
        undo = draft.undo
        if undo is not None and undo.act.seat == draft.turn:
            draft.undo = replace(undo, refinished=draft.finished)
        draft.finished = 0
    elif event.why == "gathered":
        draft.seats = [replace(seat, reserve=NO_RESERVE) for seat in draft.seats]
        draft.idle = draft.moved = 0
        draft.lock_plays = draft.plays


def _card_played(draft: Draft, event: events.CardPlayed) -> None:
    """A card leaves its source for a centre pile; a pile that reaches 15 is finished (F-28)."""
    seat, card, source, pile = event.seat, event.card, event.source, event.pile
    _acted(draft, event, "play", source, event.place, card)
    seats, centre = draft.seats, draft.centre
    owner = seat
    if source in ("PF", "PR"):
        owner = (seat + len(seats) // 2) % len(seats)
    seats[owner] = _played(seats[owner], event)
    if seats[seat].shown:
        seats[seat] = replace(seats[seat], shown=())
    if card == TOP:
        draft.centre = centre[:pile] + centre[pile + 1 :]
        draft.finished += 1
    else:
        draft.centre = (*centre[:pile], card, *centre[pile + 1 :])
    draft.moved += 1
    draft.plays += 1


def _card_laid(draft: Draft, event: events.CardLaid) -> None:
    """A card goes from the hand to a reserve place."""
    seat, card, place = event.seat, event.card, event.place
    _acted(draft, event, "lay", "H", place, card)
    own = draft.seats[seat]
    hand, reserve = [*own.hand], [*own.reserve]
    hand.remove(card)
    reserve[place - 1] += (card,)
    draft.seats[seat] = SeatState(
        own.flinch, tuple(hand), tuple(reserve), own.taken, (), own.locked, own.bar
    )
    draft.moved += 1


def _nothing_laid(draft: Draft, event: events.NothingLaid) -> None:
    """A turn ended without a card."""
    seat = event.seat
    _acted(draft, event, "nothing", "H", 0, 0)
    draft.seats[seat] = replace(draft.seats[seat], shown=())


def _card_misfitted(draft: Draft, event: events.CardMisfitted) -> None:
    """A turn ended by a card that went back."""
    seat = event.seat
    _acted(draft, event, "misfit", event.source, event.place, event.card)
    draft.seats[seat] = replace(draft.seats[seat], shown=())


def _acted(
    draft: Draft, event: ActEvent, kind: ActKind, source: Source, place: int, card: Card
) -> None:
    """Let the turn's seat act, before its card moves: memory, faults, accused."""
    seat = event.seat
    if event.fault is None:
        if draft.remembers:
            _remember(draft, seat, kind, source, place, card)
        draft.undo = None
        if draft.faults:
            draft.faults = _faults(draft, event)
    else:
        act = _remember(draft, seat, kind, source, place, card)
        draft.undo = _undo(draft, act) if kind in ("play", "lay") else None
        draft.faults = _faults(draft, event)
    draft.acted = True
    draft.demanded = None
    draft.accused = seat
    draft.called = draft.silent = ()


def _remember(
    draft: Draft, seat: Seat, kind: ActKind, source: Source, place: int, card: Card
) -> Act:
    """Remember what a seat is about to do as everybody sees it, and return it."""
    number, recent = draft.number, draft.recent
    own, partner_top = draft.seats[seat], None
    top = own.flinch[-1] if own.bar is None and own.flinch else free_top(own, number)
    if draft.options.partners:
        opposite = (seat + len(draft.seats) // 2) % len(draft.seats)
        partner_top = free_top(draft.seats[opposite], number)
    act = Act(number, seat, kind, source, place, card, draft.centre, top, partner_top)
    if recent and recent[-1].turn == number:
        draft.recent = (*recent, act) if len(recent) < RECENT else (*recent[1:], act)
    else:
        draft.recent = (act,)
    return act


def _card_shown(draft: Draft, event: events.CardShown) -> None:
    """A card tried out of turn is shown to all: a fault, unless one is open (F-58, F-82)."""
    seat = event.seat
    _remember(draft, seat, "out-of-turn", "H", 0, event.card)
    draft.silent = _silent(draft, seat)
    own = draft.seats[seat]
    draft.seats[seat] = replace(own, shown=(*own.shown, event.card))
    if not draft.faults:
        draft.faults = (Fault(seat=seat, owed="out-of-turn", turn=draft.number, mark=0, card=0),)
        draft.accused = seat
        draft.called = ()
        draft.undo = None


def _silent(draft: Draft, seat: Seat) -> tuple[Seat, ...]:
    """Return who may not call once this seat has tried a card out of turn.

    The accused is now this seat or still the one before, as a fault was open or not. The partners
    of both could tell which by being let call, so they may not either (F-64).
    """
    if draft.silent or draft.accused is None:
        return (*draft.silent, seat)
    partners = {partner_of(draft, seat), partner_of(draft, draft.accused)}
    return (seat, *sorted(one for one in partners - {seat} if one is not None))


def _act_undone(draft: Draft, _: events.ActUndone) -> None:
    """The latest faulty act is taken back, with the hand and the favour it brought (F-50)."""
    undo = draft.undo
    assert undo is not None, "nothing is undone but what can be"
    act = undo.act
    a_play = act.kind == "play"
    _take_back(draft, undo)
    draft.stock = undo.drawn + draft.stock
    if undo.refinished is not None:
        draft.stock, draft.finished = (), undo.refinished
    draft.finished -= a_play and act.card == TOP
    draft.centre = act.centre
    if act.turn < draft.number:
        draft.idle = draft.number - act.turn + (-1 if undo.moved else undo.idle)
    else:
        draft.moved = undo.moved
    draft.plays -= a_play
    draft.undo = None
    draft.recent = tuple(one for one in draft.recent if one != act)


def _take_back(draft: Draft, undo: Undo) -> None:
    """Put the cards of a faulty act and of its favour back in place."""
    act, seats = undo.act, draft.seats
    seats[act.seat] = replace(seats[act.seat], hand=undo.hand, reserve=undo.reserve)
    partner = partner_of(draft, act.seat)
    if partner is not None and undo.flinch is not None and undo.partner_reserve is not None:
        seats[partner] = replace(
            seats[partner], flinch=undo.flinch, taken=undo.taken, reserve=undo.partner_reserve
        )
    if undo.favoured is not None:
        pile = seats[undo.favoured]
        if undo.rotated:
            flinch = (*pile.flinch[1:], pile.flinch[0])
            pile = replace(pile, flinch=flinch, taken=pile.taken - 1)
        else:
            pile = replace(pile, bar=undo.bar)
        seats[undo.favoured] = pile


def _flinch_called(draft: Draft, event: events.FlinchCalled) -> None:
    """A good call closes the accused's faults; a false one locks the callers (or not)."""
    if event.good:
        draft.faults = tuple(fault for fault in draft.faults if fault.seat != event.accused)
        draft.accused = None
        draft.called = ()
        return
    if draft.options.false_call != "none":
        for seat in event.callers:
            draft.seats[seat] = replace(draft.seats[seat], locked=True)
    draft.called += event.callers


def _flinch_card_given(draft: Draft, event: events.FlinchCardGiven) -> None:
    """The top of one pile goes under another: a card has moved."""
    pile = draft.seats[event.seat]
    draft.seats[event.seat] = replace(pile, flinch=pile.flinch[:-1], taken=pile.taken + 1)
    _put_under(draft, event)


def _stock_card_given(draft: Draft, event: events.StockCardGiven) -> None:
    """The top of the stock goes under a Flinch pile: a card has moved."""
    draft.stock = draft.stock[1:]
    _put_under(draft, event)


def _put_under(draft: Draft, event: events.FlinchCardGiven | events.StockCardGiven) -> None:
    """Put a given card under its new pile."""
    to = draft.seats[event.to]
    draft.seats[event.to] = replace(to, flinch=(event.card, *to.flinch))
    draft.moved += 1


def _card_demanded(draft: Draft, event: events.CardDemanded) -> None:
    """A shown card that fits has to be played."""
    if event.fits:
        draft.demanded = event.card


def _irregularity_judged(draft: Draft, event: events.IrregularityJudged) -> None:
    """What lies before a judgment is undone by no later call (F-80)."""
    draft.judged = (*draft.judged, event.seat)
    draft.undo = None


def _favoured(draft: Draft, event: events.Favoured) -> None:
    """The top goes under its pile; an only card is barred for a round (F-61, F-62)."""
    pile, undo = draft.seats[event.seat], draft.undo
    if event.barred:
        count = len(draft.seats)
        following = draft.number + (event.seat - draft.turn) % count
        new = replace(pile, bar=Bar(mark=pile.taken, until=following + count))
    else:
        flinch = (pile.flinch[-1], *pile.flinch[:-1])
        new = replace(pile, flinch=flinch, taken=pile.taken + 1)
    draft.seats[event.seat] = new
    if undo is not None:
        draft.undo = replace(undo, favoured=event.seat, rotated=not event.barred, bar=pile.bar)


def _game_ended(draft: Draft, event: events.GameEnded) -> None:
    """Nothing is open any more."""
    draft.outcome = event.outcome
    draft.faults = ()
    draft.undo = None


def _ended(draft: Draft, event: events.TurnPassed | events.TurnStopped) -> None:
    """A turn ended without an act: what its seat had shown is forgotten, as acts forget it."""
    own = draft.seats[event.seat]
    if own.shown:
        draft.seats[event.seat] = replace(own, shown=())
    draft.demanded = None


CHANGES: Mapping[type, Callable[[Draft, Any], None]] = {
    events.Dealt: _dealt,
    events.HandsLaidDown: _hands_laid_down,
    events.TurnBegan: _turn_began,
    events.TurnPassed: _ended,
    events.TurnStopped: _ended,
    events.StockShuffled: _stock_shuffled,
    events.HandDrawn: _hand_drawn,
    events.CardPlayed: _card_played,
    events.CardLaid: _card_laid,
    events.NothingLaid: _nothing_laid,
    events.CardMisfitted: _card_misfitted,
    events.CardShown: _card_shown,
    events.CardDemanded: _card_demanded,
    events.FlinchCalled: _flinch_called,
    events.ActUndone: _act_undone,
    events.FlinchCardGiven: _flinch_card_given,
    events.StockCardGiven: _stock_card_given,
    events.IrregularityJudged: _irregularity_judged,
    events.Favoured: _favoured,
    events.GameEnded: _game_ended,
}
"""What each event changes."""


def _played(owner: SeatState, event: events.CardPlayed) -> SeatState:
    """Return the owner of the source without the played card."""
    flinch, hand, reserve, taken = owner.flinch, owner.hand, owner.reserve, owner.taken
    if event.source == "H":
        at = hand.index(event.card)
        hand = hand[:at] + hand[at + 1 :]
    elif event.source in ("F", "PF"):
        flinch, taken = flinch[:-1], taken + 1
    else:
        places = [*reserve]
        places[event.place - 1] = places[event.place - 1][:-1]
        reserve = tuple(places)
    return SeatState(flinch, hand, reserve, taken, owner.shown, owner.locked, owner.bar)


def _undo(draft: Draft, act: Act) -> Undo:
    """Return what is needed to take back an act about to happen."""
    own = draft.seats[act.seat]
    partner = partner_of(draft, act.seat)
    other = None if partner is None else draft.seats[partner]
    return Undo(
        act=act,
        idle=draft.idle,
        moved=draft.moved,
        hand=own.hand,
        reserve=own.reserve,
        flinch=None if other is None else other.flinch,
        taken=0 if other is None else other.taken,
        partner_reserve=None if other is None else other.reserve,
    )


def _faults(draft: Draft, event: ActEvent) -> tuple[Fault, ...]:
    """Return the faults that are open after an act of the turn's seat.

    Those of this very turn, unless the act is a play that mends them, and a new one, if it is one.
    """
    seat, number = event.seat, draft.number
    faults = [one for one in draft.faults if one.turn == number and one.owed != "out-of-turn"]
    if faults and isinstance(event, events.CardPlayed):
        owed: Source | Owed = "H1" if event.source == "H" and event.card == 1 else event.source
        pile = _pile(draft, seat, owed)
        mark = 0 if pile is None else pile.taken
        faults = [one for one in faults if one.owed != owed or one.mark != mark]
    if event.fault is not None:
        pile = _pile(draft, seat, event.fault)
        mark, card = (0, 1) if pile is None else (pile.taken, pile.flinch[-1])
        faults.append(Fault(seat, event.fault, number, mark, card))
    return tuple(faults)


def _pile(draft: Draft, seat: Seat, source: Source | Owed) -> SeatState | None:
    """Return whose Flinch pile a card comes from, or is owed from; None for other cards."""
    if source not in ("F", "PF"):
        return None
    owner = partner_of(draft, seat) if source == "PF" else seat
    return None if owner is None else draft.seats[owner]

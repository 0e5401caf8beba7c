"""Who may do what, or why not (`rules.md` sections 0 and 1); what a stand-in of no skill does.

What is refused tells nobody more than its seat may know: not whether a fault is open, nor whether
a call would be good (F-64).
"""

from collections.abc import Container, Mapping
from typing import assert_never

from engine.api import Seat
from engine.errors import (
    DOES_NOT_FIT,
    NO_SUCH_CARD,
    NOT_SEATED,
    NOT_YOUR_TURN,
    NOTHING_TO_CALL,
    Refusal,
    Refused,
)
from engine.games.flinch import refusals
from engine.games.flinch.actions import (
    CALL,
    FLINCH,
    HAND_PLAYS,
    LAYS,
    LAYS_ON,
    NOTHING,
    NUMBERS,
    PARTNER_FLINCH,
    PARTNER_RESERVE_PLAYS,
    RESERVE_PLAYS,
    CallFlinch,
    DemandCard,
    FlinchAction,
    JudgeSeat,
    Lay,
    LayNothing,
    Play,
    TurnAct,
)
from engine.games.flinch.draft import Table
from engine.games.flinch.fits import (
    OWED_PLAYS,
    card_at,
    fits,
    is_barred,
    is_blocked,
    owed,
    partner_of,
)
from engine.games.flinch.state import TOP, Card, FlinchState, Owed
from engine.play import check_actors

EVERY = range(TOP)
"""What cards are one more than, where even one that does not fit may be chosen (strict)."""

PARTNERS = ("PF", "PR")
"""Sources that belong to one's partner."""

FACE_UP = ("F", "PF")
"""Sources whose card lies open: choosing one that does not fit shows nothing (strict)."""


def check(state: FlinchState, by: tuple[Seat, ...], action: FlinchAction) -> None:
    """Raise `Refused` if the action is not possible."""
    refused = _refusal(state, by, action)
    if refused is not None:
        raise Refused(refused)


def _refusal(state: FlinchState, by: tuple[Seat, ...], action: FlinchAction) -> Refusal | None:
    """Return the first reason that applies, None if the action is possible.

    A seat named by a demand or a judgment that is out of range is `not-seated` like one acting.
    """
    match action:
        case Play() | Lay() | LayNothing():
            return _actors_refusal(state, by) or _act_refusal(state, by[0], action)
        case CallFlinch():
            return _actors_refusal(state, by, joint=True) or call_refusal(state, by)
        case DemandCard() | JudgeSeat() if not 0 <= action.seat < len(state.seats):
            return NOT_SEATED
        case DemandCard() | JudgeSeat():
            return _actors_refusal(state, by) or _strict_refusal(state, by[0], action)
        case _:
            assert_never(action)


def _actors_refusal(
    state: FlinchState, by: tuple[Seat, ...], *, joint: bool = False
) -> Refusal | None:
    """Return why these seats may do nothing of that kind; one seat of a running game may."""
    if len(by) == 1 and 0 <= by[0] < len(state.seats) and state.outcome is None:
        return None
    over = state.outcome is not None
    try:
        check_actors(by, len(state.seats), over=over, for_table=False, joint=joint)
    except Refused as refused:
        return refused.refusal
    return None


def _strict_refusal(
    state: FlinchState, seat: Seat, action: DemandCard | JudgeSeat
) -> Refusal | None:
    """Return why a seat may not demand or judge that, None if it may."""
    if state.options.conduct != "strict":
        return refusals.STRICT_ONLY
    if isinstance(action, DemandCard):
        return _demand_refusal(state, seat, action.seat, action.card)
    return _judge_refusal(state, seat, action.seat)


def _act_refusal(state: FlinchState, seat: Seat, act: TurnAct) -> Refusal | None:
    """Return why a seat may not do this, None if it may.

    In the order of `rules.md` section 0: `not-your-turn`, `no-such-card`, `does-not-fit`,
    `must-follow` (a demanded card; with `assist` an owed one), `not-allowed`.
    """
    if isinstance(act, Play):
        if act.source in PARTNERS and not state.options.partners:
            return refusals.NO_PARTNERS
        if seat == state.turn:
            return _play_refusal(state, act)
        return None if may_show(state, seat, act) else NOT_YOUR_TURN
    if seat != state.turn:
        return NOT_YOUR_TURN
    own = state.seats[seat]
    if isinstance(act, Lay) and act.card not in own.hand:
        return NO_SUCH_CARD
    if state.demanded is not None:
        return refusals.DEMANDED
    if state.options.conduct == "assist" and passed_over(state, act) is not None:
        return refusals.OWED
    if isinstance(act, LayNothing):
        if own.hand:
            return refusals.HAND_LEFT
        return refusals.BLOCKED if is_blocked(state) else None
    if act.card == 1:
        return refusals.LAY_ONE
    if () in own.reserve:
        return None if act.place is None else refusals.PLACE_FREE
    return refusals.PLACE_NEEDED if act.place is None else None


def _play_refusal(state: FlinchState, play: Play) -> Refusal | None:
    """Return why the turn's seat may not play this, None if it may.

    A barred Flinch card that fits is `not-allowed`: a rule forbids it (F-62).
    """
    source = play.source
    card = card_at(state, state.turn, source, play.number)
    if card is None:
        return NO_SUCH_CARD
    fitting = fits(state.centre, card)
    if not fitting and (source in FACE_UP or state.options.conduct != "strict"):
        return DOES_NOT_FIT
    if state.demanded is not None and play != HAND_PLAYS[state.demanded]:
        return refusals.DEMANDED
    if not fitting:
        return refusals.BLOCKED if is_blocked(state) else None
    if state.options.conduct == "assist" and passed_over(state, play) is not None:
        return refusals.OWED
    if source in FACE_UP:
        owner = state.turn if source == "F" else partner_of(state, state.turn)
        if owner is not None and is_barred(state.seats[owner], state.number):
            return refusals.BARRED
    return None


def passed_over(state: Table, act: TurnAct) -> Owed | None:
    """Return the owed card that this act passes over; a demanded card is never a fault."""
    card = owed(state)
    if card is None or state.demanded is not None or act == OWED_PLAYS[card]:
        return None
    return card


def may_show(state: FlinchState, seat: Seat, play: Play) -> bool:
    """Say whether a seat out of turn may try this card of its hand, which shows it (F-58, F-82).

    Not a value it has already shown.
    """
    own = state.seats[seat]
    return (
        state.options.conduct == "strict"
        and state.outcome is None
        and seat != state.turn
        and play.source == "H"
        and play.number in own.hand
        and play.number not in own.shown
    )


def call_refusal(state: FlinchState, seats: tuple[Seat, ...]) -> Refusal | None:
    """Return why these seats may not call together, None if they may.

    With `assist` a call does not exist. The accused and its partner may not call, nor who is silent
    after a card tried out of turn; nobody may without an accused, while locked by a false call, or
    twice about one act. One who may not call refuses all.
    """
    if state.options.conduct == "assist":
        return refusals.NO_CALLS
    if state.silent and not set(seats).isdisjoint(state.silent):
        return refusals.TRIED
    accused = state.accused
    if accused is None:
        return NOTHING_TO_CALL
    if accused in seats:
        return refusals.OWN_CALL
    if state.options.partners and partner_of(state, accused) in seats:
        return refusals.PARTNERS_CALL
    for seat in seats:
        if state.seats[seat].locked:
            return refusals.CALL_LOCKED
    if state.called and not set(seats).isdisjoint(state.called):
        return refusals.CALLED
    return None


def may_call(state: FlinchState, seat: Seat) -> bool:
    """Say whether a seat may call at all, rightly or not."""
    return state.outcome is None and call_refusal(state, (seat,)) is None


def _demand_refusal(state: FlinchState, by: Seat, seat: Seat, card: Card) -> Refusal | None:
    """Return why a seat may not demand that card, None if it may (strict, F-58)."""
    if card not in state.seats[seat].shown:
        return NO_SUCH_CARD
    if by in (seat, partner_of(state, seat)):
        return refusals.OWN_DEMAND
    if seat != state.turn or state.acted or state.demanded is not None:
        return refusals.NO_DEMAND
    return None


def demands(state: FlinchState, by: Seat) -> tuple[tuple[Seat, Card], ...]:
    """Return seat and card of everything a seat may demand now, in a strict game that lasts."""
    seat = state.turn
    shown = state.seats[seat].shown
    return tuple([(seat, card) for card in shown if _demand_refusal(state, by, seat, card) is None])


def _judge_refusal(state: FlinchState, by: Seat, seat: Seat) -> Refusal | None:
    """Return why a seat may not have that seat judged, None if it may (strict)."""
    if by == seat:
        return refusals.OWN_JUDGED
    if by == partner_of(state, seat):
        return refusals.PARTNER_JUDGED
    return refusals.JUDGED if seat in state.judged else None


def _judgeable(state: FlinchState, by: Seat) -> tuple[Seat, ...]:
    """Return the seats a seat may have judged now, in a strict game that lasts."""
    seats = range(len(state.seats))
    return tuple([seat for seat in seats if _judge_refusal(state, by, seat) is None])


def actions(state: FlinchState, seat: Seat | None) -> tuple[FlinchAction, ...]:
    """Return every action this seat may take alone; the table itself has none in Flinch."""
    if seat is None or state.outcome is not None:
        return ()
    strict = state.options.conduct == "strict"
    found: list[FlinchAction] = []
    if seat == state.turn:
        found = _acts(state)
    elif strict:
        plays = [HAND_PLAYS[card] for card in dict.fromkeys(state.seats[seat].hand)]
        found = [play for play in plays if may_show(state, seat, play)]
    if seat != state.accused and call_refusal(state, (seat,)) is None:
        found.append(CALL)
    if strict:
        found += [DemandCard(target, card) for target, card in demands(state, seat)]
        found += [JudgeSeat(target) for target in _judgeable(state, seat)]
    return tuple(found)


def _acts(state: FlinchState) -> list[FlinchAction]:
    """Return all acts of the turn's seat: plays, then the ways to end its turn."""
    conduct = state.options.conduct
    if state.demanded is not None:
        return [HAND_PLAYS[state.demanded]]
    if conduct == "assist":
        first = owed(state)
        if first is not None:
            return [OWED_PLAYS[first]]
    own = state.seats[state.turn]
    hand, reserve, flinch = dict.fromkeys(own.hand), own.reserve, own.flinch
    blocked = not hand and is_blocked(state)
    tops = {0, *state.centre}
    below = EVERY if conduct == "strict" and not blocked else tops
    found: list[FlinchAction] = []
    if flinch and flinch[-1] - 1 in tops and not (own.bar and is_barred(own, state.number)):
        found.append(FLINCH)
    for at, place in enumerate(reserve):
        if place and place[-1] - 1 in below:
            found.append(RESERVE_PLAYS[at])
    if state.options.partners:
        found += _partner_plays(state, tops, below)
    for card in hand:
        if card - 1 in below:
            found.append(HAND_PLAYS[card])
    if not hand:
        return found if blocked else [*found, NOTHING]
    hand.pop(1, None)
    lays: Mapping[Card, tuple[Lay, ...]] = LAYS if () in reserve else LAYS_ON
    for card in hand:
        found += lays[card]
    return found


def _partner_plays(
    state: FlinchState, tops: Container[Card], below: Container[Card]
) -> list[FlinchAction]:
    """Return the plays from the piles of the partner of the turn's seat.

    Args:
        state: the state.
        tops: the centre tops, and 0 below a 1.
        below: cards of the reserve may be chosen that are one more than any of these.
    """
    found: list[FlinchAction] = []
    other = state.seats[(state.turn + len(state.seats) // 2) % len(state.seats)]
    if other.flinch and other.flinch[-1] - 1 in tops and not is_barred(other, state.number):
        found.append(PARTNER_FLINCH)
    for at, place in enumerate(other.reserve):
        if place and place[-1] - 1 in below:
            found.append(PARTNER_RESERVE_PLAYS[at])
    return found


def auto_action(state: FlinchState, seat: Seat) -> FlinchAction:
    """Return what a stand-in of no skill does in its turn (`rules.md` section 1, the end)."""
    if state.demanded is not None:
        return HAND_PLAYS[state.demanded]
    card = owed(state)
    if card is not None:
        return OWED_PLAYS[card]
    own = state.seats[seat]
    if is_blocked(state):
        return _acts(state)[0]
    if not own.hand:
        return NOTHING
    return _auto_lay(max(own.hand), own.reserve)


def _auto_lay(card: Card, reserve: tuple[tuple[Card, ...], ...]) -> Lay:
    """Lay on the empty place, else on the smallest strictly greater top, else on place 1."""
    if not all(reserve):
        return LAYS[card][0]
    greater = [(pile[-1], place) for place, pile in zip(NUMBERS, reserve, strict=True)]
    greater = [(top, place) for top, place in greater if top > card]
    return Lay(card, min(greater)[1] if greater else 1)

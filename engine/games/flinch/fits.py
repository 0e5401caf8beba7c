"""What fits where, who belongs together, what is owed, and whether the game is blocked."""

from engine.api import Seat
from engine.games.flinch.actions import HAND_PLAYS, Play
from engine.games.flinch.draft import Table
from engine.games.flinch.state import Card, Owed, SeatState, Source

OWED_PLAYS: dict[Owed, Play] = {"F": Play("F"), "PF": Play("PF"), "H1": HAND_PLAYS[1]}
"""The play that each owed card asks for."""


def partner_of(state: Table, seat: Seat) -> Seat | None:
    """Return the seat opposite in a partner game, else None."""
    if not state.options.partners:
        return None
    count = len(state.seats)
    return (seat + count // 2) % count


def fits(centre: tuple[Card, ...], card: Card) -> bool:
    """Say whether a centre takes the card: a 1 always, else on a top one less (F-14)."""
    return card == 1 or card - 1 in centre


def pile_for(centre: tuple[Card, ...], card: Card) -> int:
    """Return the index of the pile that takes a fitting card: the leftmost, for a 1 a new one."""
    return len(centre) if card == 1 else centre.index(card - 1)


def is_barred(pile: SeatState, number: int) -> bool:
    """Say whether the card on top of a Flinch pile may not be played in that turn (F-62)."""
    bar = pile.bar
    return bar is not None and bar.mark == pile.taken and number < bar.until


def free_top(pile: SeatState, number: int) -> Card | None:
    """Return the top of a Flinch pile; None where there is none or it is barred."""
    flinch = pile.flinch
    if not flinch or (pile.bar is not None and is_barred(pile, number)):
        return None
    return flinch[-1]


def owed(state: Table) -> Owed | None:
    """Return what the turn's seat owes: the first of F, PF, H1 that fits now (F-18…F-26, F-69)."""
    centre, number, own = state.centre, state.number, state.seats[state.turn]
    if own.flinch and fits(centre, own.flinch[-1]) and not is_barred(own, number):
        return "F"
    if state.options.partners:
        other = state.seats[(state.turn + len(state.seats) // 2) % len(state.seats)]
        if other.flinch and fits(centre, other.flinch[-1]) and not is_barred(other, number):
            return "PF"
    return "H1" if 1 in own.hand else None


def card_at(state: Table, seat: Seat, source: Source, number: int) -> Card | None:
    """Return the card a play names, None if it is not there."""
    if source == "H":
        return number if number in state.seats[seat].hand else None
    if source in ("PF", "PR"):
        partner = partner_of(state, seat)
        if partner is None:
            return None
        seat = partner
    if source in ("F", "PF"):
        pile = state.seats[seat].flinch
    else:
        pile = state.seats[seat].reserve[number - 1]
    return pile[-1] if pile else None


def has_pile_play(state: Table, seat: Seat) -> bool:
    """Say whether a seat may play something from Flinch piles or reserves, hand aside."""
    below = (0, *state.centre)
    partner = partner_of(state, seat)
    for owner in (seat,) if partner is None else (seat, partner):
        pile = state.seats[owner]
        top = free_top(pile, state.number)
        if top is not None and top - 1 in below:
            return True
        for place in pile.reserve:
            if place and place[-1] - 1 in below:
                return True
    return False


def is_idle(state: Table) -> bool:
    """Say whether no cards are left to draw or hold and a whole round has moved none (F-59)."""
    return (
        not state.stock
        and not state.finished
        and not state.moved
        and state.idle >= len(state.seats)
        and not any(seat.hand for seat in state.seats)
    )


def is_blocked(state: Table) -> bool:
    """Say whether the game is blocked: idle, and some seat has a play that fits (F-59)."""
    return is_idle(state) and any(has_pile_play(state, seat) for seat in range(len(state.seats)))


def is_locked(state: Table) -> bool:
    """Say whether the game is locked: as blocked, but no seat at all has a play."""
    return is_idle(state) and not is_blocked(state)


def open_faults(state: Table, seat: Seat) -> bool:
    """Say whether a seat has an open fault."""
    return any(fault.seat == seat for fault in state.faults)

"""What can be read off a state: what fits, what is owed, who belongs together, blocked or not."""

from engine.api import Seat
from engine.games.flinch.actions import Play
from engine.games.flinch.state import TOP, Card, FlinchState, Owed, SeatState, Source

OWED_PLAYS: dict[str, Play] = {"F": Play("F"), "PF": Play("PF"), "H1": Play("H", 1)}
"""The play that each owed card asks for."""


def partner_of(state: FlinchState, seat: Seat) -> Seat | None:
    """Return the seat opposite in a partner game, else None."""
    count = len(state.seats)
    return (seat + count // 2) % count if state.options.partners else None


def fits(centre: tuple[Card, ...], card: Card) -> bool:
    """Say whether a centre takes the card: a 1 always, else on a top one less (F-14)."""
    return card == 1 or card - 1 in centre


def pile_for(centre: tuple[Card, ...], card: Card) -> int:
    """Return the index of the pile that takes a fitting card: the leftmost, for a 1 a new one."""
    return len(centre) if card == 1 else centre.index(card - 1)


def is_barred(pile: SeatState) -> bool:
    """Say whether the card on top of a Flinch pile may not be played (F-62)."""
    bar = pile.bar
    return bar is not None and bar.mark == pile.taken and pile.begun < bar.until


def free_top(pile: SeatState) -> Card | None:
    """Return the top of a Flinch pile; None where there is none or it is barred."""
    if not pile.flinch or (pile.bar is not None and is_barred(pile)):
        return None
    return pile.flinch[-1]


def owed(state: FlinchState) -> Owed | None:
    """Return what the turn's seat owes: the first of F, PF, H1 that fits now (F-18…F-26, F-69)."""
    centre = state.centre
    own = state.seats[state.turn]
    top = free_top(own)
    if top is not None and fits(centre, top):
        return "F"
    if state.options.partners:
        count = len(state.seats)
        top = free_top(state.seats[(state.turn + count // 2) % count])
        if top is not None and fits(centre, top):
            return "PF"
    return "H1" if 1 in own.hand else None


def card_at(state: FlinchState, seat: Seat, source: Source, number: int) -> Card | None:
    """Return the card a play names, None if it is not there."""
    if source == "H":
        return number if number in state.seats[seat].hand else None
    if source in ("PF", "PR"):
        partner = partner_of(state, seat)
        if partner is None:
            return None
        seat = partner
    if source in ("F", "PF"):
        flinch = state.seats[seat].flinch
        return flinch[-1] if flinch else None
    place = state.seats[seat].reserve[number - 1]
    return place[-1] if place else None


def has_pile_play(state: FlinchState, seat: Seat) -> bool:
    """Say whether a seat may play something from Flinch piles or reserves, hand aside."""
    centre = state.centre
    partner = partner_of(state, seat)
    for owner in (seat,) if partner is None else (seat, partner):
        pile = state.seats[owner]
        top = free_top(pile)
        if top is not None and fits(centre, top):
            return True
        if any(place and fits(centre, place[-1]) for place in pile.reserve):
            return True
    return False


def is_idle(state: FlinchState) -> bool:
    """Say whether no cards are left to draw or hold and a whole round has moved none (F-59)."""
    return (
        not state.stock
        and not state.finished
        and len(state.moves) == len(state.seats) + 1
        and not any(state.moves)
        and not any(seat.hand for seat in state.seats)
    )


def is_blocked(state: FlinchState) -> bool:
    """Say whether the game is blocked: idle, and some seat has a play that fits (F-59)."""
    return is_idle(state) and any(has_pile_play(state, seat) for seat in range(len(state.seats)))


def is_locked(state: FlinchState) -> bool:
    """Say whether the game is locked: as blocked, but no seat at all has a play."""
    return is_idle(state) and not is_blocked(state)


def open_faults(state: FlinchState, seat: Seat) -> bool:
    """Say whether a seat has an open fault."""
    return any(fault.seat == seat for fault in state.faults)


def finished_cards(count: int) -> tuple[Card, ...]:
    """Return the cards of so many finished piles, each from 1 to 15."""
    return tuple(range(1, TOP + 1)) * count

"""The state of Flinch: everything, secrets too; the fold of the events."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.api import Outcome, Seat

Card: TypeAlias = int
"""A Flinch card, 1…15 (F-3); 0 stands for a card whose face is not for this pair of eyes."""

TOP = 15
"""The card that finishes a centre pile (F-27)."""

PLACES = 5
"""Reserve places of a seat, numbered 1…5 in notation and events (F-34)."""

HAND = 5
"""Cards of a new hand (F-8)."""

TURNS = 2000
"""The cap: with the end of this turn the game is over (`rules.md` section 0)."""

RECENT = 6
"""How many acts of a turn the state remembers for house players, at most."""

Conduct: TypeAlias = Literal["assist", "call", "strict"]
Owed: TypeAlias = Literal["F", "PF", "H1", "out-of-turn"]
ActKind: TypeAlias = Literal["play", "lay", "nothing", "misfit", "out-of-turn"]
Source: TypeAlias = Literal["F", "H", "R", "PF", "PR"]
"""Where a card comes from: own Flinch pile, hand, reserve; partner's Flinch pile, reserve."""


class FlinchOptions(Struct, frozen=True, gc=False):
    """The house rules of a game, complete (`rules.md` section 1)."""

    packs: Literal[1, 2]
    partners: bool
    pile: Literal[5, 10, 15]
    conduct: Conduct
    false_call: Literal["mirror", "lock", "none"]
    last_card: Literal["wins", "stock"]


class Bar(Struct, frozen=True, gc=False):
    """A favoured last card that may not be played for a round (F-62).

    Attributes:
        mark: the card, as the seat's `taken` when the bar came.
        until: number of the turn, one of its seat's, with which the bar is gone.
    """

    mark: int
    until: int


NO_RESERVE: tuple[tuple[Card, ...], ...] = ((),) * PLACES


class SeatState(Struct, frozen=True, dict=True):
    """What lies before one seat and what it has done.

    Shared by all states in which nothing of it differs, so a view keeps what everybody sees of it
    in its `__dict__`.

    Attributes:
        flinch: the Flinch pile, bottom … top.
        hand: in the order drawn.
        reserve: five places, each bottom … top.
        taken: how many cards have left the top of the Flinch pile: the name of the card on top.
        shown: values shown out of turn and not yet forgotten (F-58), in order.
        locked: may not call until its next turn has begun, after a false call.
        bar: a card on top that may not be played.
    """

    flinch: tuple[Card, ...]
    hand: tuple[Card, ...]
    reserve: tuple[tuple[Card, ...], ...] = NO_RESERVE
    taken: int = 0
    shown: tuple[Card, ...] = ()
    locked: bool = False
    bar: Bar | None = None


class Fault(Struct, frozen=True, gc=False):
    """An open fault: callable, shown to nobody (F-64).

    Attributes:
        turn: number of the turn it happened in.
        mark: the owed Flinch card, as the `taken` of its pile; 0 for other cards.
        card: what was owed, which may lie elsewhere since; 0 where it was no card.
    """

    seat: Seat
    owed: Owed
    turn: int
    mark: int
    card: Card


class Act(Struct, frozen=True, array_like=True, gc=False):
    """What everybody saw of an act, and what lay open just before it. No verdict.

    Attributes:
        turn: number of the turn.
        kind: `play`, `lay`, `nothing` (N), `misfit`, `out-of-turn`.
        source: where the card came from (a lay: `H`); of `nothing` without meaning.
        place: reserve place played from or laid on, else 0.
        card: 0 for `nothing`.
        centre: centre tops before it.
        flinch_top: the seat's playable-by-right Flinch top before it; None: none, or barred.
        partner_top: likewise its partner's.
    """

    turn: int
    seat: Seat
    kind: ActKind
    source: Source
    place: int
    card: Card
    centre: tuple[Card, ...]
    flinch_top: Card | None
    partner_top: Card | None


class Undo(Struct, frozen=True, gc=False):
    """What a good call takes back: the table as it was before the latest faulty act.

    Kept only while that act is the table's last (cards tried out of turn aside) and its seat's
    next turn has not begun.

    Attributes:
        act: the faulty act, a play or a lay.
        idle: `FlinchState.idle` before.
        moved: `FlinchState.moved` before.
        flinch: the partner's Flinch pile before (None without partners).
        taken: the partner's `taken` before.
        partner_reserve: the partner's reserve before.
        drawn: the hand drawn because of it.
        refinished: finished piles shuffled for that hand; None: none were needed.
        favoured: the seat favoured by it.
        rotated: whether that seat's top went under its pile (else it was barred).
        bar: that seat's bar before.
    """

    act: Act
    idle: int
    moved: int
    hand: tuple[Card, ...]
    reserve: tuple[tuple[Card, ...], ...]
    flinch: tuple[Card, ...] | None = None
    taken: int = 0
    partner_reserve: tuple[tuple[Card, ...], ...] | None = None
    drawn: tuple[Card, ...] = ()
    refinished: int | None = None
    favoured: Seat | None = None
    rotated: bool = False
    bar: Bar | None = None


class FlinchState(Struct, frozen=True, gc=False):
    """A game of Flinch between two actions (or events).

    Attributes:
        turn: the seat whose turn it is; keeps its value when the game is over.
        number: number of the turn, from 1; 0 before the first.
        stock: next card first.
        finished: number of finished piles, each 1…15.
        reshuffles: number of the last reshuffle; never goes back.
        centre: tops, left to right.
        idle: how many of the latest turns in succession, all finished, moved no card that was not
            undone.
        moved: cards moved and not undone in the running turn.
        acted: whether the turn's seat has completed an act in this turn.
        demanded: the shown card the seat's first act must be (F-58).
        judged: seats judged for an irregularity in this turn.
        accused: the seat that acted last; None before the first act and after a good call.
        called: who has called since that act.
        silent: who may not call until the turn's seat acts, after a card tried out of turn.
        faults: open faults, oldest first.
        plays: cards played and not undone.
        lock_plays: `plays` at the last lock.
        recent: the latest acts of the latest turn that has any, oldest first.
    """

    seed: str
    options: FlinchOptions
    dealer: Seat
    seats: tuple[SeatState, ...]
    stock: tuple[Card, ...]
    turn: Seat = 0
    number: int = 0
    finished: int = 0
    reshuffles: int = 0
    centre: tuple[Card, ...] = ()
    idle: int = 0
    moved: int = 0
    acted: bool = False
    demanded: Card | None = None
    judged: tuple[Seat, ...] = ()
    accused: Seat | None = None
    called: tuple[Seat, ...] = ()
    silent: tuple[Seat, ...] = ()
    faults: tuple[Fault, ...] = ()
    undo: Undo | None = None
    plays: int = 0
    lock_plays: int | None = None
    recent: tuple[Act, ...] = ()
    outcome: Outcome | None = None

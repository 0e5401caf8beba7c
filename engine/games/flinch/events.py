"""The events of Flinch: facts, with every outcome of luck.

What a seat may not know is left out of its copy by `redact`: a hidden card is 0, a hidden list is
empty beside its `count`, a hidden fault is None.
"""

from typing import Literal, TypeAlias, final

from msgspec import Struct

from engine.api import Outcome, Seat
from engine.games.flinch.state import Card, FlinchOptions, Owed, Source

StopCause: TypeAlias = Literal["called", "demand", "judged"]
ShuffleCause: TypeAlias = Literal["finished", "returned", "gathered"]


class Dealt(Struct, frozen=True, gc=False, tag_field="kind", tag="dealt"):
    """The cards were dealt (F-6…F-10).

    Attributes:
        deal: 1, or 2, 3 … where the deal had to be repeated.
        flinch: per seat the Flinch pile, bottom … top; redacted: the top alone.
    """

    deal: int
    options: FlinchOptions
    seed: str
    dealer: Seat
    flinch: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


class HandsLaidDown(Struct, frozen=True, gc=False, tag_field="kind", tag="hands-laid-down"):
    """Nobody had a 1: every hand became reserve and new hands were dealt (F-17)."""

    laid: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]


class TurnBegan(Struct, frozen=True, gc=False, tag_field="kind", tag="turn-began"):
    """A turn began."""

    seat: Seat
    number: int


class TurnPassed(Struct, frozen=True, gc=False, tag_field="kind", tag="turn-passed"):
    """A seat with neither a hand nor a play that fits was passed over."""

    seat: Seat


class TurnStopped(Struct, frozen=True, gc=False, tag_field="kind", tag="turn-stopped"):
    """A seat had to discontinue: its turn is over without a lay (F-47, F-51)."""

    seat: Seat
    why: StopCause


class StockShuffled(Struct, frozen=True, gc=False, tag_field="kind", tag="stock-shuffled"):
    """A new stock was made by the shuffle `reshuffle-<number>`.

    Attributes:
        why: `finished` piles (F-29); a hand `returned` by a good call; all reserves `gathered`
            because the game was locked.
    """

    number: int
    why: ShuffleCause
    count: int
    cards: tuple[Card, ...]


class HandDrawn(Struct, frozen=True, gc=False, tag_field="kind", tag="hand-drawn"):
    """A seat was given a hand from the stock (F-73)."""

    seat: Seat
    count: int
    cards: tuple[Card, ...]


class CardPlayed(Struct, frozen=True, gc=False, tag_field="kind", tag="card-played"):
    """A card was played on the centre.

    Attributes:
        place: reserve place 1…5 of `R` and `PR`, else 0.
        pile: index of the centre pile that took it; the number of piles: a new one.
        fault: the owed card that was passed over; secret.
    """

    seat: Seat
    source: Source
    place: int
    card: Card
    pile: int
    fault: Owed | None = None


class CardLaid(Struct, frozen=True, gc=False, tag_field="kind", tag="card-laid"):
    """A card was laid on the reserve, which ends the turn (F-32)."""

    seat: Seat
    card: Card
    place: int
    fault: Owed | None = None


class NothingLaid(Struct, frozen=True, gc=False, tag_field="kind", tag="nothing-laid"):
    """A seat without a hand ended its turn."""

    seat: Seat
    fault: Owed | None = None


class CardMisfitted(Struct, frozen=True, gc=False, tag_field="kind", tag="card-misfitted"):
    """A card was chosen that does not fit: it went back and the seat discontinued (F-57, F-77)."""

    seat: Seat
    source: Source
    place: int
    card: Card
    fault: Owed | None = None


@final
class CardShown(Struct, frozen=True, gc=False, tag_field="kind", tag="card-shown"):
    """A seat tried to play a card of its hand out of turn, and so showed it (F-58, F-82)."""

    seat: Seat
    card: Card


class CardDemanded(Struct, frozen=True, gc=False, tag_field="kind", tag="card-demanded"):
    """An opponent demanded a shown card; it fits, so it must be played, or the turn stops."""

    by: Seat
    seat: Seat
    card: Card
    fits: bool


class FlinchCalled(Struct, frozen=True, gc=False, tag_field="kind", tag="flinch-called"):
    """ "Flinch!" was called, by one seat or several at the same time, in order (F-46, F-49).

    Attributes:
        owed: what the accused had to do instead, as all may know it: a card that lies open, or a
            play out of turn; a 1 in a hand only where nothing else explains the verdict. None of a
            false call, and in games stored before this was.
        card: the owed Flinch card; 1 of a hand; else 0.
        kept: whether the accused passed over a 1 in its hand besides; for its eyes alone.
    """

    callers: tuple[Seat, ...]
    accused: Seat
    good: bool
    owed: Owed | None = None
    card: Card = 0
    kept: bool = False


class ActUndone(Struct, frozen=True, gc=False, tag_field="kind", tag="act-undone"):
    """The accused's faulty act was taken back (F-50).

    Attributes:
        act: what it was.
        source: where the card went back to; a lay's comes back to the hand.
        returned: how many cards of a hand drawn because of it went back to the stock.
    """

    seat: Seat
    act: Literal["play", "lay"]
    source: Source
    place: int
    card: Card
    returned: int


class FlinchCardGiven(Struct, frozen=True, gc=False, tag_field="kind", tag="flinch-card-given"):
    """The top card of a Flinch pile went face down under another one (F-48).

    Attributes:
        seat: whose pile gave it (the giver's partner's, where the giver has none).
        giver: who had to give it.
        to: under whose pile it went.
    """

    seat: Seat
    giver: Seat
    to: Seat
    card: Card


class StockCardGiven(Struct, frozen=True, gc=False, tag_field="kind", tag="stock-card-given"):
    """The top card of the stock went face down under a Flinch pile (F-49); seen by nobody."""

    to: Seat
    card: Card


class IrregularityJudged(
    Struct, frozen=True, gc=False, tag_field="kind", tag="irregularity-judged"
):
    """An irregularity the table has confirmed was judged (F-80, F-81, F-83)."""

    by: Seat
    seat: Seat


class Favoured(Struct, frozen=True, gc=False, tag_field="kind", tag="favoured"):
    """A released card favoured a seat (F-61): its top went under its pile, or is barred (F-62)."""

    seat: Seat
    card: Card
    barred: bool


class GameEnded(Struct, frozen=True, gc=False, tag_field="kind", tag="game-ended"):
    """The game is over."""

    outcome: Outcome


FlinchEvent: TypeAlias = (
    Dealt
    | HandsLaidDown
    | TurnBegan
    | TurnPassed
    | TurnStopped
    | StockShuffled
    | HandDrawn
    | CardPlayed
    | CardLaid
    | NothingLaid
    | CardMisfitted
    | CardShown
    | CardDemanded
    | FlinchCalled
    | ActUndone
    | FlinchCardGiven
    | StockCardGiven
    | IrregularityJudged
    | Favoured
    | GameEnded
)

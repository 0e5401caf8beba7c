"""Who knows what: views and redacted events."""

from msgspec.structs import replace

from engine.api import Setup
from engine.games.flinch.events import Dealt, HandDrawn, StockCardGiven, StockShuffled
from tests.engine.flinch.record import GAME, SEED, Record, dealt, late, seat


def redacted(record: Record, viewer: int | None) -> list[object]:
    """Return the last events as a seat may know them."""
    return [GAME.redact(event, viewer) for event in record.events]


def test_hand_is_seen_by_its_seat_alone() -> None:
    """Own hand: private; of the others' everybody sees the size."""
    record = dealt(2, hands={0: [1, 9]})
    assert record.view(0).hand[:2] == (1, 9)
    assert record.view(1).hand == tuple(record.hand(1))
    assert record.view(None).hand == ()
    assert [one.hand_size for one in record.view(None).seats] == [5, 5]


def test_table_is_public() -> None:
    """Centre tops, stock size, number of finished piles, whose turn, dealer."""
    record = late([seat([9, 3], [8]), seat([9], [9])], centre=[2, 5], stock=[4, 4], finished=3)
    view = record.view(None)
    assert (view.centre, view.stock, view.finished) == ((2, 5), 2, 3)
    assert (view.turn, view.dealer, view.partner) == (0, 1, None)


def test_nothing_is_told_of_what_is_owed() -> None:
    """F-64, F-65: views and events with and without an open fault are equal."""
    record = dealt(3, hands={0: [1, 9]}, dealer=2).do("0 L9")
    assert record.faults == [(0, "H1")]
    clean = replace(record.state, faults=(), undo=None)
    for viewer in (0, 1, 2, None):
        assert record.view(viewer) == GAME.view(clean, viewer)
        assert all("H1" not in str(event) for event in redacted(record, viewer))


def test_whether_a_call_would_be_good_is_not_told() -> None:
    """F-64: `may_call` says the same about a fault and about none."""
    guilty = dealt(3, hands={0: [1, 9]}, dealer=2).do("0 L9")
    innocent = dealt(3, hands={0: [1, 9]}, dealer=2).do("0 H1", "0 L9")
    for viewer in (0, 1, 2, None):
        assert guilty.view(viewer).may_call == innocent.view(viewer).may_call


def test_latest_acts_are_told_as_seen() -> None:
    """An act with the table before it; those of the latest turn, and not more than six."""
    record = dealt(2, flinch={0: [2]}, hands={0: [1, 9]}).do("0 H1", "0 L9")
    first, second = record.view(1).recent
    assert (first.kind, first.card, first.centre, first.flinch_top) == ("play", 1, (), 2)
    assert (second.kind, second.card, second.place, second.centre) == ("lay", 9, 1, (1,))
    record.do(f"1 L{record.hand(1)[0]}")
    assert [(act.seat, act.kind) for act in record.view(0).recent] == [(1, "lay")]
    record = dealt(2, hands={0: [1, 2, 3, 4, 5]}, stock=[6, 7, 8]).do(
        *(f"0 H{card}" for card in range(1, 9))
    )
    assert [act.card for act in record.view(1).recent] == [3, 4, 5, 6, 7, 8]


def test_act_taken_back_is_forgotten() -> None:
    """F-50: it is no longer among the latest acts."""
    record = dealt(2, hands={0: [1, 9]}).do("0 L9", "1 C")
    assert record.view(1).recent == ()


def test_deal_is_told_by_tops() -> None:
    """F-10: the redacted deal shows tops and one's own hand, no stock and no seed."""
    start = GAME.deal(Setup(2, GAME.settle(2, {}), SEED))[0]
    assert isinstance(start, Dealt)
    seen = GAME.redact(start, 1)
    assert isinstance(seen, Dealt)
    assert (seen.seed, seen.stock) == ("", ())
    assert seen.hands == ((0,) * 5, start.hands[1])
    assert seen.flinch == tuple(pile[-1:] for pile in start.flinch)


def test_drawn_cards_are_for_the_seat_that_drew() -> None:
    """F-73: the others learn how many."""
    record = late([seat([9], [2]), seat([9], [9])], centre=[1], finished=1).do("0 H2")
    own = {type(event): event for event in redacted(record, 0)}
    other = {type(event): event for event in redacted(record, 1)}
    drawn, seen = own[HandDrawn], other[HandDrawn]
    assert isinstance(drawn, HandDrawn)
    assert isinstance(seen, HandDrawn)
    assert (list(drawn.cards), seen.cards, seen.count) == (record.hand(0), (), 5)
    shuffled = own[StockShuffled]
    assert isinstance(shuffled, StockShuffled)
    assert (shuffled.cards, shuffled.count) == ((), 15)


def test_card_from_the_stock_is_seen_by_nobody() -> None:
    """F-49: it goes face down under the pile."""
    record = dealt(3, hands={0: [1, 9]}, stock=[4], dealer=2).do("0 L9", "12 C")
    for viewer in (0, 1, 2, None):
        given = [one for one in redacted(record, viewer) if isinstance(one, StockCardGiven)]
        assert [one.card for one in given] == [0]


def test_spectator_may_do_nothing() -> None:
    """A spectator's view offers no call and no demand."""
    record = dealt(2, hands={0: [1, 9], 1: [7]}, conduct="strict").do("1 H7", "0 H1", "0 L9")
    assert (record.view(None).may_call, record.view(None).demands) == (False, ())
    assert record.view(0).demands == ((1, 7),)


def test_idle_turns_are_public() -> None:
    """F-59: how many turns in succession moved no card."""
    record = late([seat([9], [], [[3]]), seat([9]), seat([9])], centre=[2]).do("0 N")
    assert record.view(1).idle_turns == 3

"""The pack, the players, the deal and who begins."""

from collections import Counter

import pytest

from engine.api import Setup
from engine.errors import BadSetup
from engine.games.flinch.deal import fresh_deck
from engine.play import start
from engine.shuffle import shuffle
from tests.engine.flinch.record import GAME, SEED, Record, dealt, seats_and_notation


def from_seed(seats: int, seed: str = SEED, **options: object) -> Record:
    """Deal by a seed alone."""
    return Record(start(GAME, Setup(seats, GAME.settle(seats, options), seed)).state)


def all_cards(record: Record) -> Counter[int]:
    """Count every card of a deal."""
    count = Counter(record.stock)
    for seat in record.state.seats:
        count.update(
            [*seat.flinch, *seat.hand, *(card for place in seat.reserve for card in place)]
        )
    return count


@pytest.mark.parametrize("packs", [1, 2])
def test_pack_is_ten_series_of_fifteen(packs: int) -> None:
    """F-3: a pack is 150 cards, ten times 1 to 15, and all of them are dealt or in the stock."""
    assert Counter(fresh_deck(packs)) == dict.fromkeys(range(1, 16), 10 * packs)
    assert all_cards(from_seed(5, packs=packs)) == Counter(fresh_deck(packs))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7, 8])
def test_two_to_eight_play(seats: int) -> None:
    """F-4, F-7, F-8: each of two to eight players gets a Flinch pile of ten and a hand of five."""
    record = from_seed(seats)
    assert [len(seat.flinch) for seat in record.state.seats] == [10] * seats
    assert [len(seat.hand) for seat in record.state.seats] == [5] * seats


@pytest.mark.parametrize("seats", [0, 1, 9, True, "4", 2.0, None])
def test_other_numbers_do_not_play(seats: object) -> None:
    """F-4: any other number of seats names the field."""
    with pytest.raises(BadSetup) as caught:
        GAME.settle(seats, {})  # type: ignore[arg-type]
    assert caught.value.field == "seats"


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (5, 1), (6, 2), (8, 2)])
def test_more_than_five_play_with_two_packs(seats: int, packs: int) -> None:
    """F-5, F-63: two packs are the default from six players on, and a choice before and after."""
    assert GAME.settle(seats, {})["packs"] == packs
    assert GAME.settle(seats, {"packs": 3 - packs})["packs"] == 3 - packs


@pytest.mark.parametrize(
    ("seats", "chosen", "field"),
    [
        (8, {"packs": 1, "pile": 15}, "options.pile"),
        (3, {"partners": True}, "options.partners"),
        (5, {"partners": True}, "options.partners"),
        (4, {"pile": 7}, "options.pile"),
        (4, {"pile": "10"}, "options.pile"),
        (4, {"packs": True}, "options.packs"),
        (4, {"partners": 1}, "options.partners"),
        (4, {"colour": "red"}, "options.colour"),
        (4, {"conduct": None}, "options.conduct"),
        (4, {"conduct": ["call"]}, "options.conduct"),
    ],
)
def test_unoffered_option_is_named(seats: int, chosen: dict[str, object], field: str) -> None:
    """An option, a value or a combination that is not offered names its field."""
    with pytest.raises(BadSetup) as caught:
        GAME.settle(seats, chosen)
    assert caught.value.field == field


def test_every_other_combination_of_packs_and_pile_is_dealt() -> None:
    """Seven with one pack and fifteen cards each can still be dealt."""
    assert len(from_seed(7, packs=1, pile=15).stock) == 10


def test_deck_is_shuffled_by_the_seed() -> None:
    """F-6: without a deck given, the fresh deck is shuffled by the label `deal`."""
    deck = shuffle(SEED, "deal", fresh_deck(1))
    record = from_seed(2)
    left = (record.state.dealer + 1) % 2
    assert record.flinch(left) == list(deck[:10])
    assert record.hand(left) == list(deck[20:25])
    assert record.stock == list(deck[30:])


def test_blocks_are_dealt_from_the_dealers_left() -> None:
    """F-7, F-8, F-9, F-10: piles and hands as blocks, the last of a pile on top, then the stock."""
    options = GAME.settle(3, {"pile": 5})
    deck = fresh_deck(1)
    record = Record(start(GAME, Setup(3, options, SEED, 0, deck)).state)
    assert record.flinch(1) == list(deck[:5])
    assert record.view(None).seats[1].flinch_top == deck[4]
    assert record.flinch(0) == list(deck[10:15])
    assert record.hand(1) == list(deck[15:20])
    assert record.hand(0) == list(deck[25:30])
    assert record.stock == list(deck[30:])


def test_only_tops_of_flinch_piles_are_seen() -> None:
    """F-10: of a Flinch pile everybody sees the top card and the size alone."""
    record = dealt(2, flinch={1: [9, 8, 7]}, hands={0: [1]})
    seen = record.view(0).seats[1]
    assert (seen.flinch_top, seen.flinch_size) == (7, 5)


@pytest.mark.parametrize(
    ("flinch", "hands", "turn"),
    [
        ({0: [1]}, {1: [1]}, 1),
        ({0: [1]}, {}, 0),
        ({2: [1], 0: [1]}, {}, 2),
        ({}, {0: [9, 9, 9, 9, 1]}, 0),
    ],
)
def test_first_with_a_1_from_the_dealers_left_begins(
    flinch: dict[int, list[int]], hands: dict[int, list[int]], turn: int
) -> None:
    """F-12: a 1 on the pile or in the hand; the dealer comes last; who is passed lays nothing."""
    record = dealt(3, flinch=flinch, hands=hands, dealer=0)
    assert record.turn == turn
    assert all(record.reserve(seat) == [[]] * 5 for seat in range(3))


def test_begins_by_laying_the_1_on_the_centre() -> None:
    """F-13: the first card on the centre is that 1."""
    record = dealt(2, hands={0: [1]}).do("0 H1")
    assert record.centre == [1]


def test_hands_are_laid_down_when_nobody_has_a_1() -> None:
    """F-17: card k of each hand goes to place k, and new hands come from the dealer's left."""
    record = dealt(
        3,
        hands={0: [2, 3, 4, 5, 6], 1: [7, 8, 9, 10, 11], 2: [2, 2, 3, 3, 4]},
        stock=[12, 13, 14, 15, 2, 5, 5, 5, 5, 5, 6, 6, 1, 6, 6],
        dealer=0,
    )
    assert record.reserve(1) == [[7], [8], [9], [10], [11]]
    assert record.hand(1) == [12, 13, 14, 15, 2]
    assert record.hand(0) == [6, 6, 1, 6, 6]
    assert record.turn == 0


def test_hands_are_laid_down_again_and_again() -> None:
    """F-17: as often as nobody has a 1; the later hands lie on the earlier ones."""
    record = dealt(2, stock=[2, 3, 4, 5, 6] * 4 + [9] * 5 + [1])
    assert [len(place) for place in record.reserve(0)] == [3] * 5
    assert record.turn == 1


def test_fresh_deck_is_dealt_when_the_stock_is_too_small() -> None:
    """F-17: where no new hands can be dealt, the deck is shuffled by `deal-2` and dealt anew."""
    record = dealt(8, packs=1)
    deck = shuffle(SEED, "deal-2", fresh_deck(1))
    assert record.state.dealer == 7
    assert record.flinch(0) == list(deck[:5])
    assert sum(all_cards(record).values()) == 150


@pytest.mark.parametrize(
    ("setup", "field"),
    [
        ({"seed": "5eed"}, "seed"),
        ({"seed": None}, "seed"),
        ({"seed": "g" * 64}, "seed"),
        ({"dealer": 2}, "dealer"),
        ({"dealer": -1}, "dealer"),
        ({"dealer": True}, "dealer"),
        ({"deck": (1, 2, 3)}, "deck"),
        ({"deck": (True, *fresh_deck(1)[1:])}, "deck"),
        ({"deck": ("1", *fresh_deck(1)[1:])}, "deck"),
        ({"deck": (0, *fresh_deck(1)[1:])}, "deck"),
        ({"deck": ([1], *fresh_deck(1)[1:])}, "deck"),
    ],
)
def test_wrong_start_is_named(setup: dict[str, object], field: str) -> None:
    """Seed, dealer and deck are tested by the deal."""
    start_from = {"seats": 2, "options": GAME.settle(2, {}), "seed": SEED, **setup}
    with pytest.raises(BadSetup) as caught:
        GAME.deal(Setup(**start_from))  # type: ignore[arg-type]
    assert caught.value.field == field


def test_deal_of_a_rematch_passes_to_the_left() -> None:
    """The next dealer sits to the left of the last (`rules.md` section 0)."""
    assert [GAME.next_dealer(dealer, 3) for dealer in range(3)] == [1, 2, 0]


def test_seats_are_read_from_a_record() -> None:
    """The records of these tests name seats by digits."""
    assert seats_and_notation("12 C") == ((1, 2), "C")
    assert seats_and_notation("- C") == ((), "C")

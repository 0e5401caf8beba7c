"""Flushed: who knows what."""

from typing import Any

from msgspec.structs import replace

from engine.api import Setup
from engine.cards import BACK
from engine.games.flushed.state import FlushedState
from tests.engine.flushed.tables import FLUSHED, dealt, under_way
from tests.engine.record import SEED

HANDS = ("2S 3S 4S 5S 6S", "2D 3D 4D 5D 6D", "2H 3H 4H 5H 6H", "2C 3C 4C 5C 6C")


def exchanged(state: FlushedState, first: str, second: str) -> FlushedState:
    """Return the state with two cards in each other's place."""
    swap = {first: second, second: first}
    stacks, hands = (
        tuple(tuple(swap.get(card, card) for card in cards) for cards in places)
        for places in (state.stacks, state.hands)
    )
    return replace(state, stacks=stacks, hands=hands)


def test_a_hand_is_its_seats_alone() -> None:
    """U-5: two cards of seats 1 and 2 changing places change their views and no other."""
    game = dealt(HANDS)
    other = exchanged(game.state, "3D", "3H")
    for seat, same in ((0, True), (1, False), (2, False), (3, True), (None, True)):
        assert (FLUSHED.view(game.state, seat) == FLUSHED.view(other, seat)) is same


def test_a_stack_is_nobodys() -> None:
    """U-4: face-down cards changing places change no view, not even the owner's."""
    game = dealt(HANDS)
    below = [seat["stack"] for seat in game.position["seats"]]
    other = exchanged(game.state, below[0][0], below[1][3])
    for seat in (0, 1, 2, 3, None):
        assert FLUSHED.view(game.state, seat) == FLUSHED.view(other, seat)


def test_the_public_layout_is_everybodys() -> None:
    """U-11: top card, size of the pile, suit, direction and sizes; a spectator has no hand."""
    game = under_way(("2S 3S", "2D", "5D"), ("9C",), pile="7S 8S", suit="S", direction=1)
    view = FLUSHED.view(game.state, None)
    assert (view.top, view.height, view.suit, view.direction) == ("8S", 2, "S", 1)
    assert [(seen.hand, seen.stack) for seen in view.seats] == [(2, 1), (1, 0), (1, 0)]
    assert view.hand == ()
    assert FLUSHED.view(game.state, 0).hand == ("2S", "3S")


def test_a_watcher_remembers_what_lay_open() -> None:
    """U-17, U-18: where the cards taken up are, until they are played again."""
    hands = ("2H 3H 4H", "2D 9D", "KC 5D")
    game = under_way(hands, ("TH",), pile="6S 7S", suit="S")
    game.do("0:T")
    memory = FLUSHED.view(game.state, None).memory
    assert (memory.hands[0], memory.stacks[0], memory.pile) == (("6S",), ("7S",), ())
    game.do("2:KC", "0:6S", "2:T")
    memory = FLUSHED.view(game.state, 2).memory
    assert (memory.hands[0], memory.stacks[0]) == (("7S",), ())
    assert (memory.hands[1], memory.hands[2]) == (("KC",), ("6S",))


def test_cards_never_shown_are_not_remembered() -> None:
    """U-5: a card played from the hand is known only while it lies or is held again."""
    game = dealt(HANDS)
    memory = FLUSHED.view(game.state, None).memory
    assert not any((memory.pile, *memory.hands, *memory.stacks))


def test_the_deal_is_told_to_each_seat_with_its_own_hand() -> None:
    """U-5: stacks and other hands are told as backs."""
    setup = Setup(seats=3, options=FLUSHED.settle(3, {}), seed=SEED, dealer=0)
    (event,) = FLUSHED.deal(setup)
    whole: Any = event
    told: Any = FLUSHED.redact(event, 1)
    assert told.seats[1].hand == whole.seats[1].hand
    assert told.seats[0].hand == told.seats[2].hand == (BACK,) * 5
    assert {card for cards in told.seats for card in cards.stack} == {BACK}
    assert told.middle == whole.middle
    spectator: Any = FLUSHED.redact(event, None)
    assert spectator.seats[1].hand == (BACK,) * 5


def test_cards_drawn_are_told_to_their_seat_alone() -> None:
    """U-7, U-18: after a play and after a pick-up."""
    game = under_way(("KS 3S 4S 5S 6S", "2D 9D", "KC 5D"), ("TH",), pile="7S", suit="S")
    played, taken, _ = game.do("0:KS")
    own: Any = FLUSHED.redact(played, 0)
    others: Any = FLUSHED.redact(played, 1)
    assert (own.drawn, others.drawn, others.cards) == (("TH",), (BACK,), ("KS",))
    victim: Any = FLUSHED.redact(taken, 2)
    spectator: Any = FLUSHED.redact(taken, None)
    assert (victim.drawn, spectator.drawn) == (("7S", "KS"), (BACK, BACK))

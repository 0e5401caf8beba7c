"""A press is stale: its turn is over, or its place shows another card now.

See `architecture.md`, Stale presses.
"""

from bot.messages.scene import freshness
from bot.ui.contract.renderer import Move
from tests.messages.playing import GAME, acted, board, dealt

# Seat 1 begins: piles of five each (top last), hands, then the stock.
DECK = (9, 9, 9, 9, 2, 8, 8, 8, 8, 15, 1, 1, 5, 6, 7, 3, 4, 10, 11, 12)


def deck() -> tuple[int, ...]:
    """Return a whole pack that begins with `DECK`."""
    rest = [card for card in range(1, 16) for _ in range(10)]
    for card in DECK:
        rest.remove(card)
    return (*DECK, *rest)


def test_newer_ply_alone_is_not_stale() -> None:
    """Another card was played meanwhile, this one still lies where it was shown."""
    table, changed = dealt(deck())
    shown = board(changed)
    number = shown.numbers(1).index("5") + 1
    fresh = freshness(shown, 1, shown.seen(), Move("H5", number))
    assert fresh is not None
    after = acted(table, "H1")
    shown.advance(after)
    assert fresh(after.after)


def test_place_that_shows_another_card_is_stale() -> None:
    """The Flinch pile has a new top: "play the 2" no longer means the pile."""
    table, changed = dealt(deck())
    shown = board(changed)
    played = acted(table, "H1")
    shown.advance(played)
    fresh = freshness(shown, 1, shown.seen(), Move("F"))
    assert fresh is not None
    assert fresh(played.after)
    after = acted(played.after, "F")
    shown.advance(after)
    assert not fresh(after.after)


def test_number_that_is_empty_now_is_stale() -> None:
    """The card of that number was played; another 1 elsewhere is not meant."""
    table, changed = dealt(deck())
    shown = board(changed)
    fresh = [freshness(shown, 1, shown.seen(), Move("H1", number)) for number in (1, 2)]
    after = acted(table, "H1")
    shown.advance(after)
    assert sorted(each is not None and each(after.after) for each in fresh) == [False, True]


def test_turn_that_is_over_is_stale() -> None:
    """A press meant for one's turn does nothing in somebody else's."""
    table, changed = dealt(deck())
    shown = board(changed)
    number = shown.numbers(1).index("6") + 1
    fresh = freshness(shown, 1, shown.seen(), Move("L6", number))
    assert fresh is not None
    after = acted(table, "L7")
    shown.advance(after)
    assert not fresh(after.after)


def test_call_is_never_stale() -> None:
    """A call is judged by the table, not by what was seen."""
    _, changed = dealt(deck())
    shown = board(changed)
    for call in GAME.calls:
        assert freshness(shown, 0, shown.seen(), Move(call.notation)) is None

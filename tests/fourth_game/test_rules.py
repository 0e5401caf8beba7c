"""Eights: its own rules, from stacked decks."""

from engine.cards import french_deck
from tests.engine.record import Record, refusal_of
from tests.fourth_game.eights import Eights, refusals
from tests.games import refusals_of

HANDS = "7D 2S KH 8C 9C", "7C 3S 4S 5S 8D"


def dealt(top: str = "7S", hands: tuple[str, str] = HANDS) -> Record:
    """Deal these hands and this top; seat 0 begins."""
    cards = [*" ".join(hands).split(), top]
    rest = [card for card in french_deck() if card not in cards]
    return Record.dealt(Eights(), 2, [*cards, *rest], dealer=1)


def test_suit_rank_and_eights_fit() -> None:
    """Nothing else does; an eight needs the suit it asks for."""
    assert dealt().refusal("0:KH") == "does-not-fit"
    assert dealt().refusal("0:8C") == "unreadable"
    for card, suit in (("7D", "D"), ("2S", "S"), ("8C+H", "H")):
        record = dealt()
        record.do(f"0:{card}")
        assert (record.position["suit"], record.position["turn"]) == (suit, 1)


def test_drawing_goes_before_passing() -> None:
    """Once a turn, then one may still play."""
    record = dealt()
    assert refusal_of(record.game, record.state, "0 P") is refusals.DRAW_FIRST
    record.do("0:D")
    assert refusal_of(record.game, record.state, "0 D") is refusals.DRAWN_ENOUGH
    assert record.refusal("0:2S") is None
    record.do("0:P")
    assert record.position["turn"] == 1


def test_pile_becomes_the_stock() -> None:
    """All but its top, shuffled; with nothing at all left one passes."""
    record = dealt()
    while record.position["stock"]:
        seat = record.position["turn"]
        record.do(f"{seat}:D", f"{seat}:P")
    assert refusal_of(record.game, record.state, "1 D") is refusals.NOTHING_TO_DRAW
    record.do("1:P", "0:2S", "1:D")
    assert (record.position["pile"], record.position["stock"]) == (("2S",), ())
    assert record.position["hands"][1][-1] == "7S"


def exposed() -> Record:
    """Return a game in which seat 0 has one card left and nobody has said so."""
    record = dealt(hands=("7D 6D 5D 4D 3D", "7C 2D JD QD KD"))
    record.do("0:7D", "1:2D", "0:6D", "1:JD", "0:5D", "1:QD", "0:4D")
    assert record.position["exposed"] == 0
    return record


def test_last_card_is_called() -> None:
    """By oneself it is safe, by another it costs two cards, after the next act it is over."""
    own, other, late = exposed(), exposed(), exposed()
    own.do("0:LAST")
    assert [len(hand) for hand in own.position["hands"]] == [1, 2]
    other.do("1:LAST")
    assert [len(hand) for hand in other.position["hands"]] == [3, 2]
    assert other.refusal("1:LAST") == "nothing-to-call"
    late.do("1:KD")
    assert late.refusal("1:LAST") is None
    late.do("0:3D")
    assert late.position["winners"] == [0]


def test_every_refusal_of_its_own_came_about() -> None:
    """The tests before have met them all."""
    met = {refusals.DRAW_FIRST, refusals.DRAWN_ENOUGH, refusals.NOTHING_TO_DRAW}
    assert set(refusals_of(Eights())) == met

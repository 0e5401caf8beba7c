"""Pictures of tables: small, true to what everybody sees, with the same in words."""

import io
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.cards import DRAWN
from bot.cards.large import height
from bot.locale import LANGUAGES, translator
from bot.pictures import Drawing, of_table
from bot.pictures.layout import HIGHEST, SCALE, SIZE, WIDTH, Sheet, sheets
from bot.pictures.lettering import CAPITAL
from bot.ui.contract.spread import MAX_ALT, Block
from bot.ui.contract.spread import PAIRS as SIGNS_OF_PAIRS
from bot.ui.elements.screen import Picture
from tests.ui.positions import PAIRS, Position, walk
from tests.ui.test_limits import crowded
from tests.ui.test_secrecy import swapped

MOST = 4
"""Pictures of one table at most; a message may have ten files (`discord.md` section 8)."""
BYTES = 40 * 1024
LETTERS, CARDS = 12, 34
"""Pixels of a phone's page: the least height of letters and width of cards."""
TALLEST = 380
"""Pixels of that page to which clients reduce a picture that is higher."""


def shrunk(sheet: Sheet) -> float:
    """Return how much a phone reduces a picture."""
    return min(1.0, TALLEST / sheet.height)


def letters(sheet: Sheet) -> float:
    """Return the height of a capital letter on a phone, in pixels of its page."""
    return SIZE / SCALE * CAPITAL * shrunk(sheet)


def narrowest(sheet: Sheet) -> float:
    """Return the width of the smallest card on a phone, in pixels of its page."""
    return min(each.width for each in sheet.cards) * shrunk(sheet)


def named(position: Position, *names: str) -> Position:
    """Return a position whose seats bear these names, in turn."""
    seats = tuple(
        replace(seat, name=names[seat.index % len(names)]) for seat in position.table.seats
    )
    return replace(position, table=replace(position.table, seats=seats))


def opened(data: bytes) -> Image.Image:
    """Return a PNG's picture, read in full."""
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


def check(drawing: Drawing) -> None:
    """Check that every picture is small, no higher than a phone shows it, and has its words."""
    names = [file.filename for file in drawing.attachments]
    assert len(set(names)) == len(names) <= MOST
    for part, file in drawing.figures:
        assert len(file.data) < BYTES
        picture = opened(file.data)
        assert (picture.format, picture.mode, picture.width) == ("PNG", "P", WIDTH * SCALE)
        assert picture.height <= HIGHEST * SCALE
        assert 0 < len(part.alt) <= MAX_ALT
        assert part.source == file.filename


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_picture_is_small_and_says_the_same_in_words(pair: tuple[Any, Any], language: str) -> None:
    """Any position of any number of seats: under 40 KB, few colours, words within limits."""
    game, renderer = pair
    t = translator(language)
    for seats in game.seat_counts:
        every = list(walk(game, renderer, seats, seed=30 + seats, plies=80))
        for position in (every[0], every[len(every) // 2], every[-1]):
            check(of_table(position.public(), renderer, t))
            check(of_table(position.public(), renderer, t, headed=False))


def test_partners_have_one_sign_and_name_each_other() -> None:
    """In the picture by a shape before the name, in its words by the partner's name."""
    game, renderer = PAIRS[0]
    t = translator("en")
    options = game.settle(4, {"partners": True})
    position = next(walk(game, renderer, 4, seed=3, options=options))
    names = ("Ana", "Ben", "Carla", "Dan")
    _, *seats = renderer.spread(position.view(None), names, t).blocks
    assert [seat.pair for seat in seats] == ["◆", "●", "◆", "●"]
    said = of_table(named(position, *names).public(), renderer, t).words
    assert all(f"{one} with {other}: " in said for one, other in (("Ana", "Carla"), ("Dan", "Ben")))
    assert {sign for sheet in laid_out(seats) for sign in sheet} == {"◆", "●"}
    alone = next(walk(game, renderer, 4, seed=3))
    assert " with " not in of_table(alone.public(), renderer, t).words


def laid_out(blocks: Sequence[Block]) -> list[list[str]]:
    """Return the signs of pairs of each sheet."""
    made = sheets((), blocks, lambda shown: True)
    return [[each.text for each in sheet.texts if each.text in SIGNS_OF_PAIRS] for sheet in made]


def test_fullest_table_fits() -> None:
    """Eight seats in pairs, 20 piles, shown cards, the widest names: still small, all in words."""
    game, renderer = PAIRS[0]
    options = game.settle(8, {"partners": True, "conduct": "strict"})
    position = crowded(next(walk(game, renderer, 8, seed=3, options=options)))
    t = translator("es")
    drawing = of_table(named(position, "W" * 32).public(), renderer, t)
    check(drawing)
    titles = [block.title for block in renderer.spread(position.view(None), ["W"] * 8, t).blocks]
    assert len(titles) == 9
    assert drawing.words.count("; Flinch ") == 8
    assert drawing.words.count("(12 cartas)") == 5 * 8
    assert drawing.words.endswith("mostradas 9, 10, 11, 12, 13.")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_picture_of_a_table_that_is_over_points_at_nobody(pair: tuple[Any, Any]) -> None:
    """Also where people have ended it: no seat is lit, and no suit is asked for any more."""
    game, renderer = pair
    running = list(walk(game, renderer, game.seat_counts[0], seed=5, plies=3))[-1]
    ended = replace(
        running, table=replace(running.table, status="ended", end_reason="ended", seed="1")
    )
    t, names = translator("en"), ["Ana"] * len(running.table.seats)
    lit = [
        sum(block.turn for block in renderer.spread(at.public().laid, names, t).blocks)
        for at in (running, ended)
    ]
    assert lit == [int(game.has_turns), 0]
    words = of_table(ended.public(), renderer, t).words
    assert not [word for word in ("Suit:", "next:", "'s turn") if word in words]


def lying(position: Position, language: str) -> list[Sheet]:
    """Return how a position is laid out for a table's message."""
    names = [seat.name or "Ana" for seat in position.table.seats]
    t = translator(language)
    spread = position.renderer.spread(position.view(None), names, t)
    return sheets((), spread.blocks, lambda blocks: True)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_picture_is_legible_on_a_phone(pair: tuple[Any, Any], language: str) -> None:
    """At 390 pixels, every number of seats: letters 12 high, cards 34 wide, all within the edge."""
    game, renderer = pair
    for seats in game.seat_counts:
        every = [*walk(game, renderer, seats, seed=7 + seats, plies=120)]
        for position in (every[0], every[len(every) // 2], every[-1]):
            for sheet in lying(position, language):
                assert letters(sheet) >= LETTERS
                assert narrowest(sheet) >= CARDS
                assert all(text.left >= 0 and text.top < sheet.height for text in sheet.texts)
                assert all(card.left + card.width < WIDTH for card in sheet.cards)


def test_fullest_table_is_legible_on_a_phone() -> None:
    """Eight seats in pairs, strict, 20 piles, shown cards and long names."""
    game, renderer = PAIRS[0]
    options = game.settle(8, {"partners": True, "conduct": "strict"})
    position = crowded(next(walk(game, renderer, 8, seed=3, options=options)))
    every = lying(named(position, "W" * 32), "es")
    assert 1 < len(every) <= MOST
    assert min(map(letters, every)) >= LETTERS
    assert min(map(narrowest, every)) >= CARDS
    assert sum(len(sheet.blocks) for sheet in every) == 9


def test_four_seats_are_one_picture() -> None:
    """The usual tables are one picture: up to six piles in the middle."""
    game, renderer = PAIRS[0]
    for seats in (2, 3, 4):
        position = next(walk(game, renderer, seats, seed=3))
        assert len(lying(position, "en")) == 1


def test_nothing_lies_on_something_else() -> None:
    """Cards of a full table do not overlap one another, nor do blocks."""
    game, renderer = PAIRS[0]
    options = game.settle(8, {"partners": True, "conduct": "strict"})
    position = crowded(next(walk(game, renderer, 8, seed=3, options=options)))
    for sheet in lying(position, "es"):
        boxes = [(c.left, c.top, c.left + c.width, c.top + height(c.width)) for c in sheet.cards]
        panels = [(p.left, p.top, p.left + p.width, p.top + p.height) for p in sheet.panels]
        for every in (boxes, panels):
            for at, one in enumerate(every):
                for other in every[:at]:
                    across = one[0] < other[2] and other[0] < one[2]
                    down = one[1] < other[3] and other[1] < one[3]
                    assert not (across and down)
        for box in boxes:
            assert any(p[0] < box[0] and p[1] < box[1] for p in panels)
            assert any(p[0] <= box[0] and box[2] <= p[2] and box[3] <= p[3] for p in panels)


def test_last_act_is_marked() -> None:
    """Flinch: the centre pile or reserve place the last card went to, and no other."""
    game, renderer = PAIRS[0]
    t = translator("en")
    marked = 0
    for position in walk(game, renderer, 3, seed=4, plies=60):
        sight = position.public()
        spread = renderer.spread(sight.view, ["A", "B", "C"], t, sight.last)
        piles = [p for b in spread.blocks for g in b.groups for p in g.piles if p.marked]
        assert len(piles) <= 1
        laid = [e for e in sight.last.events if hasattr(e, "place")] if sight.last else []
        if piles and laid:
            assert piles[0].face == f"f{laid[-1].card}"
            marked += 1
    assert marked > 20


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_picture_hides_what_spectators_may_not_know(pair: tuple[Any, Any]) -> None:
    """F-64: other hidden cards, the same picture and the same words."""
    game, renderer = pair
    chance = Random(4)
    t = translator("en")
    for seats in game.seat_counts:
        for position in walk(game, renderer, seats, seed=60 + seats, plies=12):
            if position.table.status == "playing":
                other = swapped(position, None, chance)
                live = [
                    of_table(each.public(), renderer, t, headed=False) for each in (other, position)
                ]
                assert live[0] == live[1]
                assert of_table(other.public(), renderer, t) == of_table(
                    position.public(), renderer, t
                )


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_spread_uses_faces_of_the_design(pair: tuple[Any, Any]) -> None:
    """Whatever lies on the table can be drawn."""
    game, renderer = pair
    t = translator("en")
    for position in walk(game, renderer, game.seat_counts[-1], seed=2, plies=60):
        names = [f"Seat {seat.index}" for seat in position.table.seats]
        spread = renderer.spread(position.view(None), names, t)
        faces = {p.face for block in spread.blocks for g in block.groups for p in g.piles}
        assert faces <= set(DRAWN)
        assert {block.title for block in spread.blocks} >= set(names)


def test_words_say_whose_turn_it_is_and_name_cards() -> None:
    """The words read as the picture looks: title, turn, middle, then seat by seat."""
    game, renderer = PAIRS[0]
    position = named(next(walk(game, renderer, 2, seed=1)), "Ana", "Ben")
    view = position.view(None)
    said = of_table(position.public(), renderer, translator("en")).words
    turn = ("Ana", "Ben")[view.turn]
    top = view.seats[0].flinch_top
    assert said.startswith(f"Flinch · table 12. {turn}'s turn. Middle: ")
    assert (
        f"Ana: hand {view.seats[0].hand_size}; Flinch {top} (9 cards under it); Reserve empty"
        in said
    )


def test_picture_of_a_game_that_is_over_gives_the_places() -> None:
    """At the end the winner and everybody's place stand above the final layout."""
    game, renderer = PAIRS[2]
    *_, last = walk(game, renderer, 3, seed=9, plies=5_000)
    assert last.table.outcome is not None
    position = named(last, "Ana", "Ben", "Eva")
    said = of_table(position.public(), renderer, translator("en")).words
    winner = ("Ana", "Ben", "Eva")[last.table.outcome.winners[0]]
    assert f"{winner} wins. 1st {winner} · " in said
    assert "3rd " in said


def test_name_that_cannot_be_drawn_is_a_player() -> None:
    """Two people of names without a Latin letter are told apart, also in the picture."""
    game, renderer = PAIRS[0]
    position = next(walk(game, renderer, 2, seed=1))
    t = translator("en")
    foreign = of_table(named(position, "中村", "ليلى").public(), renderer, t)
    plain = of_table(named(position, "Player", "Player (2)").public(), renderer, t)
    assert [each.data for each in foreign.attachments] == [each.data for each in plain.attachments]
    assert "中村: hand" in foreign.words


@pytest.mark.parametrize(
    ("language", "middle", "row"),
    [
        ("en", "Middle: face down (1 card), face down (1 card).", "stock 49; face down."),
        ("es", "Centro: boca abajo (1 carta), boca abajo (1 carta).", "mazo 49; boca abajo."),
    ],
)
def test_cards_face_down_are_said_to_be(language: str, middle: str, row: str) -> None:
    """Before they turn up in FLIP; a stock or hand, named by its label, is its number alone."""
    game, renderer = next(pair for pair in PAIRS if pair[0].key == "flip")
    dealt = next(walk(game, renderer, 2, seed=5, options=game.settle(2, {})))
    (picture, *_) = of_table(dealt.public(), renderer, translator(language)).parts
    assert isinstance(picture, Picture)
    assert middle in picture.alt
    assert picture.alt.count(row) == 2

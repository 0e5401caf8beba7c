"""Pictures of tables: small, true to what everybody sees, with the same in words."""

import io
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.cards import DRAWN
from bot.locale import LANGUAGES, translator
from bot.pictures import of_table
from bot.pictures.drawing import TALLEST, WIDTH
from bot.ui.contract.spread import MAX_ALT
from tests.ui.positions import PAIRS, Position, walk
from tests.ui.test_limits import crowded
from tests.ui.test_secrecy import swapped

BYTES = 60 * 1024


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


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_picture_is_small_and_says_the_same_in_words(pair: tuple[Any, Any], language: str) -> None:
    """Any position of any number of seats: under 60 KB, few colours, words within limits."""
    game, renderer = pair
    t = translator(language)
    for seats in game.seat_counts:
        every = list(walk(game, renderer, seats, seed=30 + seats, plies=80))
        for position in (every[0], every[len(every) // 2], every[-1]):
            drawing = of_table(position.public(), renderer, t)
            assert len(drawing.data) < BYTES
            picture = opened(drawing.data)
            assert (picture.format, picture.mode, picture.width) == ("PNG", "P", WIDTH)
            assert picture.height < TALLEST
            assert 0 < len(drawing.words) <= MAX_ALT
            assert drawing.part.source == drawing.attachment.filename


def test_fullest_table_fits() -> None:
    """Eight seats in pairs, 20 piles, shown cards, the widest names: still small and complete."""
    game, renderer = PAIRS[0]
    options = game.settle(8, {"partners": True, "conduct": "strict"})
    position = crowded(next(walk(game, renderer, 8, seed=3, options=options)))
    drawing = of_table(named(position, "W" * 32).public(), renderer, translator("es"))
    assert len(drawing.data) < BYTES
    assert opened(drawing.data).height < TALLEST
    assert len(drawing.words) <= MAX_ALT


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
    foreign = of_table(named(position, "中村", "Жанна").public(), renderer, t)
    plain = of_table(named(position, "Player", "Player (2)").public(), renderer, t)
    assert foreign.data == plain.data
    assert "中村: hand" in foreign.words

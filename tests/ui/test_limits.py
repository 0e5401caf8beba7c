"""Every screen is one that Discord takes, and that a phone shows without breaking lines."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.tables.model import Seat, Vote
from bot.ui import house_rules, lobby
from bot.ui.contract.spread import MAX_ALT
from bot.ui.elements.controls import parse
from bot.ui.elements.emojis import DIGITS
from bot.ui.elements.screen import (
    MAX_BUTTONS,
    MAX_CHARACTERS,
    MAX_COMPONENTS,
    MAX_CUSTOM_ID,
    MAX_LABEL,
    MAX_OPTIONS,
    MAX_REACTIONS,
    Button,
    Document,
    Picture,
    Row,
    Screen,
    Select,
    Separator,
    Text,
)
from bot.ui.elements.text import columns
from engine.games.flinch.state import FlinchState
from tests.ui.positions import (
    NOW,
    PAIRS,
    Position,
    every_rule,
    half_made,
    look,
    random_options,
    table,
    walk,
)

LANGUAGES = ("en", "es")
OWN = ("flinch", "flushed")
"""Games of the bot's own in which one holds cards."""


def check(screen: Screen) -> None:
    """Assert every limit of `discord.md` sections 2 and 8."""
    assert screen.characters() <= MAX_CHARACTERS
    assert screen.components() <= MAX_COMPONENTS
    assert len(screen.reactions) <= MAX_REACTIONS
    assert len(set(screen.reactions)) == len(screen.reactions)
    ids: list[str] = []
    for part in screen.parts:
        match part:
            case Text(text=text):
                assert text.strip()
            case Row(buttons=buttons):
                assert 1 <= len(buttons) <= MAX_BUTTONS
                for button in buttons:
                    assert len(button.label) <= MAX_LABEL
                    said = re.search(r"\w", button.label)
                    empty = isinstance(button, Button) and button.disabled and button.label == "–"
                    assert said or empty, "an emoji alone says nothing read aloud"
                    if isinstance(button, Button):
                        ids.append(button.custom_id)
            case Select():
                _check_select(part)
                ids.append(part.custom_id)
            case Picture(alt=alt):
                assert 1 <= len(alt.strip()) <= MAX_ALT
            case Separator() | Document():
                pass
    assert all(1 <= len(one) <= MAX_CUSTOM_ID and parse(one) for one in ids), ids
    assert len(set(ids)) == len(ids), ids


def _check_select(select: Select) -> None:
    assert 1 <= len(select.choices) <= MAX_OPTIONS
    assert select.least <= select.most <= len(select.choices)
    assert len(select.placeholder) <= 150
    assert len({choice.value for choice in select.choices}) == len(select.choices)
    assert sum(choice.chosen for choice in select.choices) <= select.most
    for choice in select.choices:
        assert 1 <= len(choice.label) <= 100
        assert len(choice.description) <= 100
        assert 1 <= len(choice.value) <= 100


def test_columns_are_those_that_are_seen() -> None:
    """Of a link its words, of a face two, of a time what it may say; signs of Markdown none."""
    link = "[go to table](<https://discord.com/channels/1/2/3>)"
    assert columns(f"-# **Club** · {link}") == len("Club · go to table")
    assert columns("<:f7:1234567890123456789> ×3") == len("## ×3")
    assert columns("ends <t:1234567890:R>") == len("ends in 10 minutes")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_screens_are_within_limits_over_random_games(pair: tuple[Any, Any], language: str) -> None:
    """Every public table and hand of random games fits, in emoji and in text form."""
    game, renderer = pair
    chance = Random(7)
    for seats in game.seat_counts:
        for position in walk(game, renderer, seats, seed=seats, plies=70):
            for one in (look(language), look(language, renderer), look(language, big=True)):
                check(renderer.public(position.public(aside="x" * 80), one))
                seat = chance.randrange(seats)
                for half in (None, half_made(position, seat, chance)):
                    check(renderer.hand(position.hand(seat, half=half, last="y" * 200), one))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_screens_are_within_limits_under_every_house_rule(pair: tuple[Any, Any]) -> None:
    """With few and with most seats, in the longer language."""
    game, renderer = pair
    chance = Random(8)
    for seats in (game.seat_counts[0], game.seat_counts[-1]):
        for number, rules in enumerate(every_rule(game, seats)):
            for position in walk(game, renderer, seats, seed=number, plies=12, options=rules):
                check(renderer.public(position.public(), look("es", renderer)))
                seat = chance.randrange(seats)
                for half in (None, half_made(position, seat, chance)):
                    check(renderer.hand(position.hand(seat, half=half), look("es", renderer)))


def crowded(position: Position) -> Position:
    """Return a Flinch position with 20 centre piles, everybody's reserves high, a vote open."""
    state = position.table.state
    assert isinstance(state, FlinchState)
    full = tuple(tuple([15] * 12) for _ in range(5))
    seats = tuple(replace(one, reserve=full, shown=(9, 10, 11, 12, 13)) for one in state.seats)
    state = replace(state, seats=seats, centre=tuple([12] * 20), acted=False, demanded=None)
    vote = Vote(
        notation="J1",
        accuser=0,
        accused=1,
        reason="*" * 300,
        voters=(100, 102, 103),
        yes=(100,),
        opened=NOW,
        until=NOW,
    )
    return replace(position, table=replace(position.table, state=state, vote=vote))


@pytest.mark.parametrize("language", LANGUAGES)
def test_fullest_flinch_fits(language: str) -> None:
    """Eight seats in pairs, strict, 20 piles, names of 32 asterisks, a vote: all fits."""
    game, renderer = PAIRS[0]
    options = game.settle(8, {"partners": True, "conduct": "strict"})
    position = crowded(next(walk(game, renderer, 8, seed=3, options=options)))
    people = tuple(replace(seat, name="*" * 32) for seat in position.table.seats)
    position = replace(position, table=replace(position.table, seats=people))
    chance = Random(2)
    for one in (look(language), look(language, renderer)):
        check(renderer.public(position.public(aside="x" * 80), one))
        for seat in range(8):
            for half in (None, half_made(position, seat, chance)):
                check(renderer.hand(position.hand(seat, half=half, last="y" * 300), one))


PHONE = 36
"""Columns a phone has room for, a little above `WIDTH`: what is about 34."""
HEADING = 1.5
"""How much larger a heading is printed."""


def layout_lines(screen: Screen) -> Iterator[str]:
    """Yield the lines that lay out cards and seats: neither sentences above them nor small print.

    Sentences (what happened, results' titles, small print) may wrap like any text.
    """
    texts = [part.text for part in screen.parts if isinstance(part, Text)][1:]
    for line in "\n".join(texts).split("\n"):
        if not line.startswith("-# ") and not re.match(r"## .*\w{3}", line):
            yield line


def room(line: str) -> float:
    """Return the columns a line takes; a heading's are larger."""
    return columns(line) * (HEADING if line.startswith("# ") else 1)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_layout_is_no_wider_than_a_phone(pair: tuple[Any, Any], language: str) -> None:
    """No line of the cards on tables and hands is wider than about 34 characters.

    In text form and in big print, playing and at the end.
    """
    game, renderer = pair
    for seats in game.seat_counts:
        for position in walk(game, renderer, seats, seed=50 + seats, plies=60):
            for one in (look(language), look(language, big=True)):
                screens = [renderer.public(position.public(), one)]
                if renderer.hands:
                    screens += [renderer.hand(position.hand(seat), one) for seat in range(seats)]
                for screen in screens:
                    for line in layout_lines(screen):
                        assert room(line) <= PHONE, line


def test_no_key_stands_beside_a_card() -> None:
    """`experience.md` section 4: nothing in a hand's text can be read as a card that is none."""
    for game, renderer in PAIRS:
        if not renderer.hands:
            continue
        for position in walk(game, renderer, min(game.seat_counts), seed=9, plies=20):
            if renderer.key in OWN:
                hand = renderer.hand(position.hand(0), look("en"))
                texts = [part.text for part in hand.parts if isinstance(part, Text)]
                assert not re.search("\u20e3|[\U0001f1e6-\U0001f1ff]", "\n".join(texts))
                assert not any(each.emoji in DIGITS for each in hand.buttons())


def test_big_print_enlarges_all_of_ones_own_cards() -> None:
    """Every card of a hand that one may play stands in a heading, and nothing else changes."""
    for game, renderer in PAIRS:
        if not renderer.hands:
            continue
        position = next(walk(game, renderer, game.seat_counts[-1], seed=6))
        small, big = (renderer.hand(position.hand(0), look("en", big=it)) for it in (False, True))
        assert small.buttons() == big.buttons()
        own = [part.text for part in big.parts if isinstance(part, Text)][-1]
        for line in own.split("\n"):
            assert line.startswith(("# ", "-# ", "**")), line
            assert line.startswith("# ") or "[" not in line, line


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_lobbies_are_within_limits(pair: tuple[Any, Any], language: str) -> None:
    """Lobbies of every size, with house players and kept seats, and the house rules fit."""
    game, renderer = pair
    t = look(language).t
    for taken in range(1, max(game.seat_counts) + 1):
        chance = Random(taken)
        nearest = min(count for count in game.seat_counts if count >= taken)
        options = random_options(game, nearest, chance)
        people = [Seat(index=i, person=100 + i, name="*" * 32) for i in range(taken)]
        people[-1] = Seat(index=taken - 1, invited=99, name="@everyone", invited_until=NOW)
        if taken > 2:
            people[1] = Seat(index=1, house="hard", name="1")
            people[0] = replace(people[0], opposite=people[-2].who)
        at = table(
            game,
            taken,
            None,
            options=options,
            chosen=options,
            status="lobby",
            seats=tuple(people),
        )
        screen = lobby.draw(at, game, renderer, look(language))
        check(screen)
        assert screen.mentions == (99,)
        check(house_rules.screen(at, game, renderer, t))
        check(lobby.started(at, game, renderer, t, "https://discord.com/channels/1/2/3"))
        check(lobby.closed(at, renderer, t))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_emojis_of_buttons_exist(pair: tuple[Any, Any]) -> None:
    """Buttons and choices carry only Unicode emojis: an app emoji may not be uploaded yet."""
    game, renderer = pair
    position = next(walk(game, renderer, game.seat_counts[-1], seed=1))
    for screen in (
        renderer.public(position.public(), look("en", renderer)),
        renderer.hand(position.hand(0), look("en", renderer)),
    ):
        for button in screen.buttons():
            assert button.emoji is None or not re.search("[<a-z]", button.emoji)

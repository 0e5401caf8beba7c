"""What a screen shows depends on what its reader may know, and on nothing else."""

from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.ui.contract.renderer import NOTHING_TO_PRESS, Half, Press
from bot.ui.elements.screen import Button, Row, Screen
from engine.api import AnyGame, OptionValue
from engine.errors import BadSetup
from tests.engine.laws.knowledge import knowledge_of
from tests.ui.positions import PAIRS, Position, every_rule, look, walk


def swapped(position: Position, reader: int | None, chance: Random) -> Position:
    """Return a position that this reader cannot tell from the given one."""
    known = knowledge_of(position.game)
    state = known.out_of_sight(position.table.state, reader, chance)
    numbers = tuple(one if at == reader else ("hidden",) for at, one in enumerate(position.numbers))
    return replace(
        position,
        table=replace(position.table, state=state, seed="another"),
        numbers=numbers,
    )


def running(position: Position) -> bool:
    """Say whether the game still runs."""
    return position.table.status == "playing"


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_public_table_hides_what_spectators_may_not_know(pair: tuple[Any, Any]) -> None:
    """F-64: other hidden cards, other open faults: the public table is equal, its ids too."""
    game, renderer = pair
    chance = Random(11)
    for seats in game.seat_counts:
        for position in walk(game, renderer, seats, seed=90 + seats, plies=60):
            if not running(position):
                continue
            other = swapped(position, None, chance)
            assert other.table.state != position.table.state
            for one in (look("en"), look("es", renderer)):
                assert renderer.public(position.public(), one) == renderer.public(
                    replace(other.public(), history=position.history(None)), one
                )


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_hand_hides_what_its_seat_may_not_know(pair: tuple[Any, Any]) -> None:
    """F-64: a hand is a function of its seat's view alone."""
    game, renderer = pair
    chance = Random(12)
    for seats in game.seat_counts:
        for position in walk(game, renderer, seats, seed=70 + seats, plies=60):
            if not running(position):
                continue
            seat = chance.randrange(seats)
            other = swapped(position, seat, chance)
            shown = renderer.hand(position.hand(seat), look("en"))
            history = position.history(seat)
            assert shown == renderer.hand(replace(other.hand(seat), history=history), look("en"))


def test_every_house_rule_is_walked_through() -> None:
    """The test after this one leaves no choice of any game out."""
    for game, _ in PAIRS:
        for seats in (game.seat_counts[0], game.seat_counts[-1]):
            met = {item for rules in every_rule(game, seats) for item in rules.items()}
            assert met == possible(game, seats)


def possible(game: AnyGame, seats: int) -> set[tuple[str, OptionValue]]:
    """Return every choice of a house rule that so many seats have, with whatever others."""
    found = set[tuple[str, OptionValue]]()
    for values in product(*(spec.choices for spec in game.options)):
        chosen = {spec.key: value for spec, value in zip(game.options, values, strict=True)}
        with suppress(BadSetup):
            found |= set(game.settle(seats, chosen).items())
    return found


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_screens_hide_it_under_every_house_rule(pair: tuple[Any, Any]) -> None:
    """F-64: table and hand are functions of what their reader may know, whatever is played."""
    game, renderer = pair
    chance = Random(13)
    for seats in (game.seat_counts[0], game.seat_counts[-1]):
        for number, rules in enumerate(every_rule(game, seats)):
            for position in walk(game, renderer, seats, seed=number, plies=25, options=rules):
                if not running(position):
                    continue
                reader = chance.choice((None, *range(seats)))
                other = swapped(position, reader, chance)
                history = position.history(reader)
                if reader is None:
                    table = replace(other.public(), history=history)
                    shown = renderer.public(position.public(), look("en"))
                    assert shown == renderer.public(table, look("en"))
                else:
                    hand = replace(other.hand(reader), history=history)
                    shown = renderer.hand(position.hand(reader), look("en"))
                    assert shown == renderer.hand(hand, look("en"))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_history_is_told_without_secrets(pair: tuple[Any, Any]) -> None:
    """What happened reads the same for everybody but where one's own cards are named."""
    game, renderer = pair
    names = [f"Seat{seat}" for seat in range(8)]
    for position in walk(game, renderer, game.seat_counts[-1], seed=5, plies=80):
        told = [renderer.tell(deed, names, look("en")) for deed in position.history(None)]
        for seat in range(len(position.table.seats)):
            own = [renderer.tell(deed, names, look("en")) for deed in position.history(seat)]
            assert own == told


def shape(screen: Screen) -> list[list[tuple[bool, str | None]]]:
    """Return what of the controls could hint: their number, order, emojis, and greying."""
    rows = [part for part in screen.parts if isinstance(part, Row)]
    return [[(b.disabled, b.emoji) for b in row.buttons if isinstance(b, Button)] for row in rows]


def test_flinch_controls_do_not_depend_on_what_fits() -> None:
    """F-64: whatever lies in the middle, the same buttons and reactions in the same order."""
    game, renderer = PAIRS[0]
    for position in walk(game, renderer, 4, seed=8, plies=80):
        if not running(position):
            continue
        state = position.table.state
        for seat in range(4):
            before = renderer.hand(position.hand(seat), look("en"))
            for centre in ((), (1, 2, 3), tuple(range(1, 15))):
                table = replace(position.table, state=replace(state, centre=centre))
                after = renderer.hand(replace(position, table=table).hand(seat), look("en"))
                assert shape(after) == shape(before)
                assert [b.custom_id for b in after.buttons()] == [
                    b.custom_id for b in before.buttons()
                ]
                assert after.reactions == before.reactions


def test_flushed_controls_do_not_depend_on_what_fits() -> None:
    """The suit to follow changes no button of a hand."""
    game, renderer = PAIRS[2]
    for position in walk(game, renderer, 4, seed=8, plies=40):
        if not running(position):
            continue
        for seat in range(4):
            before = renderer.hand(position.hand(seat), look("en"))
            for suit in (None, "C", "D", "H", "S"):
                state = replace(position.table.state, suit=suit)
                other = replace(position, table=replace(position.table, state=state))
                after = renderer.hand(other.hand(seat), look("en"))
                assert shape(after) == shape(before)
                assert after.buttons() == before.buttons()


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_only_empty_numbers_are_greyed(pair: tuple[Any, Any]) -> None:
    """F-64: a button is disabled where there is nothing to press, whatever fits; it stays there."""
    game, renderer = pair
    for position in walk(game, renderer, game.seat_counts[-1], seed=8, plies=60):
        for seat in range(len(position.table.seats)) if running(position) else ():
            buttons = renderer.hand(position.hand(seat), look("en")).buttons()
            greyed = [b.custom_id.split(":")[-2] for b in buttons if b.disabled]
            held = position.numbers[seat] if renderer.hands else ()
            empty = [str(at) for at, card in enumerate(held, 1) if card is None]
            assert greyed == empty


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_sources_are_listed_whatever_fits(pair: tuple[Any, Any]) -> None:
    """`/move` lists all sources; the list does not change with what lies in the middle."""
    game, renderer = pair
    t = look("en").t
    for position in walk(game, renderer, game.seat_counts[-1], seed=4, plies=40):
        for seat in range(len(position.table.seats)):
            view = position.view(seat)
            listed = renderer.sources(view, position.numbers[seat], t)
            middle = knowledge_of(game).middle
            assert listed == renderer.sources(replace(view, **middle), position.numbers[seat], t)
            for source in listed:
                game.parse(source.notation)
                assert len(source.label) <= 100


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_every_control_is_read_back(pair: tuple[Any, Any]) -> None:
    """Every button of table and hand, and every reaction, means something when pressed."""
    game, renderer = pair
    shared = {"hand", "rematch"}
    for position in walk(game, renderer, game.seat_counts[-1], seed=21, plies=50):
        if not running(position):
            continue
        for seat in range(len(position.table.seats)):
            view, numbers = position.view(seat), position.numbers[seat]
            for screen in (
                renderer.public(position.public(), look("en")),
                renderer.hand(position.hand(seat), look("en")),
            ):
                for button in screen.buttons():
                    *_, number, act = button.custom_id.split(":")
                    if act not in shared:
                        read = renderer.press(view, numbers, None, Press(act, int(number)))
                        assert read != NOTHING_TO_PRESS
                for emoji in screen.reactions:
                    assert renderer.reads(emoji)
                    read = renderer.press(view, numbers, Half(), Press(emoji))
                    assert read != NOTHING_TO_PRESS

"""Flushed: the house players."""

from random import Random

import pytest
from msgspec.structs import replace

from engine import play
from engine.api import LEVELS, Level, Setup
from engine.games.flushed.actions import PlayCards
from engine.games.flushed.house import KEEPS
from engine.games.flushed.house.count import count
from engine.games.flushed.house.habit import liking
from engine.games.flushed.house.world import World, imagine
from engine.games.flushed.state import FlushedState
from tests.bench.strength import measure
from tests.engine.flushed.tables import FLUSHED, under_way
from tests.engine.record import SEED, Record


def intended(game: Record, level: Level, seat: int = 0, tries: int = 60) -> set[str]:
    """Return everything a house player intends here, with many different luck."""
    view = FLUSHED.view(game.state, seat)
    found: set[str] = set()
    for number in range(tries):
        found |= {t.notation for t in FLUSHED.think(level, seat, None, view, Random(number))}
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_it_thinks_in_human_time_and_only_in_its_turn(level: Level) -> None:
    """`experience.md` section 5: one to four seconds; nothing out of turn or when over."""
    game = under_way(("9S 8S", "2D", "5D"), pile="7S", suit="S")
    chance = Random(1)
    for _ in range(50):
        (thought,) = FLUSHED.think(level, 0, None, FLUSHED.view(game.state, 0), chance)
        assert 1.0 <= thought.delay <= 4.0
    assert FLUSHED.think(level, 1, None, FLUSHED.view(game.state, 1), chance) == ()
    game = under_way(("9S", "2D", "5D"), pile="7S", suit="S")
    game.do("0:9S")
    assert FLUSHED.think(level, 0, None, FLUSHED.view(game.state, 0), chance) == ()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [3, 4])
def test_whole_games_are_played_with_accepted_actions(level: Level, seats: int) -> None:
    """Every thought is possible, with all optional rules on, to the end of the game."""
    options = {"doubles": True, "flush": True, "lead_doubles": True, "void_ace": "must"}
    game = Record.dealt(FLUSHED, seats, None, None, SEED, **options)
    chance = Random(5)
    for _ in range(4_000):
        if game.position["over"]:
            break
        seat = game.position["turn"]
        (thought,) = FLUSHED.think(level, seat, None, FLUSHED.view(game.state, seat), chance)
        game.do(f"{seat}:{thought.notation}")
    assert game.position["over"]


def test_easy_gives_up_now_and_then_although_it_holds_an_ace() -> None:
    """U-14, U-19: it takes the pile or plays the ace."""
    game = under_way(("AH 2H", "2D", "5D"), pile="7S", suit="S")
    assert intended(game, "easy") == {"AH", "T"}
    assert intended(game, "normal") == {"AH"}


def test_easy_seldom_keeps_an_ace() -> None:
    """U-19: of three cards that fit it plays the ace less often than each other, but not much."""
    view = FLUSHED.view(under_way(("9S AH 4D", "2D", "5D"), pile="", suit=None).state, 0)
    luck = Random(2)
    played = [FLUSHED.think("easy", 0, None, view, luck)[0].notation for _ in range(3_000)]
    assert played.count("AH") / 3_000 == pytest.approx((1 - KEEPS) / 3, abs=0.025)


def test_easy_plays_its_specials_as_soon_as_they_fit() -> None:
    """U-21, U-24: kings first, whatever lies there; else anything that fits, aces too."""
    game = under_way(("9S 8S QS AH 4D", "2D", "5D"), pile="", suit=None)
    assert intended(game, "easy") == {"QS"}
    assert intended(game, "normal") == {"9S", "8S"}
    game = under_way(("9S 8S KS QS AH", "2D", "5D"), pile="7S", suit="S")
    assert intended(game, "easy") == {"KS"}
    game = under_way(("9S AH 4D", "2D", "5D"), pile="", suit=None)
    assert intended(game, "easy") == {"9S", "AH", "4D"}


@pytest.mark.parametrize(
    ("better", "other", "games", "least"),
    [("normal", "easy", 200, 0.3), ("hard", "easy", 24, 0.35), ("hard", "normal", 24, 0.3)],
)
def test_the_better_level_wins_more_than_its_share(
    better: Level, other: Level, games: int, least: float
) -> None:
    """Fixed games of four, of which each would win 25 % by chance."""
    assert measure(FLUSHED, 4, better, other, games).rate >= least


def test_easy_is_better_than_chance() -> None:
    """Among players who do anything possible it wins more than its share of fixed games."""
    assert measure(FLUSHED, 3, "easy", "chance", 600).rate > 1 / 3


def test_normal_keeps_its_ace_and_plays_as_many_as_it_may() -> None:
    """U-19, U-34: plain cards first; doubles before single cards. With three it looks ahead too."""
    four = under_way(("AS 9S 9C", "2D", "5D", "6D"), pile="7S", suit="S", doubles=True)
    assert intended(four, "normal") == {"9C+9S"}
    three = under_way(("AS 9S 9C", "2D", "5D"), pile="7S", suit="S", doubles=True)
    assert intended(three, "normal") == {"9C+9S"} | intended(three, "hard", tries=8)


def test_a_king_is_liked_on_a_pile_worth_giving_away() -> None:
    """U-22: on a small pile it is kept, an ace the most."""
    hand = ("KS", "9S", "AS")
    assert liking("KS", hand, 5) > liking("9S", hand, 5)
    assert liking("AS", hand, 0) < liking("KS", hand, 0) < liking("9S", hand, 0)


def test_hard_takes_the_win() -> None:
    """U-30: the last cards at once, whatever else is possible."""
    game = under_way(("9C 9S", "2D", "5D"), pile="7S", suit="S", doubles=True)
    assert intended(game, "hard") == {"9C+9S"}


def test_hard_plays_the_king_against_the_seat_about_to_win() -> None:
    """U-22: it gives the pile to a seat whose last card it knows to follow."""
    game = under_way(
        ("KS 9S 2C 3C 4C", "2D 3D 4D 5D 6D", "TS"),
        ("5C 6C 7C", "7D 8D 9D"),
        pile="3S 4S 5S 6S 7S",
        suit="S",
    )
    # the last seat took the ten up before, everybody saw it
    game.state = replace(game.state, known=((), (), ("TS",)))
    game.state = _filled(game.state)
    assert intended(game, "hard", tries=8) == {"KS"}


def _filled(state: FlushedState) -> FlushedState:
    """Return the state with every card not yet placed under the second seat's stack."""
    placed = {card for cards in state.stacks + state.hands for card in cards} | {*state.pile}
    deck = Record.dealt(FLUSHED, 4, None, 0).position["seats"]
    rest = [card for seat in deck for card in seat["stack"] + seat["hand"] if card not in placed]
    first, second, third = state.stacks
    return replace(state, stacks=(first, (*second, *rest), third))


@pytest.mark.parametrize("seats", [3, 4])
def test_counting_finds_a_place_for_every_unseen_card(seats: int) -> None:
    """The unseen cards fill the hidden places exactly, all through a game, for every seat."""
    game = Record.dealt(FLUSHED, seats, None, 0)
    for _ in range(150):
        for seat in range(seats):
            view = FLUSHED.view(game.state, seat)
            counted = count(seat, view)
            assert len(counted.unseen) == sum(counted.hidden) + sum(counted.below)
            assert counted.hidden[seat] == 0
            for other, stack in enumerate(game.state.stacks):
                bottom = counted.bottom[other]
                assert set(counted.known[other]) <= set(game.state.hands[other])
                assert stack[len(stack) - len(bottom) :] == bottom
        if game.position["over"]:
            return
        action = FLUSHED.auto_action(game.state, game.position["turn"])
        game.do(f"{game.position['turn']}:{FLUSHED.format(action)}")


def test_imagined_games_keep_what_is_known() -> None:
    """A world has the own hand, the known cards, and every card once."""
    game = Record.dealt(FLUSHED, 4, None, 0)
    for _ in range(40):
        action = FLUSHED.auto_action(game.state, game.position["turn"])
        game.do(f"{game.position['turn']}:{FLUSHED.format(action)}")
    view = FLUSHED.view(game.state, 2)
    world = imagine(view, count(2, view), Random(3))
    assert tuple(world.hands[2]) == view.hand
    assert [len(stack) for stack in world.stacks] == [seen.stack for seen in view.seats]
    everything = [card for cards in world.hands + world.stacks for card in cards] + world.pile
    assert len(everything) == len(set(everything)) == 52


@pytest.mark.parametrize("number", range(12))
def test_imagined_turns_follow_the_rules(number: int) -> None:
    """What `World` does is what the rules do: the same cards, turn, suit, direction and winner."""
    seats = 3 + number % 2
    options = FLUSHED.settle(seats, {"doubles": True, "flush": True, "lead_doubles": True})
    setup = Setup(seats=seats, options=options, seed=f"{number:064x}", dealer=0)
    state = play.start(FLUSHED, setup).state
    world = World(
        hands=[list(hand) for hand in state.hands],
        stacks=[list(stack) for stack in state.stacks],
        pile=list(state.pile),
        turn=state.turn,
        suit=state.suit,
        direction=state.direction,
    )
    chance = Random(number)
    for _ in range(400):
        action = chance.choice(FLUSHED.actions(state, state.turn))
        state = play.act(FLUSHED, state, (state.turn,), FLUSHED.format(action)).state
        if isinstance(action, PlayCards):
            world.play(*action.cards)
        else:
            world.take()
        assert world.hands == [list(hand) for hand in state.hands]
        assert world.stacks == [list(stack) for stack in state.stacks]
        assert world.pile == list(state.pile)
        if state.outcome is not None:
            assert (world.winner,) == state.outcome.winners
            return
        assert (world.turn, world.suit, world.direction) == (
            state.turn,
            state.suit,
            state.direction,
        )


def test_thinking_depends_on_the_view_and_its_own_luck_alone() -> None:
    """Other hands may change places: the same view and generator give the same thought."""
    game = Record.dealt(FLUSHED, 4, None, 0)
    first, second, third, fourth = game.state.hands
    other = replace(game.state, hands=(second, first, third, fourth))
    for level in LEVELS:
        views = (FLUSHED.view(game.state, 3), FLUSHED.view(other, 3))
        thoughts = [FLUSHED.think(level, 3, None, view, Random(9)) for view in views]
        assert thoughts[0] == thoughts[1]

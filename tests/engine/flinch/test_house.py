"""Flinch: the house players, as they meet any rules of the house."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.api import LEVELS, Level, Thought
from engine.games.flinch.actions import CallFlinch, DemandCard, JudgeSeat
from engine.games.flinch.house import SKILLS
from engine.games.flinch.view import FlinchView
from engine.play import act
from tests.engine.flinch.knowledge import swap
from tests.engine.flinch.record import GAME, Record, dealt, late, seat
from tests.engine.laws.playing import Played

ANYTHING = st.builds(
    Played,
    st.just(GAME),
    st.integers(0, 2**64),
    st.sampled_from((0.0, 0.2, 0.8)),
    st.integers(0, 400),
)
SLOW = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def thoughts(
    level: Level, view: FlinchView, before: FlinchView | None = None, luck: int = 1
) -> tuple[Thought, ...]:
    """Return what a house player intends with this luck."""
    assert view.seat is not None
    return GAME.think(level, view.seat, before, view, Random(luck))


def intended(game: Record, level: Level, seat: int, tries: int = 200) -> dict[str, int]:
    """Return how often it intends what, with different luck, on seeing the table for the first."""
    found: dict[str, int] = {}
    for luck in range(tries):
        for thought in thoughts(level, game.view(seat), luck=luck):
            found[thought.notation] = found.get(thought.notation, 0) + 1
    return found


@SLOW
@given(game=ANYTHING, level=st.sampled_from(LEVELS), luck=st.integers(0, 2**32))
def test_whatever_it_intends_is_accepted(game: Played, level: Level, luck: int) -> None:
    """Any options, conduct and seats: every thought is possible; the turn's seat always has one."""
    state = game.state
    for one in game.seats:
        own = []
        for thought in thoughts(level, GAME.view(state, one), luck=luck):
            step = act(GAME, state, (one,), thought.notation)
            assert step.events
            action = GAME.parse(thought.notation)
            assert not isinstance(action, JudgeSeat)
            if not isinstance(action, CallFlinch | DemandCard):
                own.append(thought)
        assert len(own) == (one in GAME.to_act(state))


@SLOW
@given(game=ANYTHING, level=st.sampled_from(LEVELS), luck=st.integers(0, 2**32))
def test_hidden_cards_and_open_faults_change_no_thought(
    game: Played, level: Level, luck: int
) -> None:
    """Swap what a seat cannot see, faults too: it thinks the same."""
    state = game.state
    before = game.states[max(0, len(game.states) - 2)]
    for one in game.seats:
        other = swap(state, one, Random(luck))
        earlier = GAME.view(before, one)
        assert thoughts(level, GAME.view(state, one), earlier, luck) == thoughts(
            level, GAME.view(other, one), earlier, luck
        )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"conduct": "assist"}),
        (4, {"conduct": "assist", "partners": True}),
        (4, {"conduct": "strict", "last_card": "stock"}),
        (8, {"conduct": "call", "pile": 5, "false_call": "lock"}),
    ],
)
def test_whole_games_are_played_to_the_end(
    level: Level, seats: int, options: dict[str, Any]
) -> None:
    """F-44: from the deal to the win, by its own thoughts alone, each of them accepted."""
    game = dealt(seats, seed="0b" * 32, **options)
    chance = Random(3)
    before: list[FlinchView | None] = [None] * seats
    for _ in range(6_000):
        if game.outcome is not None:
            break
        coming = []
        for one in range(seats):
            view = game.view(one)
            for thought in GAME.think(level, one, before[one], view, chance):
                coming.append((thought.delay, one, thought.notation))
            before[one] = view
        _, one, notation = min(coming)
        game.do(f"{one} {notation}")
    assert game.outcome is not None


def test_it_thinks_in_human_time() -> None:
    """`experience.md` 5: one to four seconds; three before the first act while people may call."""
    game = dealt(3, hands={0: [1, 7, 9], 1: [1, 8]}, conduct="call")
    for level in LEVELS:
        for luck in range(60):
            [first] = thoughts(level, game.view(0), luck=luck)
            assert 1.0 <= first.delay <= 4.0
    game.do("0 H1", "0 L7")
    for level in LEVELS:
        for luck in range(60):
            [after_somebody] = thoughts(level, game.view(1), luck=luck)
            assert 3.0 <= after_somebody.delay <= 4.0
    game.do("1 H1")
    for level in LEVELS:
        for luck in range(60):
            [further] = thoughts(level, game.view(1), luck=luck)
            assert 1.0 <= further.delay <= 4.0


@pytest.mark.parametrize("level", LEVELS)
def test_it_calls_a_flinch_card_passed_over_but_not_at_once(level: Level) -> None:
    """F-46: a fault in sight is called after 1.5 s or more, the likelier the higher the level."""
    game = dealt(2, flinch={0: [1]}, hands={0: [1, 7, 9]}).do("0 L7")
    assert game.faults == [(0, "F")]
    calls = [
        thought
        for luck in range(300)
        for thought in thoughts(level, game.view(1), luck=luck)
        if thought.notation == "C"
    ]
    assert {"easy": 70, "normal": 180, "hard": 270}[level] < len(calls)
    assert len(calls) < {"easy": 140, "normal": 240, "hard": 300}[level]
    assert all(call.delay >= 1.5 for call in calls)


def test_a_fault_mended_in_sight_is_not_called() -> None:
    """F-46: who plays the owed card after all in the same turn is left alone."""
    game = dealt(2, flinch={0: [1]}, hands={0: [1, 7, 9]}).do("0 H1")
    assert intended(game, "hard", 1).get("C", 0) > 150
    game.do("0 F")
    assert game.faults == []
    assert "C" not in intended(game, "hard", 1)


def test_a_1_kept_in_a_hand_is_called_by_nobody() -> None:
    """F-64: that fault is hidden, so no house player can know it."""
    game = dealt(2, hands={0: [1, 7, 9]}).do("0 L7")
    assert game.faults == [(0, "H1")]
    for level in ("normal", "hard"):
        assert "C" not in intended(game, level, 1)


def test_only_easy_calls_what_is_no_fault_and_seldom() -> None:
    """A Flinch top that needs one card more misleads an easy eye now and then, once per act."""
    game = dealt(2, flinch={0: [3]}, hands={0: [1, 7, 9]}).do("0 H1", "0 L9")
    assert game.faults == []
    calls = intended(game, "easy", 1, tries=2_000).get("C", 0)
    assert 0 < calls < 60
    assert "C" not in intended(game, "normal", 1)
    view = game.view(1)
    again = [t for luck in range(2_000) for t in thoughts("easy", view, view, luck)]
    assert all(thought.notation != "C" for thought in again)


def test_it_forgets_what_it_owes_only_where_that_is_possible() -> None:
    """Easy can be called, hard cannot; with `assist` nobody tries what would be refused."""
    for conduct, forgetful in (("call", {"easy", "normal"}), ("assist", set())):
        game = dealt(2, flinch={0: [1]}, hands={0: [1, 7, 9]}, conduct=conduct)
        for level in LEVELS:
            acts = intended(game, level, 0, tries=600)
            assert (len(acts) > 1) == (level in forgetful)
            assert acts["F"] > 500


def test_the_more_sit_at_the_table_the_more_it_forgets() -> None:
    """With two, three, and four or more seats, as the level's numbers say."""
    for level in LEVELS:
        two, three, more = SKILLS[level].forgets
        for seats, expected in ((2, two), (3, three), (4, more), (8, more)):
            game = dealt(seats, flinch={0: [1]}, hands={0: [1, 7, 9]})
            forgot = 1 - intended(game, level, 0, tries=2_000)["F"] / 2_000
            assert forgot == pytest.approx(expected, abs=0.02)
        assert two <= three <= more


def test_a_demanded_card_comes_first() -> None:
    """F-58: it plays the demanded card whatever else it owes."""
    game = dealt(3, hands={0: [1, 9], 1: [2, 6]}, flinch={1: [2]}, conduct="strict")
    game.do("0 H1", "1 H2", "0 L9", "2 D1*2")
    for level in LEVELS:
        assert set(intended(game, level, 1)) == {"H2"}


def test_a_shown_card_that_does_not_fit_is_demanded() -> None:
    """F-58: that costs its seat the turn; one that fits is demanded by easy alone."""
    shown = dealt(3, hands={0: [1, 9], 1: [2, 6]}, conduct="strict")
    shown.do("0 H1", "1 H6", "0 L9")
    assert "D1*6" in intended(shown, "hard", 2)
    fitting = dealt(3, hands={0: [1, 9], 1: [2, 6]}, conduct="strict")
    fitting.do("0 H1", "1 H2", "0 L9")
    assert "D1*2" not in intended(fitting, "hard", 2)
    assert "D1*2" in intended(fitting, "easy", 2)


def test_out_of_turn_is_called() -> None:
    """F-82: a card tried out of turn is a fault everybody sees."""
    game = dealt(3, hands={0: [1, 9], 1: [2, 6]}, conduct="strict").do("0 H1", "1 H6")
    assert intended(game, "hard", 2)["C"] > 150


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_plays_towards_its_flinch_card(level: Level) -> None:
    """The cards between centre and Flinch top come first, from hand and reserve alike."""
    game = late([seat([5, 8], [6, 12, 13], [[7]]), seat([5, 12], [9])], centre=[5])
    game.do(f"0 {next(iter(thoughts(level, game.view(0), luck=5))).notation}")
    assert game.centre == [6]
    game.do(f"0 {next(iter(thoughts(level, game.view(0), luck=5))).notation}")
    assert game.centre == [7]
    assert thoughts(level, game.view(0), luck=5)[0].notation == "F"


def test_normal_looks_two_cards_ahead() -> None:
    """Two reserve cards before its Flinch card are played for it, three only by hard."""
    for flinch, reserve, seeing in (
        (8, [[6], [7]], {"normal", "hard"}),
        (9, [[6], [7], [8]], {"hard"}),
    ):
        game = late([seat([5, flinch], [13, 14], reserve), seat([5, 2], [9])], centre=[5])
        for level in LEVELS[1:]:
            assert ("R1" in intended(game, level, 0)) == (level in seeing)


def test_hard_does_not_lead_up_to_an_opponents_flinch_card() -> None:
    """A card that brings the centre just below it stays; normal looks at the next seat alone."""
    own, waits, other = seat([5, 14], [6, 12]), seat([5, 7], [9]), seat([5, 3], [9])
    before_the_next = late([own, waits, other], centre=[5])
    before_the_last = late([own, other, waits], centre=[5])
    assert "H6" not in intended(before_the_next, "normal", 0)
    assert "H6" in intended(before_the_last, "normal", 0)
    for game in (before_the_next, before_the_last):
        assert "H6" not in intended(game, "hard", 0)


def test_normal_leads_up_to_an_opponents_flinch_card_where_nothing_else_is_left() -> None:
    """Without a hand it has no lay; where the card before lies open already, another is no help."""
    waits = seat([5, 7], [9])
    without_a_hand = late([seat([5, 14], [], [[6]]), waits], centre=[5])
    assert set(intended(without_a_hand, "normal", 0)) == {"R1"}
    led_up_already = late([seat([5, 14], [6, 12]), waits], centre=[5, 6])
    assert set(intended(led_up_already, "normal", 0)) == {"H6"}


def test_normal_gets_rid_of_the_hand_first_where_the_reserve_would_do() -> None:
    """Of two equal cards on the way to its Flinch card the hand's is played: a new hand is more."""
    game = late([seat([5, 8], [7, 13], [[7]]), seat([5, 2], [9])], centre=[6])
    assert set(intended(game, "normal", 0)) == {"H7"}


def test_hard_covers_the_card_an_opponent_waits_for() -> None:
    """A pile just below the next seat's top is led past it, even from the reserve."""
    game = late([seat([5, 14], [11, 12], [[7]]), seat([5, 7], [9])], centre=[6])
    assert set(intended(game, "hard", 0)) == {"R1"}


def test_tidy_levels_keep_their_places_in_descending_order() -> None:
    """With all places taken a card goes on the next higher one, not on a smaller one."""
    game = late(
        [seat([5, 14], [8, 11], [[3], [9], [4], [12], [6]]), seat([5, 2], [9])], centre=[14]
    )
    assert set(intended(game, "normal", 0)) <= {"L8@2", "L11@4"}
    assert set(intended(game, "hard", 0)) <= {"L8@2", "L11@4"}


def test_partners_play_towards_each_others_flinch_card() -> None:
    """F-69…F-72: a way to the partner's top is taken, from the partner's reserve too."""
    seats = [
        seat([5, 14], [6, 12]),
        seat([5, 2], [9]),
        seat([5, 8], [9], [[7]]),
        seat([5, 2], [9]),
    ]
    for level in ("normal", "hard"):
        game = late(seats, centre=[5], options={"partners": True})
        for expected in ("H6", "PR1", "PF"):
            assert thoughts(level, game.view(0), luck=5)[0].notation == expected
            game.do(f"0 {expected}")


def test_a_blocked_seat_plays_what_it_must() -> None:
    """F-59: with neither stock nor hands the first seat that can has to play."""
    game = late([seat([5, 14], [], [[6], [9]]), seat([5, 2], [])], centre=[5], idle=True)
    for level in LEVELS:
        assert set(intended(game, level, 0)) == {"R1"}


def test_nothing_is_intended_by_spectators_or_after_the_end() -> None:
    """When the game is over there is no thought."""
    game = late([seat([6], [9]), seat([5, 2], [9])], centre=[5]).do("0 F")
    assert game.outcome is not None
    for level in LEVELS:
        assert thoughts(level, game.view(1)) == ()

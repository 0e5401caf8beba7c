"""The laws of `architecture.md`: the same promises kept by every registered game."""

import re
import sys
from itertools import pairwise
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import LEVELS, AnyGame
from engine.errors import Reason, Refusal, Refused
from engine.play import act
from engine.selfplay import SelfPlay
from tests.engine.laws.playing import Played, played, random_setup
from tests.games import GAMES

law = settings(max_examples=25, deadline=None, derandomize=True, database=None)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
NOTATION = re.compile(r"[A-Z0-9+@*]{1,24}")


def answer(game: AnyGame, state: Any, by: tuple[int, ...], notation: str) -> Refusal | None:
    """Return why the rules refuse an action, None if they accept it."""
    try:
        act(game, state, by, notation)
    except Refused as refused:
        return refused.refusal
    return None


def accepted(game: AnyGame, state: Any, by: tuple[int, ...], notation: str) -> bool:
    """Say whether the rules accept an action."""
    return answer(game, state, by, notation) is None


@every_game
@law
@given(data=st.data())
def test_state_is_the_fold_of_its_events(game: AnyGame, data: st.DataObject) -> None:
    """From the events alone, also after they were stored as JSON, the same state comes."""
    one = data.draw(played(game))
    assert one.folded(one.events) == one.state
    stored = [msgspec.json.encode(event) for event in one.events]
    read = [msgspec.json.decode(event, type=game.event_type) for event in stored]
    assert read == one.events
    assert one.folded(read) == one.state


@every_game
@law
@given(data=st.data())
def test_folding_is_evolving_one_by_one(game: AnyGame, data: st.DataObject) -> None:
    """However a game folds, also what it has just decided: the states are the same."""
    one = data.draw(played(game))
    state = None
    for event in one.events:
        state = game.evolve(state, event)
    assert state == one.state == game.fold(None, one.events)
    for seat in one.seats:
        for action in game.actions(state, seat):
            events = game.decide(state, (seat,), action)
            after = game.fold(state, events)
            step = state
            for event in events:
                step = game.evolve(step, event)
            assert step == after == game.fold(state, list(events))
            assert game.step(state, (seat,), action) == (events, after)
            assert game.fold(one.states[0], events[:0]) == one.states[0]
    middle = data.draw(st.integers(0, len(one.events)))
    before = game.fold(None, one.events[:middle])
    kept = msgspec.json.encode(before)
    assert game.fold(before, one.events[middle:]) == one.state
    assert msgspec.json.encode(before) == kept


@every_game
@law
@given(data=st.data())
def test_actions_are_all_that_is_accepted(game: AnyGame, data: st.DataObject) -> None:
    """For each seat and the table, `actions` is what `decide` accepts of the whole space."""
    one = data.draw(played(game))
    space = set(one.known.space(one.state))
    for seat in (*one.seats, None):
        by = () if seat is None else (seat,)
        possible = [game.format(action) for action in game.actions(one.state, seat)]
        assert len(possible) == len(set(possible))
        assert set(possible) == {text for text in space if accepted(game, one.state, by, text)}


@every_game
@law
@given(data=st.data())
def test_notation_and_actions_are_inverse(game: AnyGame, data: st.DataObject) -> None:
    """Parsing and formatting undo each other, over the whole space and all possible actions."""
    one = data.draw(played(game))
    for text in one.known.space(one.state):
        assert NOTATION.fullmatch(text)
        assert game.format(game.parse(text)) == text
    for seat in (*one.seats, None):
        for action in game.actions(one.state, seat):
            assert game.parse(game.format(action)) == action


@every_game
@law
@given(text=st.text(alphabet="FLIPGSTHRNCDJ@*+0123456789AKQ fh-\n٧é", max_size=6))
def test_any_text_is_an_action_or_unreadable(game: AnyGame, text: str) -> None:
    """What cannot be read is refused as such; what can be is written the same way again."""
    reason = None
    try:
        action = game.parse(text)
    except Refused as refused:
        reason = refused.reason
    if reason is None:
        assert NOTATION.fullmatch(text)
        assert game.format(action) == text
    else:
        assert reason is Reason.UNREADABLE


@every_game
@law
@given(data=st.data())
def test_everything_goes_to_json_and_back(game: AnyGame, data: st.DataObject) -> None:
    """States, views, redacted events and actions, as the types that the rules are declared with."""
    one = data.draw(played(game))
    state_type, event_type, action_type, view_type = get_args(vars(type(game))["__orig_bases__"][0])
    values: list[tuple[Any, Any]] = [(one.state, state_type)]
    for seat in (*one.seats, None):
        values.append((game.view(one.state, seat), view_type))
        values += [(action, action_type) for action in game.actions(one.state, seat)]
        redacted = [game.redact(event, seat) for event in one.last_step()]
        values += [(event, event_type) for event in redacted if event is not None]
    for value, kind in values:
        assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value


@every_game
@law
@given(data=st.data())
def test_cards_are_conserved(game: AnyGame, data: st.DataObject) -> None:
    """At every ply the position holds exactly the cards of the pack."""
    one = data.draw(played(game))
    pack = one.known.pack(one.setup.options, one.setup.seats)
    for state in one.states:
        assert one.known.cards(game.position(state)) == pack


@every_game
@law
@given(data=st.data())
def test_view_is_blind_to_what_its_seat_may_not_know(game: AnyGame, data: st.DataObject) -> None:
    """Swap what a seat (or a spectator) cannot see, and its view is equal."""
    one = data.draw(played(game))
    chance = Random(data.draw(st.integers(0, 2**32)))
    for seat in (*one.seats, None):
        other = one.known.swap(one.state, seat, chance)
        assert game.view(other, seat) == game.view(one.state, seat)


@every_game
@law
@given(data=st.data())
def test_answers_are_blind_to_it_too(game: AnyGame, data: st.DataObject) -> None:
    """Neither what is accepted of a seat, nor why not, nor what it must confirm tells a secret."""
    one = data.draw(played(game))
    chance = Random(data.draw(st.integers(0, 2**32)))
    for seat in one.seats:
        other = one.known.swap(one.state, seat, chance)
        for text in one.known.space(one.state):
            assert answer(game, other, (seat,), text) == answer(game, one.state, (seat,), text)
            action = game.parse(text)
            asked = game.out_of_turn(one.state, seat, action)
            assert game.out_of_turn(other, seat, action) == asked
            if asked:
                assert accepted(game, one.state, (seat,), text)
                assert seat not in game.to_act(one.state)


@every_game
def test_swaps_do_change_the_state(game: AnyGame) -> None:
    """The law before tests something: what is swapped makes another position."""
    one = Played(game, 7, 0.2, 20)
    for seat in (*one.seats, None):
        other = one.known.swap(one.state, seat, Random(1))
        assert game.position(other) != game.position(one.state)
        assert one.known.cards(game.position(other)) == one.known.cards(game.position(one.state))


@every_game
@law
@given(data=st.data())
def test_redacted_event_is_blind_to_it_too(game: AnyGame, data: st.DataObject) -> None:
    """Change what a seat may not know of an event, and its copy is equal."""
    one = data.draw(played(game))
    chance = Random(data.draw(st.integers(0, 2**32)))
    for seat in (*one.seats, None):
        for event in one.last_step():
            veiled = one.known.veil(event, seat, chance)
            assert game.redact(veiled, seat) == game.redact(event, seat)


@every_game
@law
@given(number=st.integers(0, 2**64))
def test_view_is_no_constant(game: AnyGame, number: int) -> None:
    """Over a game every seat sees something change."""
    one = Played(game, number, 0.0, 20)
    for seat in (*one.seats, None):
        assert len({game.view(state, seat) for state in one.states}) > 1


@every_game
@law
@given(data=st.data())
def test_refused_action_changes_nothing(game: AnyGame, data: st.DataObject) -> None:
    """Neither refused nor accepted actions touch the state they were asked of."""
    one = data.draw(played(game))
    before = msgspec.json.encode(one.state)
    refused = 0
    for text in one.known.space(one.state):
        for by in ((), (0,), (0, 1), (0, 0), (one.setup.seats,)):
            refused += not accepted(game, one.state, by, text)
    assert refused
    assert msgspec.json.encode(one.state) == before


@every_game
@law
@given(data=st.data())
def test_deciding_is_pure(game: AnyGame, data: st.DataObject) -> None:
    """The same arguments always give the same events, at least one."""
    one = data.draw(played(game))
    for seat in (*one.seats, None):
        by = () if seat is None else (seat,)
        for action in game.actions(one.state, seat):
            events = game.decide(one.state, by, action)
            assert events
            assert game.decide(one.state, by, action) == events


@every_game
@law
@given(data=st.data())
def test_auto_action_is_always_accepted(game: AnyGame, data: st.DataObject) -> None:
    """For every seat the game waits for, at every ply."""
    one = data.draw(played(game))
    for state in one.states:
        for seat in game.to_act(state):
            game.decide(state, (seat,), game.auto_action(state, seat))


@every_game
@law
@given(data=st.data())
def test_what_comes_by_itself_is_accepted(game: AnyGame, data: st.DataObject) -> None:
    """Actions that wait their time, and calls that would be good, are possible."""
    one = data.draw(played(game))
    for state in one.states:
        for wait in game.waits(state):
            assert wait.seconds > 0
            assert accepted(game, state, wait.by, wait.notation)
        for call in game.calls:
            for seat in one.seats:
                if game.call_is_good(state, seat, call):
                    assert accepted(game, state, (seat,), call.notation)


@every_game
@settings(law, max_examples=10)
@given(data=st.data())
def test_house_players_intend_what_is_possible(game: AnyGame, data: st.DataObject) -> None:
    """From views alone: at most one act and one call, in human time, accepted if nothing moves."""
    one = data.draw(played(game))
    before = one.states[-2] if len(one.states) > 1 else None
    calls = {call.notation for call in game.calls}
    for seat in one.seats:
        seen = None if before is None else game.view(before, seat)
        for level in LEVELS:
            view = game.view(one.state, seat)
            thoughts = game.think(level, seat, seen, view, Random(len(one.states)))
            called = [thought for thought in thoughts if thought.notation in calls]
            assert len(called) <= 1
            assert len(thoughts) - len(called) <= 1
            for thought in thoughts:
                assert thought.delay > 0
                assert accepted(game, one.state, (seat,), thought.notation)


@every_game
@law
@given(data=st.data())
def test_somebody_is_waited_for_until_the_end(game: AnyGame, data: st.DataObject) -> None:
    """While it lasts a seat or the table can act; when over nobody can, and places are ranks."""
    one = data.draw(played(game, longest=3000))
    for state in one.states[:-1]:
        assert game.to_act(state) or game.actions(state, None)
    outcome = game.outcome(one.state)
    if outcome is None:
        return
    assert game.to_act(one.state) == frozenset()
    assert all(game.actions(one.state, seat) == () for seat in (*one.seats, None))
    assert list(outcome.winners) == sorted(outcome.winners)
    assert len(outcome.places) == one.setup.seats
    for place in outcome.places:
        assert place == 1 + sum(other < place for other in outcome.places)
    assert all(outcome.places[seat] == 1 for seat in outcome.winners)


@every_game
@law
@given(data=st.data())
def test_turns_are_told_apart(game: AnyGame, data: st.DataObject) -> None:
    """A later turn has a greater number; with turns the game waits for the turn's seat alone."""
    one = data.draw(played(game))
    turns = [game.turn(state) for state in one.states if game.outcome(state) is None]
    if not game.has_turns:
        assert set(turns) <= {None}
        return
    for state, turn in zip(one.states, turns, strict=False):
        assert turn is not None
        assert game.to_act(state) == {turn.seat}
    for before, after in pairwise(turns):
        assert before is not None
        assert after is not None
        assert after.number >= before.number
        assert after.seat == before.seat or after.number > before.number


@every_game
@law
@given(number=st.integers(0, 2**32))
def test_teams_and_dealers_are_seats(game: AnyGame, number: int) -> None:
    """Every seat is in exactly one team, and a rematch is dealt by a seat or by nobody."""
    setup = random_setup(game, Random(number))
    teams = game.teams(setup.seats, setup.options)
    assert sorted(seat for team in teams for seat in team) == list(range(setup.seats))
    for dealer in range(setup.seats):
        following = game.next_dealer(dealer, setup.seats)
        assert following is None or following in range(setup.seats)


@every_game
def test_random_games_end_nearly_all_without_the_cap(
    game: AnyGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games with faults and calls end; the share of caps is printed."""
    total, capped = 0, 0
    for seats in game.seat_counts:
        for number in range(max(4, 24 // len(game.seat_counts))):
            setup = random_setup(game, Random(f"{seats} {number}"), seats)
            play = SelfPlay(game, setup, "random", 0.1)
            for _ in play.steps():
                pass
            outcome = game.outcome(play.step.state)
            assert outcome is not None
            total, capped = total + 1, capped + (outcome.termination == "cap")
    with capsys.disabled():
        sys.stdout.write(f"\n{game.key}: {capped} of {total} random games ended by the cap\n")
    assert capped <= total * 0.05


@every_game
def test_games_of_stand_ins_end(game: AnyGame) -> None:
    """Played by `auto_action` and the table alone every game comes to its end."""
    for seats in game.seat_counts:
        one = Played(game, seats, 0.0, 0)
        state = one.state
        while game.outcome(state) is None:
            by = tuple(sorted(game.to_act(state))[:1])
            action = game.auto_action(state, by[0]) if by else game.actions(state, None)[0]
            state = one.folded_from(state, game.decide(state, by, action))

"""Promises of Flinch's rules at random positions, not only at arranged ones."""

from hypothesis import given, settings

from engine.games.flinch.actions import Lay, LayNothing, Play
from engine.games.flinch.fits import card_at, fits, is_blocked
from engine.play import act
from tests.engine.flinch.record import GAME
from tests.engine.laws.playing import Played, played

CALL = GAME.calls[0]
everywhere = settings(max_examples=60, deadline=None, derandomize=True, database=None)


@everywhere
@given(one=played(GAME))
def test_good_call_restores_the_table_after_any_faulty_act(one: Played) -> None:
    """F-50: whatever play or lay was the fault, hand, reserve and centre are as before it."""
    before = one.state
    if before.outcome is not None:
        return
    seat = before.turn
    for action in GAME.actions(before, seat):
        if not isinstance(action, Play | Lay):
            continue
        _, after = GAME.step(before, (seat,), action)
        callers = [other for other in one.seats if GAME.call_is_good(after, other, CALL)]
        misfit = after.recent[-1].kind == "misfit"
        if not callers or misfit or after.number >= before.number + len(one.seats):
            continue
        called = act(GAME, after, (callers[0],), "C").state
        assert (called.centre, called.plays) == (before.centre, before.plays)
        assert called.seats[seat].hand == before.seats[seat].hand
        assert called.seats[seat].reserve == before.seats[seat].reserve
        assert called.outcome is not None or called.turn != seat


@everywhere
@given(one=played(GAME))
def test_view_offers_what_the_rules_accept(one: Played) -> None:
    """`may_call` and `demands` say exactly which such actions are possible."""
    for seat in one.seats:
        view = GAME.view(one.state, seat)
        possible = {GAME.format(action) for action in GAME.actions(one.state, seat)}
        offered = {f"D{target}*{card}" for target, card in view.demands}
        offered |= {"C"} if view.may_call else set()
        assert offered == {text for text in possible if text[0] in "DC"}


@everywhere
@given(one=played(GAME))
def test_turns_seat_always_has_a_hand_or_a_play(one: Played) -> None:
    """F-73: a seat in turn holds cards, or could have none and has something to play."""
    for state in one.states:
        if state.outcome is None and not state.seats[state.turn].hand:
            assert not state.stock
            assert not state.finished
            assert any(isinstance(action, Play) for action in GAME.actions(state, state.turn))


@everywhere
@given(one=played(GAME))
def test_no_reserve_holds_a_1_that_was_laid(one: Played) -> None:
    """F-25: a 1 gets to the reserve only when all hands are laid down, of which none has one."""
    for state in one.states:
        assert all(1 not in place for seat in state.seats for place in seat.reserve)


@everywhere
@given(one=played(GAME))
def test_open_faults_are_the_accuseds_alone(one: Played) -> None:
    """F-46: there is never an open fault that a call could not be about, nor one with assist."""
    for state in one.states:
        assert all(fault.seat == state.accused for fault in state.faults)
        assert not (state.faults and state.options.conduct == "assist")


def test_blocked_seat_can_do_nothing_but_play() -> None:
    """F-60: whenever the game is blocked, every act of the turn's seat is a play that fits."""
    blocked = [
        state
        for number in range(20)
        for state in Played(GAME, number, 0.1, 3000).states
        if state.outcome is None and is_blocked(state)
    ]
    assert blocked
    for state in blocked:
        acts = [
            action
            for action in GAME.actions(state, state.turn)
            if isinstance(action, Play | Lay | LayNothing)
        ]
        assert acts
        for action in acts:
            assert isinstance(action, Play)
            card = card_at(state, state.turn, action.source, action.number)
            assert card is not None
            assert fits(state.centre, card)

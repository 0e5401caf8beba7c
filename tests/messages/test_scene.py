"""What the boards remember of a table: numbers, history, half-made choices."""

import random

import pytest
from msgspec import structs

from bot.db.records import Leaver
from bot.locale import translator
from bot.messages.scene import Last, Scene
from bot.tables.model import Changed, StoredEvent, Vote
from bot.tables.notes import CallLate, Declined, Returned, SatIn, TimedOut, VoteClosed, WentAway
from bot.tables.press_keys import numbered
from bot.ui.contract.renderer import Deed, Half, Noted
from bot.ui.elements import frame
from bot.ui.elements.look import Look
from engine.games.flinch.events import FlinchCalled
from tests.messages.playing import GAME, NOW, RENDERER, acted, board, dealt, legal, stored

FRESH = tuple(range(1, 16)) * 10
TWO_ONES = next(
    deck
    for seed in range(1000)
    for deck in (tuple(random.Random(seed).sample(FRESH, len(FRESH))),)
    if dealt(deck)[0].state.seats[1].hand.count(1) == 2
)
"""A deck that gives the first seat to play two cards of one face."""


def test_numbers_after_a_restart_are_those_before() -> None:
    """Folded from the stored events, every seat's numbers come out the same."""
    table, changed = dealt()
    live = board(changed)
    history: list[StoredEvent] = list(changed.events)
    chance = random.Random(3)
    for _ in range(60):
        turn = GAME.turn(table.state)
        if turn is None:
            break
        action = chance.choice(GAME.actions(table.state, turn.seat))
        step = acted(table, GAME.format(action))
        live.advance(step)
        history += step.events
        table = step.after
    again = Scene(table, GAME, RENDERER)
    again.rebuild(history)
    assert [again.numbers(seat) for seat in (0, 1)] == [live.numbers(seat) for seat in (0, 1)]
    (before, after) = (each.history(0)[-1] for each in (live, again))
    assert isinstance(before, Deed)
    assert after == structs.replace(before, people=())


def test_fact_of_a_game_that_is_over_is_found_in_its_events() -> None:
    """Read when the table is recalled; of a running game there is none."""
    table, dealing = dealt()
    history = list(dealing.events)
    while (turn := GAME.turn(table.state)) is not None and len(history) < 4000:
        actions = GAME.actions(table.state, turn.seat)
        plays = [each for each in actions if GAME.format(each)[0] in "FHR"]
        step = acted(table, GAME.format((plays or actions)[0]))
        history += step.events
        table = step.after
    running, over = (
        Scene(structs.replace(table, status=status), GAME, RENDERER)
        for status in ("playing", "ended")
    )
    for scene in (running, over):
        scene.rebuild(history)
    assert running.fact is None
    assert over.fact is not None
    assert "in one turn" in over.fact.tell(("Ana", "Ben"), translator("en"))


def test_news_of_the_lobby_ends_with_it() -> None:
    """Who declined is told in the lobby; the game's first screen begins with the deal."""
    table, dealing = dealt()
    lobby = structs.replace(table, status="lobby", state=None)
    remembered = Scene(lobby, GAME, RENDERER)
    remembered.advance(Changed(before=lobby, after=lobby, notes=(Declined(5, "Eva"),)))
    assert remembered.history(None) == (Noted(Declined(5, "Eva"), (100, 101)),)
    remembered.advance(structs.replace(dealing, before=lobby))
    assert all(isinstance(each, Deed) for each in remembered.history(None))


def test_what_happened_is_told_of_who_sat_there_then() -> None:
    """A time-out and an act stay those of who has left, whoever sits there now; so does `/why`."""
    table, changed = dealt()
    remembered = board(changed)
    turn = GAME.turn(table.state)
    assert turn is not None
    remembered.advance(Changed(before=table, after=table, notes=(TimedOut(turn.seat),)))
    acted_by = acted(table, legal(table))
    remembered.advance(acted_by)
    held = tuple(
        structs.replace(seat, person=900 + seat.index, name=f"New {seat.index}")
        for seat in table.seats
    )
    leavers = tuple(Leaver(100 + at, "left", f"P{at}") for at in range(2))
    sat = structs.replace(acted_by.after, seats=held, leavers=leavers)
    note = SatIn(turn.seat)
    remembered.advance(Changed(before=acted_by.after, after=sat, notes=(note,)))
    look = Look(translator("en"))
    lines = frame.happened(remembered.history(None)[1:], sat, RENDERER, look)
    then, now = f"P{turn.seat}", sat.seats[turn.seat].name
    assert lines[0] == f"{then} ran out of time, so I played for them."
    assert lines[1].startswith(then)
    assert lines[2] == f"{now} took a seat."


def test_history_of_a_seat_shows_nothing_of_another_hand() -> None:
    """Events are redacted for the reader: a dealt hand is known to its own seat alone."""
    _, changed = dealt()
    remembered = board(changed)
    own, other = remembered.history(0)[0], remembered.history(1)[0]
    assert isinstance(own, Deed)
    assert isinstance(other, Deed)
    assert own.events != other.events
    assert remembered.history(None)[0] != own


def test_line_below_the_table_stays_until_an_edit_has_shown_it() -> None:
    """ "Too late" is read once: it outlives changes until it was shown, and no change after."""
    table, changed = dealt()
    remembered = board(changed)
    t = translator("en")

    def change() -> None:
        notation = GAME.format(GAME.auto_action(remembered.table.state, turn_of(remembered)))
        remembered.advance(acted(remembered.table, notation))

    for seat, said in ((0, "Ana: too late."), (1, "Ben: late."), (1, "Ben: too late.")):
        remembered.say_aside(seat, lambda t, said=said: said)  # type: ignore[misc]
        change()
    assert remembered.aside(t) == "Ana: too late.\nBen: too late."
    remembered.say_aside(0, lambda t: "Ana: not yet.")
    assert remembered.aside(t) == "Ben: too late.\nAna: not yet."
    remembered.read(tuple(remembered.asides.values()))
    assert remembered.aside(t) == "Ben: too late.\nAna: not yet."
    change()
    assert remembered.aside(t) == ""
    assert table.ply == 0


def turn_of(remembered: Scene) -> int:
    """Return the seat whose turn it is."""
    assert remembered.turn is not None
    return remembered.turn.seat


def test_half_made_choice_is_dropped_when_the_turn_is_over() -> None:
    """ "Lay down" without a card means nothing in the next turn."""
    table, changed = dealt()
    remembered = board(changed)
    turn = GAME.turn(table.state)
    assert turn is not None
    remembered.halves[turn.seat] = Half(("lay",))
    lays = [GAME.format(each) for each in GAME.actions(table.state, turn.seat)]
    remembered.advance(acted(table, next(each for each in lays if each[0] == "L")))
    assert turn.seat not in remembered.halves


@pytest.mark.parametrize("number", [1, 2])
def test_number_that_is_pressed_becomes_empty_among_equal_cards(number: int) -> None:
    """Of two 1s the one is gone whose number was pressed; after a restart too.

    `experience.md` section 4: a played card leaves its number empty.
    """
    table, changed = dealt(deck=TWO_ONES)
    live = board(changed)
    assert live.numbers(1)[:2] == ("1", "1")
    turn = GAME.turn(table.state)
    assert turn is not None
    assert turn.seat == 1
    step = acted(table, "H1")
    pressed = tuple(
        structs.replace(each, press=numbered("i9", number)) if at == 0 else each
        for at, each in enumerate(step.events)
    )
    live.advance(structs.replace(step, events=pressed))
    assert live.numbers(1)[number - 1] is None
    assert live.numbers(1)[2 - number] == "1"
    again = Scene(step.after, GAME, RENDERER)
    again.rebuild((*changed.events, *pressed))
    assert again.numbers(1) == live.numbers(1)


def remarked(dealt_: Changed, seat: int) -> Scene:
    """Return a table on whose hand something is said."""
    scene = board(dealt_)
    scene.lasts[seat] = Last(lambda t: "It is not your turn.")
    return scene


def test_last_line_goes_with_the_turn_it_is_about() -> None:
    """ "It is not your turn" never stands below "Your turn"."""
    table, changed = dealt()
    other = 1 - turn_of(board(changed))
    scene = remarked(changed, other)
    lay = next(
        each
        for each in (GAME.format(one) for one in GAME.actions(table.state, 1 - other))
        if each.startswith("L")
    )
    scene.advance(acted(table, lay))
    assert turn_of(scene) == other
    assert scene.lasts == {}


def test_last_line_stays_while_it_is_so() -> None:
    """Another card laid in the same turn changes nothing about it; nor does news of the table."""
    table, changed = dealt(deck=TWO_ONES)
    turn = turn_of(board(changed))
    scene = remarked(changed, 1 - turn)
    first = acted(table, "H1")
    scene.advance(first)
    assert scene.table.turn_number == table.turn_number
    scene.advance(Changed(before=first.after, after=first.after))
    assert list(scene.lasts) == [1 - turn]


def test_nobody_drives_a_verdict_out_of_the_three_lines() -> None:
    """One line a person who calls too late, goes and comes, or asks for vote after vote."""
    table, changed = dealt()
    scene = board(changed)
    call = GAME.calls[0].notation
    verdict = FlinchCalled((0,), 1, good=True)
    scene.advance(
        Changed(before=table, after=table, events=stored(table, 1, (0,), call, (verdict,)))
    )
    lines = frame.happened(scene.history(None), table, RENDERER, Look(translator("en")))
    for note in (
        *(CallLate((1,)), CallLate((1,)), CallLate((1,))),
        *(WentAway(1, "left"), Returned(1)) * 4,
        *(VoteClosed(None, "failed", "end"),) * 3,
    ):
        scene.advance(Changed(before=table, after=table, notes=(note,)))
    told = frame.happened(scene.history(None), table, RENDERER, Look(translator("en")), 4)
    assert told == (
        lines[-1],
        "P1 called Flinch! too late.",
        "P1 is back.",
        "Not enough votes to end the game, so it goes on.",
    )


def test_one_false_call_after_another_is_one_line() -> None:
    """Where a false call costs nothing, nobody fills the table with it."""
    table, changed = dealt()
    scene = board(changed)
    false = FlinchCalled((0,), 1, good=False)
    for ply in range(1, 5):
        events = stored(table, ply, (0,), GAME.calls[0].notation, (false,))
        scene.advance(Changed(before=table, after=table, events=events))
    assert [each.events for each in scene.history(None)[1:] if isinstance(each, Deed)] == [(false,)]


def test_last_line_of_a_call_goes_with_the_next_act() -> None:
    """ "There's nothing to call right now" is not so any more once somebody has acted."""
    table, changed = dealt(deck=TWO_ONES)
    other = 1 - turn_of(board(changed))
    scene = board(changed)
    scene.lasts[other] = Last(lambda t: "There's nothing to call right now.", call=True)
    scene.advance(Changed(before=table, after=table))
    assert list(scene.lasts) == [other]
    scene.advance(acted(table, "H1"))
    assert scene.lasts == {}


def test_last_line_goes_with_the_vote_it_is_about() -> None:
    """ "You already voted" goes when the vote is over, and "There's no vote" when one begins."""
    table, changed = dealt()
    vote = Vote(
        notation="J0", accuser=1, accused=0, reason="x", voters=(1,), yes=(), opened=NOW, until=NOW
    )
    for before, after in ((None, vote), (vote, None)):
        scene = remarked(changed, 0)
        now = structs.replace(table, vote=after)
        scene.advance(Changed(before=structs.replace(table, vote=before), after=now))
        assert scene.lasts == {}


def test_last_line_of_who_acts_is_answered_by_the_act() -> None:
    """A refused card, then one that fits."""
    table, changed = dealt(deck=TWO_ONES)
    turn = turn_of(board(changed))
    scene = remarked(changed, turn)
    scene.advance(acted(table, "H1"))
    assert scene.lasts == {}


def test_verdict_ends_what_was_said_of_a_call() -> None:
    """ "Too late" goes when a call is judged, on every hand."""
    table, changed = dealt(deck=TWO_ONES)
    scene = remarked(changed, 0)
    call = GAME.calls[0].notation
    events = tuple(structs.replace(each, notation=call) for each in acted(table, "H1").events)
    after = acted(table, "H1").after
    scene.advance(Changed(before=table, after=after, events=events))
    assert scene.lasts == {}


def test_half_made_choice_is_read_again_at_every_change() -> None:
    """Also where no event tells of it: the table is paused, or is over."""
    table, changed = dealt()
    scene = board(changed)
    scene.halves[turn_of(scene)] = Half(("lay",))
    over = structs.replace(table, status="ended", end_reason="voted")
    scene.advance(Changed(before=table, after=over))
    assert scene.halves == {}

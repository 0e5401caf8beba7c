"""What all tables have in common: what happened, whose turn, races, votes, results."""

from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from bot.db.records import Leaver
from bot.locale import translator
from bot.tables import notes as table_notes
from bot.tables.model import CallMade, Race, Vote
from bot.tables.notes import Note
from bot.ui import fair_deal, notifications, why
from bot.ui.contract.renderer import Deed, Fact, Noted
from bot.ui.elements import frame, notes
from bot.ui.elements.look import Look
from bot.ui.elements.names import texts
from bot.ui.elements.screen import Screen, Text
from engine.api import Outcome
from engine.games.flinch.events import CardPlayed, FlinchCalled, FlinchCardGiven
from tests.ui.positions import NOW, PAIRS, Position, look, table, walk

GAME, RENDERER = PAIRS[0]
T = translator("en")
NAMES = ("Ana", "Ben", "Eva", "Dan")


def position(**fields: Any) -> Position:
    """Return the deal of a game of four with plain names."""
    dealt = next(walk(GAME, RENDERER, 4, seed=5, options=GAME.settle(4, {})))
    seats = tuple(
        replace(seat, name=name) for seat, name in zip(dealt.table.seats, NAMES, strict=True)
    )
    return replace(dealt, table=replace(dealt.table, seats=seats, **fields))


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def call(seat: int, stamp: float, route: Any = "button") -> CallMade:
    """Return one call in a race."""
    return CallMade(seat=seat, person=100 + seat, notation="C", route=route, stamp=stamp)


def judged(*calls: CallMade, **fields: Any) -> table_notes.CallJudged:
    """Return a verdict; the first call counts unless fields say otherwise."""
    first = (calls[0].seat,)
    values: dict[str, Any] = {"good": True, "callers": first, "tied": first} | fields
    return table_notes.CallJudged(calls=calls, **values)


@pytest.mark.parametrize(
    ("note", "line"),
    [
        (table_notes.TimedOut(1), "Ben ran out of time, so I played for them."),
        (table_notes.Forced(1), "Ben had only one move, so I played it."),
        (table_notes.CallOpened(0), None),
        (table_notes.CallLate((0, 2)), "Ana and Eva called Flinch! too late."),
        (table_notes.CallVoided((3,)), "I was cut off, so the call by Dan doesn't count."),
        (
            table_notes.CallVoided((0, 3)),
            "I was cut off, so the calls by Ana and Dan don't count.",
        ),
        (judged(call(0, 10.0)), None),
        (
            judged(call(0, 10.0), call(1, 10.31), slower=(1,)),
            "Ana beat Ben by 0.31 s.",
        ),
        (
            judged(call(0, 10.0), call(1, 10.04), callers=(0, 1), tied=(0, 1)),
            "Ana and Ben called at the same time (0.04 s apart).",
        ),
        (
            judged(call(0, 10.0), call(1, 10.04), callers=(1,), tied=(0, 1), coin=1),
            "Ana and Ben called at the same time (0.04 s apart). A coin toss picked Ben.",
        ),
        (table_notes.VoteClosed(2, "passed"), "The vote against Eva passed."),
        (table_notes.VoteClosed(2, "failed"), "The vote against Eva failed."),
        (table_notes.VoteClosed(2, "voided"), "The vote against Eva doesn't count any more."),
        (table_notes.VoteClosed(2, "moot"), "The vote against Eva doesn't count any more."),
        (
            table_notes.ActHeld(0, NOW),
            ("Ana's first card waits in case someone demands a shown one."),
        ),
        (table_notes.Started(), None),
    ],
)
def test_facts_of_the_table_are_told(note: Note, line: str | None) -> None:
    """Each fact of the table is one line, or shown by the screen itself."""
    assert notes.tell(note, position().table, NAMES, "Flinch!", T) == line


def test_restart_says_what_was_lost() -> None:
    """After a restart the table says that half-made choices are gone and time was added."""
    line = notes.tell(table_notes.Restored(3.0), position().table, NAMES, "Flinch!", T)
    assert line is not None
    assert "Unfinished choices are gone" in line


def test_table_shows_the_last_three_lines() -> None:
    """What happened last: three lines, oldest first; what nobody needs to read is left out."""
    deeds = tuple(Deed(ply, (0,), (CardPlayed(0, "H", 0, ply, 0),)) for ply in range(1, 6))
    at = position()
    shown = frame.happened((*deeds, Noted(table_notes.Started())), at.table, RENDERER, look("en"))
    assert shown == tuple(f"Ana plays [{ply}] from hand." for ply in (3, 4, 5))


def test_call_being_judged_is_shown_without_a_verdict() -> None:
    """At the first call the table shows who called, and nothing of whether it is good."""
    race = Race(ply=0, calls=(call(2, 5.0), call(1, 5.1)))
    at = position(race=race)
    for screen in (
        RENDERER.public(at.public(), look("en")),
        RENDERER.hand(at.hand(0), look("en")),
    ):
        assert "Eva calls Flinch! Checking…" in text(screen)


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair[1].shout])
def test_call_is_written_as_its_reader_writes_it(pair: tuple[Any, Any]) -> None:
    """On its button too: Spanish opens a call with ¡."""
    game, renderer = pair
    dealt = next(walk(game, renderer, game.seat_counts[0], seed=5, options=game.settle(2, {})))
    for language, shout in (("en", renderer.shout), ("es", f"¡{renderer.shout}")):
        labels = [each.label for each in renderer.public(dealt.public(), look(language)).buttons()]
        assert shout in labels


def test_turn_is_named_with_its_deadline() -> None:
    """Whose turn it is and until when, as Discord's own relative time; on one's hand "you"."""
    at = position()
    turn = at.table.state.turn
    assert f"**{NAMES[turn]}'s turn**\n-# turn ends <t:1767225600:R>" in text(
        RENDERER.public(at.public(), look("en"))
    )
    assert "**Your turn**" in text(RENDERER.hand(at.hand(turn), look("en")))


@pytest.mark.parametrize("pair", [PAIRS[0], PAIRS[2]], ids=["flinch", "flushed"])
def test_last_act_catches_the_eye(pair: tuple[Any, Any]) -> None:
    """In games with turns it stands out, what was before it is small."""
    game, renderer = pair
    at = list(walk(game, renderer, 3, seed=5, plies=12))[-1]
    told = frame.happened(at.public().history, at.table, renderer, look("en"))
    shown = text(renderer.public(at.public(), look("en"))).split("\n")
    assert len(told) == frame.LINES
    assert shown[1:4] == [f"-# {told[0]}", f"-# {told[1]}", f"> **{told[2]}**"]


@pytest.mark.parametrize("pair", [PAIRS[0], PAIRS[2]], ids=["flinch", "flushed"])
def test_seats_are_set_apart_and_the_turns_is_a_heading(pair: tuple[Any, Any]) -> None:
    """Each seat is a block of its own."""
    game, renderer = pair
    at = list(walk(game, renderer, 3, seed=5, plies=12))[-1]
    blocks = [p.text for p in renderer.public(at.public(), look("en")).parts if isinstance(p, Text)]
    names = texts(at.table, T)
    seats = [each.split("\n")[0] for each in blocks[-len(names) :]]
    assert all(name in head for name, head in zip(names, seats, strict=True))
    turn = at.view(None).turn
    assert [head.startswith("### ▶ ") for head in seats] == [at == turn for at in range(3)]


def test_aside_is_one_line_of_the_table() -> None:
    """A refusal that reveals nothing is merged with the next edit."""
    assert "Ben: too late" in text(
        RENDERER.public(position().public(aside="Ben: too late"), look("en"))
    )


def test_last_line_of_a_hand_is_its_answer() -> None:
    """The answer to a reaction in a DM is the hand's last line."""
    last = RENDERER.hand(position().hand(0, last="It's not your turn yet."), look("en")).parts[-1]
    assert last == Text("It's not your turn yet.")


def test_open_vote_stands_on_the_table_and_on_hands() -> None:
    """An accusation is shown with its count and two buttons, its reason harmless."""
    vote = Vote(
        notation="J1",
        accuser=0,
        accused=1,
        reason="**looked**\nbeneath @everyone",
        voters=(100, 102, 103),
        yes=(100,),
        opened=NOW,
        until=NOW,
    )
    at = position(vote=vote)
    for screen in (
        RENDERER.public(at.public(), look("en")),
        RENDERER.hand(at.hand(2), look("en")),
    ):
        assert r"Ana accuses Ben: \*\*looked\*\* beneath \@" in text(screen)
        assert "1 of 2 yes votes so far" in text(screen)
        acts = {b.custom_id.rsplit(":", 1)[1] for b in screen.buttons()}
        assert {f"vote-yes-{vote.number}", f"vote-no-{vote.number}"} <= acts


def test_table_says_for_whom_a_house_player_stands_in() -> None:
    """A seat whose person is away is named; nobody is named where all play themselves."""
    at = position()
    assert "A bot is playing for" not in text(RENDERER.public(at.public(), look("en")))
    seats = (replace(at.table.seats[0], standin="easy"), *at.table.seats[1:])
    away = replace(at, table=replace(at.table, seats=seats))
    assert "A bot is playing for Ana." in text(RENDERER.public(away.public(), look("en")))
    waits = replace(away, table=replace(away.table, paused=NOW))
    assert "A bot is playing for" not in text(RENDERER.public(waits.public(), look("en")))
    seats = (*(replace(each, standin="easy") for each in seats[:2]), *seats[2:])
    away = replace(at, table=replace(at.table, seats=seats))
    for language, line in (
        ("en", "Bots are playing for Ana and Ben."),
        ("es", "Juegan bots por Ana y Ben."),
    ):
        assert line in text(RENDERER.public(away.public(), look(language)))


def ended(**fields: Any) -> Position:
    """Return a table whose game is over; seats 0 and 2 share the first place."""
    outcome = Outcome("won", (0, 2), (1, 3, 1, 4))
    defaults: dict[str, Any] = {
        "status": "ended",
        "outcome": outcome,
        "end_reason": "won",
        "seed": "5e" * 32,
        "commitment": "c0" * 32,
    }
    return position(**(defaults | fields))


def test_result_names_winners_and_places() -> None:
    """The result shows who won and the places with ties shared, and what may follow.

    The proof is behind **Fair deal**: the seed, and the first digits of its fingerprint.
    """
    screen = RENDERER.public(ended().public(), look("en"))
    shown = text(screen)
    assert "## Ana and Eva win" in shown
    assert shown.index("1st Ana") < shown.index("1st Eva") < shown.index("3rd Ben")
    assert "5e5e" not in shown
    ways = ["Rematch", "Replay", "Share", "Fair deal"]
    assert [button.label for button in screen.buttons()] == ways
    fair = text(fair_deal.draw(ended().table, T))
    assert "5e" * 32 in fair
    assert "c0" * 8 + "…" in fair
    assert "c0" * 9 not in fair
    assert screen.reactions == ()


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"outcome": Outcome("cap", (), (1, 1, 1, 1)), "end_reason": "cap"}, "## It's a draw"),
        ({"outcome": Outcome("locked", (1,), (2, 1, 2, 2)), "end_reason": "locked"}, "## Ben wins"),
        ({"outcome": None, "end_reason": "ended"}, "A moderator ended the table"),
        ({"outcome": None, "end_reason": "gone"}, "I can't reach this table's channel any more"),
    ],
)
def test_every_ending_says_why(fields: dict[str, Any], line: str) -> None:
    """A draw, a locked game and one that was ended say so."""
    screen = RENDERER.public(ended(seed="", **fields).public(), look("en"))
    assert line in text(screen)
    assert all(part.text.strip() for part in screen.parts if isinstance(part, Text))


def test_who_went_away_is_marked_beside_the_place() -> None:
    """Places that the cards do not explain are explained: who resigned, left or was removed."""
    over = ended()
    seats = list(over.table.seats)
    for at, away in ((1, "resigned"), (2, "left"), (3, "kicked")):
        seats[at] = replace(seats[at], away=away)
    after = replace(over, table=replace(over.table, seats=tuple(seats)))
    shown = text(RENDERER.public(after.public(), look("en"))).splitlines()
    ends = [next(line for line in shown if f"{name} ·" in line) for name in NAMES]
    assert [line.rpartition(" · ")[2] for line in ends[1:]] == ["resigned", "left", "removed"]
    assert "resigned" not in ends[0]


def test_seed_is_never_shown_while_playing() -> None:
    """A running table shows no seed, and asking for it is a broken invariant."""
    at = position(seed="5e" * 32)
    assert "5e5e" not in text(RENDERER.public(at.public(), look("en")))
    with pytest.raises(AssertionError):
        frame.proof(at.table, T)


def test_hand_of_a_game_that_is_over_shows_the_result() -> None:
    """A hand that is over shows who won, and offers to play again and nothing else."""
    screen = RENDERER.hand(ended().hand(1), look("en"))
    assert "Ana and Eva win" in text(screen)
    assert [button.label for button in screen.buttons()] == ["Rematch"]


def test_result_tells_one_fact_of_the_game() -> None:
    """Who held the seat then is named, not who holds it now; without a result nothing is told."""
    at = ended(leavers=(Leaver(700, "left", "Gil"),))
    fact = Fact(Deed(4, (1,), (), (None, 700)), lambda names, t: f"Longest run: {names[1]}.")
    assert "-# Longest run: Gil." in text(RENDERER.public(at.public(fact=fact), look("en")))
    aborted = ended(outcome=None, end_reason="voted").public(fact=fact)
    assert "Longest run" not in text(RENDERER.public(aborted, look("en")))


def test_why_gives_the_times_of_every_call() -> None:
    """`/why` shows each call with its time after the first and its route."""
    note = judged(call(0, 10.0, "reaction"), call(1, 10.31), slower=(1,))
    events = (
        FlinchCalled((0,), 3, good=True),
        FlinchCardGiven(seat=0, giver=0, to=3, card=9),
    )
    table = position().table
    lines = why.race(note, Deed(7, (0,), events), table, RENDERER, look("en"))
    shown = text(why.draw(lines, table, RENDERER, (), look("en").t))
    assert "Ana caught Dan. Ana's [9] goes under Dan's Flinch pile." in shown
    assert "Ana beat Ben by 0.31 s." in shown
    assert "- Ana +0.00 s · reaction\n- Ben +0.31 s · button" in shown


def test_why_names_who_called_then() -> None:
    """A substitute has not called, nor has who sits there now: `/why` names the caller."""
    note = judged(call(0, 10.0), call(1, 10.31), slower=(1,))
    table = position().table
    seat = replace(table.seats[1], person=999, name="Zoe", substitute=True)
    later = replace(
        table, seats=(table.seats[0], seat, *table.seats[2:]), leavers=(Leaver(101, "left", "Ben"),)
    )
    shown = "\n".join(why.race(note, Deed(7, (0,), ()), later, RENDERER, look("en")))
    assert "- Ben +0.31 s" in shown
    assert "Ana beat Ben" in shown
    assert "Zoe" not in shown


def test_stored_verdict_is_read_back() -> None:
    """The verdict stored with an event, as JSON without arrivals, explains itself."""
    note = judged(call(0, 10.0), call(1, 10.04), callers=(0, 1), tied=(0, 1))
    stored = to_builtins(note)
    for one in stored["calls"]:
        del one["arrived"]
    assert why.judged(stored) == note


def test_notices_reach_the_person_meant() -> None:
    """A notice names the table and links to it; it pings only where no DM can be sent."""
    at = table(GAME, 2, None)
    url = "https://discord.com/channels/1/2/3"
    by_dm = notifications.your_turn(at, T, url)
    assert text(by_dm) == f"Your turn at table 12 · [go to table](<{url}>)"
    assert by_dm.mentions == ()
    in_channel = notifications.reminder(at, T, url, mention=101)
    assert text(in_channel).startswith("<@101> Still your turn at table 12")
    assert in_channel.mentions == (101,)


def test_line_about_hands_says_what_holds() -> None:
    """One message: that the cards are sent, whom they do not reach; the button is the table's."""
    at = table(GAME, 2, None)
    first = notifications.hands(at, T, (), sent=True)
    both = notifications.hands(at, T, (100,), sent=True)
    later = notifications.hands(at, T, (100,), sent=False)
    assert first is not None
    assert both is not None
    assert later is not None
    sent, lacking = "Your cards are in your DMs.", "<@100>: I can't DM you your hand."
    assert [sent in text(each) for each in (first, both, later)] == [True, True, False]
    assert [lacking in text(each) for each in (first, both, later)] == [False, True, True]
    assert not any(each.buttons() for each in (first, both, later))
    assert notifications.hands(at, T, (), sent=False) is None


def test_last_flinch_card_is_called_so() -> None:
    """Nothing lies under it, and "+0 under it" would be no sentence."""
    game, renderer = PAIRS[0]
    options = game.settle(2, {"pile": 5})
    shown = [
        text(renderer.public(at.public(), look("en")))
        for at in walk(game, renderer, 2, seed=3, plies=400, options=options)
    ]
    assert not [each for each in shown if "+0 under it" in each]
    assert [each for each in shown if "the last one" in each]


@pytest.mark.parametrize("one", [look("en"), look("en", RENDERER), look("en", RENDERER, big=True)])
def test_middle_stands_above_ones_own_cards(one: Look) -> None:
    """A phone shows it with the hand and the buttons, so the opponents come before it."""
    shown = text(RENDERER.hand(position().hand(2), one))
    heads = (
        "**Ana**",
        "**Ben**",
        "**Dan**",
        "**Middle**",
        "# Flinch " if one.big else "**Flinch pile**",
    )
    places = [shown.rindex(head) for head in heads]
    assert places == sorted(places)
    assert shown.count("**Middle**") == 1


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].key)
def test_table_that_is_over_points_at_nobody(pair: tuple[Any, Any]) -> None:
    """Also where the game was ended by people and not by the rules; running it points at one."""
    game, renderer = pair
    running = next(walk(game, renderer, game.seat_counts[0], seed=5))
    ended = replace(running.table, status="ended", end_reason="ended", seed="1")
    shown = [
        text(renderer.public(replace(running, table=at).public(), look("en")))
        for at in (running.table, ended)
    ]
    assert ["'s turn**" in each for each in shown] == [game.has_turns, False]
    assert "▶" not in shown[1]


@pytest.mark.parametrize(
    ("language", "ends"),
    [
        ("en", ["1st Ben · 0 cards", "2nd Ana · 1 card · left"]),
        ("es", ["1.º Ben · 0 cartas", "2.º Ana · 1 carta · salió"]),
    ],
)
def test_result_says_how_many_cards_and_who_left(language: str, ends: list[str]) -> None:
    """A count of cards is not taken for somebody who has left, nor the other way round."""
    renderer = next(each for _, each in PAIRS if not each.counted)
    over = Outcome("won", (1,), (2, 1))
    dealt = position(status="ended", end_reason="won", outcome=over)
    gone = replace(dealt.table.seats[0], away="left")
    table = replace(dealt.table, seats=(gone, dealt.table.seats[1]))
    shown = frame.result(table, renderer, (1, 0), translator(language)).splitlines()
    assert shown[-2:] == ends


def test_result_of_flinch_counts_flinch_cards() -> None:
    """A winner may hold hand cards: only those of the pile count (F-44)."""
    over = Outcome("won", (1,), (3, 1, 2, 4))
    dealt = position(status="ended", end_reason="won", outcome=over)
    shown = frame.result(dealt.table, RENDERER, (3, 0, 1, 5), T).splitlines()
    assert shown[1:4] == ["Flinch cards left:", "1st Ben · 0", "2nd Eva · 1"]

"""What is said of people who are away, gone, back, or to be removed (`experience.md` section 5)."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.db.records import Leaver
from bot.locale import translator
from bot.tables import notes as table_notes
from bot.tables.absence import why_not_seated
from bot.tables.model import Seat, Table, Vote
from bot.tables.notes import Note
from bot.ui.elements import frame, notes, refusals, replies
from bot.ui.elements.screen import Row, Screen, Text
from engine.api import Outcome
from tests.ui.positions import NOW, PAIRS, Position, look, walk
from tests.ui.test_limits import check

T = translator("en")
NAMES = ("Ana", "Ben", "Eva", "Dan")
KICK = Vote(kind="kick", accuser=0, accused=1, voters=(100, 102), yes=(100,), opened=NOW, until=NOW)
"""The first seat's person wants to remove the second's."""


def position(at: int = 0, **fields: Any) -> Position:
    """Return the deal of a game with the most seats up to four, with plain names."""
    game, renderer = PAIRS[at]
    count = max(n for n in game.seat_counts if n <= 4)
    dealt = next(walk(game, renderer, count, seed=5))
    seats = tuple(
        replace(seat, name=name) for seat, name in zip(dealt.table.seats, NAMES, strict=False)
    )
    return replace(dealt, table=replace(dealt.table, seats=seats, **fields))


def with_seat(table: Table, index: int, **fields: Any) -> Table:
    """Return the table with one seat changed."""
    seats = [replace(seat, **fields) if seat.index == index else seat for seat in table.seats]
    return replace(table, seats=tuple(seats))


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def labels(screen: Screen) -> list[str]:
    """Return the labels of all buttons."""
    return [each.label for part in screen.parts if isinstance(part, Row) for each in part.buttons]


@pytest.mark.parametrize(
    ("note", "line"),
    [
        (table_notes.StoodIn(1), "Ben is away: a bot plays until Ben comes back."),
        (table_notes.Returned(1), "Ben is back."),
        (table_notes.SatIn(2), "Eva took a seat."),
        (table_notes.WentAway(1, "left"), "Ben left. A bot takes over."),
        (table_notes.WentAway(1, "resigned"), "Ben resigned. A bot takes over."),
        (
            table_notes.WentAway(1, "kicked"),
            "Ben was removed from the table. A bot takes over.",
        ),
        (table_notes.Paused(), None),
        (table_notes.Resumed(), "The game resumes."),
        (table_notes.VoteClosed(1, "passed", "kick"), "The table voted to remove Ben."),
        (table_notes.VoteClosed(1, "failed", "kick"), "Not enough votes, so Ben stays."),
        (table_notes.VoteClosed(None, "passed", "end"), "The table voted to end the game."),
        (
            table_notes.VoteClosed(None, "voided", "end"),
            "The vote to end the game doesn't count any more.",
        ),
    ],
)
def test_every_fact_is_one_line(note: Note, line: str | None) -> None:
    """Names are escaped; who has gone is named though somebody else sits there by now."""
    assert notes.tell(note, position().table, NAMES, "Flinch!", T) == line


def test_nobody_plays_on_after_the_end() -> None:
    """The leaving that ended the game says only that."""
    table = replace(position().table, status="ended")
    gone = table_notes.WentAway(1, "left")
    assert notes.tell(gone, table, NAMES, "Flinch!", T) == "Ben left."


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("at", range(len(PAIRS)))
def test_a_table_with_everything_at_once_keeps_to_the_limits(at: int, language: str) -> None:
    """Paused, with a free seat and an open vote, every game's table is one Discord takes."""
    where = position(at, paused=NOW, vote=KICK)
    where = replace(where, table=with_seat(where.table, 1, away="left", standin="easy"))
    screen = where.renderer.public(where.public(), look(language))
    check(screen)
    if language == "en":
        assert "**Paused**: everyone is away." in text(screen)
        assert "Ana wants to remove Ben from the table." in text(screen)
        assert labels(screen).count("Take a seat") == 1


@pytest.mark.parametrize("at", [at for at, (_, each) in enumerate(PAIRS) if each.hands])
def test_hand_says_what_the_table_waits_for_and_votes(at: int) -> None:
    """A pause stands on hands too, with no turn that would end; so does a vote, with its voices."""
    vote = Vote(
        kind="end", accuser=0, accused=None, voters=(100, 101), yes=(100,), opened=NOW, until=NOW
    )
    where = position(at, paused=NOW, vote=vote)
    hand = where.renderer.hand(where.hand(1), look("en"))
    check(hand)
    assert "**Paused**: everyone is away." in text(hand)
    assert "turn ends" not in text(hand)
    assert "Ana wants to end the game with no result." in text(hand)
    assert "1 of 2 yes votes so far." in text(hand)
    assert "Voting ends" not in text(hand)
    assert [label for label in labels(hand) if label in ("Yes", "No")] == ["Yes", "No"]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("at", [at for at, (_, each) in enumerate(PAIRS) if each.hands])
def test_hand_offers_a_vote_to_whoever_may_still_vote(at: int, language: str) -> None:
    """The accused reads of it like all others; who has voted, either way, reads how it stands."""
    voices = {"en": ["Yes", "No"], "es": ["Sí", "No"]}[language]
    for no, offered in ((), [[], [], voices]), ((102,), [[], [], []]):
        where = position(at, vote=replace(KICK, no=no))
        for seat, expected in enumerate(offered):
            hand = where.renderer.hand(where.hand(seat), look(language))
            assert [label for label in labels(hand) if label in voices] == expected
            assert {"en": "remove Ben", "es": "expulsar a Ben"}[language] in text(hand)


def test_what_is_watched_can_be_pressed_nowhere() -> None:
    """A spectator gets the text of the public table and a link."""
    where = position()
    public = where.renderer.public(where.public(), look("en"))
    watched = frame.watched(public, "https://discord.com/channels/1/2/3", T)
    check(watched)
    assert labels(watched) == []
    assert text(public) in text(watched)
    assert watched.reactions == ()


@pytest.mark.parametrize("how", ["left", "resigned", "kicked", "replaced"])
def test_former_owner_reads_why_the_hand_is_dead(how: str) -> None:
    """One clear sentence for each way to lose a seat, and a link; nothing to press."""
    away = "left" if how == "replaced" else how
    table = replace(position().table, leavers=(Leaver(101, away),))  # type: ignore[arg-type]
    person = 900 if how == "replaced" else 101
    table = with_seat(table, 1, person=person, away=None if how == "replaced" else away)
    reason = why_not_seated(table, 101)
    screen = replies.hand_over(reason, T, "https://discord.com/channels/1/2/3")
    check(screen)
    assert text(screen).startswith(refusals.sentence(reason, {}, T))
    assert labels(screen) == []


def test_who_left_is_shown_last_though_the_cards_won() -> None:
    """The result agrees with what is stored: a stand-in's win is nobody's."""
    table = replace(
        position().table,
        status="ended",
        end_reason="won",
        outcome=Outcome("won", (1,), (3, 1, 2, 4)),
    )
    table = with_seat(table, 1, away="left", standin="easy")
    shown = frame.result(table, PAIRS[2][1], (3, 0, 2, 5), T).splitlines()
    assert shown[0] == "## The bot playing for Ben wins"
    assert [line.split()[1] for line in shown[1:]] == ["Eva", "Ana", "Dan", "Ben"]
    both = replace(table, outcome=Outcome("won", (1, 3), (3, 1, 3, 1)))
    both = with_seat(both, 3, away="left", standin="easy")
    for t, won in (
        (T, "The bots playing for Ben and Dan win"),
        (translator("es"), "Ganan los bots que jugaban por Ben y Dan"),
    ):
        assert frame.winners(both, ("Ana", "Ben", "Eva", "Dan"), t) == won


def test_giving_up_is_one_question_with_one_button() -> None:
    """The press itself is the confirmation."""
    screen = replies.sure_to_resign(position().table, T)
    check(screen)
    assert labels(screen) == ["Resign"]


def test_a_seat_has_one_owner_at_any_time() -> None:
    """A person away for a while keeps the seat, one gone away does not."""
    here = Seat(index=0, person=5, name="Ana")
    assert here.owner == 5
    assert replace(here, standin="easy", timeouts=2).owner == 5
    assert replace(here, standin="easy", away="left").owner is None
    assert not here.free
    assert replace(here, away="resigned").free

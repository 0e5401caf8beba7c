"""Every reason has its sentence, and every answer its words."""

from collections.abc import Mapping
from datetime import UTC, datetime
from string import Formatter

import pytest
from msgspec.structs import replace

from bot.locale import translator
from bot.tables.replies import Late, Refusal, Slower, Stale, TableReason
from bot.ui.elements import refusals, replies
from bot.ui.elements.names import texts
from engine.errors import Reason, Refused, Why
from engine.games import GAMES
from tests.ui.positions import table

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LANGUAGES = ("en", "es")
DETAILS: Mapping[str, object] = {
    "seats": 3,
    "needed": 4,
    "possible": (4, 6, 8),
    "limit": 3,
    "table": 12,
    "error": "a1b2",
    "role": "<@&123456789012345678>",
}


@pytest.mark.parametrize("reason", [*Reason, *TableReason])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_one_sentence(reason: Reason | TableReason, language: str) -> None:
    """Each refusal of rules and table reads as it stands, its details filled in."""
    text = refusals.sentence(reason, DETAILS, translator(language))
    assert text[0].isupper()
    assert text.endswith(".")
    assert "{" not in text


def test_no_sentence_is_without_a_reason() -> None:
    """The sentences are those of the reasons there are."""
    assert set(refusals.SENTENCES) == {*map(str, Reason), *map(str, TableReason)}


@pytest.mark.parametrize("why", Why)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_why_is_one_sentence(why: Why, language: str) -> None:
    """Where a reason of the rules is broad, a person reads what exactly it is about."""
    t = translator(language)
    text = refusals.sentence(why.reason, {"why": why.key}, t)
    assert text == t(refusals.WHYS[why.key])
    assert text[0].isupper()
    assert text.endswith(".")


def test_no_why_is_without_its_sentence() -> None:
    """Nobody reads only that the rules of the table do not allow it."""
    assert set(refusals.WHYS) == {why.key for why in Why}
    refusal = Refusal.of(Refused(Why.OWN_CALL))
    assert replies.sentence(refusal, translator("en")) == "You cannot call yourself."


def test_card_that_does_not_fit_is_named_in_the_refusal() -> None:
    """Two refusals of different cards read differently; a finer reason goes before."""
    t, refused = translator("en"), Refusal(Reason.DOES_NOT_FIT)
    assert replies.sentence(refused, t, card="9") == "The 9 does not fit anywhere now."
    assert replies.sentence(refused, t) == "That card does not fit anywhere now."
    several = Refusal.of(Refused(Why.WRONG_TOP))
    assert replies.sentence(several, t, card="9") == "The top card of several must be of the suit."


def test_details_of_a_sentence_are_the_reasons_own() -> None:
    """A sentence asks for no detail that `TableReason` does not promise."""
    for text in refusals.SENTENCES.values():
        assert {name for _, name, _, _ in Formatter().parse(text) if name} <= set(DETAILS)


def test_list_of_numbers_is_a_sentence() -> None:
    """Possible numbers of players are listed with "or"."""
    t = translator("en")
    text = refusals.sentence(TableReason.SEATS, {"seats": 5, "possible": (4, 6, 8)}, t)
    assert text == "With 5 players this cannot be played; possible: 4, 6, or 8."


@pytest.mark.parametrize("reason", refusals.HALF_REASONS)
def test_half_made_choices_say_what_is_missing(reason: str) -> None:
    """What a renderer says has a sentence too."""
    assert refusals.sentence(reason, {}, translator("es")).endswith(".")


def test_answers_are_worded() -> None:
    """Late, slower and stale presses read what happened and that it costs nothing."""
    t, at = translator("en"), table(GAMES[0], 2, None)
    assert "too late" in replies.sentence(Slower(at, 0.31), t)
    assert "0.31 s" in replies.sentence(Slower(at, 0.31), t)
    assert "costs you nothing" in replies.sentence(Late(at), t)
    assert replies.sentence(Stale(at), t) == refusals.stale(t)
    assert replies.sentence(Refusal(Reason.NOT_YOUR_TURN), t) == "It is not your turn."


def test_answers_say_what_was_done() -> None:
    """Starting, playing again, ending and removing are more than done."""
    t, at = translator("en"), table(GAMES[0], 2, None)
    assert replies.begun(at, t) == f"Table {at.id} has begun."
    assert replies.again(replace(at, status="lobby"), t).startswith(f"You sit at table {at.id},")
    assert replies.again(replace(at, status="playing"), t) == replies.begun(at, t)
    assert replies.ended(replace(at, status="ended"), t) == f"Table {at.id} has ended."
    assert replies.ended(replace(at, status="closed"), t) == f"Table {at.id} is closed."
    name = texts(at, t)[1]
    assert replies.removed(at, 1, t) == f"{name} was removed from the table."

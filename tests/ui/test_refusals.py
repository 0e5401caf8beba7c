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
from engine import errors
from engine.api import AnyGame
from engine.errors import Reason, Refused
from engine.games.flip.refusals import OTHER_PILE
from tests.games import GAMES, refusals_of
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
    "host": 1234567890123456789,
    "channels": (7, 8, 9, 10),
}


REFUSALS = [
    *(value for value in vars(errors).values() if isinstance(value, errors.Refusal)),
    *(refusal for game in GAMES for refusal in refusals_of(game)),
]


@pytest.mark.parametrize("reason", TableReason)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_one_sentence(reason: TableReason, language: str) -> None:
    """Each refusal of the table reads as it stands, its details filled in."""
    text = refusals.sentence(reason, DETAILS, translator(language))
    assert text[0].isupper()
    assert text.endswith((".", "FLIP!"))
    assert "{" not in text


def test_channel_where_no_table_may_be_names_those_where_one_may() -> None:
    """The way on is one press away; of many channels a few are named."""
    told = refusals.sentence(TableReason.CHANNEL_NOT_ALLOWED, DETAILS, translator("en"))
    assert told.endswith("in this channel. Try <#7>, <#8>, or <#9>.")


def test_who_may_not_open_tables_is_told_how_to_play_all_the_same() -> None:
    """The role is for opening alone: a seat at somebody else's table is free to everybody."""
    for language, command in (("en", "/join"), ("es", "/unirse")):
        told = refusals.sentence(TableReason.NOT_OPENER, DETAILS, translator(language))
        assert told.endswith(f" {command}.")


def test_no_sentence_is_without_a_reason() -> None:
    """The sentences are those of the reasons there are, the rules' own among them."""
    assert {*refusals.SENTENCES, *refusals.COUNTED} == set(TableReason)
    assert set(errors.BROAD) == set(Reason)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_rules_is_one_sentence(refusal: errors.Refusal, language: str) -> None:
    """Where a reason of the rules is broad, a person reads what exactly it is about."""
    text = replies.sentence(Refusal.of(Refused(refusal)), translator(language))
    assert text == translator(language)(refusal.sentence)
    assert text[0].isupper()
    assert text.endswith((".", "FLIP!"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_keys_of_refusals_are_unique_within_a_game(game: AnyGame) -> None:
    """A refusal is known by its key."""
    shared = [value for value in vars(errors).values() if isinstance(value, errors.Refusal)]
    keys = [refusal.key for refusal in (*shared, *refusals_of(game))]
    assert len(set(keys)) == len(keys)


def test_card_that_does_not_fit_is_named_in_the_refusal() -> None:
    """Two refusals of different cards read differently."""
    t, refused = translator("en"), Refusal.of(Refused(errors.DOES_NOT_FIT))
    assert replies.sentence(refused, t, card="9") == "The 9 doesn't fit anywhere right now."
    assert replies.sentence(refused, t) == "That card doesn't fit anywhere right now."
    finer = Refusal.of(Refused(OTHER_PILE))
    told = "That card doesn't fit there. Play it on the other pile."
    assert replies.sentence(finer, t) == told
    assert replies.sentence(finer, t, card="9♣") == told.replace("That card", "The 9♣")


def test_line_below_the_table_is_the_shorter_form() -> None:
    """A refusal with an aside is told by it where many read along."""
    finer = errors.Refusal("waits", Reason.NOT_ALLOWED, "The cards wait.", "not yet.")
    assert replies.aside(Refusal.of(Refused(finer)), translator("en")) == "not yet."
    plain = Refusal.of(Refused(errors.GAME_OVER))
    assert replies.aside(plain, translator("en")) == (
        "This game is over. Play again with /rematch."
    )


def test_details_of_a_sentence_are_the_reasons_own() -> None:
    """A sentence asks for no detail that `TableReason` does not promise."""
    for text in refusals.SENTENCES.values():
        asked = {name for _, name, _, _ in Formatter().parse(text) if name}
        assert asked - {"shared"} <= set(DETAILS)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (TableReason.CHANNEL_LIMIT, ("already has 1 table.", "ya tiene 1 mesa.")),
        (TableReason.PERSON_LIMIT, ("at 1 table.", "en 1 mesa.")),
        (TableReason.RULES, ("there is 1.", "hay 1.")),
    ],
)
def test_one_is_counted_as_one(reason: TableReason, words: tuple[str, str]) -> None:
    """The number that a sentence is about has its forms, in both languages."""
    for language, said in zip(("en", "es"), words, strict=True):
        details = {"limit": 1, "seats": 1, "possible": (4, 6, 8)}
        assert said in refusals.sentence(reason, details, translator(language))


def test_button_is_named_as_the_reader_sees_it() -> None:
    """A Spanish reader of an English server is told of the English button of its table."""
    spanish, english = translator("es"), translator("en")
    for reason, words in ((TableReason.LEFT, "Take a seat"), (TableReason.TOO_FEW, "Add bot")):
        details = {"seats": 1, "needed": 2}
        read = refusals.sentence(reason, details, spanish.beside(english))
        assert f"**{words}**" in read
        own = refusals.sentence(reason, details, spanish)
        assert f"**{spanish(words)}**" in own
        assert own.replace(spanish(words), words) == read
        assert f"**{spanish(words)}**" in refusals.sentence(
            reason, details, english.beside(spanish)
        )


def test_list_of_numbers_is_a_sentence() -> None:
    """Possible numbers of players are listed with "or"."""
    t = translator("en")
    text = refusals.sentence(TableReason.SEATS, {"seats": 5, "possible": (4, 6, 8)}, t)
    assert text == "You can't play this with 5. It takes 4, 6, or 8 players."


def test_answers_are_worded() -> None:
    """Late, slower and stale presses read what happened and that it costs nothing."""
    t, at = translator("en"), table(GAMES[0], 2, None)
    assert "too late" in replies.sentence(Slower(at, 0.31), t)
    assert "0.31 s" in replies.sentence(Slower(at, 0.31), t)
    assert "No penalty" in replies.sentence(Late(at), t)
    assert replies.sentence(Stale(at), t) == refusals.stale(t)
    assert replies.sentence(Refusal(Reason.NOT_YOUR_TURN), t) == "It's not your turn yet."


def test_answers_say_what_was_done() -> None:
    """Starting, playing again, ending and removing are more than done."""
    t, at = translator("en"), table(GAMES[0], 2, None)
    assert replies.begun(at, t) == f"Table {at.id} has started."
    assert replies.again(replace(at, status="lobby"), t).startswith(
        "You're in. The next game is at table 12"
    )
    assert replies.again(replace(at, status="playing"), t) == replies.begun(at, t)
    assert replies.ended(replace(at, status="ended"), t) == f"Table {at.id} has ended."
    assert replies.ended(replace(at, status="closed"), t) == f"Table {at.id} is closed."
    name = texts(at, t)[1]
    assert replies.removed(at, 1, t) == f"{name} was removed from the table."

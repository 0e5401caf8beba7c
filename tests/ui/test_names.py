"""Names of people: short, harmless, told apart."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.locale import translator
from bot.tables.model import Seat
from bot.ui.elements import names
from tests.games import GAMES
from tests.ui.positions import table


@given(st.text(max_size=60))
def test_label_is_short_and_on_one_line(name: str) -> None:
    """A label has at most 16 characters on one line, whatever the name."""
    label = names.short(name)
    assert len(label) <= 16
    assert "\n" not in label
    assert label == label.strip()


@given(st.text(max_size=60))
def test_escaped_label_formats_nothing(name: str) -> None:
    """No mark of formatting is left without its backslash, and no mention is whole."""
    text = names.escape(names.short(name))
    bare = re.sub(r"\\.", "", text)
    assert not re.search(r"[*_~`|>#\[\]()<:@]", bare.replace("@\u200b", ""))
    assert "@everyone" not in text
    assert "@here" not in text
    assert "://" not in text


@given(st.lists(st.text(max_size=40), max_size=8))
def test_names_at_a_table_are_told_apart(given_names: list[str]) -> None:
    """No two seats read the same, and none is empty."""
    labels = names.apart(given_names, "Player")
    assert all(0 < len(label) <= 16 for label in labels)
    assert len({label.casefold() for label in labels}) == len(given_names)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("*" * 32, r"\*" * 15 + "…"),
        ("@everyone", "\\@\u200beveryone"),
        ("Ana\u202eevil", "Anaevil"),
        ("two\nlines", "two lines"),
        ("  wide   open  ", "wide open"),
        ("\u200b\u3164", ""),
        ("<@123>", r"\<\@" + "\u200b" + r"123\>"),
        ("Zoë", "Zoë"),
        ("\u115f\u1160", ""),
        ("\ufe0f", ""),
        ("\u034f\u200d", ""),
        ("A\ufe0f\u200dna", "Ana"),
        ("👩\u200d👩\u200d👧 Eva", "👩\u200d👩\u200d👧 Eva"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("❤\ufe0f\u200d🔥 Ben", "❤\ufe0f\u200d🔥 Ben"),
        ("👩\u200d" * 20, "👩\u200d" * 7 + "👩…"),
    ],
)
def test_difficult_names(name: str, shown: str) -> None:
    """Asterisks, mentions, direction marks, line breaks and blanks do no harm.

    Emojis of several signs stay one; joiners and letters that are drawn as nothing are no name.
    """
    assert names.escape(names.short(name)) == shown


def test_equal_names_are_numbered() -> None:
    """The second and third of a name carry a number within the 16 characters."""
    long = "Maximilian the Great"
    assert names.apart(["Ana", "ana", "Ana"], "?") == ("Ana", "ana (2)", "Ana (3)")
    assert names.apart([long, long], "?") == ("Maximilian the…", "Maximilian… (2)")


def test_house_players_are_named_in_the_readers_language() -> None:
    """A house player is "House 1", in Spanish "Casa 1"; a nameless person is a player."""
    seats = (
        Seat(index=0, person=1, name=""),
        Seat(index=1, house="easy", name="1"),
        Seat(index=2, house="hard", name="2"),
    )
    at = table(GAMES[0], 3, None, seats=seats)
    assert names.labels(at, translator("en")) == ("Player", "Bot 1", "Bot 2")
    assert names.labels(at, translator("es")) == ("Jugador", "Bot 1", "Bot 2")


@pytest.mark.parametrize(
    ("emoji", "kept"), [("🏳️‍🌈", 3), ("👩‍👩‍👧", 3), ("👍🏽", 7), ("🇪🇸", 7), ("❤️", 7)]
)
def test_name_is_cut_between_emojis(emoji: str, kept: int) -> None:
    """No half of one stays: a white flag is no rainbow, nor a letter a country."""
    assert names.short(emoji * 12) == emoji * kept + "…"

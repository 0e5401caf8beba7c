"""Texts in pictures, with the accents that Pillow's own font lacks."""

import unicodedata

import pytest

from bot.locale import stored
from bot.pictures.lettering import drawable, fitted, line_height, stamp, width

SIZE = 22


@pytest.mark.parametrize("accented", "áéíóúüñÁÉÍÓÚÜÑàèêëõåžÄÖ")
def test_accent_is_drawn_above_its_letter(accented: str) -> None:
    """An accented letter is as wide as its bare one, reaches higher, and stays in its line."""
    letter = unicodedata.normalize("NFD", accented)[0]
    assert width(letter, SIZE) == width(accented, SIZE)
    bare = stamp("x" if letter == "i" else letter, SIZE).getbbox()
    box = stamp(accented, SIZE).getbbox()
    assert bare is not None
    assert box is not None
    assert 0 < box[1] < bare[1]
    assert box[3] <= line_height(SIZE)


def test_turned_signs_stand_on_their_heads() -> None:
    """The signs that open a Spanish question or exclamation are those that close it, turned."""
    closing, opening = (stamp(sign, SIZE).getbbox() for sign in "?¿")
    assert closing is not None
    assert opening is not None
    assert opening[3] - opening[1] == closing[3] - closing[1]
    assert opening[3] > closing[3]


def test_every_spanish_text_can_be_drawn() -> None:
    """No letter of the catalogue is left out of a picture but arrows, suits and emojis."""
    letters = {
        sign
        for message in stored("es")
        for sign in str(message.string)
        if sign.isalpha() and ord(sign) < 0x2000
    }
    assert [sign for sign in sorted(letters) if not drawable(sign)] == []


def test_what_cannot_be_drawn_is_left_out() -> None:
    """Signs of other scripts vanish, the rest stays."""
    assert drawable("Ana 中村 🂡") == "Ana"
    assert drawable("Łukasz Bjørn Straße") == "Łukasz Bjørn Straße"


def test_text_is_cut_to_its_room() -> None:
    """A text that is too wide ends in an ellipsis and fits."""
    cut = fitted("W" * 40, SIZE, 200)
    assert cut.endswith("…")
    assert width(cut, SIZE) <= 200
    assert fitted("short", SIZE, 200) == "short"

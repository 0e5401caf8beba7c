"""Texts in pictures, with their accents."""

import unicodedata

import pytest

from bot.locale import stored
from bot.pictures.lettering import CAPITAL, FONTS, drawable, fitted, font, line_height, stamp, width

SIZE = 37


@pytest.mark.parametrize("accented", "áéíóúüñÁÉÍÓÚÜÑàèêëõåžÄÖ")
def test_accent_is_drawn_above_its_letter(accented: str) -> None:
    """An accented letter reaches higher than its bare one, and stays in its line."""
    letter = unicodedata.normalize("NFD", accented)[0]
    bare = stamp("ı" if letter == "i" else letter, SIZE).getbbox()
    box = stamp(accented, SIZE).getbbox()
    assert bare is not None
    assert box is not None
    assert 0 <= box[1] < bare[1]
    assert box[3] <= line_height(SIZE)


def test_capitals_are_as_high_as_said() -> None:
    """The height from which legibility is computed is that of the ink."""
    for weight in ("Bold", "Black"):
        for sign in "HE17":
            _, top, _, bottom = font(200, weight).getbbox(sign)
            assert abs((bottom - top) / 200 - CAPITAL) < 0.03


def test_every_spanish_text_can_be_drawn() -> None:
    """No letter of the catalogue is left out of a picture but arrows, suits and emojis."""
    letters = {
        sign
        for message in stored("es")
        for sign in str(message.string)
        if sign.isalpha() and ord(sign) < 0x2000
    }
    assert [sign for sign in sorted(letters) if drawable(sign) != sign] == []


def test_what_cannot_be_drawn_is_left_out() -> None:
    """Signs of other scripts vanish, the rest stays; a sign of several letters is taken apart."""
    assert drawable("Ana 中村 🂡") == "Ana"
    assert drawable("Łukasz Bjørn Straße Жанна") == "Łukasz Bjørn Straße Жанна"
    assert drawable("Ⅷ") == "VIII"
    assert width("中村", SIZE) == 0


def test_text_is_cut_to_its_room() -> None:
    """A text that is too wide ends in an ellipsis and fits."""
    cut = fitted("W" * 40, SIZE, 200)
    assert cut.endswith("…")
    assert width(cut, SIZE) <= 200
    assert fitted("short", SIZE, 200) == "short"


def test_fonts_come_with_their_licence() -> None:
    """Whoever passes the fonts on passes their licence on."""
    assert "SIL Open Font License" in (FONTS / "OFL.txt").read_text()

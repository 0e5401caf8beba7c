"""The card faces: complete, small, always the same, told apart without colour."""

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.cards import DRAWN, emoji_name, is_mark, mark_name, of_emoji, old_name
from bot.cards.cards import face, picture
from bot.ui.renderers import RENDERERS

DARK, LIGHT = (0x31, 0x33, 0x38), (0xFF, 0xFF, 0xFF)
BYTES = 8 * 1024


def grey(name: str, size: int, ground: tuple[int, int, int]) -> Image.Image:
    """Return a face on a ground, without colour, as small as a client shows it."""
    drawn = picture(name).resize((size, size), Image.Resampling.LANCZOS)
    below = Image.new("RGB", drawn.size, ground)
    below.paste(drawn, (0, 0), drawn)
    return below.convert("L")


def different(one: Image.Image, other: Image.Image) -> int:
    """Return in how many points two grey pictures differ by a quarter of all there is."""
    return sum(ImageChops.difference(one, other).histogram()[64:])


def test_every_face_a_renderer_uses_is_drawn() -> None:
    """No renderer names a face that the design does not have."""
    assert {name for renderer in RENDERERS for name in renderer.faces} <= set(DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_face_is_a_small_square_png_with_see_through_corners(name: str) -> None:
    """128 pixels square, a few kilobytes, nothing in the corners."""
    data = face(name)
    assert len(data) < BYTES
    with Image.open(io.BytesIO(data)) as opened:
        assert (opened.format, opened.size) == ("PNG", (128, 128))
        assert opened.convert("RGBA").getpixel((0, 0))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize("ground", [DARK, LIGHT], ids=["dark", "light"])
def test_faces_differ_without_colour_at_the_size_of_text(ground: tuple[int, int, int]) -> None:
    """At 22 pixels in grey any two faces differ clearly, suits of a rank as well."""
    drawn = {name: grey(name, 22, ground) for name in DRAWN}
    nearest = min(
        (different(drawn[one], drawn[other]), one, other) for one, other in combinations(DRAWN, 2)
    )
    assert nearest[0] >= 6, nearest


@pytest.mark.parametrize("ground", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("name", DRAWN)
def test_face_stands_out_from_its_ground(name: str, ground: tuple[int, int, int]) -> None:
    """On dark and on light a face is seen, the empty place too."""
    drawn = grey(name, 22, ground)
    bare = Image.new("RGB", drawn.size, ground).convert("L")
    assert different(drawn, bare) >= 8


def test_unknown_face_is_an_error() -> None:
    """Nothing is drawn for a name outside the design."""
    with pytest.raises(KeyError):
        picture("f16")


def test_drawing_again_gives_the_same() -> None:
    """The mark of the design depends on its pixels alone, and those on nothing else."""
    before = mark_name(), picture("7S").tobytes()
    picture.cache_clear()
    mark_name.cache_clear()
    assert (mark_name(), picture("7S").tobytes()) == before


def test_another_drawing_of_one_face_is_another_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is drawn in another way makes every emoji of before outdated."""
    before = mark_name()
    drawn = {name: picture(name) for name in DRAWN} | {"7S": picture("8S")}
    monkeypatch.setattr("bot.cards.cards.picture", drawn.__getitem__)
    mark_name.cache_clear()
    try:
        assert mark_name() != before
    finally:
        mark_name.cache_clear()


def test_emoji_names_are_ours_different_and_discord_takes_them() -> None:
    """2 to 32 letters, digits and underscores; each leads back to its face, an old one too."""
    names = {name: (emoji_name(name), old_name(name, 2**63 - 1)) for name in DRAWN}
    assert len({emoji for both in names.values() for emoji in both}) == 2 * len(DRAWN)
    for name, both in names.items():
        for emoji in both:
            assert 2 <= len(emoji) <= 32
            assert emoji.isascii()
            assert emoji.replace("_", "").isalnum()
            assert of_emoji(emoji) == name
            assert not is_mark(emoji)
    assert is_mark(mark_name())
    assert len(mark_name()) <= 32
    assert of_emoji(mark_name()) is None


@pytest.mark.parametrize(
    ("face_name", "words"),
    [("QH", "queen_of_hearts"), ("TS", "10_of_spades"), ("f12", "card_12"), ("XR", "red_joker")],
)
def test_emoji_is_called_in_words(face_name: str, words: str) -> None:
    """What is read aloud says the card and nothing else; names of before are known, to go."""
    assert emoji_name(face_name) == words
    assert of_emoji(f"{words}_00000") == of_emoji(f"{face_name}_00000") == face_name


@pytest.mark.parametrize("name", ["7S", "f7", "party_3f09a", "7S_3f09", "7S_3f09g", "back_to_3f09"])
def test_other_names_are_not_ours(name: str) -> None:
    """A face's bare name, another word or another ending belongs to somebody else."""
    assert of_emoji(name) is None


@pytest.mark.parametrize("suit", "CDHS")
def test_tail_of_a_queens_letter_is_seen(suit: str) -> None:
    """It is ink with paper on both sides: hidden by the suit's shape, the Q would read as a 0."""
    drawn = grey(f"Q{suit}", 128, LIGHT)
    tail, above, below = (drawn.getpixel(at) for at in ((58, 74), (65, 68), (50, 80)))
    assert isinstance(tail, int)
    assert tail < 128
    assert (above, below) == (255, 255)

"""Screens as values: what stands in for a picture where no files may be sent."""

from bot.ui.elements.screen import (
    MAX_CHARACTERS,
    Attachment,
    Document,
    Picture,
    Screen,
    Text,
    in_words,
)

CHART, LOG = Attachment("chart.png", b"1"), Attachment("log.json", b"2")


def test_words_stand_where_the_picture_was() -> None:
    """In the same order; a picture from elsewhere and a file to download stay."""
    far = Picture("https://example.org/a.png", "far away")
    parts = (Text("above"), Picture("chart.png", "a chart"), far, Document("log.json"))
    said = in_words(Screen(parts, accent=1, attachments=(CHART, LOG)))
    assert said.parts == (Text("above"), Text("-# a chart"), far, Document("log.json"))
    assert (said.attachments, said.accent) == ((LOG,), 1)


def test_words_are_left_out_where_there_is_no_room() -> None:
    """What fits as it is still fits without the picture."""
    full = Text("x" * (MAX_CHARACTERS - 3))
    said = in_words(Screen((full, Picture("chart.png", "a chart")), attachments=(CHART,)))
    assert said == Screen((full,))
    assert said.fits()

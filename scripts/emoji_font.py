"""Make the emoji font of the sandbox's page from Twemoji's, as a browser needs it.

Browsers drop the variation selector behind a sign that has a picture, while the sequences of the
font (keycaps, many joined emojis) are spelled with it: each is added without it, and the font gets
a name of its own, as its licence asks of a changed one. Needs fonttools and brotli, and the font of
the npm package twemoji-colr-font::

    python -m scripts.emoji_font twemoji.woff2
"""

import sys
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import Ligature

TARGET = Path("bot") / "sandbox" / "page" / "static" / "emoji.woff2"
NAME = "Sandbox Emoji"
SELECTOR = 0xFE0F


def without_selectors(font: TTFont) -> int:
    """Add every ligature that has a variation selector once more without it; return how many."""
    selector = font.getBestCmap()[SELECTOR]
    added = 0
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            for ligatures in getattr(table, "ligatures", {}).values():
                for each in [one for one in ligatures if selector in one.Component]:
                    short = Ligature()
                    short.Component = [part for part in each.Component if part != selector]
                    short.CompCount = len(short.Component) + 1
                    short.LigGlyph = each.LigGlyph
                    if short.Component:
                        ligatures.append(short)
                        added += 1
                ligatures.sort(key=lambda one: -len(one.Component))
    return added


def named(font: TTFont) -> None:
    """Give the font its own name."""
    for record in font["name"].names:
        if record.nameID in (1, 4, 6, 16):
            text = NAME.replace(" ", "") if record.nameID == 6 else NAME
            font["name"].setName(
                text, record.nameID, record.platformID, record.platEncID, record.langID
            )


def main(source: str) -> None:
    """Write the page's font."""
    font = TTFont(source, recalcTimestamp=False)
    without_selectors(font)
    named(font)
    font.flavor = "woff2"
    font.save(TARGET)


if __name__ == "__main__":
    main(sys.argv[1])

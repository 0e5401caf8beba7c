"""The pictures beside the positions of the rules pages: `python -m scripts.positions`.

Draws `docs/games/pictures/*.png`, which the pages of `docs/games` show on a site that has no bot;
the bot draws its own. A test (`tests/project/test_game_pages.py`) fails when they are out of date.
"""

import io
import sys
from pathlib import Path

from PIL import Image

from bot.locale import LANGUAGES, translator
from bot.pictures import of_page
from bot.ui.contract.renderer import PAGES
from bot.ui.renderers import RENDERERS
from engine.games import GAMES


def pictures() -> dict[str, bytes]:
    """Return every picture by its path beside the pages."""
    return {
        f"pictures/{file.filename.removesuffix('.png')}.{language}.png": file.data
        for game, renderer in zip(GAMES, RENDERERS, strict=True)
        for language in LANGUAGES
        for page in renderer.rules(translator(language)).pages
        for drawing in of_page(game, renderer, page, translator(language))
        for file in drawing.attachments
    }


def main() -> None:
    """Write what has changed, and take away what is not shown any more."""
    every = pictures()
    for path in (PAGES / "pictures").glob("*.png"):
        if f"pictures/{path.name}" not in every:
            path.unlink()
    for name, data in every.items():
        path = PAGES / name
        if not path.exists() or not same(path, data):
            with Image.open(io.BytesIO(data)) as picture:
                picture.save(path, optimize=True)
            sys.stdout.write(f"{name}: {path.stat().st_size / 1024:.0f} KB\n")


def same(path: Path, data: bytes) -> bool:
    """Say whether a file shows what is drawn, pixel by pixel."""
    with Image.open(path) as one, Image.open(io.BytesIO(data)) as other:
        left, right = one.convert("RGB"), other.convert("RGB")
        return left.size == right.size and left.tobytes() == right.tobytes()


if __name__ == "__main__":
    main()

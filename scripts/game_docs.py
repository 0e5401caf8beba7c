"""The rules of every game as pages of the docs: `python -m scripts.game_docs`.

Made from the pages of `/rules` and the choices of house rules through the catalogues, with the same
pictures: docs/games/<game>.<language>.md and docs/games/pictures/*.png. A test
(`tests/project/test_game_docs.py`) fails when they are not what this writes.
"""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from bot.locale import LANGUAGES, Translator, translator
from bot.locale.commands import COMMANDS
from bot.pictures import of_page
from bot.ui import rules
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.renderers import RENDERERS
from engine.api import AnyGame
from engine.games import GAMES

FOLDER = Path(__file__).parents[1] / "docs" / "games"
NAMES = {"en": "English", "es": "Español"}
SMALL = re.compile(r"^-# (.*)$")
BOLD = re.compile(r"^\*\*(.*)\*\*$")
MARKED = re.compile(r"^([✅▫️]+) (.*)$")


def files() -> dict[str, bytes]:
    """Return every file by its path in the folder."""
    every: dict[str, bytes] = {}
    for game, renderer in zip(GAMES, RENDERERS, strict=True):
        for language in LANGUAGES:
            t = translator(language)
            text = re.sub(r"\n{3,}", "\n\n", "\n".join(_page(game, renderer, t)))
            every[f"{renderer.key}.{language}.md"] = f"{text.strip()}\n".encode()
            every |= _pictures(game, renderer, t)
    return every


def _page(game: AnyGame, renderer: AnyRenderer, t: Translator) -> Iterator[str]:
    """Yield the lines of a game's page in one language."""
    others = (other for other in LANGUAGES if other != t.language)
    yield f"# {renderer.name}\n"
    yield " · ".join(f"[{NAMES[other]}]({renderer.key}.{other}.md)" for other in others) + "\n"
    yield f"{renderer.blurb(t)} `{t(COMMANDS['play'].name)} {renderer.key}`\n"
    for number, page in enumerate(renderer.pages, 1):
        yield f"## {t(page.title)}\n"
        yield from (_markdown(line) for line in rules.rules(page, t))
        yield ""
        for position, drawing in zip(page.shown, of_page(game, renderer, page, t), strict=True):
            name = _name(number, drawing.filename, t)
            yield f"> {t(position.says)}\n\n![{drawing.words}]({name})\n"
    yield f"## {t('House rules')}\n"
    yield from (_markdown(line) for line in rules.house_rules(game, renderer, None, t))


def _pictures(game: AnyGame, renderer: AnyRenderer, t: Translator) -> dict[str, bytes]:
    return {
        _name(number, drawing.filename, t): _smaller(drawing.data)
        for number, page in enumerate(renderer.pages, 1)
        for drawing in of_page(game, renderer, page, t)
    }


def _name(number: int, filename: str, t: Translator) -> str:
    game, _, rest = filename.removesuffix(".png").rpartition("-")
    return f"pictures/{game}-{number}-{rest}.{t.language}.png"


def _smaller(data: bytes) -> bytes:
    """Return the same picture in the fewest bytes."""
    file = io.BytesIO()
    with Image.open(io.BytesIO(data)) as picture:
        picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _markdown(line: str) -> str:
    """Return a line of Discord's Markdown as that of a page."""
    if small := SMALL.match(line):
        return f"\n{small[1]}\n"
    if bold := BOLD.match(line):
        return f"\n### {bold[1]}\n"
    if marked := MARKED.match(line):
        return f"- {marked[1]} {marked[2]}"
    return line


def main() -> None:
    """Write what has changed, and take away what is not made any more."""
    every = files()
    for path in FOLDER.rglob("*.*"):
        if str(path.relative_to(FOLDER)) not in every:
            path.unlink()
    for name, data in every.items():
        path = FOLDER / name
        if path.exists() and same(path.read_bytes(), data):
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        sys.stdout.write(f"{path.name}: {len(data) / 1024:.0f} KB\n")


def same(one: bytes, other: bytes) -> bool:
    """Say whether two files say the same: equal, or pictures with the same pixels."""
    if not one.startswith(b"\x89PNG") or not other.startswith(b"\x89PNG"):
        return one == other
    with Image.open(io.BytesIO(one)) as first, Image.open(io.BytesIO(other)) as second:
        left, right = first.convert("RGB"), second.convert("RGB")
        return left.size == right.size and left.tobytes() == right.tobytes()


if __name__ == "__main__":
    main()

"""The bot with four games: `python -m tests.fourth_game <file> run …` (`tests.end_to_end.dealt`).

Nothing outside the tests knows of the fourth: that the whole bot plays it proves that a game costs
its package, its renderer, its pages and lines in the registries (`architecture.md`, A fourth game).
"""

import asyncio
import os
import sys
from pathlib import Path

from bot.config import load
from bot.db.migrate import upgrade
from bot.serving import serve
from tests.end_to_end.dealt import foreseen
from tests.fourth_game.registries import GAMES, RENDERERS

if __name__ == "__main__":
    foreseen(Path(sys.argv[1]))
    settings = load()
    upgrade(settings.database_url)
    token = os.environ["DISCORD_TOKEN"]
    asyncio.run(serve(settings, token, games=GAMES, renderers=RENDERERS))

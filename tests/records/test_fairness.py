"""The recipe of `docs/fairness.md` in another language finds what `verify` finds."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bot.records.proof import as_file
from engine.games import GAMES
from tests.records.logs import played

RECIPE = Path(__file__).parents[2] / "docs" / "fairness.md"


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the JavaScript of the page as a file."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    (code,) = re.findall(r"```js\n(.*?)```", RECIPE.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path_factory.mktemp("recipe") / "check.mjs"
    path.write_text(code, encoding="utf-8")
    return path


def run(script: Path, log: dict[str, Any]) -> tuple[int, str]:
    """Return the exit status and the output of the recipe."""
    file = script.parent / "log.json"
    file.write_bytes(as_file(log))
    done = subprocess.run(["node", str(script), str(file)], capture_output=True, check=False)
    return done.returncode, done.stdout.decode()


@pytest.mark.parametrize("number", range(6))
def test_recipe_finds_a_log_in_order(script: Path, number: int) -> None:
    """Commitment, shuffle and dealer of logs of every game."""
    _, log = played(number)
    status, out = run(script, log)
    assert status == 0
    assert "right: the commitment" in out
    assert "right: the shuffle" in out
    assert ("right: the dealer" in out) == ("dealer" in log)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_recipe_names_what_was_altered(script: Path, game: Any) -> None:
    """Another seed, two cards exchanged."""
    log = json.loads(as_file(played(0, (game,))[1]))
    status, out = run(script, {**log, "seed": "0" * 64})
    assert (status, "WRONG: the commitment" in out) == (2, True)
    deck = log["deck"]
    at = next(i for i in range(len(deck)) if deck[i] != deck[-1])
    deck[at], deck[-1] = deck[-1], deck[at]
    status, out = run(script, log)
    assert (status, f"WRONG: the shuffle at deck[{at}]" in out) == (2, True)

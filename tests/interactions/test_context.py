"""What is kept of an interaction: nothing, once it is answered."""

from pathlib import Path
from typing import Any

import pytest

from bot.interactions.context import Context
from tests.simcord_harness import town


@pytest.mark.parametrize("command", ["play flinch", "leave"])
async def test_command_that_is_over_knows_its_context_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Done or refused: what knows each other would stay until garbage is looked for."""
    made, begin = list[Context](), Context.__init__

    def begun(context: Context, *args: Any) -> None:
        made.append(context)
        begin(context, *args)

    async with town(tmp_path) as place:
        monkeypatch.setattr(Context, "__init__", begun)
        await place.person("Ana").slash(place.room, command)
        await place.env.settle()
        [context] = made
        assert context not in context.interaction.extras.values()
        place.env.errors.clear()  # the simulator counts a refusal too

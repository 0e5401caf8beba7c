"""House rules that get a name in `/settings`: what is typed there is cleaned as names are."""

from typing import Any

import pytest

from bot.cogs.presets import chosen
from bot.db.records import ServerSettings
from bot.locale import translator
from bot.ui import presets
from bot.ui.elements.controls import Control
from engine.games import GAMES
from tests.ui.positions import PAIRS

GAME = GAMES[0]


class Servers:
    """The settings of one server."""

    def __init__(self) -> None:
        self.now = ServerSettings()

    async def read(self, guild: int) -> ServerSettings:
        """Return them."""
        return self.now

    async def change(self, guild: int, edit: Any) -> ServerSettings:
        """Change them."""
        self.now = edit(self.now)
        return self.now


async def pressed(servers: Servers, act: str, number: int, *values: str) -> str:
    """Press a control of the page of a preset; return what is shown then."""
    screen = await chosen(
        servers,  # type: ignore[arg-type]
        1,
        {GAME.key: GAME},
        tuple(renderer for _, renderer in PAIRS),
        Control(0, 0, 0, number, act),
        values,
        translator("en"),
    )
    return str(screen)


async def named(servers: Servers, name: str) -> str:
    """Fill in the form with this name; return what is shown then."""
    return await pressed(servers, presets.NAME + GAME.key, 0, name)


@pytest.mark.parametrize("name", ["\u2800", "\u115f\u1160", "\u200b\u200d", " \n\t ", "\ufe0f"])
async def test_name_that_nobody_can_read_is_none(name: str) -> None:
    """It would be an empty line in every list."""
    servers = Servers()
    assert "Nobody can read that name." in await named(servers, name)
    assert servers.now.presets == ()


async def test_name_is_cleaned_before_it_is_compared() -> None:
    """Hidden characters make no second preset that looks like the first."""
    servers = Servers()
    await named(servers, "Club\u200b  night\n")
    assert [each.name for each in servers.now.presets] == ["Club night"]
    assert "There is a preset" in await named(servers, "\u202eCLUB night")
    assert len(servers.now.presets) == 1


@pytest.mark.parametrize(
    ("act", "values"),
    [
        (f"{presets.OVER}{GAME.key}-1", ()),
        (f"{presets.RULE}{GAME.key}-pile", ("5",)),
        (presets.NAME + GAME.key, ("Other",)),
    ],
)
async def test_screen_of_a_preset_that_is_gone_changes_nothing(
    act: str, values: tuple[str, ...]
) -> None:
    """Deleted on another screen: nobody reads that it was saved, and no later one has its id."""
    servers = Servers()
    await named(servers, "Quick")
    await pressed(servers, presets.DROP + GAME.key, 1)
    await named(servers, "Slow")
    before = servers.now
    shown = await pressed(servers, act, 1, *values)
    assert "That preset is gone" in shown
    assert "Saved." not in shown
    assert servers.now == before

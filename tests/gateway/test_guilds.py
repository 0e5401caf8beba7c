"""What the gateway tells of places and permissions, as it reaches the tables."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.gateway.guilds import Places

GUILD = SimpleNamespace(id=7)
OF_IT = SimpleNamespace(id=70, guild=GUILD)
CHANGES = [
    ("guild_channel_update", (OF_IT, OF_IT)),
    ("guild_role_update", (OF_IT, OF_IT)),
    ("guild_role_delete", (OF_IT,)),
    ("member_update", (OF_IT, OF_IT)),
]


@pytest.mark.parametrize(("event", "args"), CHANGES)
def test_whatever_may_give_permissions_back_brings_a_try_at_once(
    event: str, args: tuple[Any, ...]
) -> None:
    """A channel's or a role's change, a role that is gone, and one the bot itself is given."""
    tried: list[int] = []
    registry: Any = SimpleNamespace(try_again=tried.append)
    nothing: Any = None
    Places(nothing, registry, nothing).happened(event, args)
    assert tried == [7]

"""Setting reactions: what stops one, what stops them all (`discord.md` section 6)."""

from typing import Any

import pytest

from bot.discord_api.errors import Tasks
from bot.discord_api.reactions import Arming
from tests.messages.stage import Refused, Requests
from tests.messages.time import settle

DIGITS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣")


def armed(*refusals: BaseException) -> tuple[Arming, Requests]:
    """Return who sets reactions, and what Discord says to the first ones."""
    wire: Any = Requests()
    wire.refusals["react"] = list(refusals)
    return Arming(wire, Tasks(), 5, 6), wire


async def done() -> None:
    """Let everything be set."""
    for _ in range(5):
        await settle()


@pytest.mark.parametrize(
    ("status", "code"), [(400, 30010), (403, 50013), (403, 90001), (404, 10008), (400, 50083)]
)
async def test_hopeless_error_ends_the_setting(status: int, code: int) -> None:
    """Too many, not allowed, blocked, or gone: the others would fail as well."""
    arming, wire = armed(Refused(status, code))
    arming.arm(DIGITS)
    await done()
    assert wire.count("react") == 1
    arming.arm(("✋",))
    await done()
    assert wire.count("react") == 1


@pytest.mark.parametrize(("status", "code"), [(400, 10014), (500, 0), (429, 0)])
async def test_other_errors_cost_one_reaction(status: int, code: int) -> None:
    """An emoji that is gone, or Discord in trouble: the others are set."""
    arming, wire = armed(Refused(status, code))
    arming.arm(DIGITS)
    await done()
    assert [emoji for name, emoji in wire.log if name == "react"] == list(DIGITS)


async def test_reactions_are_set_once() -> None:
    """Only what is new is set at the next edit; nothing once the message is closed."""
    arming, wire = armed()
    arming.arm(DIGITS[:2])
    arming.arm(DIGITS[:3])
    await done()
    assert wire.count("react") == 3
    arming.stop()
    arming.arm(DIGITS)
    await done()
    assert wire.count("react") == 3


async def test_what_was_set_is_taken_away_when_it_is_over() -> None:
    """Also what was on its way, and what stood there before a start; once, and nothing is set."""
    arming, wire = armed()
    arming.wait()
    arming.learn(DIGITS[:2])
    arming.arm(DIGITS[:3])
    arming.clear()
    await done()
    arming.arm(DIGITS)
    await done()
    taken = [about[1] for name, about in wire.log if name == "take back"]
    newly = [emoji for name, emoji in wire.log if name == "react"]
    assert sorted(taken) == sorted([*DIGITS[:2], *newly])


async def test_what_stands_there_already_is_not_set_again() -> None:
    """After a start the message is read first; what is missing is set, and what comes later."""
    arming, wire = armed()
    arming.wait()
    arming.arm(DIGITS[:3])
    await done()
    assert wire.count("react") == 0
    arming.learn(DIGITS[:2])
    await done()
    assert [emoji for name, emoji in wire.log if name == "react"] == [DIGITS[2]]
    arming.arm(DIGITS)
    await done()
    assert [emoji for name, emoji in wire.log if name == "react"] == list(DIGITS[2:])

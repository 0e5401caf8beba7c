"""`/accuse`: what is left of a reason."""

from typing import Any

import pytest

from bot.cogs.accuse import ReasonOption
from bot.interactions.context import Told
from tests.interactions.test_transformers import MINE, Tables, asking


@pytest.mark.parametrize("reason", ["\u200b", "\u115f\u1160", "  \u2800 "])
async def test_accusation_needs_something_to_be_read(reason: str) -> None:
    """What is drawn as nothing is no reason."""
    asked: Any = asking(Tables(MINE))
    with pytest.raises(Told) as told:
        await ReasonOption().transform(asked, reason)
    assert "what happened" in str(told.value.screen.parts[0])


async def test_reason_of_an_accusation_is_cleaned_as_names_are() -> None:
    """One line without invisible characters."""
    asked: Any = asking(Tables(MINE))
    cleaned = await ReasonOption().transform(asked, "looked\n\u202e beneath\u200b")
    assert cleaned == "looked beneath"

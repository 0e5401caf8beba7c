"""Pictures of tables: on request for one's own eyes, and below the result for all."""

import asyncio

import pytest

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.components import walk
from tests.end_to_end.flinch_player import FlinchPlayer
from tests.end_to_end.harness import Club

pytestmark = pytest.mark.asyncio(loop_scope="module")


def words(seen: MessageSeen) -> list[str]:
    """Return the words beside the pictures of a message."""
    galleries = [part for part in walk(seen.components) if part.get("type") == 12]
    return [item["description"] for part in galleries for item in part["items"]]


async def test_picture_is_shown_on_request_and_at_the_end(house: Club) -> None:
    """`/table picture:true` answers one person; the result carries the final layout."""
    place = house.visit(2)
    await place.opened(pile="5")
    ana, ben = place.people
    await ben.slash(place.room.id, "table", picture=True)
    own = await ben.wait_for(lambda seen: seen.ephemeral and bool(words(seen)), place.room.id)
    assert [each.filename for each in own.attachments] == ["table.png"]
    assert own.attachments[0].size < 60 * 1024
    (said,) = words(own)
    assert "Middle: Stock" in said
    assert not any(words(seen) for seen in ana.messages(place.room.id))

    players = [FlinchPlayer(person, place.room, "buttons") for person in place.people]
    await asyncio.gather(*(player.play() for player in players))
    over = await ana.wait_for(
        lambda seen: bool(words(seen)) and "Rematch" in [each.label for each in seen.controls],
        place.room.id,
    )
    (said,) = words(over)
    assert " wins. Flinch cards left: 1st " in said
    assert len(over.attachments) == 1

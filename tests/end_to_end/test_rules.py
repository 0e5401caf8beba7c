"""`/rules` over a real connection: in a channel with a table, and by direct message."""

import io

import aiohttp
import pytest
from PIL import Image

from bot.sandbox.model import permissions
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.components import walk
from tests.end_to_end.harness import Club, press

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_rules_of_the_table_here_are_read_page_by_page(house: Club) -> None:
    """The game of the table is meant, its house rules are marked, buttons turn the pages."""
    place = house.visit(1)
    (ana,) = place.people
    await ana.slash(place.room.id, "play flinch", pile="15")
    await place.table(ana, "Join")
    answer = await (await ana.slash(place.room.id, "rules")).settled()
    assert answer is not None
    assert answer.ephemeral
    assert "1901" in answer.text
    await press(ana, answer, "Next page")
    await ana.until(lambda: "seed" in ana.message(answer.id).text)
    control = next(each for each in ana.message(answer.id).controls if each.kind != "button")
    await ana.select(answer.id, control.custom_id or "", ["10"])
    await ana.until(lambda: "✅ 15 cards" in ana.message(answer.id).text)


async def test_rules_are_read_by_direct_message(house: Club) -> None:
    """Without a table it asks which game; in the reader's language."""
    dan = house.world.add_user("Dan", locale="es-ES", guild=house.guild)
    answer = await (await dan.slash(await dan.dm(), "rules")).settled()
    assert answer is not None
    await press(dan, answer, "FLIP")
    await dan.until(lambda: "Regla de volteo" in dan.message(answer.id).text)


def pictures(seen: MessageSeen) -> list[tuple[str, str]]:
    """Return the address and the words of every picture of a message."""
    galleries = [part for part in walk(seen.components) if part.get("type") == 12]
    items = [item for part in galleries for item in part["items"]]
    return [(item["media"]["url"], item["description"]) for item in items]


async def test_pictures_come_and_go_with_the_pages(house: Club) -> None:
    """A page's files are those of its pictures, also after a page with more, fewer or none."""
    dan = house.world.add_user("Dan", locale="en-US", guild=house.guild)
    answer = await (await dan.slash(await dan.dm(), "rules", game="flushed")).settled()
    assert answer is not None
    assert (pictures(answer), answer.attachments) == ([], ())

    async def turn(label: str, count: int) -> MessageSeen:
        """Turn the page and return it once it has so many pictures, and as many files."""
        await press(dan, dan.message(answer.id), label)
        await dan.until(lambda: len(pictures(dan.message(answer.id))) == count)
        seen = dan.message(answer.id)
        assert len(seen.attachments) == count
        assert all(each.size < 60 * 1024 for each in seen.attachments)
        return seen

    deal = await turn("Next page", 1)
    ((address, said),) = pictures(deal)
    assert "Your hand: 4 of spades" in said
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        picture = Image.open(io.BytesIO(await response.read()))
    assert picture.format == "PNG"
    await turn("Next page", 2)
    await turn("Previous page", 1)
    await turn("Previous page", 0)
    await turn("Next page", 1)


async def test_where_no_files_may_be_sent_the_words_stand_for_the_picture(house: Club) -> None:
    """Without Attach Files every page still comes, with what the picture would say."""
    place = house.visit(1)
    (ana,) = place.people
    bot = next(iter(house.world.bots.values()))
    house.world.faults.deny(place.room, bot, permissions.ATTACH_FILES)
    answer = await (await ana.slash(place.room.id, "rules", game="flip")).settled()
    assert answer is not None
    await press(ana, answer, "Next page")
    await ana.until(lambda: "stock 49; face down" in ana.message(answer.id).text)
    assert (pictures(ana.message(answer.id)), ana.message(answer.id).attachments) == ([], ())

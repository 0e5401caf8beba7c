"""`/rules` over a real connection: in a channel with a table, and by direct message."""

import io

import aiohttp
import pytest
from PIL import Image

from bot.sandbox.model import permissions
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.components import walk
from bot.sandbox.people.person import Person
from tests.end_to_end.harness import Club, press

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_rules_of_the_table_here_are_read_page_by_page(house: Club) -> None:
    """The game and house rules of the table are meant, a choice and buttons turn the pages."""
    place = house.visit(1)
    (ana,) = place.people
    await ana.slash(place.room.id, "play flinch", pile="15")
    await place.table(ana, "Join")
    answer = await (await ana.slash(place.room.id, "rules")).settled()
    assert answer is not None
    assert answer.ephemeral
    assert "**Goal.**" in answer.text
    assert "It has fifteen cards" in answer.text
    await press(ana, answer, "Next page")
    await ana.until(lambda: "What you must play" in ana.message(answer.id).text)
    await choose(ana, answer, 7)
    await ana.until(lambda: "✅ 15 cards" in ana.message(answer.id).text)


async def test_rules_are_read_by_direct_message(house: Club) -> None:
    """Without a table it asks which game; in the reader's language."""
    dan = house.world.add_user("Dan", locale="es-ES", guild=house.guild)
    answer = await (await dan.slash(await dan.dm(), "rules")).settled()
    assert answer is not None
    await press(dan, answer, "FLIP")
    await dan.until(lambda: "**Objetivo.**" in dan.message(answer.id).text)


async def choose(person: Person, answer: MessageSeen, page: int) -> None:
    """Choose a page, counted from 0, from the list of them."""
    controls = person.message(answer.id).controls
    pages = next(each for each in controls if each.kind != "button")
    await person.select(answer.id, pages.custom_id or "", [str(page)])


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

    async def turn(to: str | int, count: int) -> MessageSeen:
        """Turn the page and return it once it has so many pictures, and as many files."""
        if isinstance(to, int):
            await choose(dan, answer, to)
        else:
            await press(dan, dan.message(answer.id), to)
        await dan.until(lambda: len(pictures(dan.message(answer.id))) == count)
        seen = dan.message(answer.id)
        assert len(seen.attachments) == count
        assert all(each.size < 60 * 1024 for each in seen.attachments)
        return seen

    (address, said), _ = pictures(await turn("Next page", 2))
    assert "Your hand: 4 of spades" in said
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        picture = Image.open(io.BytesIO(await response.read()))
    assert picture.format == "PNG"
    await turn("Previous page", 0)
    await turn("Next page", 2)
    await turn(5, 1)
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
    await choose(ana, answer, 5)
    await ana.until(lambda: "stock 49; face down" in ana.message(answer.id).text)
    assert (pictures(ana.message(answer.id)), ana.message(answer.id).attachments) == ([], ())

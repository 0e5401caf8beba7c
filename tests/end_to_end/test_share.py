"""**Share**: what one person was shown stands in the channel, without what is one's own.

See `experience.md` section 7.
"""

import re
from pathlib import Path

import pytest

from bot.sandbox.model import permissions
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.components import walk
from bot.sandbox.people.person import Person
from tests.end_to_end.harness import Club, Place, club, press
from tests.records.scan import found
from tests.tables.harness import url_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

GONE = "a former player"


async def shown(person: Person, place: Place, command: str, **options: object) -> MessageSeen:
    """Type a command and return what it answers."""
    answer = await (await person.slash(place.room.id, command, **options)).settled()
    assert answer is not None
    return answer


async def shared(person: Person, seen: MessageSeen) -> MessageSeen:
    """Press **Share** and return what stands in the channel by that."""
    answer = await (await press(person, seen, "Share")).settled()
    assert answer is not None
    link = re.fullmatch(r"Shared\. \[Go to post\]\(.*/(\d+)/(\d+)>?\)", answer.text)
    assert link is not None, answer.text
    assert answer.ephemeral
    post = person.message(int(link[2]))
    assert not post.ephemeral
    assert not [each for each in post.controls if each.custom_id]
    return post


async def refused(person: Person, seen: MessageSeen) -> str:
    """Press **Share** and return why not."""
    answer = await (await press(person, seen, "Share")).settled()
    assert answer is not None
    return answer.text


def words(seen: MessageSeen) -> str:
    """Return all that a message says, beside its pictures too."""
    galleries = [part for part in walk(seen.components) if part.get("type") == 12]
    said = (item["description"] for part in galleries for item in part["items"])
    return "\n".join((seen.text, *said))


def number(table: MessageSeen) -> str:
    """Return the number of a table."""
    return table.text.splitlines()[0].rsplit(" ", 1)[-1]


async def test_sharing_and_being_forgotten(house: Club, played: tuple[Place, MessageSeen]) -> None:
    """Figures, a step of a replay, a picture and a result; whoever deletes is named in none.

    Also where Discord does not take the edit at once.
    """
    place, table = played
    ana, ben = place.people
    eva, leo, zoe = (
        house.world.add_user(name, guild=house.guild) for name in ("Eva", "Leo", "Zoe")
    )

    stats = await shared(ana, await shown(ana, place, "stats"))
    assert "Ana's games" in stats.text
    assert "Most frequent opponent: Ben (1)" in words(stats)

    replay = await shown(eva, place, "replay", table=number(table))
    await press(eva, replay, "Next")
    await eva.until(lambda: "Step 1 of" in eva.message(replay.id).text)
    step = await shared(eva, eva.message(replay.id))
    assert "Step 1 of" in step.text
    assert "Ben" in step.text

    picture = await shown(leo, place, "table", table=number(table), picture=True)
    drawn = await shared(leo, picture)
    assert "wins" in drawn.text
    assert "Ben" in words(drawn).replace(drawn.text, "")
    assert "wins" not in words(drawn).replace(drawn.text, ""), "the picture repeats no result"

    result = await shared(zoe, zoe.message(table.id))
    assert "Ben" in result.text
    assert f"/{table.id}" in result.text

    others = await shared(ben, await shown(ben, place, "stats"))
    assert "Ben's games" in others.text

    path = rf"/channels/{place.room.id}/messages/{stats.id}$"
    house.world.faults.answer(path, 503, method="PATCH", times=2)
    drawn_path = rf"/channels/{place.room.id}/messages/{drawn.id}$"
    house.world.faults.answer(drawn_path, 413, 40005, method="PATCH", files=True)
    dm = await ben.dm()
    question = await (await ben.slash(dm, "mydata delete")).settled()
    assert question is not None
    await press(ben, question, "Delete my data")
    await ben.until(lambda: "I've deleted everything" in ben.message(question.id).text)
    for post in (stats, step, drawn, result, others):
        await ana.until(lambda post=post: "Ben" not in words(ana.message(post.id)))  # type: ignore[misc]
    assert GONE in ana.message(step.id).text
    assert "it's gone now" in ana.message(others.id).text
    assert "Ana's games" in ana.message(stats.id).text
    assert await found(url_of(house.bot.database), str(ben.id), "Ben") == []


async def test_post_is_drawn_by_the_next_start_at_the_latest(tmp_path: Path) -> None:
    """Killed before it shows anything, and before somebody's name is taken out of it."""
    async with club(tmp_path, people=2) as place:
        ana, ben = place.people
        await place.opened()
        seen = await shown(ana, place, "table", picture=True)
        edits = rf"/channels/{place.room.id}/messages/\d+$"
        place.world.faults.answer(edits, 503, method="PATCH", times=99)
        post = await shared(ana, seen)
        assert post.text == "…"
        await killed_and_started(place)
        await ana.until(lambda: "Ben" in words(ana.message(post.id)))
        place.world.faults.answer(edits, 503, method="PATCH", times=99)
        question = await (await ben.slash(await ben.dm(), "mydata delete")).settled()
        assert question is not None
        await press(ben, question, "Delete my data")
        await ben.until(lambda: "I've deleted everything" in ben.message(question.id).text)
        assert "Ben" in words(ana.message(post.id))
        await killed_and_started(place)
        await ana.until(lambda: "Ben" not in words(ana.message(post.id)))
        assert GONE in words(ana.message(post.id))


async def killed_and_started(place: Club) -> None:
    """Kill the bot and start it again, with a Discord that takes everything."""
    await place.bot.kill()
    place.world.faults.clear()
    await place.restart()


async def test_shared_once_a_minute_and_where_one_may_write(house: Club) -> None:
    """One post a person and minute; nothing by who may not write, nor where the bot may not."""
    place = house.visit(2)
    ana, ben = place.people
    await place.opened()
    seen = await shown(ana, place, "table", picture=True)
    post = await shared(ana, seen)
    assert re.fullmatch(r"### Flinch · table \d+\n\[Go to table\]\(.*\)", post.text)
    assert re.fullmatch(
        r"You just shared something\. You can share again <t:\d+:R>\.", await refused(ana, seen)
    )
    seen = await shown(ben, place, "table", picture=True)
    house.world.overwrite(place.room, ben, deny=permissions.SEND_MESSAGES)
    assert await refused(ben, seen) == (
        "You can't write in this channel, so you can't share anything here."
    )
    house.world.overwrite(place.room, ben)
    await shared(ben, seen)


async def test_shared_though_discord_fails(house: Club) -> None:
    """Too large a picture is told in words; a post whose answer is lost stands there once."""
    place = house.visit(2)
    ana, ben = place.people
    await place.opened()
    path = rf"/channels/{place.room.id}/messages$"
    edits = rf"/channels/{place.room.id}/messages/\d+$"
    house.world.faults.answer(edits, 413, 40005, method="PATCH", files=True)
    seen = await shown(ana, place, "table", picture=True)
    in_words = await shared(ana, seen)
    assert "Middle: Stock" in in_words.text
    house.world.faults.drop(path, method="POST", after_effect=True)
    post = await shared(ben, await shown(ben, place, "table", picture=True))
    later = [each for each in ana.messages(place.room.id) if each.id > in_words.id]
    assert [each.id for each in later if not each.ephemeral] == [post.id]
    house.world.faults.answer(path, 503, method="POST", times=2)
    eva = house.world.add_user("Eva", guild=house.guild)
    seen = await shown(eva, place, "table", picture=True)
    assert "isn't taking posts right now" in await refused(eva, seen)
    await shared(eva, seen)


async def test_table_of_a_channel_that_not_all_can_see_is_shared_there_alone(house: Club) -> None:
    """Who sits there may look at it elsewhere, but not show it to those who cannot see it."""
    place, elsewhere = house.visit(1), house.visit(1)
    (ana,) = place.people
    await ana.slash(place.room.id, "play flinch", bots=1)
    await press(ana, await place.table(ana, "Start"), "Start")
    table = await place.table(ana, "My hand")
    everybody = house.guild.roles[house.guild.id]
    house.world.overwrite(place.room, everybody, deny=permissions.VIEW_CHANNEL)
    house.world.overwrite(place.room, ana, allow=permissions.VIEW_CHANNEL)
    bot = next(iter(house.world.bots.values()))
    house.world.overwrite(place.room, bot, allow=permissions.VIEW_CHANNEL)
    seen = await shown(ana, elsewhere, "table", table=number(table), picture=True)
    assert await refused(ana, seen) == (
        f"Not everyone here can see that table. Share it in <#{place.room.id}>."
    )
    await shared(ana, await shown(ana, place, "table", picture=True))


async def test_what_is_shared_is_in_the_servers_language(tmp_path: Path) -> None:
    """Whatever the language is of who shares; without files its picture is told in words."""
    async with club(tmp_path, people=2, start=False) as place:
        place.guild.locale = "es-ES"
        await place.bot.start()
        await place.ready()
        ana, _ = place.people
        await ana.slash(place.room.id, "play flinch", bots=1)
        await press(ana, await place.table(ana, "Empezar"), "Empezar")
        await place.table(ana, "Mi mano")
        seen = await shown(ana, place, "table", picture=True)
        post = await shared(ana, seen)
        assert "mesa 1" in post.text
        assert "Ir a la mesa" in post.text

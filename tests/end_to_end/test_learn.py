"""`/learn` over a real connection: a lesson played by a newcomer, in a channel and by DM."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from bot.ui.renderers import RENDERERS
from tests.end_to_end.harness import Club, club, press
from tests.end_to_end.newcomer import Newcomer, answer, progress, task

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAMES = [renderer.key for renderer in RENDERERS if renderer.lesson is not None]
ENGLISH, SPANISH = ("en-GB", "wins"), ("es-ES", "Gana")


async def opened(person: Person, where: int, game: str | None = None) -> MessageSeen:
    """Ask for a lesson and return its message."""
    chosen = {} if game is None else {"game": game}
    lesson = await (await person.slash(where, "learn", **chosen)).settled()
    assert lesson is not None
    return lesson


def stored(place: Club) -> list[int]:
    """Return how many rows there are of what a game would leave."""
    with sqlite3.connect(place.bot.database) as database:
        tables = ("tables", "seats", "events", "results", "ratings")
        counts = (database.execute(f"SELECT count(*) FROM {each}") for each in tables)
        return [int(count.fetchone()[0]) for count in counts]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("reader", [ENGLISH, SPANISH], ids=["en", "es"])
async def test_newcomer_wins_by_doing_what_is_said(
    house: Club, game: str, reader: tuple[str, str]
) -> None:
    """Every step in one private message; the end shows the win and leads to a real table."""
    locale, wins = reader
    place = house.visit(1)
    ana = house.world.add_user("Eva", locale=locale, guild=house.guild)
    before = stored(house)
    lesson = await opened(ana, place.room.id, game)
    assert lesson.ephemeral
    newcomer = Newcomer(ana, lesson)
    await newcomer.learn()
    assert wins in newcomer.seen.text
    assert [each.id for each in ana.messages(place.room.id)] == [lesson.id]
    assert stored(house) == before


async def test_lesson_by_direct_message_is_an_ordinary_message(house: Club) -> None:
    """In the bot's DM it stays when the client is closed; without a game it asks which."""
    (ana,) = house.visit(1).people
    dm = await ana.dm()
    asked = await opened(ana, dm)
    assert not asked.ephemeral
    await press(ana, asked, "Flinch")
    newcomer = Newcomer(ana, ana.message(asked.id))
    await newcomer.learn(3)
    assert newcomer.step == 3
    assert len(ana.messages(dm)) == 1


async def test_wrong_press_is_answered_with_a_hint_and_changes_nothing(house: Club) -> None:
    """A refused press says why; an allowed one that it is; both say again what to do."""
    place = house.visit(1)
    (ana,) = place.people
    newcomer = Newcomer(ana, await opened(ana, place.room.id, "flinch"))
    await newcomer.learn(2)
    before = newcomer.seen.text
    await press(ana, newcomer.seen, "13")
    assert "doesn't fit" in answer(newcomer.seen)
    assert answer(newcomer.seen).endswith(task(newcomer.seen))
    await press(ana, newcomer.seen, "Lay a card")
    await press(ana, newcomer.seen, "13")
    assert "someone can call Flinch!" in answer(newcomer.seen)
    await press(ana, newcomer.seen, "Back")
    await newcomer.go_on()
    assert newcomer.seen.text == before


async def test_rules_are_read_beside_a_lesson(house: Club) -> None:
    """They come in a message of their own, so the lesson stays where it was."""
    place = house.visit(1)
    (ana,) = place.people
    newcomer = Newcomer(ana, await opened(ana, place.room.id, "flinch"))
    await newcomer.learn(4)
    answered = await press(ana, newcomer.seen, "Rules")
    rules = await answered.settled()
    assert rules is not None
    assert rules.id != newcomer.message
    assert "**Goal.**" in rules.text
    assert newcomer.step == 4


async def test_same_press_twice_leads_on_once(house: Club) -> None:
    """Both are answered, with the same step."""
    place = house.visit(1)
    (ana,) = place.people
    newcomer = Newcomer(ana, await opened(ana, place.room.id, "flinch"))
    onward = newcomer.seen.control("Next").custom_id or ""
    await asyncio.gather(*(ana.press(newcomer.message, onward) for _ in range(2)))
    assert newcomer.step == 2


@pytest.mark.parametrize(
    "custom_id",
    ["k1:0:99:0:0:learn-flinch__go-next", "k1:0:0:0:0:learn-bridge__go-again", "k1:0:0:0:0:learn-"],
)
async def test_press_of_a_step_there_is_not_is_answered(house: Club, custom_id: str) -> None:
    """As from another version of the lesson, or forged: one sentence, the lesson stays."""
    place = house.visit(1)
    (ana,) = place.people
    newcomer = Newcomer(ana, await opened(ana, place.room.id, "flinch"))
    newcomer.seen.control("Next").raw["custom_id"] = custom_id
    answered = await (await ana.press(newcomer.message, custom_id)).settled()
    assert answered is not None
    assert answered.text == "That button is out of date."
    assert newcomer.step == 1


async def test_lesson_leads_on_to_a_table(house: Club) -> None:
    """The last step's button opens a lobby, which others see."""
    place = house.visit(1)
    (ana,) = place.people
    newcomer = Newcomer(ana, await opened(ana, place.room.id, "flinch"))
    await newcomer.learn()
    await press(ana, newcomer.seen, "Play Flinch")
    lobby = await place.table(ana, "Add bot")
    assert not lobby.ephemeral


async def test_lesson_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Killed in the middle, also of a half-made choice: the same message leads on."""
    async with club(tmp_path, people=1) as place:
        ana = place.people[0]
        newcomer = Newcomer(ana, await opened(ana, place.room.id, "flinch"))
        await newcomer.learn(5)
        await press(ana, newcomer.seen, "Lay a card")
        await place.bot.kill()
        await place.restart()
        await newcomer.learn()
        assert progress(newcomer.seen)[0] == progress(newcomer.seen)[1]
        assert "wins" in newcomer.seen.text

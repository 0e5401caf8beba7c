"""Three processes with eight shards on one PostgreSQL (`architecture.md`, Several processes).

Hands are direct messages, which come to whoever has shard 0; every table here is another process'.
"""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from tests.end_to_end.dying import DIE
from tests.end_to_end.flinch_player import FlinchPlayer, Means, one_act, read, turn_of
from tests.end_to_end.flip_player import FlipPlayer
from tests.end_to_end.harness import FAST, Bot, Place
from tests.end_to_end.several import DONE, Several, several
from tests.end_to_end.test_flip import lines, play_until, players
from tests.operating.test_monitoring import asked, free_port
from tests.postgresql import running_server
from tests.prerequisites import POSTGRESQL, require

pytestmark = pytest.mark.asyncio(loop_scope="module")

FIRST, SECOND, THIRD = (0, 1, 2), (3, 4, 5), (6, 7)
WINDOW = {"CALL_WINDOW_MS": "500"}
MONITORED = f"127.0.0.1:{free_port()}"
"""Where the second process tells its figures."""


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, Callable[[], None]]]:
    """Return the URL of an empty database, and what restarts its server."""
    require(POSTGRESQL)
    with running_server() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(
    server: tuple[str, Callable[[], None]], tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Several]:
    """Three processes that have their shards; the third is a spare one, too."""
    async with several(tmp_path_factory.mktemp("several"), *server, WINDOW) as place:
        await place.start("first", "0-2")
        await place.start("second", "3-5", MONITORING=MONITORED)
        place.entry = "tests.end_to_end.dying"
        await place.start("third", "6-7", spare=True)
        place.entry = "tests.end_to_end.dealt"
        await place.until_held(FIRST, SECOND, THIRD)
        yield place


async def on_turn(place: Place) -> None:
    """Wait until a hand says whose turn it is: the others follow."""
    hands = [(person, (await place.hand(person)).id) for person in place.people]
    await place.people[0].until(
        lambda: any(read(person.message(hand)).mine for person, hand in hands), DONE
    )


async def typed(person: Person, channel: int, notation: str) -> tuple[Interaction, str]:
    """Type a move; return the command and the words of its answer."""
    made = await person.slash(channel, "move", action=notation)
    seen = await made.settled(DONE)
    return made, seen.text if seen is not None else ""


async def typing(place: Place, until: Callable[[], bool]) -> dict[str, str]:
    """Type moves by direct message, in turn and out of it; return each press' answer."""
    answers: dict[str, str] = {}
    while not until():
        for person in place.people:
            shown = read(await place.hand(person))
            made, words = await typed(person, await person.dm(), shown.wishes()[0])
            answers[f"i{made.id}"] = words
            if words.startswith("Done."):
                await FlinchPlayer(person, place.room, "commands").settled(shown)
    return answers


async def stored(house: Several, place: Place) -> list[str]:
    """Return the keys of the presses stored of a room's table, in order, each action's once."""
    query = (
        "SELECT events.ply, press FROM events JOIN tables ON tables.id = events.table"
        " WHERE channel = :room AND press IS NOT NULL"
        " GROUP BY events.ply, press ORDER BY events.ply"
    )
    rows = await house.rows(query, room=place.room.id)
    assert [ply for ply, _ in rows] == sorted({ply for ply, _ in rows})
    return [press.partition("#")[0] for _, press in rows]


async def agree(house: Several, place: Place, answers: dict[str, str]) -> None:
    """Check that each answer says what was stored: what was done, and nothing else."""
    done = [key for key, words in answers.items() if words.startswith("Done.")]
    kept = [key for key in await stored(house, place) if key in answers]
    assert kept == done, {key: answers[key] for key in {*kept} ^ {*done}}
    assert all(answers.values()), "who was refused has read why"


async def shown_once(place: Place) -> None:
    """Check that one board and one hand each show a game."""
    ana = place.people[0]
    boards = [
        seen
        for seen in ana.messages(place.room.id)
        if any("My hand" in each.label for each in seen.controls)
    ]
    assert len(boards) == 1
    for person in place.people:
        assert len([one for one in person.messages(await person.dm()) if one.controls]) == 1


@pytest.mark.parametrize("means", ["buttons", "reactions"])
async def test_moves_by_direct_message_reach_the_owner(house: Several, means: Means) -> None:
    """By button and by reaction, at tables of two other processes at once."""
    places = [house.visit(2, shard, f"{means} {shard}") for shard in (4, 7)]
    for place in places:
        await place.opened(pile="5")

    async def acts(place: Place) -> None:
        for _ in range(5):
            await on_turn(place)
            await one_act(place, means)

    await asyncio.gather(*(acts(place) for place in places))
    for place in places:
        assert len(await stored(house, place)) >= 5
        await shown_once(place)
    assert not house.failed()


async def test_each_answer_says_what_was_stored(house: Several) -> None:
    """Commands by direct message, typed in turn and out of it."""
    place = house.visit(2, 4, "typed")
    await place.opened(pile="5")
    tries = iter(range(6))
    answers = await typing(place, lambda: next(tries, None) is None)
    await agree(house, place, answers)
    assert len(await stored(house, place)) >= 5
    assert "It's not your turn yet." in answers.values()
    await house.until_answered()
    _, said = await asked(MONITORED, "/metrics")
    figures = dict(line.rsplit(" ", 1) for line in said.splitlines())
    assert float(figures["kalamazoo_letters_answered_total"]) >= len(answers)
    assert 'kalamazoo_queue_age_seconds{queue="inbox"}' in figures


async def test_hand_and_suggestions_come_by_direct_message(house: Several) -> None:
    """The owner shows the hand and keeps it; what cannot wait, the receiver reads for itself."""
    place = house.visit(2, 7, "asked")
    await place.opened(pile="5")
    kept = {}
    for person in place.people:
        dm, held = await person.dm(), read(await place.hand(person)).hand
        shown = await (await person.slash(dm, "hand")).settled(DONE)
        assert shown is not None
        assert read(shown).hand == held
        kept[person] = shown
        offered = [each.name for each in await person.autocomplete(dm, "move", "action", "")]
        cards = {str(card) for card in held}
        assert cards <= {word.strip("[]") for name in offered for word in name.split()}
    acted = await one_act(place)
    sent, before = (await place.hand(acted)).id, read(kept[acted])
    await acted.until(lambda: read(acted.message(sent)) != before, DONE)
    await acted.until(
        lambda: read(acted.message(kept[acted].id)) == read(acted.message(sent)), DONE
    )


async def test_bounds_and_erasure_hold_for_all_processes(house: Several) -> None:
    """Seats of other servers count, are told apart, and who is forgotten is so everywhere."""
    places = [house.visit(2, shard, f"bounds {shard}") for shard in (1, 4, 7)]
    ana = places[0].people[0]
    for shard in (4, 7, 6):
        house.world.add_member(house.guilds[shard], ana)
    for place in places:
        place.people[0] = ana
        await place.opened(pile="5")
    other = house.visit(1, 6, "one too many")
    done = await ana.slash(other.room.id, "play flinch")
    refused = await done.settled(DONE)
    assert refused is not None
    assert "already at 3 tables" in refused.text
    dm = await ana.dm()
    which = await (await ana.slash(dm, "leave")).settled(DONE)
    offered = [each.name for each in await ana.autocomplete(dm, "leave", "table", "")]
    assert which is not None
    for place in places:
        where = f"Card Club #{place.room.name}"
        assert where in which.text.replace("\\", "")
        assert [name for name in offered if where in name]
    forget = await (await ana.slash(dm, "mydata delete")).settled(DONE)
    assert forget is not None
    await ana.press(forget.id, forget.control("Delete my data").custom_id or "")
    for place in places:
        ben = place.people[1]
        await ben.until(
            lambda p=place, b=ben: "Ana" not in boards(b, p.room.id),  # type: ignore[misc]
            DONE,
        )
    left = "SELECT 1 FROM seats WHERE person = :ana UNION SELECT 1 FROM users WHERE person = :ana"
    assert not await house.rows(left, ana=ana.id)


def boards(person: Person, room: int) -> str:
    """Return what tables in a room say."""
    return "\n".join(seen.text for seen in person.messages(room) if seen.controls)


async def test_start_that_would_take_every_table_twice_is_refused(house: Several) -> None:
    """Alone beside processes with shards, or counting the shards otherwise: one sentence."""
    for name, settings, said in (
        ("alone", {}, "Processes with shards run on this database"),
        ("other", {"SHARDS": "0-1", "SHARD_COUNT": "4"}, "run with 8 shards in all"),
    ):
        folder = house.folder / name
        folder.mkdir()
        bot = Bot(house.sandbox, folder, FAST | {"DATABASE_URL": house.url} | settings)
        await bot.start()
        assert await bot.ended(DONE) == 2
        assert said in bot.log.read_text(encoding="utf-8")


async def test_start_beside_one_that_has_everything_is_refused(house: Several) -> None:
    """Who has no shards runs, with another database of the same server; nobody comes beside it."""
    engine = create_async_engine(house.url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    async with engine.connect() as connection:
        await connection.execute(text("CREATE DATABASE alone"))
    url = make_url(house.url).set(database="alone").render_as_string(hide_password=False)
    bots = []
    for name, settings in (
        ("everything", {}),
        ("everything too", {}),
        ("beside", {"SHARDS": "0-7", "SHARD_COUNT": "8"}),
        ("spare beside", {"SPARE": "true", "SHARD_COUNT": "8"}),
    ):
        folder = house.folder / name
        folder.mkdir()
        bots.append(Bot(house.sandbox, folder, FAST | {"DATABASE_URL": url} | settings))
    alone, *others = bots
    await alone.start()
    await alone.logs("tables brought back")
    for bot in others:
        await bot.start()
    with_shards = (
        "A process without --shards runs on this database; stop it, or give it --shards and --of "
        "as well."
    )
    without = (
        "Another process of this bot runs on this database; stop it, or give both --shards and "
        "--of."
    )
    for bot, why in zip(others, (without, with_shards, with_shards), strict=True):
        assert await bot.ended(DONE) == 2
        said = bot.log.read_text(encoding="utf-8").splitlines()[-1]
        assert said.endswith(why)
    assert await alone.stop() == 0


async def test_race_is_void_everywhere_where_direct_messages_are_lost(house: Several) -> None:
    """Presses below hands come by shard 0, so its loss concerns other processes' tables, too."""
    place, found = await paired(house, 4, "lost")
    caller = asyncio.ensure_future(found[0].press("FLIP"))
    await found[1].person.until(lambda: "Checking" in lines(found[1]))
    house.world.faults.drop_gateway(shard=0)
    await found[1].person.until(lambda: "I was cut off" in lines(found[1]), DONE)
    await caller
    assert place.room


async def paired(house: Several, shard: int, deal: str) -> tuple[Place, list[FlipPlayer]]:
    """Return a game of FLIP that shows a pair: of a few deals one comes to it."""
    for attempt in range(6):
        place = house.visit(2, shard, f"{deal} {attempt}")
        found = await players(place, pair_play="frozen")
        if await play_until(found, lambda now: now.pair) is not None:
            return place, found
    raise AssertionError("it never came")


async def test_process_that_gives_its_shards_away_loses_no_move(house: Several) -> None:
    """A new one takes them over while people type: what was accepted is stored, nothing fails."""
    places = [house.visit(2, shard, f"handed over {shard}") for shard in (1, 4)]
    for place in places:
        await place.opened(pile="5")
    old = house.bots.pop("first")
    given = asyncio.ensure_future(replaced(house, old))
    typed_in = await asyncio.gather(*(typing(place, given.done) for place in places))
    assert await given == 0
    house.bots["first"] = house.bots.pop("heir")
    for place, answers in zip(places, typed_in, strict=True):
        tries = iter(range(2))
        answers |= await typing(place, lambda left=tries: next(left, None) is None)  # type: ignore[misc]
        await agree(house, place, answers)
        await shown_once(place)
    assert not house.failed()


async def replaced(house: Several, old: Bot) -> int:
    """Start another process for the shards of one; return how that one ends."""
    await house.start("heir", "0-2")
    status = await old.ended(DONE)
    await house.until_held(FIRST, SECOND, THIRD)
    return status


async def test_spare_process_goes_on_with_the_tables_of_one_that_was_killed(house: Several) -> None:
    """In the middle of a race: nobody knows who else has called, and the game goes on."""
    place, found = await paired(house, 4, "killed")
    await interrupted(house, found, house.bots.pop("second").kill)
    keys = await stored(house, place)
    assert len(keys) == len(set(keys)) > 10
    assert not [one for one in found[0].person.messages(place.room.id) if one.thinking]


async def interrupted(
    house: Several, found: list[FlipPlayer], stop: Callable[[], Awaitable[None]]
) -> None:
    """Stop the second process in the middle of a race; return once the game has gone on a while."""
    caller = asyncio.ensure_future(found[0].press("FLIP"))
    await found[1].person.until(lambda: "Checking" in lines(found[1]))
    await stop()
    with contextlib.suppress(Exception):
        await caller
    await house.until_held(FIRST, (*SECOND, *THIRD))
    await found[1].person.until(lambda: "I was cut off" in lines(found[1]), DONE)
    since = found[0].ply
    playing = [asyncio.ensure_future(player.play()) for player in found]
    await found[0].person.until(lambda: found[0].over or found[0].ply >= since + 8, DONE)
    for each in playing:
        each.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def test_letter_is_answered_once_though_its_owner_dies(house: Several) -> None:
    """Between the answer and its erasing: the next owner says the same, in the same message."""
    await house.start("fourth", spare=True)
    one = house.visit(2, 6, "dies 6")
    await one.opened(pile="5")
    await on_turn(one)
    mover = await turn_of(one)
    [other] = [person for person in one.people if person is not mover]
    two = house.visit(2, 7, "dies 7")
    two.people[0] = other
    house.world.add_member(house.guilds[7], other)
    await two.opened(pile="5")
    await house.until_answered()
    third = house.bots.pop("third")
    (house.folder / "third" / DIE).touch()
    [[number]] = await house.rows("SELECT id FROM tables WHERE channel = :room", room=one.room.id)
    wish = read(await one.hand(mover)).wishes()[0]
    made = await mover.slash(await mover.dm(), "move", action=wish, table=str(number))
    seen = await made.settled(DONE)
    assert seen is not None
    assert seen.text.startswith("Done.")
    await other.slash(await other.dm(), "hand")
    assert await third.ended(DONE) == -signal.SIGKILL
    await house.until_answered()
    told = [each for each in mover.messages(await mover.dm()) if each.ephemeral]
    said = [(each.id, each.text) for each in told if not read(each).hand]
    assert said == [(seen.id, seen.text)]
    assert (await stored(house, one)).count(f"i{made.id}") == 1
    dm = await other.dm()

    def private() -> list[MessageSeen]:
        return [each for each in other.messages(dm) if each.ephemeral]

    await other.until(lambda: len([each for each in private() if read(each).hand]) == 2, DONE)
    assert not [each for each in private() if each.thinking]

"""Whole games of every game over the sandbox: nothing sent shows a card its reader may not know.

Everything the bot sent is read: tables, hands, answers, pictures' words, what `/move` suggests,
`custom_id`s, and the log at its most talkative. Somebody without a seat looks on all the while.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.sandbox.model.errors import ApiError, Refused
from bot.sandbox.model.record import RequestRecord
from bot.sandbox.people.person import Person
from bot.ui.elements.controls import Control
from engine.games import GAMES
from tests.chaos import secrecy
from tests.chaos.ledger import Ledger, Sitting
from tests.chaos.payloads import Payload, payloads
from tests.chaos.twins import Twin
from tests.end_to_end.flinch_player import FlinchPlayer, Means
from tests.end_to_end.flip_player import FlipPlayer
from tests.end_to_end.flushed_player import FlushedPlayer
from tests.end_to_end.harness import Club, club

ROUTES: tuple[Means, ...] = ("reactions", "buttons", "commands", "buttons")
EVERY = 0.7
"""Seconds between two looks of whoever looks on."""
LATELY = 3.0
"""Seconds for which a screen that names no ply may be older than when it was sent."""


async def play_flinch(place: Club, table: int) -> None:
    """Do all duties, each by another means."""
    players = [
        FlinchPlayer(person, place.room, means)
        for person, means in zip(place.people, ROUTES, strict=False)
    ]
    await asyncio.gather(*(player.play() for player in players))


async def play_flip(place: Club, table: int) -> None:
    """Play whatever fits, each by another means."""
    players = [
        FlipPlayer(person, place.room, table, means)
        for person, means in zip(place.people, ROUTES, strict=False)
    ]
    await asyncio.gather(*(player.play() for player in players))


async def play_flushed(place: Club, table: int) -> None:
    """Play several at once where it goes, each by another means."""
    players = [
        FlushedPlayer(person, place.room, means, doubles=True, flush=True)
        for person, means in zip(place.people, ROUTES, strict=False)
    ]
    await asyncio.gather(*(player.play() for player in players))


PLAY: dict[str, Callable[[Club, int], Awaitable[None]]] = {
    "flinch": play_flinch,
    "flip": play_flip,
    "flushed": play_flushed,
}
VARIANTS = [
    ("flinch", 2, {"pile": "5", "conduct": "strict"}),
    ("flinch", 4, {"pile": "5", "partners": "on"}),
    ("flip", 2, {}),
    ("flushed", 3, {"doubles": "on", "flush": "on", "void_ace": "must"}),
    ("flushed", 4, {"doubles": "on", "flush": "on"}),
]


async def look_on(place: Club, stranger: Person, table: int, enough: asyncio.Event) -> None:
    """Press and type everything that somebody without a seat can, again and again."""
    while not enough.is_set():
        for command, options in (
            ("watch", {}),
            ("table", {"picture": True}),
            ("hand", {}),
            ("why", {}),
        ):
            await stranger.slash(place.room.id, command, **options)
        for person in (stranger, *place.people):
            await person.autocomplete(place.room.id, "move", "action", "")
            try:
                shown = person.message(table).control("My hand")
                await person.press(table, shown.custom_id or "")
            except (LookupError, Refused, ApiError):
                continue
        await asyncio.sleep(EVERY)


def suggestions(place: Club) -> Iterator[Payload]:
    """Yield what autocompletes suggested, each to one person."""
    by_id = {str(each.id): each for each in place.world.interactions}
    for request in place.world.record.requests:
        if isinstance(request.body, dict) and request.body.get("type") == 8:
            asked = by_id[_interaction(request)]
            choices = request.body["data"]["choices"]
            texts = tuple(str(each[key]) for each in choices for key in ("name", "value"))
            yield Payload(request.arrived, asked.user.id, texts, ())


def _interaction(request: RequestRecord) -> str:
    found = re.search(r"/interactions/(\d+)/", request.path)
    assert found is not None
    return found[1]


def moments(sitting: Sitting, payload: Payload) -> list[Payload]:
    """Return what was sent as of every ply it may show, newest first.

    What names its ply shows that one; what names none is not older than when it was made.
    """
    if payload.table is not None:
        return [payload]
    newest = max((ply.number for ply in sitting.plies if ply.at <= payload.time), default=0)
    lately = (ply.number for ply in sitting.plies if ply.at > payload.time - LATELY)
    oldest = max(0, min(lately, default=newest) - 1)
    return [
        replace(payload, controls=(Control(sitting.id, 0, ply, 0, "hand"),))
        for ply in range(newest, min(oldest, newest) - 1, -1)
    ]


def leaks(secrets: secrecy.Secrets, shown: list[Payload]) -> list[str]:
    """Return what one screen shows that its reader knew at none of its plies."""
    found = secrets.leaks(shown[0])
    if not all(secrets.leaks(each) for each in shown[1:]):
        return []
    return [f"{leak}: {shown[0].texts}" for leak in found]


def test_every_game_is_played_here() -> None:
    """A game more is one more line of `VARIANTS` and `PLAY`."""
    assert {key for key, *_ in VARIANTS} == PLAY.keys() == {game.key for game in GAMES}


@pytest.mark.parametrize(("key", "people", "rules"), VARIANTS)
async def test_nothing_sent_shows_what_its_reader_may_not_know(
    tmp_path: Path, key: str, people: int, rules: dict[str, str]
) -> None:
    """F-64: over a whole game, to the channel, to each seat and to who looks on."""
    async with club(tmp_path, people=people, deals=7, settings={"LOG_LEVEL": "DEBUG"}) as place:
        stranger = place.world.add_user("Stranger", guild=place.guild)
        table = await place.opened(key, shows="", **rules)
        enough = asyncio.Event()
        looking = asyncio.create_task(look_on(place, stranger, table.id, enough))
        await PLAY[key](place, table.id)
        await place.table(stranger, "Rematch")
        enough.set()
        await looking
        ledger = Ledger(place.bot.database)
        ledger.refresh()
        [sitting] = ledger.sittings.values()
        sent = [*payloads(place.world), *suggestions(place)]
        everything = [moments(sitting, payload) for payload in sent]
    log = place.bot.log.read_text(encoding="utf-8")
    secrets = secrecy.Secrets(sitting)
    assert sitting.status == "ended"
    assert Twin(sitting).follow() == []
    readers = {payload.reader for payload in sent if payload.texts}
    assert readers >= {None, stranger.id, *(person.id for person in place.people)}
    assert sum(len(secrecy.shown_cards(sitting, each)) for each in sent) > 100
    assert [leak for shown in everything for leak in leaks(secrets, shown)] == []
    assert secrecy.in_log(log, [sitting]) == []
    if sitting.renderer.hands:
        own = [each for each in sent if each.reader in sitting.seats and each.ply]
        lent = [[replace(each, reader=stranger.id)] for each in own]
        assert any(leaks(secrets, each) for each in lent), "a hand shown to another is found"

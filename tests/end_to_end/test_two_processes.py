"""Two processes of one token on one database, as for a minute while the bot is replaced.

Both get every event; whatever both do has its effect once.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.people.person import Person
from tests.chaos.ledger import Ledger
from tests.end_to_end.flinch_player import FlinchPlayer, read
from tests.end_to_end.harness import FAST, Bot, Club, club, offers, press


@contextlib.asynccontextmanager
async def another(place: Club, folder: Path) -> AsyncIterator[Bot]:
    """Run a second process beside the first."""
    second = Bot(place.sandbox, folder, FAST, deals=2)
    second.entry = ("tests.end_to_end.shared", *second.entry[1:])
    place.world.record.events.clear()
    await second.start()
    try:
        await place.ready()
        yield second
    finally:
        await second.kill()


def counted(place: Club) -> tuple[int, list[int]]:
    """Return how many tables there are, and the plies of all actions."""
    database = sqlite3.connect(f"file:{place.bot.database}?mode=ro", uri=True)
    tables = database.execute("SELECT count(*) FROM tables").fetchone()[0]
    plies = [row[0] for row in database.execute("SELECT DISTINCT ply FROM events ORDER BY ply")]
    database.close()
    return tables, plies


async def test_nothing_happens_twice(tmp_path: Path) -> None:
    """One command opens one table; no act is lost or doubled; one message shows the table."""
    async with club(tmp_path, people=2) as place, another(place, tmp_path):
        ana, ben = place.people
        await ana.slash(place.room.id, "play flinch", pile="5")
        lobby = await place.table(ana, "Join")
        await press(ben, lobby, "Join")
        await press(ana, ana.message(lobby.id), "Start")
        await place.table(ana, "My hand")
        tried, accepted = 0, 0
        for _ in range(8):
            for person in place.people:
                hand = read(await place.hand(person))
                for notation in hand.wishes()[:1] if hand.mine else ():
                    done = await person.slash(place.room.id, "move", action=notation)
                    answer = await done.settled()
                    tried += 1
                    accepted += answer is not None and answer.text.startswith("Done.")
                    await FlinchPlayer(person, place.room, "commands").settled(hand)
        tables, plies = counted(place)
        assert tables == 1
        assert plies == list(range(len(plies)))
        assert 0 < accepted <= len(plies) - 1 <= tried
        shown = [seen for seen in ana.messages(place.room.id) if offers(seen, "My hand")]
        assert len(shown) == 1


def shown(person: Person, hand: int) -> list[int]:
    """Return the cards a hand shows, in order."""
    return sorted(one for one in read(person.message(hand)).hand if one is not None)


def next_key(hand: MessageSeen) -> tuple[str, str] | None:
    """Return what leads on to what is best by what a hand shows; None: not one's turn.

    It is a button's id, or a select's with the entry to choose.

    A choice that was dropped is begun anew.
    """
    reading = read(hand)
    wishes = reading.wishes() if reading.mine else []
    if not wishes:
        return None
    acts = {(each.custom_id or "").rsplit(":", 1)[-1]: each.custom_id for each in hand.controls}
    wish = wishes[0]
    chosen = {"R": "reserve", "L": "spot"}.get(wish[0], "")
    if (chosen in acts and "@" in wish) or chosen == "reserve":
        return acts[chosen] or "", wish
    card = wish[1:].partition("@")[0]
    laid = [
        each.custom_id
        for each in hand.controls
        if each.label == card and (each.custom_id or "").endswith((f":L{card}", ":lay-card"))
    ]
    act = acts.get("lay" if wish[0] in "LN" else wish)
    pressed = laid[0] if wish[0] == "L" and laid else act
    return (pressed, "") if pressed else None


async def play_on(place: Club, acts: int) -> None:
    """Press by what the hands show, whether it is new or not, until so many acts are stored."""
    stored = len(counted(place)[1]) + acts
    async with asyncio.timeout(120):
        while len(counted(place)[1]) < stored:
            for person in place.people:
                player = FlinchPlayer(person, place.room, "buttons")
                hand = await player.hand()
                key = next_key(hand)
                if key is not None and key[1]:
                    await person.select(hand.id, key[0], [key[1]])
                elif key is not None:
                    await person.press(hand.id, key[0])
                if key is not None:
                    with contextlib.suppress(TimeoutError):
                        await person.until(lambda p=person, h=hand: p.message(h.id) != h, 1.0)  # type: ignore[misc]
            await asyncio.sleep(0.05)


async def test_choices_by_buttons_are_done_once(tmp_path: Path) -> None:
    """Half-made ones too: each press is stored once at most, and hands end up as it is stored.

    A choice begun before the second process came may be gone, as after a restart.
    """
    async with club(tmp_path, people=2) as place:
        await place.opened(pile="5")
        await play_on(place, 4)
        async with another(place, tmp_path):
            await play_on(place, 16)
            plies = counted(place)[1]
            assert plies == list(range(len(plies)))
            ledger = Ledger(place.bot.database)
            ledger.refresh()
            (sitting,) = ledger.sittings.values()
            presses = [ply.press for ply in sitting.plies if ply.press is not None]
            assert len(presses) == len(set(presses)) >= 16
            for person in place.people:
                seat = sitting.everybody[person.id]
                held = sorted(sitting.game.view(sitting.state, seat).hand)
                hand = await place.hand(person)
                await person.until(
                    lambda p=person, m=hand.id, h=held: shown(p, m) == h  # type: ignore[misc]
                )
                everything = [*person.messages(hand.channel_id), *person.messages(place.room.id)]
                assert not [seen.text for seen in everything if "went wrong" in seen.text]

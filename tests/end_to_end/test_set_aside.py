"""A table whose stored game cannot be read: one state, with one sentence by every route."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.sandbox.model.client_view import MessageSeen
from tests.end_to_end.harness import Club, club
from tests.end_to_end.test_absence import said

SENTENCE = "I can't read this table's saved game, so it stands still."


@asynccontextmanager
async def broken(folder: Path) -> AsyncIterator[tuple[Club, MessageSeen, MessageSeen]]:
    """Run a club whose one table cannot be read any more; yield its board and Ben's hand too."""
    async with club(folder, people=2) as place:
        table = await place.opened()
        hand = await place.hand(place.people[1])
        await place.bot.stop()
        with sqlite3.connect(place.bot.database) as database:
            database.execute("UPDATE events SET data = '{}' WHERE seq = 1")
        database.close()
        await place.restart()
        await place.people[0].wait_for(
            lambda seen: "couldn't load table" in seen.text, place.room.id
        )
        yield place, table, hand
        [logged] = [line for line in place.bot.errors() if " ERROR " in line]
        assert "cannot be read" in logged
        place.bot.log.unlink()


async def test_every_command_and_button_of_a_table_set_aside_says_the_same(tmp_path: Path) -> None:
    """Named or not, by whatever route: the sentence, no error number, and nothing changes."""
    async with broken(tmp_path) as (place, table, hand):
        ben = place.people[1]
        for command, options in (
            ("move", {"action": "T"}),
            ("flinch", {}),
            ("hand", {}),
            ("leave", {}),
            ("resign", {}),
            ("end", {}),
            ("why", {}),
            ("watch", {}),
            ("table", {}),
            ("rematch", {}),
            ("join", {}),
            ("start", {}),
            ("kick", {"player": "Ana"}),
            ("accuse", {"player": "Ana", "reason": "looked"}),
        ):
            for named in ({}, {"table": "1"}):
                answer = await said(await ben.slash(place.room.id, command, **options, **named))
                assert answer.startswith(SENTENCE), (command, named, answer)
        answer = await said(await ben.slash(place.room.id, "replay", table="1"))
        assert answer.startswith(SENTENCE), answer
        for shown in (table, hand):
            for control in ben.message(shown.id).controls:
                if control.custom_id and control.kind == "button":
                    answer = await said(await ben.press(shown.id, control.custom_id))
                    assert answer.startswith(SENTENCE), (control.label, answer)


async def test_a_later_start_logs_no_new_error_and_the_staff_ends_the_table(tmp_path: Path) -> None:
    """By `/end` as by `/tables`; the board shows the end, and the channel is told once."""
    async with broken(tmp_path) as (place, table, _):
        ana, ben = place.people
        await place.bot.stop()
        await place.restart()
        told = [seen for seen in ana.messages(place.room.id) if "couldn't load" in seen.text]
        assert len(told) == 1
        assert (await said(await ben.slash(place.room.id, "end"))).startswith(SENTENCE)
        assert "ended" in await said(await ana.slash(place.room.id, "end"))
        await ana.until(lambda: not [c for c in ana.message(table.id).controls if c.custom_id])
        assert not (await said(await ben.slash(place.room.id, "hand"))).startswith(SENTENCE)


async def test_tables_lists_a_table_set_aside_and_its_button_ends_it(tmp_path: Path) -> None:
    """Whoever manages the server; nobody else is offered the command."""
    async with broken(tmp_path) as (place, _, _hand):
        ana, ben = place.people
        assert "tables" not in {each.name for each in ben.commands(place.room.id)}
        listed = await (await ana.slash(place.room.id, "tables")).settled()
        assert listed is not None
        for label in ("End", "End"):
            page = ana.message(listed.id)
            [control] = [c for c in page.controls if c.custom_id and c.label.startswith(label)]
            await (await ana.press(listed.id, control.custom_id or "")).settled()
        await ana.until(lambda: "ended" in ana.message(listed.id).text)

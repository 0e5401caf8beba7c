"""The lobby, from the command to the deal, over a real connection."""

from pathlib import Path

from tests.end_to_end.harness import club


async def test_lobby_opens_and_the_game_is_dealt_by_buttons(tmp_path: Path) -> None:
    """`/play`, Join and Start: the table is a new message, every hand comes by DM."""
    async with club(tmp_path, people=2) as place:
        ana, ben = place.people
        await ana.slash(place.room.id, "play flinch")
        lobby = await place.table(ben, "Join")
        await ben.press(lobby.id, lobby.control("Join").custom_id or "")
        await ana.press(lobby.id, lobby.control("Start").custom_id or "")
        table = await place.table(ben, "My hand")
        assert table.id != lobby.id
        for person in (ana, ben):
            hand = await person.wait_for(lambda seen: bool(seen.controls), await person.dm())
            assert "Your hand" in hand.text
        closed = await ana.wait_for(
            lambda seen: seen.id == lobby.id and str(table.id) in seen.text, place.room.id
        )
        assert not closed.controls

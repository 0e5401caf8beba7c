"""`/rules` over a real connection: in a channel with a table, and by direct message."""

import pytest

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

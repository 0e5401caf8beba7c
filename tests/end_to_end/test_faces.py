"""The card faces: uploaded by a command, shown by the bot."""

from pathlib import Path

import pytest

from bot.cards import emoji_name, mark_name
from bot.sandbox.model.objects import AppEmoji
from bot.ui.renderers import RENDERERS
from tests.end_to_end.harness import TOKEN, Club, club

pytestmark = pytest.mark.asyncio(loop_scope="module")


def names(place: Club) -> set[str]:
    """Return the names of the application's emojis."""
    return {each.name for bot in place.world.bots.values() for each in bot.emojis.values()}


async def test_command_uploads_what_is_missing_and_the_table_shows_it(tmp_path: Path) -> None:
    """A second run uploads one face that was lost, removes an outdated one and nobody else's.

    After another design everything is uploaded anew, under the same names.
    """
    async with club(tmp_path, people=2, start=False) as place:
        bot = place.world.bots[next(iter(place.world.bots))]
        foreign = AppEmoji(place.world.ids.next(), "party", b"", "image/png", False)
        bot.emojis[foreign.id] = foreign
        faces = {name for renderer in RENDERERS for name in renderer.faces}
        wanted = {emoji_name(name) for name in faces}
        all_of_it = wanted | {mark_name(), "party"}
        status, printed = await place.bot.command("emojis", "--sandbox")
        assert (status, names(place)) == (0, all_of_it), printed
        assert f"uploaded: {len(wanted)}, already there: 0, outdated ones removed: 0." in printed

        lost = next(each for each in bot.emojis.values() if each.name == emoji_name("f7"))
        bot.emojis[lost.id] = AppEmoji(lost.id, "f7_00000", lost.image, "image/png", False)
        before = len([*place.world.record.find("POST", "/emojis")])
        status, printed = await place.bot.command("emojis", "--sandbox")
        assert (status, names(place)) == (0, all_of_it), printed
        assert len([*place.world.record.find("POST", "/emojis")]) == before + 1
        assert (
            f"uploaded: 1, already there: {len(wanted) - 1}, outdated ones removed: 1." in printed
        )

        marked = next(each for each in bot.emojis.values() if each.name == mark_name())
        old = AppEmoji(marked.id, "card_faces_00000000", marked.image, "image/png", False)
        bot.emojis[marked.id] = old
        before_that = {each.id for each in bot.emojis.values()} - {foreign.id}
        status, printed = await place.bot.command("emojis", "--sandbox")
        assert (status, names(place)) == (0, all_of_it), printed
        assert len(bot.emojis) == len(all_of_it)
        assert not before_that & set(bot.emojis)
        assert f"uploaded: {len(wanted)}, already there: 0, outdated ones" in printed

        await place.bot.start()
        await place.ready()
        table = await place.opened()
        used = {each.name for each in bot.emojis.values() if f":{each.id}>" in table.text}
        assert used
        assert used <= wanted


async def test_table_is_text_without_them(house: Club) -> None:
    """With no emojis uploaded the same table shows numbers in brackets."""
    place = house.visit(2)
    table = await place.opened()
    assert "<:" not in table.text
    assert "**Middle** " in table.text
    assert TOKEN not in table.text

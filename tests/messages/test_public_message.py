"""The table's public message: posted anew, closed, looked for, and shown to its end."""

from bot.tables.model import Table
from tests.messages.playing import GAME, acted
from tests.messages.stage import CHANNEL, Stage


async def test_old_live_table_is_posted_anew() -> None:
    """Discord slows edits of messages older than an hour (`discord.md` section 1)."""
    stage = Stage()
    table = (await stage.deal()).after
    first = stage.wire.at(CHANNEL)[-1]
    await stage.wait(3_500)
    await stage.change(acted(table, legal(table)))
    assert stage.wire.at(CHANNEL)[-1] != first
    assert stage.view.url is not None
    assert stage.view.url.split("/")[-1] in stage.wire.text(first)


def legal(table: Table) -> str:
    """Return an action of the turn's seat."""
    turn = GAME.turn(table.state)
    assert turn is not None
    return GAME.format(GAME.auto_action(table.state, turn.seat))

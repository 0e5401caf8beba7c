"""Which message tells of a game's beginning, whatever came first (`rules.md` section 0)."""

import pytest
from msgspec import structs

from bot.messages.posting import closes_lobby, untold
from bot.tables.model import Table
from tests.messages.playing import dealt


def begun(round_: int, message: int | None, old: int | None) -> Table:
    """Return a game with its present message and the one to be closed."""
    return structs.replace(dealt()[0], round=round_, message=message, old_message=old)


@pytest.mark.parametrize(
    ("table", "lobby"),
    [
        (begun(2, None, 40), True),
        (begun(2, 50, 40), True),
        (begun(3, None, 40), True),
        (begun(3, 60, 50), False),
    ],
)
def test_old_message_is_the_lobbys_until_the_table_is_posted_anew(
    table: Table, lobby: bool
) -> None:
    """Before and after the table's first message, also of a lobby that was posted anew."""
    assert closes_lobby(table) is lobby


def test_lobby_posted_anew_has_not_begun() -> None:
    """A lobby's old message says that it has moved."""
    assert not closes_lobby(structs.replace(begun(2, 50, 40), status="lobby", state=None))


@pytest.mark.parametrize(
    ("table", "missing"),
    [
        (begun(2, None, None), True),
        (begun(2, None, 40), False),
        (begun(2, 50, None), False),
        (begun(3, None, None), False),
    ],
)
def test_beginning_is_told_once(table: Table, missing: bool) -> None:
    """Where no message of the lobby or the game ever came; not where a thread has gone later."""
    assert untold(table) is missing

"""A table that cannot be shown is tried ever more rarely, and at once when something changes."""

from msgspec import structs

from bot.messages.posting import FEW, Retrying
from bot.messages.table_view import TableView
from tests.messages.playing import board, dealt
from tests.messages.time import HandTime


class Vain:
    """Tries that fail, and what was tried when."""

    def __init__(self) -> None:
        self.time = HandTime()
        self.start = self.time.seconds
        self.tried: list[float] = []
        self.retrying = Retrying(self.time, self.again)

    def again(self, what: TableView) -> None:
        """Fail once more."""
        self.tried.append(self.time.seconds - self.start)
        self.retrying.later(what)


def table() -> TableView:
    """Return a running table of server 1."""
    return board(dealt()[1])


async def test_unusable_channel_is_asked_ever_more_rarely() -> None:
    """In an hour there are eight tries, not one a minute; only the first failure is news."""
    vain, one = Vain(), table()
    assert vain.retrying.later(one)
    await vain.time.advance(3_600)
    assert vain.tried == [2, 7, 22, 82, 382, 1_282, 2_182, 3_082]
    assert not vain.retrying.later(one)


async def test_change_in_the_server_brings_one_try_and_no_second_timer() -> None:
    """Others' servers bring none; after it the table is tried as rarely as before."""
    vain, one = Vain(), table()
    vain.retrying.later(one)
    await vain.time.advance(100)
    before = len(vain.tried)
    vain.retrying.at_once(guild=2)
    assert len(vain.tried) == before
    vain.retrying.at_once(guild=1)
    assert vain.tried[before:] == [100]
    await vain.time.advance(900)
    assert vain.tried[before:] == [100, 1_000]


async def test_success_forgets_the_failures() -> None:
    """The next trouble is news again and begins with short waits; nothing is tried meanwhile."""
    vain, one = Vain(), table()
    vain.retrying.later(one)
    await vain.time.advance(30)
    vain.retrying.done(one.table.id)
    tried = len(vain.tried)
    await vain.time.advance(5_000)
    assert len(vain.tried) == tried
    assert vain.retrying.later(one)
    await vain.time.advance(2)
    assert len(vain.tried) == tried + 1


async def test_game_that_is_over_is_given_up_after_few_tries() -> None:
    """A running one is not, nor is another table's patience touched."""
    vain, one = Vain(), table()
    other = table()
    other.table = structs.replace(other.table, id=8)
    for _ in range(FEW):
        assert vain.retrying.patient(one.table.id)
        vain.retrying.later(one)
    assert not vain.retrying.patient(one.table.id)
    assert vain.retrying.patient(other.table.id)

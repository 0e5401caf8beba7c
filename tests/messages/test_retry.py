"""A table that cannot be shown is tried ever more rarely, and at once when something changes."""

from bot.messages.retry import FEW, Retry
from tests.messages.time import HandTime


class Vain:
    """Tries that fail, and what was tried when."""

    def __init__(self) -> None:
        self.time = HandTime()
        self.start = self.time.seconds
        self.tried: list[float] = []
        self.retry = Retry(self.time, self.again)

    def again(self) -> None:
        """Fail once more."""
        self.tried.append(self.time.seconds - self.start)
        self.retry.later()


async def test_unusable_channel_is_asked_ever_more_rarely() -> None:
    """In an hour there are eight tries, not one a minute; only the first failure is news."""
    vain = Vain()
    assert not vain.retry.waiting
    assert vain.retry.later()
    assert vain.retry.waiting
    await vain.time.advance(3_600)
    assert vain.tried == [2, 7, 22, 82, 382, 1_282, 2_182, 3_082]
    assert not vain.retry.later()


async def test_change_in_the_server_brings_one_try_and_no_second_timer() -> None:
    """After it the table is tried as rarely as before; where nothing waits it brings none."""
    vain = Vain()
    vain.retry.at_once()
    assert vain.tried == []
    vain.retry.later()
    await vain.time.advance(100)
    before = len(vain.tried)
    vain.retry.at_once()
    assert vain.tried[before:] == [100]
    await vain.time.advance(900)
    assert vain.tried[before:] == [100, 1_000]


async def test_nothing_waits_once_it_was_tried() -> None:
    """Until that has failed as well."""
    time, tried = HandTime(), list[None]()
    retry = Retry(time, lambda: tried.append(None))
    retry.later()
    await time.advance(2)
    assert not retry.waiting
    retry.at_once()
    await time.advance(5_000)
    assert len(tried) == 1
    assert retry.failing


async def test_success_forgets_the_failures() -> None:
    """The next trouble is news again and begins with short waits; nothing is tried meanwhile."""
    vain = Vain()
    vain.retry.later()
    await vain.time.advance(30)
    vain.retry.done()
    tried = len(vain.tried)
    await vain.time.advance(5_000)
    assert len(vain.tried) == tried
    assert vain.retry.later()
    await vain.time.advance(2)
    assert len(vain.tried) == tried + 1


async def test_game_that_is_over_is_given_up_after_few_tries() -> None:
    """A running one is not."""
    vain = Vain()
    for _ in range(FEW):
        assert vain.retry.patient
        vain.retry.later()
    assert not vain.retry.patient

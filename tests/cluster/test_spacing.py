"""What one person may do once in a while, counted by a process that has everything."""

from bot.cluster.spacing import LocalSpacing
from tests.messages.time import HandTime


async def test_what_one_may_do_once_in_a_while_is_counted() -> None:
    """Of each person and thing for itself; what was not done does not count."""
    time = HandTime()
    here = LocalSpacing(time)
    assert await here.claim("shared", 5, 60.0) == 0
    await time.advance(20)
    assert await here.claim("shared", 5, 60.0) == 40
    assert await here.claim("shared", 6, 60.0) == 0
    assert await here.claim("other", 5, 60.0) == 0
    await here.give_back("shared", 5)
    assert await here.claim("shared", 5, 60.0) == 0
    assert await here.claim("shared", 6, 60.0) == 60
    await time.advance(60)
    assert await here.claim("shared", 5, 60.0) == 0

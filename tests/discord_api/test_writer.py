"""The writer of a message: the newest state wins, one change in flight, whatever happens."""

import asyncio
from typing import Any

import aiohttp
import discord
import pytest
from msgspec import structs

from bot.discord_api.errors import Tasks, Trouble
from bot.discord_api.interaction import Incoming, Token
from bot.discord_api.rate_limit import Budget, Limiter, Priority
from bot.discord_api.writer import Drawn, Writer
from bot.ui.elements.screen import Attachment, Picture, Screen, Text, plain
from tests.messages.time import HandTime, settle

BOUNDLESS = Budget(channel_limit=1000, channel_spacing=0)


class Refusal(discord.HTTPException):
    """An error answer of Discord."""

    def __init__(self, status: int, code: int) -> None:
        Exception.__init__(self, f"{status} {code}")
        self.status, self.code, self.text = status, code, ""


def text(screen: Screen) -> str:
    """Return the only text of a screen."""
    part = screen.parts[0]
    assert isinstance(part, Text)
    return part.text


class Message:
    """Discord's side of one message, and the owner of it: a counter.

    Requests stay in flight until the test lets them land; two at once fail the test.
    """

    def __init__(self, time: HandTime, budget: Budget = BOUNDLESS) -> None:
        self.time = time
        self.limiter = Limiter(time, budget)
        self.state = 0
        self.empty = False
        self.picture: Attachment | None = None
        self.files: list[int] = []
        self.anew: list[bool] = []
        self.shown: list[tuple[str, str]] = []
        self.marks: list[int] = []
        self.troubles: list[Trouble] = []
        self.flying = 0
        self.hold = False
        self.failures: list[BaseException] = []
        self._gate = asyncio.Event()
        self.writer = Writer(
            self,
            self,
            self.limiter,
            time,
            Tasks(),
            channel=5,
            message=6,
            priority=Priority.TABLE,
        )

    def draw(self) -> Drawn | None:
        if self.empty:
            return None
        screen = plain(str(self.state))
        if self.picture is not None:
            part = Picture(self.picture.filename, "the table")
            screen = structs.replace(
                screen, parts=(*screen.parts, part), attachments=(self.picture,)
            )
        return Drawn(screen, self.state)

    def confirmed(self, mark: Any) -> None:
        self.marks.append(mark)

    def lost(self, trouble: Trouble) -> None:
        self.troubles.append(trouble)

    def change(self, delay: float = 0.0) -> None:
        self.state += 1
        self.writer.touch(delay)

    async def take(self, route: str, screen: Screen, *, anew: bool) -> None:
        self.flying += 1
        assert self.flying == 1, "two changes in flight"
        try:
            while self.hold:
                self._gate.clear()
                await self._gate.wait()
            if self.failures:
                raise self.failures.pop(0)
            self.shown.append((route, text(screen)))
            self.files.append(len(screen.attachments))
            self.anew.append(anew)
        finally:
            self.flying -= 1

    def land(self) -> None:
        self.hold = False
        self._gate.set()

    async def edit(self, channel: int, message: int, screen: Screen, *, anew: bool = False) -> None:
        assert (channel, message) == (5, 6)
        await self.take("patch", screen, anew=anew)

    def press(self) -> "Pressed":
        return Pressed(self)


class MessageToken(Token):
    """A press's token whose edits reach the message of the test."""

    def __init__(self, target: Message) -> None:
        self.target = target
        self._arrived = target.time.seconds

    async def edit(self, screen: Screen, *, anew: bool = False) -> int:
        await self.target.take("token", screen, anew=anew)
        return 6


class Pressed(Incoming):
    """A press whose requests reach the message of the test."""

    def __init__(self, target: Message) -> None:
        self.target = target
        self.token = MessageToken(target)
        self.answered = False
        self.timer = None
        self.acknowledged = 0

    async def acknowledge(self) -> bool:
        self.acknowledged += 1
        return self.claim()

    async def update(self, screen: Screen, *, anew: bool = False) -> bool:
        assert self.claim(), "a second answer"
        try:
            await self.target.take("press", screen, anew=anew)
        except (discord.HTTPException, OSError):
            return False
        return True


@pytest.fixture
def message() -> Message:
    """A message nobody has written yet."""
    return Message(HandTime())


async def test_newest_state_wins_and_one_change_flies_at_a_time(message: Message) -> None:
    """Ten changes during a slow edit become one more edit."""
    message.hold = True
    message.change()
    await settle()
    for _ in range(10):
        message.change()
        await settle()
    message.land()
    await settle()
    assert message.shown == [("patch", "1"), ("patch", "11")]
    assert message.marks == [1, 11]


async def test_press_while_nothing_flies_is_the_next_edit(message: Message) -> None:
    """A lent press is answered by the newest state (type 7) and costs no other request."""
    press = message.press()
    message.state = 4
    await message.writer.lend(press)
    await settle()
    assert message.shown == [("press", "4")]
    assert press.acknowledged == 0


async def test_press_after_an_edit_that_landed_is_the_next_edit(message: Message) -> None:
    """Whatever flew before it, by whichever route."""
    message.change()
    await settle()
    for _ in range(2):
        await message.writer.lend(message.press())
    await settle()
    assert [route for route, _ in message.shown] == ["patch", "press", "press"]


async def test_change_made_by_a_press_is_shown_by_its_answer_alone(message: Message) -> None:
    """While a press on it is being decided an edit gives way: the answer brings it for nothing."""
    press = message.press()
    message.writer.expect()
    message.change()
    await settle()
    message.writer.decided()
    await message.writer.lend(press)
    await message.time.advance(1)
    assert message.shown == [("press", "1")]


async def test_change_is_not_kept_back_for_long_by_a_press_undecided(message: Message) -> None:
    """A press that waits for a race does not hide what others do meanwhile."""
    message.writer.expect()
    message.change()
    await message.time.advance(0.09)
    assert message.shown == []
    await message.time.advance(0.02)
    assert message.shown == [("patch", "1")]


async def test_press_during_an_edit_is_acknowledged_and_its_token_goes_on(message: Message) -> None:
    """Acknowledging never waits for the writer."""
    message.hold = True
    message.change()
    await settle()
    press = message.press()
    message.state += 1
    await message.writer.lend(press)
    assert press.acknowledged == 1
    message.land()
    await settle()
    assert message.shown == [("patch", "1"), ("token", "2")]


async def test_edit_that_waits_for_its_turn_leaves_by_a_token_that_comes() -> None:
    """A press on a busy channel's board frees what is to be shown there, and its turn with it."""
    message = Message(HandTime(), Budget())
    for _ in range(3):
        message.change()
        await settle()
    assert message.shown == [("patch", "1"), ("patch", "2")]
    await message.writer.lend(message.press())
    message.change()
    await settle()
    assert message.shown[2:] == [("press", "3"), ("token", "4")]
    another = message.limiter.ask(Priority.TABLE, 5)
    await message.time.advance(1.8)
    assert another.future.done()
    assert len(message.shown) == 4


async def test_press_acknowledged_on_a_board_that_waits_brings_its_newest_state() -> None:
    """Whoever is answered by the board has no more to wait for than the edit in flight."""
    message = Message(HandTime(), Budget())
    for _ in range(2):
        message.change()
        await settle()
    message.change()
    await settle()
    message.writer.keep(message.press().token)
    await settle()
    assert message.shown[2:] == [("token", "3")]


class Board(Message):
    """The same, written at an even pace, one of several; it knows when each change was shown.

    Attributes:
        made: when each change was made.
        edits: when each edit left, and how many changes it shows.
    """

    def __init__(self, limiter: Limiter, time: HandTime, channel: int = 5) -> None:
        super().__init__(time)
        self.made: list[float] = []
        self.edits: list[tuple[float, int]] = []
        self.writer = Writer(
            *(self, self, limiter, time, Tasks()),
            channel=channel,
            message=6,
            priority=Priority.TABLE,
            even=True,
        )

    def change(self, delay: float = 0.0) -> None:
        self.made.append(self.time.seconds)
        super().change(delay)

    async def edit(self, channel: int, message: int, screen: Screen, *, anew: bool = False) -> None:
        self.edits.append((self.time.seconds, int(text(screen))))
        await self.take("patch", screen, anew=anew)

    def waits(self) -> list[tuple[float, float]]:
        """Return of each change when it was made and when the edit left that shows it."""
        return [
            (made, next(left for left, shows in self.edits if shows >= number))
            for number, made in enumerate(self.made, 1)
        ]

    def turns(self, since: float, till: float) -> int:
        """Return how many edits left meanwhile for what was changed meanwhile."""
        return sum(left < till and self.made[shows - 1] > since for left, shows in self.edits)


async def test_even_pace_shows_no_change_later_than_a_spacing() -> None:
    """Two edits at once after a rest would be paid for by a third that comes 1.7 s later."""
    time = HandTime()
    limiter = Limiter(time, Budget())
    board = Board(limiter, time)
    for _ in range(4):
        for _ in range(20):
            board.change()
            await time.advance(0.3)
        await time.advance(6)
    assert len(board.waits()) == 80
    assert max(left - made for made, left in board.waits()) <= limiter.spacing < 1.3


async def test_no_board_has_two_turns_while_another_waits_for_one() -> None:
    """However changes fall: each board's turns are a spacing apart, and none waits for longer."""
    time = HandTime()
    limiter = Limiter(time, Budget())
    boards = [Board(limiter, time, channel) for channel in range(3)]
    for at, board in ((0, 0), (0.1, 0), (0.5, 0), (0.6, 1), (0.8, 1), (0.9, 2), (1, 1), (1.1, 2)):
        await time.advance(1000 + at - time.seconds)
        boards[board].change()
    await time.advance(6)
    overtaken = [
        (one, made, left)
        for one, board in enumerate(boards)
        for made, left in board.waits()
        if any(other.turns(made, left) > 1 for other in boards if other is not board)
    ]
    assert overtaken == []


async def test_token_serves_fourteen_minutes(message: Message) -> None:
    """Afterwards the normal route is taken, never a dead token."""
    await message.writer.lend(message.press())
    await message.time.advance(839)
    message.change()
    await settle()
    await message.time.advance(2)
    message.change()
    await settle()
    assert [route for route, _ in message.shown] == ["press", "token", "patch"]


async def test_token_is_spared_its_fifth_edit_in_two_seconds(message: Message) -> None:
    """The fifth goes by the normal route: the library would block on it."""
    await message.writer.lend(message.press())
    for _ in range(5):
        message.change()
        await settle()
    assert [route for route, _ in message.shown] == ["press", *["token"] * 4, "patch"]


async def test_fifth_edit_of_what_tokens_alone_reach_comes_later(message: Message) -> None:
    """An ephemeral message has no other route; without a token that serves it stays as it is."""
    message.writer.channel = None
    await message.writer.lend(message.press())
    for _ in range(5):
        message.change()
        await settle()
    assert message.shown[-1] == ("token", "4")
    await message.time.advance(2.2)
    assert message.shown[-1] == ("token", "5")

    await message.time.advance(839)
    message.change()
    await message.time.advance(5)
    assert message.shown[-1] == ("token", "5")


async def test_press_between_two_edits_is_acknowledged(message: Message) -> None:
    """One has landed, the next is about to leave: the press waits for neither, and is shown last.

    It would bring what was drawn before that edit left.
    """
    first, second = message.press(), message.press()
    lent: list[asyncio.Task[None]] = []
    update = first.update

    async def answered(screen: Screen, *, anew: bool = False) -> bool:
        landed = await update(screen, anew=anew)
        message.hold = True
        lent.append(asyncio.ensure_future(message.writer.lend(second)))
        return landed

    first.update = answered  # type: ignore[method-assign]  # to be there at that very moment
    message.hold = True
    lent.append(asyncio.ensure_future(message.writer.lend(first)))
    await settle()
    message.change()
    await settle()
    message.land()
    await settle()
    message.change()
    message.land()
    await settle()
    assert second.acknowledged == 1
    assert message.shown[-1] == ("token", "2")


@pytest.mark.parametrize(
    "error",
    [Refusal(404, 10062), Refusal(400, 40060), aiohttp.ServerDisconnectedError(), OSError()],
)
async def test_lost_answer_counts_as_answered_and_the_state_is_sent_again(
    message: Message, error: BaseException
) -> None:
    """40060, 10062 or a lost connection: never a second answer, but the newest state once more."""
    message.failures = [error] if isinstance(error, discord.HTTPException) else [OSError()]
    press = message.press()
    message.state = 3
    await message.writer.lend(press)
    await settle()
    assert press.answered
    assert message.shown[-1][1] == "3"


@pytest.mark.parametrize("error", [Refusal(401, 50027), Refusal(404, 10015), Refusal(404, 10062)])
async def test_dead_token_falls_back_to_the_normal_route(
    message: Message, error: BaseException
) -> None:
    """A token Discord no longer takes is dropped and the edit made by PATCH."""
    await message.writer.lend(message.press())
    message.failures = [error]
    message.change()
    await settle()
    assert message.shown[-1] == ("patch", "1")


@pytest.mark.parametrize("error", [Refusal(500, 0), Refusal(503, 0), aiohttp.ClientError()])
async def test_failure_of_discord_is_tried_again_with_the_newest_state(
    message: Message, error: BaseException
) -> None:
    """After an error nothing is in flight and the newest state is sent, a little later."""
    message.failures = [error]
    message.change()
    await settle()
    message.state += 1
    assert message.shown == []
    await message.time.advance(1)
    assert message.shown == [("patch", "2")]


async def test_failures_in_a_row_are_tried_again_ever_more_rarely(message: Message) -> None:
    """After 0.5, 1, 2, 4, 8 and then always 15 seconds, by the token as long as that serves."""
    await message.writer.lend(message.press())
    message.failures = [Refusal(500, 0)] * 8
    message.change()
    await settle()
    for wait in (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0):
        left = len(message.failures)
        await message.time.advance(wait - 0.1)
        assert len(message.failures) == left
        await message.time.advance(0.1)
        assert len(message.failures) == left - 1
    await message.time.advance(15)
    assert message.shown == [("press", "0"), ("token", "1")]


async def test_where_there_is_nothing_to_show_nothing_is_sent() -> None:
    """Nor does it take the turn of another request."""
    message = Message(HandTime(), Budget(per_second=1, channel_limit=1000, channel_spacing=0))
    message.empty = True
    message.change()
    await settle()
    other = message.limiter.ask(Priority.TABLE)
    await settle()
    assert (message.shown, message.marks, other.future.done()) == ([], [], True)


@pytest.mark.parametrize("pressed", [False, True])
async def test_edit_of_the_owner_before_confirms_nothing_to_the_next(
    message: Message, pressed: bool
) -> None:
    """A board closed while its last edit is under way is not closed by that edit."""
    message.hold = True
    if pressed:
        asyncio.get_running_loop().create_task(message.writer.lend(message.press()))
    else:
        message.change()
    await settle()
    later = Message(message.time)
    later.state = 7
    message.writer.owner = later
    message.writer.touch()
    message.land()
    await message.time.advance(1)
    assert [shown for _, shown in message.shown][1:] == ["7"]
    assert (message.marks, later.marks) == ([], [7])


async def test_deleted_message_is_reported_once(message: Message) -> None:
    """10008: the owner learns it and the writer is silent from then on."""
    message.failures = [Refusal(404, 10008)]
    message.change()
    await settle()
    message.change()
    await message.time.advance(60)
    assert message.troubles == [Trouble.MESSAGE]
    assert message.shown == []


async def test_refused_content_is_tried_once_more(
    message: Message, caplog: pytest.LogCaptureFixture
) -> None:
    """50035 is our own mistake: logged with a number, and the newest state is still shown."""
    message.failures = [Refusal(400, 50035)]
    message.change()
    await message.time.advance(0.4)
    assert message.shown == []
    await message.time.advance(60)
    assert message.shown == [("patch", "1")]
    assert "error" in caplog.text


async def test_content_refused_twice_is_its_owners_to_show_elsewhere(message: Message) -> None:
    """The owner learns that this message cannot be brought to the newest state."""
    message.failures = [Refusal(400, 50035), Refusal(400, 50035)]
    message.change()
    await message.time.advance(60)
    assert message.shown == []
    assert message.troubles == [Trouble.OURS]


async def test_refused_picture_is_left_out_from_then_on(message: Message) -> None:
    """A file that Discord does not take costs the picture, not the state it belongs to."""
    message.picture = Attachment("table.png", b"x" * 10)
    message.failures = [Refusal(413, 40005)]
    message.change()
    await message.time.advance(60)
    assert message.shown == [("patch", "1")]
    assert message.files == [0]


async def test_delayed_change_is_shown_with_the_next_urgent_one(message: Message) -> None:
    """Other people's hands are edited every five seconds, sooner if something urgent comes."""
    message.change(5)
    await message.time.advance(4.9)
    assert message.shown == []
    await message.time.advance(0.2)
    assert message.shown == [("patch", "1")]
    message.change(5)
    message.change()
    await settle()
    assert message.shown[-1] == ("patch", "3")
    await message.time.advance(30)
    assert len(message.shown) == 2


async def test_unchanged_screen_is_not_sent_again(message: Message) -> None:
    """A change that does not show here costs no request; the next one that does costs one."""
    message.change()
    await settle()
    for _ in range(3):
        message.writer.touch()
        await message.time.advance(60)
    assert message.shown == [("patch", "1")]
    assert message.marks == [1] * 4, "what else is new about it is confirmed all the same"
    message.change()
    await settle()
    assert message.shown == [("patch", "1"), ("patch", "2")]


@pytest.mark.parametrize("pressed", [False, True])
async def test_edit_whose_answer_was_lost_may_have_been_taken(
    message: Message, pressed: bool
) -> None:
    """What was shown before it is sent again where that is the newest state once more."""
    message.change()
    await settle()
    message.failures = [OSError()]
    if pressed:
        message.state = 2
        message.hold = True
        lent = asyncio.ensure_future(message.writer.lend(message.press()))
        await settle()
        message.state = 1
        message.land()
        await lent
    else:
        message.change()
        await settle()
        message.state = 1
    await message.time.advance(60)
    assert [shown for _, shown in message.shown] == ["1", "1"]


async def test_edit_that_was_not_needed_leaves_its_turn_to_the_next() -> None:
    """Three changes that do not show here keep the one that does from nothing."""
    message = Message(HandTime(), Budget())
    message.change()
    await settle()
    for _ in range(3):
        message.writer.touch()
        await settle()
    message.change()
    await settle()
    assert message.shown == [("patch", "1"), ("patch", "2")]


async def test_urgent_change_hurries_the_edit_that_waits_already() -> None:
    """It leaves before what was asked for earlier, and is more important than the edit was."""
    message = Message(HandTime(), Budget(per_second=1, channel_limit=1000, channel_spacing=0))
    others = [message.limiter.ask(Priority.TABLE) for _ in range(3)]
    message.state = 1
    message.writer.touch(priority=Priority.UPKEEP)
    await settle()
    message.writer.touch(priority=Priority.MOVE)
    await message.time.advance(1)
    assert message.shown == [("patch", "1")]
    assert [each.future.done() for each in others] == [True, False, False]


async def test_closed_writer_lets_what_flies_land_and_writes_no_more(message: Message) -> None:
    """Nothing in flight is abandoned; nothing new is sent."""
    message.hold = True
    message.change()
    await settle()
    message.writer.close()
    message.change()
    message.land()
    await message.time.advance(10)
    assert message.shown == [("patch", "1")]
    assert message.marks == []


async def test_emoji_that_is_gone_is_tried_again_with_what_is_drawn_then(message: Message) -> None:
    """After 10014 the newest state, cards as text by then, is sent: nothing is given up."""
    message.failures = [Refusal(400, 10014)]
    message.change()
    await settle()
    assert message.shown == []
    message.state = 2
    await message.time.advance(0.6)
    assert message.shown == [("patch", "2")]
    assert message.troubles == []


async def test_less_urgent_change_makes_no_edit_wait_longer() -> None:
    """The most urgent of several counts, also where another one is asked for after it."""
    message = Message(HandTime(), Budget(per_second=1, channel_limit=1000, channel_spacing=0))
    others = [message.limiter.ask(Priority.TABLE) for _ in range(3)]
    message.state = 1
    for priority in (Priority.MOVE, Priority.UPKEEP, None):
        message.writer.touch(priority=priority)
    await settle()
    message.writer.touch(priority=Priority.UPKEEP)
    await message.time.advance(1)
    assert message.shown == [("patch", "1")]
    assert [each.future.done() for each in others] == [True, False, False]


async def test_urgency_is_that_of_one_edit() -> None:
    """The next one is as important as the message usually is."""
    message = Message(HandTime(), Budget(per_second=1, channel_limit=1000, channel_spacing=0))
    message.writer.touch(priority=Priority.MOVE)
    await settle()
    others = [message.limiter.ask(Priority.HAND) for _ in range(2)]
    message.change()
    await message.time.advance(2)
    assert message.shown == [("patch", "0")]
    assert [each.future.done() for each in others] == [True, True]


async def test_press_on_a_message_that_is_given_up_is_acknowledged(message: Message) -> None:
    """Nothing is drawn there any more."""
    message.writer.close()
    press = message.press()
    await message.writer.lend(press)
    await message.time.advance(10)
    assert (press.acknowledged, message.shown) == (1, [])


async def test_message_that_was_just_posted_is_not_edited_to_the_same(message: Message) -> None:
    """Its owner learns that it is shown; only what changes from then on is sent."""
    drawn = message.draw()
    assert drawn is not None
    message.writer.posted(drawn)
    assert message.marks == [0]
    message.writer.touch()
    await settle()
    assert message.shown == []
    message.change()
    await settle()
    assert message.shown == [("patch", "1")]


async def test_failures_are_counted_anew_after_an_edit_that_landed(message: Message) -> None:
    """The first of several is made good after half a second, however many there were before."""
    for _ in range(2):
        message.failures = [Refusal(500, 0), Refusal(500, 0)]
        message.change()
        await message.time.advance(0.6)
        await message.time.advance(1.1)
    assert message.shown == [("patch", "1"), ("patch", "2")]


async def test_refusals_are_counted_anew_after_an_edit_that_landed(message: Message) -> None:
    """One screen that Discord did not take does not count against the next."""
    for _ in range(2):
        message.failures = [Refusal(400, 50035)]
        message.change()
        await message.time.advance(60)
    assert message.shown == [("patch", "1"), ("patch", "2")]
    assert message.troubles == []


async def test_files_of_before_are_taken_away_by_the_next_edit(message: Message) -> None:
    """Once only: an edit of a message without files says nothing of any."""
    message.picture = Attachment("table.png", b"x" * 10)
    message.change()
    await settle()
    message.picture = None
    for _ in range(2):
        message.change()
        await settle()
    assert message.files == [1, 0, 0]
    assert message.anew == [False, True, False]


async def test_files_that_were_refused_are_not_taken_away(message: Message) -> None:
    """The message never had them."""
    message.picture = Attachment("table.png", b"x" * 10)
    message.failures = [Refusal(413, 40005)]
    message.change()
    await message.time.advance(60)
    message.change()
    await settle()
    assert message.anew == [False, False]

"""The table's public message: posted anew, closed, looked for, and shown to its end."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec import structs

from bot.db.records import MessageRecord
from bot.discord_api.errors import Trouble
from bot.discord_api.interaction import TOKEN_LIFE, Said
from bot.locale import translator
from bot.messages.lookout import BURIED, IDLE
from bot.pictures import of_table
from bot.tables.entries import Seen
from bot.tables.model import Changed, Seat, Table
from bot.ui.elements.screen import Picture, Screen, Text, plain
from tests.messages.playing import GAME, RENDERER, acted, dealt, legal
from tests.messages.stage import CHANNEL, Refused, Requests, Stage, dm

ANA, BEN = 100, 101
OVER, UNSHOWN = "voted to end the game", "I can't show"
STOPPED = "stopped updating this view"


def present(stage: Stage) -> int:
    """Return the table's present message."""
    message = stage.view.public.present
    assert message is not None
    return message.record.message


async def test_old_live_table_is_posted_anew() -> None:
    """Discord slows edits of messages older than an hour; the old one links to the new one.

    The lobby it began in says that it has begun.
    """
    stage = Stage()
    table = (await stage.deal()).after
    first = present(stage)
    await stage.wait(3_500)
    await stage.change(acted(table, legal(table)))
    assert present(stage) > first
    assert str(present(stage)) in stage.wire.text(first)
    assert "This table has moved." in stage.wire.text(first)
    lobby, *_ = stage.wire.at(CHANNEL)
    assert "The game has started." in stage.wire.text(lobby)


async def test_board_that_links_to_the_new_one_is_known_and_written_no_more() -> None:
    """Presses on it are answered with the link; all else that was kept of it is let go."""
    stage = Stage()
    table = (await stage.deal()).after
    first = present(stage)
    await stage.wait(3_500)
    await stage.change(acted(table, legal(table)))
    assert stage.registry.at(first) is stage.view
    assert stage.view.has_left(first)
    assert stage.view.writer(first) is None


@pytest.mark.parametrize("turns", [True, False])
async def test_board_without_turns_keeps_an_even_pace(
    turns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There everybody goes on acting; with turns two edits at once show an act and its answer."""
    monkeypatch.setattr(type(GAME), "has_turns", turns)
    stage = Stage()
    await stage.deal()
    writer = stage.view.writer(present(stage))
    assert writer is not None
    assert writer._even is not turns


async def test_confirmed_edit_is_told_to_the_table() -> None:
    """Graces and house players begin when people can see the ply (`architecture.md`, Races)."""
    stage = Stage()
    table = (await stage.deal()).after
    await stage.change(acted(table, legal(table)))
    assert [entry.ply for entry in stage.told if isinstance(entry, Seen)][-1] == 1


async def test_deleted_board_is_there_again_before_anybody_acts() -> None:
    """Nobody tells of a deletion: whoever is waited for has a board after five seconds."""
    stage = Stage()
    await stage.deal()
    lost = present(stage)
    del stage.wire.there[lost]
    await stage.wait(IDLE + 1)
    assert present(stage) != lost
    assert stage.wire.there[present(stage)][1].buttons()


async def test_deleted_lobby_is_there_again_before_anybody_asks() -> None:
    """Its host could open no other one, and read the address of what is gone."""
    stage = Stage()
    await stage.registry.restored()
    lobby = dealt()[1].before
    await stage.change(Changed(before=None, after=lobby))  # type: ignore[arg-type]  # it is dealt
    gone = present(stage)
    del stage.wire.there[gone]
    await stage.wait(IDLE + 1)
    assert present(stage) > gone


@pytest.mark.parametrize("refused", [False, True])
async def test_board_that_may_not_be_read_is_not_taken_for_deleted(refused: bool) -> None:
    """Without Read Message History Discord shows no messages, and says nothing of it."""
    stage = Stage()
    await stage.deal()
    boards = stage.wire.at(CHANNEL)
    if refused:
        stage.wire.always["look"] = lambda message: Refused(500, 0)
    else:
        stage.permissions.update(read_message_history=False)
        stage.wire.unread = True
    await stage.wait(60)
    assert stage.wire.at(CHANNEL) == boards
    assert (stage.wire.count("look") > 0) is refused


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 50035)])
async def test_old_board_is_closed_once_discord_takes_it(status: int, code: int) -> None:
    """Its controls do not stay for ever; at once where something changes in the server."""
    stage = Stage()
    await stage.deal()
    old = present(stage)
    refused = [old]
    stage.wire.always["edit"] = lambda message: (
        Refused(status, code) if message in refused else None
    )
    stage.view.public.post()
    await stage.wait(10)
    assert present(stage) != old
    assert stage.wire.there[old][1].buttons()
    assert stage.view.is_leaving(old)
    refused.clear()
    stage.registry.try_again(stage.view.table.guild or 0)
    await stage.wait(1)
    assert not stage.wire.there[old][1].buttons()
    assert stage.view.has_left(old)
    assert old not in stage.ledger.records


@pytest.mark.parametrize(("over", "gone"), [(False, False), (True, False), (False, True)])
async def test_old_board_is_tried_as_long_as_somebody_can_meet_it(over: bool, gone: bool) -> None:
    """Until it is closed while the game runs; a few times after its end; not once it is gone."""
    stage = Stage()
    table = (await stage.deal()).after
    old, trouble = present(stage), Refused(404, 10008) if gone else Refused(403, 50013)
    stage.wire.always["edit"] = lambda message: trouble if message == old else None
    stage.view.public.post()
    await stage.wait(1)

    def tries() -> int:
        return stage.wire.log.count(("edit", old))

    if over:
        await stage.over(table)
    assert tries() == 1
    await stage.wait(180)
    tried = tries()
    assert (tried > 1) is not gone
    await stage.wait(4_000)
    assert (tries() > tried) is not (over or gone)
    assert (old in stage.ledger.records) is not (over or gone)


async def test_board_is_looked_for_ever_more_rarely() -> None:
    """An hour of a turn costs a handful of looks, not one every five seconds."""
    stage = Stage()
    await stage.deal(lambda table: structs.replace(table, pace="daily"))
    await stage.wait(3_600)
    assert 5 < stage.wire.count("look") < 20


async def test_turns_in_a_row_bring_one_look_and_their_end_another() -> None:
    """Once a minute at most as a turn begins; who acts puts off the look for whom nobody acts."""
    stage = Stage()
    table = (await stage.deal()).after
    await stage.wait(1)
    for _ in range(3):
        table = await stage.change(acted(table, lays(table)[0]))
    assert stage.wire.count("look") == 1
    await stage.wait(IDLE + 1)
    assert stage.wire.count("look") == 2
    await stage.wait(53)
    looks = stage.wire.count("look")
    table = await stage.change(acted(table, lays(table)[0]))
    assert stage.wire.count("look") == looks + 1
    looks = stage.wire.count("look")
    await stage.over(table)
    await stage.wait(60)
    assert stage.wire.count("look") == looks, "a game that is over"


class Slow(Requests):
    """Shows what stood in a channel when it was asked, once it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.answering = asyncio.Event()

    async def messages_from(self, *asked: Any) -> list[int]:
        """List messages."""
        found = await super().messages_from(*asked)
        await self.answering.wait()
        return found


@pytest.mark.parametrize("unshown", [False, True])
async def test_board_that_moves_while_it_is_looked_for_is_not_missed(unshown: bool) -> None:
    """What Discord answers is about a message the table has left, or that was lost meanwhile."""
    wire = Slow()
    stage = Stage(wire=wire)
    await stage.deal()
    lost = present(stage)
    del wire.there[lost]
    await stage.wait(IDLE + 1)
    if unshown:
        wire.always["send"] = lambda channel: Refused(403, 50001)
    stage.view.public.gone(Trouble.MESSAGE)
    await stage.wait(1)
    boards = wire.at(CHANNEL)
    assert (stage.view.public.present is None) is unshown
    wire.answering.set()
    await stage.wait(1)
    assert wire.at(CHANNEL) == boards


@pytest.mark.parametrize(("below", "buried"), [(BURIED - 1, False), (BURIED, True)])
async def test_buried_board_comes_down_when_a_turn_begins(below: int, buried: bool) -> None:
    """Twelve messages or more below it; the act that begins the turn brings it."""
    stage = Stage()
    table = (await stage.deal()).after
    first = present(stage)
    while sum(each > first for each in stage.wire.at(CHANNEL)) < below:
        await stage.wire.send(CHANNEL, plain("chat"), 0)  # type: ignore[arg-type]
    await stage.wait(120)
    assert present(stage) == first
    lay = next(each for each in lays(table))
    await stage.change(acted(table, lay))
    await stage.wait(1)
    assert (present(stage) > first) is buried


def lays(table: Table) -> list[str]:
    """Return the acts that end the turn."""
    turn = GAME.turn(table.state)
    assert turn is not None
    found = [GAME.format(each) for each in GAME.actions(table.state, turn.seat)]
    return [each for each in found if each.startswith("L")]


async def test_end_shows_the_last_layout_once() -> None:
    """As a picture without words of its own in it; as text where no files may be sent."""
    stage = Stage()
    table = (await stage.deal()).after
    table = await stage.over(table)
    await stage.view.illustrate()
    await stage.wait(5)
    shown = stage.wire.there[present(stage)][1]
    assert [part.source for part in shown.parts if isinstance(part, Picture)] == ["table.png"]
    assert [file.filename for file in shown.attachments] == ["table.png"]
    assert "Reserve" not in stage.wire.text(present(stage))
    stage.permissions.attach_files = False
    stage.view.redraw()
    await stage.wait(5)
    shown = stage.wire.there[present(stage)][1]
    assert not shown.attachments
    assert "Reserve" in stage.wire.text(present(stage))


async def test_spectator_reads_the_end_in_text() -> None:
    """The picture is the table's own: a spectator's message names no file it does not bring."""
    stage = Stage()
    await stage.over((await stage.deal()).after)
    await stage.view.illustrate()
    shown = stage.view.spectators.drawn(900).screen
    files = {file.filename for file in shown.attachments}
    assert {part.source for part in shown.parts if isinstance(part, Picture)} <= files
    assert "Reserve" in "".join(part.text for part in shown.parts if isinstance(part, Text))


async def test_spectator_reads_when_the_table_is_followed_no_more() -> None:
    """While Discord still takes edits by the command; from then on nothing is sent in vain."""
    stage, shown = Stage(), list[Screen]()
    table = (await stage.deal()).after
    begun = stage.clock.monotonic()

    class Token:
        def fresh(self, now: float) -> bool:
            return now - begun < TOKEN_LIFE

        async def edit(self, screen: Screen, *, anew: bool = False) -> int:
            shown.append(screen)
            return 900

    person = SimpleNamespace(user=SimpleNamespace(id=900))
    press: Any = SimpleNamespace(interaction=person, said=Said(900, Token()))  # type: ignore[arg-type]  # as much of one
    watching = stage.view.spectators
    watching.keep(press, watching.drawn(900))
    table = await stage.change(acted(table, legal(table)))
    await stage.wait(2)
    await stage.wait(TOKEN_LIFE - 30)
    said = [
        "\n".join(each.text for each in screen.parts if isinstance(each, Text)) for screen in shown
    ]
    assert [STOPPED in each for each in said] == [False, True]
    await stage.change(acted(table, legal(table)))
    await stage.wait(60)
    assert len(shown) == 2


async def test_end_is_shown_though_discord_refuses_its_picture() -> None:
    """One 400 on the final edit: the same state is shown without the file."""
    stage = Stage()
    table = (await stage.deal()).after
    board = present(stage)
    stage.wire.takes_files = False
    t = translator("en")
    stage.view.picture = of_table(stage.view.public_sight(t), RENDERER, t)
    await stage.over(table)
    await stage.wait(60)
    assert present(stage) == board
    assert OVER in stage.wire.text(board)
    assert stage.ledger.records[board].final


async def test_end_that_a_message_cannot_show_is_posted_anew() -> None:
    """Every edit is refused: a new message says how the game ended; the stored one is it."""
    stage = Stage()
    table = (await stage.deal()).after
    board = present(stage)
    stage.wire.always["edit"] = lambda message: Refused(400, 50035) if message == board else None
    await stage.over(table)
    await stage.wait(60)
    assert present(stage) > board
    assert OVER in stage.wire.text(present(stage))
    finals = {record.message for record in await stage.ledger.of(7) if record.final}
    assert present(stage) in finals


async def test_message_whose_answer_was_lost_shows_what_has_happened_since() -> None:
    """Posted again it is the one that stands there already, as it was sent at first."""
    stage = Stage()
    table = (await stage.deal()).after
    del stage.wire.there[present(stage)]
    stage.wire.unheard = 1
    await stage.wait(IDLE + 1)
    first = max(stage.wire.at(CHANNEL))
    sent = stage.wire.text(first)
    await stage.change(acted(table, legal(table)))
    await stage.wait(5)
    assert present(stage) == first
    assert stage.wire.text(first) != sent


async def test_posts_that_nobody_wrote_down_before_a_kill_are_found_and_edited() -> None:
    """Table and hands are there once, and show what has happened since they were posted."""
    stage = Stage()
    stage.tables[7] = (await stage.deal()).after
    there = stage.wire.there
    posts = [present(stage), *(stage.wire.at(dm(person))[0] for person in (ANA, BEN))]
    there |= {each: (there[each][0], plain("as it was first sent")) for each in posts}
    again = Stage(wire=stage.wire)
    again.tables = stage.tables
    await again.registry.restored()
    await again.wait(5)
    assert present(again) == posts[0]
    assert [again.wire.at(dm(person)) for person in (ANA, BEN)] == [[each] for each in posts[1:]]
    assert "as it was first sent" not in [again.wire.text(each) for each in posts]


async def test_end_that_is_owed_is_shown_after_a_restart() -> None:
    """The process ended before the edit; however long ago that was."""
    stage = Stage()
    table = (await stage.deal()).after
    board, ledger = present(stage), stage.ledger
    again = Stage(ledger)
    again.wire.there = stage.wire.there
    again.tables[7] = structs.replace(table, status="ended", end_reason="voted")
    ledger.over = {7}
    await again.registry.restored()
    await again.wait(1)
    assert OVER in again.wire.text(board)
    assert ledger.records[board].final


async def test_reactions_of_a_finished_game_are_cleared_where_allowed() -> None:
    """With Manage Messages all; else what the bot has set itself."""
    for allowed in (True, False):
        stage = Stage()
        if not allowed:
            stage.permissions = discord.Permissions.none()
        table = (await stage.deal()).after
        board = present(stage)
        await stage.over(table)
        await stage.wait(1)
        cleared = [about for name, about in stage.wire.log if name == "clear"]
        assert cleared == ([board] if allowed else [])
        taken = [about for name, about in stage.wire.log if name == "take back"]
        here = [emoji for message, emoji in taken if message == board]
        assert here == ([] if allowed else ["✋"])


@pytest.mark.parametrize("hands", [True, False])
async def test_channel_out_of_sight_is_told_and_taken_back(hands: bool) -> None:
    """People read why the table stands still, on the hand or by DM, until it is shown again."""
    stage = Stage()
    if not hands:
        stage.closed = {100, 101}
    table = (await stage.deal()).after
    stage.closed = set()
    stage.wire.always["send"] = lambda channel: Refused(403, 50001) if channel == CHANNEL else None
    stage.wire.always["edit"] = lambda message: (
        Refused(403, 50001) if stage.wire.there[message][0] == CHANNEL else None
    )
    await stage.change(acted(table, legal(table)))
    await stage.wait(3)
    said = [stage.wire.text(each) for each in told(stage)]
    assert len(said) == 2
    assert all(UNSHOWN in each for each in said)
    stage.wire.always.clear()
    stage.registry.try_again(1)
    await stage.wait(10)
    assert not any(UNSHOWN in stage.wire.text(each) for each in told(stage))


def told(stage: Stage) -> list[int]:
    """Return the direct messages."""
    return [message for message, (channel, _) in stage.wire.there.items() if channel != CHANNEL]


async def test_forgotten_game_leaves_nothing() -> None:
    """Views, messages and timers go with the game (nobody wants a rematch any more)."""
    stage = Stage()
    table = (await stage.deal()).after
    await stage.over(table)
    assert len(stage.registry) > 0
    await stage.wait(200)
    assert len(stage.registry) == 0
    before = len(stage.wire.log)
    await stage.wait(10_000)
    assert len(stage.wire.log) == before


async def test_message_of_another_process_is_taken_for_the_tables_own() -> None:
    """Two processes of one token: what one has posted, the other does not post again."""
    stage = Stage()
    await stage.registry.restored()
    stage.wire.there[40] = (CHANNEL, plain("a lobby"))
    record = MessageRecord(table=7, message=40, channel=CHANNEL, kind="lobby", round=1)
    stage.ledger.keep(record)
    lobby = dealt()[1].before
    await stage.change(Changed(before=None, after=lobby))  # type: ignore[arg-type]
    assert stage.wire.at(CHANNEL) == [40]
    assert present(stage) == 40


async def test_board_is_written_down_though_no_edit_of_it_lands() -> None:
    """A message whose answer was lost is there: the next process has to find it."""
    stage = Stage()
    await stage.registry.restored()
    started = dealt()[1]
    assert started.before is not None
    await stage.change(Changed(before=None, after=started.before))
    stage.wire.unheard, stage.wire.lost = 1, (CHANNEL,)
    stage.wire.always["edit"] = lambda message: Refused(503, 0)
    await stage.change(started)
    await stage.wait(5)
    assert stage.wire.unheard == 0
    assert present(stage) in [each.message for each in await stage.ledger.of(7)]


async def test_lobby_that_is_posted_anew_pings_nobody_again() -> None:
    """Whom it invites has been told."""
    stage = Stage()
    await stage.registry.restored()
    lobby = dealt()[1].before
    assert lobby is not None
    guest = Seat(index=1, name="Ben", invited=BEN, invited_until=lobby.created)
    invites = structs.replace(lobby, seats=(lobby.seats[0], guest))
    await stage.change(Changed(before=None, after=invites))
    first = present(stage)
    assert stage.wire.pinged == [BEN]
    stage.view.public.post()
    await stage.wait(1)
    assert present(stage) > first
    assert stage.wire.pinged == [BEN]


@pytest.mark.parametrize("buttons_only", [False, True])
async def test_reactions_are_set_where_they_mean_something(buttons_only: bool) -> None:
    """A server may have set that only buttons do."""
    stage = Stage()
    stage.buttons_only = buttons_only
    await stage.deal()
    await stage.wait(1)
    calls = [about for name, about in stage.wire.log if name == "react" and about == "✋"]
    assert len(calls) == 2 + (not buttons_only), "below two hands, and below the table"


async def test_game_that_is_over_is_not_posted_for_ever() -> None:
    """Its message was deleted, and the channel takes no other one: a few tries are enough."""
    stage = Stage()
    table = (await stage.deal()).after
    del stage.wire.there[present(stage)]
    before = stage.wire.count("send")
    stage.wire.always["send"] = lambda channel: Refused(503, 0)
    await stage.over(table)
    await stage.wait(5_000)
    tried = stage.wire.count("send") - before
    await stage.wait(20_000)
    assert 1 < tried == stage.wire.count("send") - before

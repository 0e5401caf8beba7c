"""The one gate: what is seen already, too late, or of somewhere else has no effect."""

import gc
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.db.inbox import Letter
from bot.db.records import Whereabouts
from bot.discord_api.interaction import Incoming, remains
from bot.interactions.context import KEY, Context
from bot.interactions.gate import LATE, REMEMBERED, Gate
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Screen
from tests.simcord_harness import Town, town


def interaction(place: Town, number: int, made: float, **fields: Any) -> Any:
    """Return a press of a lobby's button, made at that second on Discord's clock."""
    snowflake = int(made * 1000 - discord.utils.DISCORD_EPOCH) << 22 | number
    client = place.app.client
    data = {
        "id": str(snowflake),
        "application_id": "1",
        "type": 3,
        "token": "t",
        "version": 1,
        "locale": "en-US",
        "channel": {"id": "77", "type": 1},
        "channel_id": "77",
        "user": {"id": "5", "username": "ana", "discriminator": "0", "avatar": None},
        "data": {"component_type": 2, "custom_id": "k1:1:1:0:0:join"},
        "entitlements": [],
        "attachment_size_limit": 1,
        "authorizing_integration_owners": {},
        **fields,
    }
    return discord.Interaction(data=data, state=client._connection)  # type: ignore[arg-type]


def gate(place: Town) -> Gate:
    """Return a gate that has met nobody yet, but for one press that shows how far it is to us."""
    found = Gate(place.app.desk)
    assert found.admit(interaction(place, 1, made=1_800_000_000.0), 100.0) is not None
    return found


async def test_interaction_delivered_twice_is_let_in_once(tmp_path: Path) -> None:
    """The second delivery of one id has no effect and no answer."""
    async with town(tmp_path) as place:
        new = gate(place)
        press = interaction(place, 2, made=1_800_000_001.0)
        assert isinstance(new.admit(press, 101.0), Context)
        assert new.admit(interaction(place, 2, made=1_800_000_001.0), 101.1) is None


async def test_ids_are_remembered_for_a_while_only(tmp_path: Path) -> None:
    """The memory of what was seen does not grow."""
    async with town(tmp_path) as place:
        new = gate(place)
        for number in range(REMEMBERED + 10):
            new._first(number)
        assert len(new._seen) == REMEMBERED
        assert not new._first(REMEMBERED + 9)
        assert new._first(0)


@pytest.mark.parametrize("kind", [2, 3, 4, 5])
async def test_what_its_maker_read_as_failed_is_not_let_in(tmp_path: Path, kind: int) -> None:
    """Commands, presses, autocompletes and forms alike: more than 2.5 s later than usual."""
    async with town(tmp_path) as place:
        new = gate(place)
        late = interaction(place, 3, made=1_800_000_002.0, type=kind)
        assert new.admit(late, 102.0 + LATE + 0.1) is None
        assert KEY not in late.extras
        soon = interaction(place, 4, made=1_800_000_002.0, type=kind)
        assert new.admit(soon, 102.0 + LATE - 0.1) is not None
        assert KEY in soon.extras


async def test_bots_are_not_let_in(tmp_path: Path) -> None:
    """Another application's bot presses nothing here."""
    async with town(tmp_path) as place:
        user = {"id": "6", "username": "r", "discriminator": "0", "avatar": None, "bot": True}
        assert gate(place).admit(interaction(place, 5, 1_800_000_003.0, user=user), 103.0) is None


async def test_control_counts_at_its_own_table_alone(tmp_path: Path) -> None:
    """A tag of another database is refused everywhere; none counts on a recorded message alone."""
    async with town(tmp_path) as place:
        place.app.kit.wire.tag = "mine"
        ana = place.person("Ana")
        await ana.slash(place.room, "play flinch")
        lobby = place.room.last_message
        table = place.app.tables.active()[0]
        view = place.app.registry.view(table.id)
        assert view is not None
        new = gate(place)

        def counts(tag: str, message: int, channel: int, guild: int, flags: int = 0) -> bool:
            pressed = interaction(
                place,
                2,
                made=1_800_000_004.0,
                guild_id=str(guild),
                channel={"id": str(channel), "type": 0, "name": "x", "position": 0},
                channel_id=str(channel),
                message=bare_message(message, channel) | {"flags": flags},
                member={
                    "user": {"id": "5", "username": "ana", "discriminator": "0", "avatar": None},
                    "roles": [],
                    "joined_at": None,
                    "deaf": False,
                    "mute": False,
                    "flags": 0,
                    "permissions": "0",
                },
                app_permissions="0",
            )
            context = Context(place.app.desk, Incoming(pressed, 104.0, "mine"))
            control = Control(table.id, 1, 0, 0, "join", tag)
            return new.belongs(context, control, view)

        here = (place.room.id, place.guild.id)
        assert counts("mine", lobby.id, *here)
        assert counts("", lobby.id, *here)
        assert not counts("other", lobby.id, *here)
        assert counts("mine", 999, *here)
        assert not counts("", 999, *here)
        assert not counts("mine", 999, 123, place.guild.id)
        assert not counts("mine", 999, 123, 456)
        assert not counts("mine", 999, place.room.id, 456)
        assert new.native(Control(0, 1, 0, 0, "join", "mine"))
        assert not new.native(Control(0, 1, 0, 0, "join", "other"))
        ephemeral = discord.MessageFlags(ephemeral=True).value
        assert counts("mine", 999, 123, place.guild.id, ephemeral)
        assert not counts("mine", 999, 123, 456, ephemeral)


async def test_what_another_process_answers_is_not_let_in(tmp_path: Path) -> None:
    """Once this one has fallen silent; nor what comes of a server it has not, which it forgets."""
    async with town(tmp_path) as place:
        new = gate(place)
        new.silent = True
        assert new.admit(interaction(place, 6, 1_800_000_005.0), 105.0) is None
        new.silent = False
        new.leased = lambda guild: guild is not None
        assert new.admit(interaction(place, 7, 1_800_000_005.0), 105.0) is None
        assert len(new.lately()) == 1
        new.leased = lambda guild: guild is None
        assert new.admit(interaction(place, 7, 1_800_000_005.0), 105.0) is not None


async def test_what_the_process_before_has_answered_is_not_let_in(tmp_path: Path) -> None:
    """It is handed the interactions that were let in last, so many at most."""
    async with town(tmp_path) as place:
        old, new = gate(place), gate(place)
        presses = [interaction(place, number, 1_800_000_005.0) for number in (6, 7, 8)]
        for each in presses:
            assert old.admit(each, 105.0) is not None
        assert old.lately(2) == (presses[1].id, presses[2].id)
        new.answered(old.lately())
        again = [interaction(place, number, 1_800_000_005.0) for number in (6, 7, 8, 9)]
        assert [new.admit(each, 105.0) is not None for each in again] == [False] * 3 + [True]


async def test_letter_that_comes_while_stopping_is_left_to_the_next_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits in the inbox: its maker reads no refusal, as whoever presses here does."""
    refused = list[int]()

    async def refuse(context: Context, *_: Any, **__: Any) -> None:
        refused.append(context.interaction.id & 0xFFF)

    monkeypatch.setattr(Context, "refuse", refuse)
    async with town(tmp_path) as place:
        new = gate(place)
        new.stopping = True
        letter = Letter(kind="INTERACTION_CREATE", stamp=1_800_000_005.0, about=1, data={})
        assert new.admit(interaction(place, 6, 1_800_000_005.0), 105.0, letter) is None
        assert new.admit(interaction(place, 7, 1_800_000_005.0), 105.0) is None
        offered = interaction(place, 8, 1_800_000_005.0, type=4)
        assert new.admit(offered, 105.0) is None
        await place.app.kit.tasks.settle(60)
        assert refused == [7], "where choices are offered no sentence can be said"


async def test_what_cannot_be_read_is_answered_by_whose_server_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a message with the number of the error; where choices are offered, by none."""
    answers = list[object]()

    async def say(press: Incoming, screen: Screen, **_: Any) -> bool:
        answers.append(screen)
        return True

    async def choices(press: Incoming, offered: list[Any]) -> bool:
        answers.append(offered)
        return True

    monkeypatch.setattr(Incoming, "say", say)
    monkeypatch.setattr(Incoming, "choices", choices)
    async with town(tmp_path) as place:
        new, state = gate(place), place.app.client._connection

        async def answered(kind: int) -> list[object]:
            told = {"id": "5", "token": "t", "type": kind, "guild_id": str(place.guild.id)}
            known = remains(told, state, 1)
            assert known is not None
            new.unread(known, 106.0, "A1B2C3")
            await place.app.kit.tasks.settle(60)
            found = answers.copy()
            answers.clear()
            return found

        [screen] = await answered(3)
        assert "A1B2C3" in str(screen)
        assert await answered(4) == [[]]
        new.leased = lambda guild: guild != place.guild.id
        assert await answered(3) == []


async def test_press_at_a_table_that_is_not_back_waits_for_it(tmp_path: Path) -> None:
    """Where nothing is let in any more, nothing waits either."""
    async with town(tmp_path) as place:
        new, returning, done = gate(place), place.app.registry.returning, list[None]()
        where = Whereabouts(
            table=999,
            guild=place.guild.id,
            channels=frozenset(),
            people=frozenset(),
            seated=frozenset(),
            abandoned=False,
        )
        returning.expect([where], {12: 999})
        assert not new.holds(13, lambda: done.append(None))
        new.silent = True
        assert not new.holds(12, lambda: done.append(None))
        new.silent = False
        assert new.holds(12, lambda: done.append(None))
        assert (new.knows(12), new.knows(13), done) == (True, False, [])
        returning.came(999)
        assert done == [None]
        returning.over()


def bare_message(message: int, channel: int) -> dict[str, Any]:
    """Return a message as it comes with a press."""
    return {
        "id": str(message),
        "channel_id": str(channel),
        "author": {"id": "9", "username": "bot", "discriminator": "0", "avatar": None},
        "content": "",
        "timestamp": "2030-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "components": [],
        "flags": 0,
    }


async def test_press_is_gone_as_soon_as_nobody_needs_it(tmp_path: Path) -> None:
    """Nothing of it holds another part in a circle, which would stay until the collector comes."""
    async with town(tmp_path) as place:
        press = interaction(place, 6, 1_800_000_005.0, message=bare_message(1, 77))
        context = gate(place).admit(press, 105.0)
        assert context is not None
        left = weakref.ref(context), weakref.ref(context.press)
        gc.disable()
        try:
            del press, context
            assert [each() for each in left] == [None, None]
        finally:
            gc.enable()


async def test_heap_after_standing_still_moves_no_clock(tmp_path: Path) -> None:
    """Six commands that waited four seconds for a bot that stood still: the next one counts."""
    async with town(tmp_path) as place:
        new = gate(place)
        for number in range(6):
            late = interaction(place, 10 + number, made=1_800_000_002.0 + number / 10)
            assert new.admit(late, 106.6) is None
        assert new.admit(interaction(place, 20, made=1_800_000_007.0), 107.0) is not None
        assert new.admit(interaction(place, 21, made=1_800_000_008.0), 111.0) is None


async def test_clock_that_has_moved_is_believed_in_the_end(tmp_path: Path) -> None:
    """Stamps five seconds behind for good are not late: after five presses they count again."""
    async with town(tmp_path) as place:
        new = gate(place)
        for number in range(5):
            made = 1_800_000_010.0 + 10 * number
            assert new.admit(interaction(place, 30 + number, made), 115.0 + 10 * number) is None
        assert new.admit(interaction(place, 40, made=1_800_000_060.0), 165.0) is not None


async def test_clock_that_has_moved_is_believed_however_fast_people_press(tmp_path: Path) -> None:
    """A press a second, each five seconds behind: not for ever late, or nobody could play."""
    async with town(tmp_path) as place:
        new = gate(place)
        let_in = [
            new.admit(interaction(place, 50 + number, 1_800_000_010.0 + number), 115.0 + number)
            for number in range(13)
        ]
        assert let_in[9] is None
        assert let_in[12] is not None


async def test_reaction_counts_of_a_person_on_a_message_of_a_table_here(tmp_path: Path) -> None:
    """Bots, the bot itself, other servers and unknown messages are not let in; nor is the end."""
    async with town(tmp_path) as place:
        ana = place.person("Ana")
        await ana.slash(place.room, "play flinch")
        lobby, new = place.room.last_message, Gate(place.app.desk)

        def counts(message: int, guild: int, *, user: int = 5, bot: bool = False) -> bool:
            payload: Any = SimpleNamespace(
                member=SimpleNamespace(bot=bot), user_id=user, message_id=message, guild_id=guild
            )
            return new.reaction(payload, 9) is not None

        assert counts(lobby.id, place.guild.id)
        assert not counts(lobby.id, place.guild.id, bot=True)
        assert not counts(lobby.id, place.guild.id, user=9)
        assert not counts(lobby.id, 12345)
        assert not counts(12345, place.guild.id)
        view = place.app.registry.at(lobby.id)
        assert view is not None
        view.ready = False  # what it shows is not known again yet
        assert not counts(lobby.id, place.guild.id)
        view.ready = True
        assert counts(lobby.id, place.guild.id)
        new.stopping = True
        assert not counts(lobby.id, place.guild.id)

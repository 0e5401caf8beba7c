"""Permissions, computed as Discord documents it."""

import pytest

from bot.sandbox.model import permissions
from bot.sandbox.model.clock import Clock
from bot.sandbox.model.objects import PRIVATE_THREAD, PUBLIC_THREAD, Channel, ThreadState
from tests.sandbox.conftest import Town

SEND, REACT = permissions.SEND_MESSAGES, permissions.ADD_REACTIONS


@pytest.fixture
def town() -> Town:
    """Return a world whose clock stands still."""
    return Town(Clock(running=False))


def _bits(town: Town) -> int:
    return town.world.bits(town.room, town.ben.user)


def _thread(town: Town, kind: int) -> Channel:
    now = town.clock.now()
    state = ThreadState(town.ana.id, now, now, now)
    thread = Channel(1, kind, town.guild, "t", parent_id=town.room.id, thread=state)
    town.guild.channels[1] = thread
    return thread


def test_owner_and_administrator_have_everything(town: Town) -> None:
    """Overwrites do not touch them."""
    town.world.overwrite(town.room, town.guild.roles[town.guild.id], deny=permissions.ALL)
    assert town.world.bits(town.room, town.ana.user) == permissions.ALL
    role = town.world.add_role(town.guild, "Admin", permissions.ADMINISTRATOR)
    town.world.give_role(town.guild, town.ben.id, role)
    assert _bits(town) == permissions.ALL


def test_roles_add_up(town: Town) -> None:
    """@everyone and one's roles together."""
    assert not _bits(town) & permissions.MANAGE_MESSAGES
    role = town.world.add_role(town.guild, "Mod", permissions.MANAGE_MESSAGES)
    town.world.give_role(town.guild, town.ben.id, role)
    assert _bits(town) & permissions.MANAGE_MESSAGES
    assert _bits(town) & SEND


def test_overwrites_go_everyone_roles_member(town: Town) -> None:
    """The later wins; of roles, an allow wins over a deny."""
    first, second = (town.world.add_role(town.guild, name) for name in ("A", "B"))
    for role in (first, second):
        town.world.give_role(town.guild, town.ben.id, role)
    town.world.overwrite(town.room, town.guild.roles[town.guild.id], deny=SEND)
    assert not _bits(town) & SEND
    town.world.overwrite(town.room, first, allow=SEND)
    town.world.overwrite(town.room, second, deny=SEND)
    assert _bits(town) & SEND
    town.world.overwrite(town.room, town.ben, deny=SEND)
    assert not _bits(town) & SEND


def test_without_sight_there_is_nothing(town: Town) -> None:
    """View Channel takes everything else along; a stranger has nothing."""
    town.world.overwrite(town.room, town.ben, deny=permissions.VIEW_CHANNEL)
    assert _bits(town) == 0
    assert town.world.bits(town.room, town.world.add_user("Stranger").user) == 0


def test_without_sending_there_are_no_files_and_embeds(town: Town) -> None:
    """They go with Send Messages, reactions do not."""
    town.world.overwrite(town.room, town.ben, deny=SEND)
    assert not _bits(town) & (permissions.EMBED_LINKS | permissions.ATTACH_FILES)
    assert _bits(town) & REACT


def test_time_out_leaves_sight_and_history(town: Town) -> None:
    """Until it is over."""
    town.guild.members[town.ben.id].timed_out_until = town.clock.now() + 60
    assert _bits(town) == permissions.VIEW_CHANNEL | permissions.READ_HISTORY
    town.clock.advance(61)
    assert _bits(town) & SEND


def test_thread_has_its_parents_overwrites(town: Town) -> None:
    """What hides the channel hides its threads; sending is its own permission."""
    thread = _thread(town, PUBLIC_THREAD)
    town.world.overwrite(town.room, town.ben, deny=SEND)
    bits = town.world.bits(thread, town.ben.user)
    assert permissions.may_send(thread, bits)
    town.world.overwrite(town.room, town.ben, deny=permissions.VIEW_CHANNEL)
    assert town.world.bits(thread, town.ben.user) == 0


def test_private_thread_is_for_its_members(town: Town) -> None:
    """And for whoever manages threads."""
    thread = _thread(town, PRIVATE_THREAD)
    assert thread.thread is not None
    assert town.world.bits(thread, town.ben.user) == 0
    assert town.world.bits(thread, town.ana.user) == permissions.ALL
    thread.thread.members[town.ben.id] = town.clock.now()
    assert town.world.bits(thread, town.ben.user) & permissions.VIEW_CHANNEL


def test_named_integers_are_those_of_the_documents() -> None:
    """`discord.md` section 6: what the invitation asks for."""
    asked = (
        permissions.VIEW_CHANNEL
        | permissions.SEND_MESSAGES
        | permissions.SEND_IN_THREADS
        | permissions.EMBED_LINKS
        | permissions.ATTACH_FILES
        | permissions.READ_HISTORY
        | permissions.ADD_REACTIONS
    )
    assert asked == 274_878_024_768
    assert asked | permissions.PUBLIC_THREADS == permissions.BOT == 309_237_763_136
    assert permissions.NAMES["ADD_REACTIONS"] == permissions.ADD_REACTIONS

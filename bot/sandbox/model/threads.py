"""Threads: making them, archiving, locking, joining (`discord.md` section 6)."""

from typing import Final

from bot.sandbox.model import permissions
from bot.sandbox.model.changes import Change
from bot.sandbox.model.errors import ApiError, invalid, missing_access, missing_permissions
from bot.sandbox.model.objects import (
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    THREADS,
    Channel,
    Json,
    Message,
    ThreadState,
    User,
)
from bot.sandbox.model.state import State

AUTO_ARCHIVE: Final = (60, 1440, 4320, 10080)


def must_be_open(world: State, channel: Channel, bits: int) -> None:
    """Refuse edits and reactions in a thread that is archived, or locked for this user.

    Raises:
        ApiError: 50083 or 160005.
    """
    if channel.thread is None:
        return
    refresh(world, channel)
    if channel.thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    if channel.thread.locked and not bits & permissions.MANAGE_THREADS:
        raise ApiError(403, 160005, "Thread is locked")


def before_sending(world: State, channel: Channel, bits: int) -> None:
    """Un-archive a thread that somebody writes in.

    Raises:
        ApiError: 160005, it is locked and the writer does not manage threads.
    """
    state = channel.thread
    if state is None:
        return
    refresh(world, channel)
    if state.locked and not bits & permissions.MANAGE_THREADS:
        raise ApiError(403, 160005, "Thread is locked")
    if state.archived:
        set_archived(world, channel, False)


def refresh(world: State, channel: Channel) -> None:
    """Archive a thread without activity for its auto-archive time.

    Activity is a message, un-archiving, or a change of that time; edits and reactions are not.
    """
    state = channel.thread
    if state is None or state.archived:
        return
    if world.clock.now() - state.active >= state.auto_archive * 60:
        set_archived(world, channel, True)


def set_archived(world: State, channel: Channel, archived: bool) -> None:
    """Archive or un-archive a thread, and tell of it."""
    state = channel.thread
    assert state is not None
    if state.archived == archived:
        return
    state.archived = archived
    state.archive_changed = world.clock.now()
    if not archived:
        state.active = world.clock.now()
    _updated(world, channel)


def set_locked(world: State, channel: Channel, locked: bool) -> None:
    """Lock or unlock a thread, and tell of it."""
    assert channel.thread is not None
    if channel.thread.locked != locked:
        channel.thread.locked = locked
        _updated(world, channel)


def create(world: State, parent: Channel, by: User, body: Json, source: Message | None) -> Channel:
    """Make a thread, from a message (whose id it gets) or standing alone.

    Raises:
        ApiError: 50013, 160004 (that message has one), 50024 (no threads here), 50035.
    """
    bits = world.bits(parent, by)
    if not bits:
        raise missing_access()
    if parent.guild is None or parent.type in THREADS:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    kind = PUBLIC_THREAD if source is not None else int(body.get("type") or PRIVATE_THREAD)
    if kind not in THREADS:
        raise invalid(("type",), "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")
    needed = permissions.PUBLIC_THREADS if kind == PUBLIC_THREAD else permissions.PRIVATE_THREADS
    if not bits & needed:
        raise missing_permissions()
    if source is not None and source.thread_id is not None:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    now = world.clock.now()
    thread = Channel(
        source.id if source is not None else world.ids.next(),
        kind,
        parent.guild,
        _name(body),
        parent_id=parent.id,
        thread=ThreadState(by.id, now, now, now, _auto_archive(body), members={by.id: now}),
    )
    parent.guild.channels[thread.id] = thread
    world.channels[thread.id] = thread
    world.emit.channel("THREAD_CREATE", thread)
    if source is not None:
        source.thread_id = thread.id
        world.emit.message("MESSAGE_UPDATE", source)
        world.changes.tell(Change("message", parent.id, source.id))
    world.changes.tell(Change("channel", thread.id))
    return thread


def update(world: State, thread: Channel, by: User, body: Json) -> None:
    """Change a thread's name, archived or locked state, or auto-archive time.

    Raises:
        ApiError: 50013: locking, and anything in a locked thread, needs Manage Threads; the rest
            is open to the thread's maker too, un-archiving to whoever may write. 50083: an
            archived thread takes no other change. 50035.
    """
    state = thread.thread
    assert state is not None
    refresh(world, thread)
    bits = world.bits(thread, by)
    if not bits:
        raise missing_access()
    manages = bool(bits & permissions.MANAGE_THREADS)
    _may_update(thread, by, bits, body)
    unarchive = body.get("archived") is False
    if state.archived and not unarchive and set(body) - {"archived", "locked"}:
        raise ApiError(400, 50083, "Thread is archived")
    if body.get("locked") is not None and not manages:
        raise missing_permissions()
    changed = False
    if "name" in body and body["name"] is not None:
        thread.name = _name(body)
        changed = True
    if body.get("auto_archive_duration") is not None:
        state.auto_archive = _auto_archive(body)
        state.active = world.clock.now()
        changed = True
    if changed:
        _updated(world, thread)
    if body.get("archived") is not None:
        set_archived(world, thread, bool(body["archived"]))
    if body.get("locked") is not None:
        set_locked(world, thread, bool(body["locked"]))


def _may_update(thread: Channel, by: User, bits: int, body: Json) -> None:
    state = thread.thread
    assert state is not None
    if bits & permissions.MANAGE_THREADS:
        return
    if state.locked:
        raise missing_permissions()
    only_unarchives = set(body) == {"archived"} and body["archived"] is False
    if only_unarchives and bits & permissions.SEND_IN_THREADS:
        return
    if state.owner_id != by.id:
        raise missing_permissions()


def join(world: State, thread: Channel, user_id: int) -> None:
    """Add somebody to a thread, as a mention there does too."""
    state = thread.thread
    assert state is not None
    if user_id in state.members:
        return
    state.members[user_id] = world.clock.now()
    world.emit.thread_members(thread, [user_id], [])
    world.changes.tell(Change("channel", thread.id))


def leave(world: State, thread: Channel, user_id: int) -> None:
    """Take somebody out of a thread."""
    state = thread.thread
    assert state is not None
    if state.members.pop(user_id, None) is not None:
        world.emit.thread_members(thread, [], [user_id])
        world.changes.tell(Change("channel", thread.id))


def _name(body: Json) -> str:
    name = str(body.get("name") or "")
    if not 1 <= len(name) <= 100:
        raise invalid(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    return name


def _auto_archive(body: Json) -> int:
    minutes = body.get("auto_archive_duration") or 1440
    if minutes not in AUTO_ARCHIVE:
        raise invalid(
            ("auto_archive_duration",),
            "BASE_TYPE_CHOICES",
            f"Value must be one of {set(AUTO_ARCHIVE)}.",
        )
    return int(minutes)


def _updated(world: State, thread: Channel) -> None:
    world.emit.channel("THREAD_UPDATE", thread)
    world.changes.tell(Change("channel", thread.id))

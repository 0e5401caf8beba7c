"""What is shared: remembered before it names anybody, and drawn until Discord has taken it."""

import asyncio
from typing import Any

import discord
import pytest

from bot.db.changes import Change, share_shown
from bot.db.errors import StorageError
from bot.db.records import FORGOTTEN, Share
from bot.discord_api.writer import BACKOFF
from bot.messages.shares import NOTHING_YET, Shares, Shown, Topic
from bot.ui.elements.screen import Attachment, Picture, Screen, in_words, plain
from tests.messages.stage import CHANNEL, Refused, Stage
from tests.messages.time import settle

TOPIC = Topic(guild=1, what="thing")


class Store:
    """Keeps what is stored, unless it is full."""

    def __init__(self) -> None:
        self.full = False
        self.changes: list[Change] = []

    async def commit(self, change: Change) -> None:
        """Store a change."""
        if self.full:
            raise StorageError("disk full")
        self.changes.append(change)

    def named(self) -> list[set[int]]:
        """Return whom each change but the erasing ones says that a post names."""
        writes = [write for change in self.changes for write in change.writes]
        return [{row["person"] for row in write.rows} for write in writes if write.kind == "upsert"]


def shares(stage: Stage, store: Store) -> Shares:
    """Return shares of one kind of thing, which names person 5."""
    typed: Any = store
    found = Shares(stage.registry._deps, typed)

    async def draw(topic: Topic) -> Shown:
        return Shown(plain("Ana has won."), frozenset({5}))

    found.draws = {"thing": draw}
    return found


async def posted(stage: Stage, store: Store) -> int:
    """Share it."""
    own = shares(stage, store)
    shown = await own.drawn(TOPIC)
    assert shown is not None
    message = await own.post(TOPIC, shown, CHANNEL, files=True)
    await stage.wait(sum(BACKOFF))
    return message


async def test_post_names_nobody_before_it_is_remembered() -> None:
    """It is owed until it is shown; then only whom it names is known of it."""
    stage, store = Stage(), Store()
    message = await posted(stage, store)
    assert stage.wire.text(message) == "Ana has won."
    assert store.named() == [{FORGOTTEN, 5}]
    assert store.changes[-1] == share_shown(message)


async def test_post_that_cannot_be_remembered_is_taken_back() -> None:
    """It has shown nothing by then."""
    stage, store = Stage(), Store()
    store.full = True
    with pytest.raises(StorageError):
        await posted(stage, store)
    assert stage.wire.at(CHANNEL) == []
    assert [name for name, _ in stage.wire.log] == ["send", "delete"]


async def test_post_that_discord_fails_to_take_is_drawn_anew_a_few_times() -> None:
    """Once it is taken nothing is owed; until then the next start would do it."""
    stage, store = Stage(), Store()
    stage.wire.refusals["edit"] = [Refused(503, 0), Refused(503, 0)]
    message = await posted(stage, store)
    assert stage.wire.text(message) == "Ana has won."
    assert store.changes[-1] == share_shown(message)
    assert store.changes.count(share_shown(message)) == 1

    stage, store = Stage(), Store()
    stage.wire.always["edit"] = lambda message: Refused(503, 0)
    message = await posted(stage, store)
    assert stage.wire.there[message] == (CHANNEL, NOTHING_YET)
    assert stage.wire.count("edit") == 1 + len(BACKOFF)
    assert share_shown(message) not in store.changes


PICTURED = Screen(
    parts=(*plain("Ana has won.").parts, Picture("a.png", "Two rows of cards")),
    attachments=(Attachment("a.png", b"drawn"),),
)


@pytest.mark.parametrize("files", [True, False])
async def test_post_is_told_in_words_where_no_files_may_be_sent(files: bool) -> None:
    """Or where Discord does not take them, too large perhaps."""
    stage, store = Stage(), Store()
    stage.wire.takes_files = False
    own = shares(stage, store)
    shown = Shown(PICTURED, frozenset({5}))
    message = await own.post(TOPIC, shown, CHANNEL, files=files)
    assert stage.wire.there[message][1] == in_words(PICTURED)
    assert stage.wire.count("edit") == 1 + files
    assert store.changes[-1] == share_shown(message)


def share(message: int) -> Share:
    """Return what is stored of the post."""
    return Share(message=message, person=FORGOTTEN, channel=CHANNEL, guild=1, what="thing", ply=0)


@pytest.mark.parametrize("attach", [True, False])
async def test_post_that_is_drawn_anew_shows_what_may_be_shown_there_now(attach: bool) -> None:
    """What is gone by then is said to be gone: no name is left standing."""
    stage, store = Stage(), Store()
    message = await posted(stage, store)
    stage.permissions = discord.Permissions(attach_files=attach)
    own = shares(stage, store)

    async def pictured(topic: Topic) -> Shown:
        return Shown(PICTURED, frozenset({6}))

    async def gone(topic: Topic) -> None:
        """There is no such thing any more."""

    own.draws = {"thing": pictured}
    await own.redraw([share(message)])
    assert stage.wire.there[message][1] == (PICTURED if attach else in_words(PICTURED))
    assert store.named()[-1] == {6}
    own.draws = {"thing": gone}
    await own.redraw([share(message)])
    assert "it's gone now" in stage.wire.text(message)
    assert store.changes[-1] == share_shown(message)


async def test_posts_are_drawn_anew_one_after_the_other() -> None:
    """So no screen of before somebody was forgotten comes after the one without the name."""
    stage, store = Stage(), Store()
    message = await posted(stage, store)
    own, drawn, gate = shares(stage, store), list[str](), asyncio.Event()
    edit = stage.wire.edit

    async def draw(topic: Topic) -> Shown:
        drawn.append(f"Screen {len(drawn)}.")
        return Shown(plain(drawn[-1]), frozenset())

    async def slowly(*about: Any, **more: Any) -> None:
        await gate.wait()
        await edit(*about, **more)

    own.draws = {"thing": draw}
    stage.wire.edit = slowly  # type: ignore[method-assign]  # Discord takes its time
    both = [asyncio.ensure_future(own.redraw([share(message)])) for _ in range(2)]
    await settle()
    assert drawn == ["Screen 0."]
    gate.set()
    await asyncio.gather(*both)
    assert stage.wire.text(message) == "Screen 1."

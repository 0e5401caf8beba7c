"""The application's emojis: which of them are card faces, and keeping those up to date.

An emoji is the bot's own if its name is one `bot.cards` would give; all others are left alone.
"""

from collections.abc import Callable, Iterable, Sequence

import discord
from msgspec import Struct

from bot.cards import emoji_name, is_mark, mark_name, of_emoji, old_name

Progress = Callable[[int, int], None]
"""Is told how many of how many emojis there are by now."""


class Upkeep(Struct, frozen=True):
    """What is to be done.

    Attributes:
        mark: whether the emoji that marks the design is there.
        upload: faces to upload.
        rename: outdated emojis by the faces whose names they have; they are among `remove`.
        remove: emojis to remove.
        kept: how many are up to date.
    """

    mark: bool
    upload: tuple[str, ...]
    rename: dict[str, discord.Emoji]
    remove: tuple[discord.Emoji, ...]
    kept: int


def upkeep(present: Sequence[discord.Emoji], wanted: Iterable[str]) -> Upkeep:
    """Return what brings the emojis that are present to the faces that are wanted.

    An outdated emoji shows a face of an earlier design.
    """
    fresh, outdated = _sorted(present)
    faces = tuple(dict.fromkeys(wanted))
    upload = tuple(face for face in faces if face not in fresh)
    names = {emoji_name(face): face for face in upload}
    return Upkeep(
        mark=any(emoji.name == mark_name() for emoji in present),
        upload=upload,
        rename={names[emoji.name]: emoji for emoji in outdated if emoji.name in names},
        remove=tuple(outdated),
        kept=len(faces) - len(upload),
    )


async def sync_emojis(client: discord.Client, wanted: Iterable[str], progress: Progress) -> Upkeep:
    """Upload what is missing, one after the other, then remove what is outdated.

    Whatever interrupts it, running it again goes on where it stopped. The library waits where
    Discord's rate limits ask for it. Until all are there the outdated ones stay: of two that would
    have one name, which Discord refuses, the outdated one gets another.

    Raises:
        discord.HTTPException: Discord refused an upload.
    """
    from bot.cards.cards import face

    plan = upkeep(await client.fetch_application_emojis(), wanted)
    if not plan.mark:
        await client.create_application_emoji(name=mark_name(), image=face("back"))
    every = plan.kept + len(plan.upload)
    for done, name in enumerate(plan.upload, plan.kept + 1):
        if name in plan.rename:
            old = plan.rename[name]
            await old.edit(name=old_name(name, old.id))
        await client.create_application_emoji(name=emoji_name(name), image=face(name))
        progress(done, every)
    for emoji in plan.remove:
        await emoji.delete()
    return plan


def by_face(present: Iterable[discord.Emoji]) -> dict[str, str]:
    """Return Discord's form of each face's newest emoji; it may be outdated."""
    ours = ((of_emoji(emoji.name), emoji) for emoji in sorted(present, key=lambda each: each.id))
    return {face: str(emoji) for face, emoji in ours if face is not None}


def _sorted(
    present: Sequence[discord.Emoji],
) -> tuple[dict[str, discord.Emoji], list[discord.Emoji]]:
    """Return the emojis that are up to date by their faces, and those of ours that are not.

    Up to date is what was uploaded after the mark of the present design: ids grow with time
    (`discord.md` section 2).
    """
    marked = next((emoji.id for emoji in present if emoji.name == mark_name()), None)
    fresh: dict[str, discord.Emoji] = {}
    outdated: list[discord.Emoji] = []
    for emoji in present:
        face = of_emoji(emoji.name)
        if face is None:
            if is_mark(emoji.name) and emoji.id != marked:
                outdated.append(emoji)
        elif marked is not None and emoji.id > marked and emoji.name == emoji_name(face):
            fresh[face] = emoji
        else:
            outdated.append(emoji)
    return fresh, outdated

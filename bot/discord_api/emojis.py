"""The application's emojis: which of them are card faces, and keeping those up to date.

An emoji is the bot's own if its name is one `bot.cards` would give; all others are left alone.
"""

from collections.abc import Callable, Iterable, Sequence

import discord
from msgspec import Struct

from bot.cards import emoji_name, of_emoji

Progress = Callable[[int, int], None]
"""Is told how many of how many emojis there are by now."""


class Upkeep(Struct, frozen=True):
    """What is to be done: faces to upload, emojis to remove; `kept` are up to date."""

    upload: tuple[str, ...]
    remove: tuple[discord.Emoji, ...]
    kept: int


def upkeep(present: Sequence[discord.Emoji], wanted: Iterable[str]) -> Upkeep:
    """Return what brings the emojis that are present to the faces that are wanted.

    An outdated emoji shows a face the design now draws in another way.
    """
    there = {emoji.name for emoji in present}
    faces = tuple(dict.fromkeys(wanted))
    return Upkeep(
        upload=tuple(name for name in faces if emoji_name(name) not in there),
        remove=tuple(emoji for emoji in present if _outdated(emoji.name)),
        kept=sum(emoji_name(name) in there for name in faces),
    )


async def sync_emojis(client: discord.Client, wanted: Iterable[str], progress: Progress) -> Upkeep:
    """Upload what is missing, one after the other, then remove what is outdated.

    Whatever interrupts it, running it again goes on where it stopped. The library waits where
    Discord's rate limits ask for it.

    Raises:
        discord.HTTPException: Discord refused an upload.
    """
    from bot.cards.cards import face

    plan = upkeep(await client.fetch_application_emojis(), wanted)
    every = plan.kept + len(plan.upload)
    for done, name in enumerate(plan.upload, plan.kept + 1):
        await client.create_application_emoji(name=emoji_name(name), image=face(name))
        progress(done, every)
    for emoji in plan.remove:
        await emoji.delete()
    return plan


def by_face(present: Iterable[discord.Emoji]) -> dict[str, str]:
    """Return Discord's form of each face's emoji; an outdated one where there is no other."""
    forms: dict[str, str] = {}
    for emoji in present:
        name = of_emoji(emoji.name)
        if name is not None and (name not in forms or not _outdated(emoji.name)):
            forms[name] = str(emoji)
    return forms


def _outdated(name: str) -> bool:
    own = of_emoji(name)
    return own is not None and name != emoji_name(own)

"""What the bot may do in a channel, each missing permission in words."""

import discord
from msgspec import Struct

from bot.locale import Translator, mark


class Need(Struct, frozen=True):
    """A permission: its bit, its name as Discord's settings show it, and what fails without it."""

    flag: str
    name: str
    without: str
    must: bool

    @property
    def optional(self) -> bool:
        """Whether nobody is reminded of it at every game; `/check` names it."""
        return self.flag in OPTIONAL and not self.must


NEEDS = (
    Need("view_channel", mark("View Channel"), mark("you can't play here"), True),
    Need("send_messages", mark("Send Messages"), mark("I can't show a table here"), True),
    Need(
        "read_message_history",
        mark("Read Message History"),
        mark("I can't bring back a table that's buried or deleted, or add reactions to it"),
        True,
    ),
    Need(
        "add_reactions",
        mark("Add Reactions"),
        mark("you play with buttons only"),
        False,
    ),
    Need("embed_links", mark("Embed Links"), mark("some pictures won't show"), False),
    Need("attach_files", mark("Attach Files"), mark("some pictures won't show"), False),
    Need(
        "create_public_threads",
        mark("Create Public Threads"),
        mark("a second game has to share this channel"),
        False,
    ),
    Need(
        "send_messages_in_threads",
        mark("Send Messages in Threads"),
        mark("I can't open a thread for a table"),
        False,
    ),
    Need(
        "manage_messages",
        mark("Manage Messages"),
        mark("your reactions stay; remove one to press it again"),
        False,
    ),
)

OPTIONAL = ("manage_messages", "create_public_threads", "send_messages_in_threads")
"""What a game does without and hardly differs for; in a thread its own Send is a must."""


def missing(permissions: discord.Permissions, *, thread: bool) -> tuple[Need, ...]:
    """Return what is missing, the indispensable first; in a thread its own Send counts."""
    needs = []
    for need in NEEDS:
        if thread and need.flag in ("send_messages", "create_public_threads"):
            continue
        must = need.must or (thread and need.flag == "send_messages_in_threads")
        if not getattr(permissions, need.flag):
            needs.append(Need(need.flag, need.name, need.without, must))
    return tuple(sorted(needs, key=lambda each: not each.must))


def sentences(needs: tuple[Need, ...], t: Translator) -> list[str]:
    """Return one line per missing permission, with what will not work without it."""
    return [_sentence(need, t) for need in needs]


def _sentence(need: Need, t: Translator) -> str:
    name, consequence = t(need.name), t(need.without)
    if need.optional:
        return t(
            "I don't have {name} (optional): {consequence}.",
            name=name,
            consequence=consequence,
        )
    return t("I don't have {name}: {consequence}.", name=name, consequence=consequence)

"""What a person's client shows: frozen values, built for one person at one moment."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from bot.sandbox.model.objects import Json

ControlKind = Literal["button", "string", "user", "role", "mentionable", "channel", "text"]

CONTROL_KINDS: dict[int, ControlKind] = {
    2: "button",
    3: "string",
    4: "text",
    5: "user",
    6: "role",
    7: "mentionable",
    8: "channel",
}


@dataclass(frozen=True, slots=True)
class AuthorSeen:
    """Who wrote a message, by the name shown in this place."""

    id: int
    name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class ReactionSeen:
    """One emoji under a message, ``✋`` or ``<:name:id>``; ``me``: pressed by oneself."""

    emoji: str
    count: int
    me: bool


@dataclass(frozen=True, slots=True)
class AttachmentSeen:
    """A file of a message; ``url`` answers while the server runs."""

    id: int
    filename: str
    content_type: str
    size: int
    url: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class ControlSeen:
    """A part of a message or modal that can be pressed, chosen from or filled in."""

    kind: ControlKind
    custom_id: str | None
    label: str
    disabled: bool
    style: int
    emoji: str | None
    options: tuple[Json, ...]
    url: str | None
    raw: Json


@dataclass(frozen=True, slots=True)
class MessageSeen:
    """A message as one person sees it; Unix seconds, ``components`` are Discord's JSON."""

    id: int
    channel_id: int
    author: AuthorSeen
    content: str
    embeds: tuple[Json, ...]
    components: tuple[Json, ...]
    attachments: tuple[AttachmentSeen, ...]
    reactions: tuple[ReactionSeen, ...]
    flags: int
    type: int
    ephemeral: bool
    thinking: bool
    created: float
    edited: float | None
    reply_to: int | None
    thread_id: int | None
    command: str | None
    mentions: frozenset[int]
    pinged_me: bool

    @property
    def text(self) -> str:
        """Return every text of the message: content, text displays, embeds, in order."""
        parts = [self.content] if self.content else []
        parts += [part["content"] for part in walk(self.components) if part.get("type") == 10]
        for embed in self.embeds:
            parts += [embed[key] for key in ("title", "description") if embed.get(key)]
            for one in embed.get("fields", ()):
                parts += [one["name"], one["value"]]
        return "\n".join(parts)

    @property
    def controls(self) -> tuple[ControlSeen, ...]:
        """Return the buttons and selects of the message, in order."""
        return tuple(controls(self.components))

    def control(self, label: str) -> ControlSeen:
        """Return the one control whose label contains ``label``.

        Raises:
            LookupError: There is none, or more than one.
        """
        found = [each for each in self.controls if label in each.label]
        if len(found) != 1:
            shown = [each.label for each in self.controls]
            raise LookupError(f"{len(found)} controls say {label!r}; shown are {shown}.")
        return found[0]

    def reaction(self, emoji: str) -> ReactionSeen | None:
        """Return the reaction with this emoji, compared without variation selector."""
        bare = emoji.replace("\ufe0f", "")
        return next((r for r in self.reactions if r.emoji.replace("\ufe0f", "") == bare), None)


@dataclass(frozen=True, slots=True)
class ChannelSeen:
    """A channel in somebody's list: ``kind`` is "text", "thread" or "dm"."""

    id: int
    kind: Literal["text", "thread", "dm"]
    name: str
    guild_id: int | None
    guild_name: str | None
    parent_id: int | None
    archived: bool
    locked: bool
    can_send: bool
    last_message_id: int | None


@dataclass(frozen=True, slots=True)
class OptionSeen:
    """An option of a command, in the person's language; ``type`` is Discord's number."""

    name: str
    shown_name: str
    description: str
    type: int
    required: bool
    choices: tuple[tuple[str, str | int | float], ...]
    autocomplete: bool
    min_value: float | None
    max_value: float | None
    min_length: int | None
    max_length: int | None


@dataclass(frozen=True, slots=True)
class CommandSeen:
    """A slash command one may type here: ``name`` is "play flinch", subcommands by spaces."""

    name: str
    shown_name: str
    description: str
    options: tuple[OptionSeen, ...]
    application: str


def walk(components: tuple[Json, ...] | list[Json]) -> Iterator[Json]:
    """Yield every component, nested ones and accessories included, in the order shown."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for key in ("accessory", "component"):
            inner: Any = component.get(key)
            if isinstance(inner, dict):
                yield from walk([inner])


def controls(components: tuple[Json, ...] | list[Json]) -> Iterator[ControlSeen]:
    """Yield what can be pressed, chosen from or filled in."""
    for part in walk(components):
        kind = CONTROL_KINDS.get(part.get("type", 0))
        if kind is None:
            continue
        yield ControlSeen(
            kind=kind,
            custom_id=part.get("custom_id"),
            label=part.get("label") or part.get("placeholder") or "",
            disabled=bool(part.get("disabled")),
            style=part.get("style", 0),
            emoji=_emoji(part.get("emoji")),
            options=tuple(part.get("options") or ()),
            url=part.get("url"),
            raw=part,
        )


def _emoji(emoji: Json | None) -> str | None:
    if not emoji:
        return None
    if not emoji.get("id"):
        return str(emoji["name"])
    return f"<{'a' if emoji.get('animated') else ''}:{emoji['name']}:{emoji['id']}>"

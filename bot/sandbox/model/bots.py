"""A bot's account on this Discord: its application, commands, emojis and gateway sessions."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.sandbox.model.objects import AppEmoji, Json, User

if TYPE_CHECKING:
    from bot.sandbox.gateway.sessions import Session

PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
"""The intents members, presences and message content, refused with 4014 unless granted."""


@dataclass(eq=False)
class Bot:
    """An application with its bot user; both have the same id, as on Discord.

    Args:
        user: The bot's account.
        token: What it logs in with.
        granted: Privileged intents it may ask for.
    """

    user: User
    token: str = field(repr=False)
    granted: int = 0
    owner: User | None = None
    emojis: dict[int, AppEmoji] = field(default_factory=dict)
    commands: dict[int | None, dict[int, Json]] = field(default_factory=dict)
    created_commands: list[tuple[float, int | None]] = field(default_factory=list)
    sessions: dict[str, "Session"] = field(default_factory=dict)
    identifies: int = 0

    @property
    def id(self) -> int:
        """Return the id of application and user."""
        return self.user.id

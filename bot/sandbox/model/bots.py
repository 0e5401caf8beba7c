"""A bot's account on this Discord: its application, commands and emojis."""

from dataclasses import dataclass, field

from bot.sandbox.model.objects import AppEmoji, Json, User


@dataclass(frozen=True, slots=True)
class Identify:
    """A shard that identified, and when."""

    time: float
    shard: int


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
    identified: list[Identify] = field(default_factory=list)

    @property
    def id(self) -> int:
        """Return the id of application and user."""
        return self.user.id

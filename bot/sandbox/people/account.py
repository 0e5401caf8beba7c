"""Whose client it is: a user who is logged in, and where what it does is sent."""

from bot.sandbox.interactions.delivery import Interactions
from bot.sandbox.model.objects import User
from bot.sandbox.model.state import State


class Account:
    """A person's user at a client of this Discord.

    Args:
        world: Where the person is.
        interactions: Where presses and commands go.
        user: Who it is.
    """

    def __init__(self, world: State, interactions: Interactions, user: User) -> None:
        self.world = world
        self.interactions = interactions
        self.user = user

    @property
    def id(self) -> int:
        """Return the user's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """Return the name shown everywhere."""
        return self.user.name

    @property
    def locale(self) -> str:
        """Return the client's language, such as ``es-ES``."""
        return self.user.locale

    @locale.setter
    def locale(self, locale: str) -> None:
        self.user.locale = locale

    @property
    def dms_closed(self) -> bool:
        """Say whether messages from bots are refused (50007)."""
        return self.user.dms_closed

    def close_dms(self) -> None:
        """Refuse direct messages from now on."""
        self.user.dms_closed = True

    def open_dms(self) -> None:
        """Accept direct messages again."""
        self.user.dms_closed = False

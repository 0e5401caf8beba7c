"""One interaction: what a person did, and how the bot answered it."""

import asyncio
from dataclasses import dataclass, field
from typing import Literal

from bot.sandbox.model import client_view
from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.objects import (
    COMMAND,
    COMPONENT,
    LOADING,
    Channel,
    Choice,
    Json,
    Message,
    Modal,
    Trigger,
    User,
)
from bot.sandbox.model.state import State

ANSWER_WITHIN = 3.0
"""Seconds until the first answer is refused with 10062 (`discord.md` section 2)."""

TOKEN_LIVES = 900.0
"""Seconds until the token is refused with 50027."""


InteractionState = Literal["waiting", "answered", "deferred", "failed"]


@dataclass(eq=False)
class Interaction:
    """A press, command, autocomplete or submitted modal, live: it changes as the bot answers.

    ``state`` is "waiting", "answered" (``kind`` tells with which callback type), "deferred"
    (a message says that the bot is thinking) or "failed" (nothing came within three seconds).
    """

    world: State = field(repr=False)
    id: int
    token: str = field(repr=False)
    type: int
    application_id: int
    user: User
    channel: Channel
    data: Json
    created: float
    source: Message | None = None
    parent: "Interaction | None" = None
    state: InteractionState = "waiting"
    kind: int | None = None
    answered_at: float | None = None
    original: Message | None = None
    followups: list[int] = field(default_factory=list)
    modal: Modal | None = None
    choices: tuple[Choice, ...] = ()
    _waiters: list[asyncio.Future[None]] = field(default_factory=list, repr=False)

    @property
    def failed(self) -> bool:
        """Say whether the client shows "This interaction failed"."""
        if self.state == "waiting":
            return self.world.clock.now() - self.created > ANSWER_WITHIN
        if self.state == "deferred":
            return self.expired
        return self.state == "failed"

    @property
    def expired(self) -> bool:
        """Say whether the token no longer works."""
        return self.world.clock.now() - self.created > TOKEN_LIVES

    @property
    def latency(self) -> float | None:
        """Return the seconds from the act to its first answer, None before it."""
        return None if self.answered_at is None else self.answered_at - self.created

    @property
    def message_id(self) -> int | None:
        """Return the id of the message the answer made or changed, if there is one."""
        return self.original.id if self.original else None

    @property
    def message(self) -> "MessageSeen | None":
        """Return that message as the person sees it now, None if there is none (any more)."""
        if self.original is None or self.original.deleted:
            return None
        return client_view.message(self.world, self.user.id, self.original)

    @property
    def command_name(self) -> str | None:
        """Return "play flinch" for a command, else None."""
        if self.type != COMMAND:
            return self.parent.command_name if self.parent else None
        names, options = [str(self.data["name"])], self.data.get("options") or []
        while options and options[0]["type"] in (1, 2):
            names.append(str(options[0]["name"]))
            options = options[0].get("options") or []
        return " ".join(names)

    @property
    def trigger(self) -> Trigger:
        """Return what a message says of the interaction it answers."""
        return Trigger(
            id=self.id,
            type=self.type,
            user=self.user,
            guild_id=self.channel.guild.id if self.channel.guild else None,
            command=self.command_name,
            message_id=self.source.id if self.source else None,
            parent=self.parent.trigger if self.parent else None,
        )

    @property
    def acts_on_message(self) -> bool:
        """Say whether the answers 6 and 7 are allowed: presses, and modals opened by presses."""
        if self.type == COMPONENT:
            return True
        return self.parent is not None and self.parent.type == COMPONENT

    async def answered(self) -> None:
        """Wait for the first answer; after three seconds of the world's clock, mark as failed."""
        if self.state != "waiting":
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        due = self.created + ANSWER_WITHIN
        limit = asyncio.ensure_future(self.world.clock.sleep_until(due))
        try:
            await asyncio.wait({waiter, limit}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            limit.cancel()
            self._waiters.remove(waiter)
        if self.state == "waiting":
            self.state = "failed"

    async def settled(
        self,
        timeout: float = 60.0,  # noqa: ASYNC109 - counted on the world's clock
    ) -> "MessageSeen | None":
        """Wait until a thinking message has its content, and return it as seen.

        Raises:
            TimeoutError: ``timeout`` seconds have passed on the world's clock.
        """
        await self.answered()
        if self.original is not None and self.original.flags & LOADING:
            await client_view.wait_for(
                self.world,
                self.user,
                lambda seen: seen.id == self.message_id and not seen.thinking,
                self.channel.id,
                timeout,
            )
        return self.message

    def answer(self, kind: int) -> None:
        """Note the first answer and wake who waits for it."""
        self.kind = kind
        self.state = "deferred" if kind == 5 else "answered"
        self.answered_at = self.world.clock.now()
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

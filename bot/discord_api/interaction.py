"""One interaction and its one answer.

Our own flag, set before the request leaves, decides who answers; an answer that fails with 40060,
10062 or a lost connection counts as given (`architecture.md`): there is never a second attempt.
What Discord does not understand, or finds too large, it has certainly not taken: that is said
otherwise.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from copy import copy
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import discord
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import async_context

from bot.clock import Timer
from bot.db.inbox import Letter
from bot.discord_api import components
from bot.discord_api.errors import FAILURES, UNREADABLE, Trouble, kind, number, reading, report
from bot.ui.elements.screen import Form, Screen, in_words

log = logging.getLogger(__name__)

TOKEN_LIFE = 14 * 60.0
"""Seconds for which a token is used; Discord keeps it for fifteen minutes."""
MESSAGE, THINKING, ACKNOWLEDGED, UPDATE = 4, 5, 6, 7
"""Types of first answers."""
AnyInteraction = discord.Interaction[Any]
Request: TypeAlias = Callable[[], Awaitable[object]]

KINDS = (
    discord.InteractionType.application_command,
    discord.InteractionType.component,
    discord.InteractionType.autocomplete,
    discord.InteractionType.modal_submit,
)
"""What people do; nothing else comes by the gateway."""
UNKNOWN_WEBHOOK = 10015
"""Discord's code where a token serves nothing: it is dead, or not acknowledged yet."""
OPENING = (0.2, 0.5, 1.0)
"""Seconds to wait for another process' acknowledgement, without which a token serves nothing."""


class Token:
    """What edits the message a press was on, or its answer made: all that is kept of a press.

    Or, as `of` returns it, a message that followed its answer.
    """

    __slots__ = (
        "_application",
        "_arrived",
        "_elsewhere",
        "_files",
        "_session",
        "_state",
        "_tag",
        "_token",
        "message",
    )

    def __init__(
        self, interaction: AnyInteraction, arrived: float, tag: str, *, elsewhere: bool = False
    ) -> None:
        self._elsewhere = elsewhere
        self._application, self._token = interaction.application_id, interaction.token
        self._session = interaction._session  # noqa: SLF001 - discord.py offers no other way
        self._state = interaction._state  # noqa: SLF001 - the same
        self._files = interaction.guild_id is None or interaction.app_permissions.attach_files
        self._arrived = arrived
        self._tag = tag
        self.message = "@original"

    def of(self, message: int) -> "Token":
        """Return what edits another message of the same press."""
        token = copy(self)
        token.message = str(message)
        return token

    def fresh(self, now: float) -> bool:
        """Say whether the token still serves at that moment of the monotonic clock."""
        return now - self._arrived < TOKEN_LIFE

    async def edit(self, screen: Screen, *, anew: bool = False) -> int:
        """Edit that message; return its id.

        `anew`: files that it had and the screen has not are taken away.
        """
        body = components.message(self.sendable(screen), self._tag, anew=anew)
        with reading():
            sent = await self.follow("PATCH", components.posted(body), f"/messages/{self.message}")
            return int(sent["id"])

    async def follow(self, method: str, body: MultipartParameters, which: str = "") -> Any:
        """Send by the token, which may have to wait for another process' acknowledgement."""
        route = self.webhook(method, which)
        for wait in OPENING if self._elsewhere else ():
            try:
                return await self.send(route, body)
            except discord.NotFound as error:
                if error.code != UNKNOWN_WEBHOOK:
                    raise
            await asyncio.sleep(wait)
        return await self.send(route, body)

    async def restate(self, message: int, screen: Screen) -> bool:
        """Edit a message it has shown to its maker; say whether that is still there to be read."""
        body = components.posted(components.message(self.sendable(screen), self._tag))
        route = self.webhook("PATCH", f"/messages/{message}")
        return await _certain(lambda: self.send(route, body))

    async def unsay(self, message: int) -> None:
        """Delete a message it has shown to its maker."""
        route, nothing = self.webhook("DELETE", f"/messages/{message}"), MultipartParameters
        await _certain(lambda: self.send(route, nothing(None, None, None)))

    def webhook(self, method: str, which: str = "") -> Route:
        """Return a route of the token."""
        path = "/webhooks/{webhook_id}/{webhook_token}" + which
        return Route(method, path, webhook_id=self._application, webhook_token=self._token)

    async def send(
        self, route: Route, body: MultipartParameters, query: dict[str, str] | None = None
    ) -> Any:
        """Send by the library's adapter, which knows the limits of a token.

        What it offers above that parses the whole message once more that Discord answers with.
        """
        http = self._state.http
        return await async_context.get().request(
            route,
            session=self._session,
            proxy=http.proxy,
            proxy_auth=http.proxy_auth,
            payload=body.payload,
            multipart=body.multipart,
            files=body.files,
            params=query,
        )

    def sendable(self, screen: Screen) -> Screen:
        """Return the screen as it may be sent here: pictures in words without Attach Files."""
        return in_words(screen) if screen.attachments and not self._files else screen


class Said(NamedTuple):
    """A message by which a press was answered, now or as a follow-up, and what edits it."""

    message: int
    token: Token


class Incoming:
    """A press, a command or a submitted form that waits for its answer.

    `parting` is awaited before an answer that would be given twice if this process died meanwhile.

    Attributes:
        interaction: the library's object.
        token: edits what it was on, or what its answer made.
        arrived: when it came, in seconds of the injected monotonic clock.
        tag: the database's own, for the controls of its answers.
        letter: what it came by where another process received, and acknowledged it.
        stamp: when it was made, in seconds on Discord's clock.
        answered: whether somebody has claimed the answer.
        timer: what acknowledges it if the answer takes too long.
        said: what was posted last to answer it, if anything was.
        excuse: makes what is said, with an error number, where Discord takes no other answer.
    """

    def __init__(
        self,
        interaction: AnyInteraction,
        arrived: float,
        tag: str = "",
        letter: Letter | None = None,
        parting: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.interaction = interaction
        self.token = Token(interaction, arrived, tag, elsewhere=letter is not None)
        self.arrived = arrived
        self.tag = tag
        self.stamp = interaction.created_at.timestamp()
        self.letter = letter
        self.answered = letter is not None
        self.said: Said | None = None
        self.timer: Timer | None = None
        self.excuse: Callable[[AnyInteraction, str], Screen] | None = None
        self._waiting = letter is not None and letter.waiting
        self._parting = parting
        self._landed: asyncio.Event | None = None

    @property
    def asked(self) -> float | None:
        """When that was made which the pressed message answers, as Discord says; else None."""
        message = self.interaction.message
        source = message.interaction_metadata if message is not None else None
        return source.created_at.timestamp() if source is not None else None

    def claim(self) -> bool:
        """Take the answer upon oneself; False if somebody else has."""
        if self.answered:
            return False
        self.answered = True
        if self.timer is not None:
            self.timer.cancel()
        return True

    async def acknowledge(self) -> bool:
        """Answer a component press by nothing (type 6); its token then edits the message."""
        return await self._answer(self._acknowledged)

    async def think(self) -> bool:
        """Answer a command by "thinking", for the invoker alone (type 5)."""
        self._waiting = True
        thinking = {"type": THINKING, "data": {"flags": components.EPHEMERAL}}
        return await self._answer(partial(self._first, thinking))

    async def update(self, screen: Screen, *, anew: bool = False) -> bool:
        """Answer by editing the pressed message (type 7); `anew` as for `Token.edit`."""
        return await self._answer(partial(self._update, screen, anew), self._acknowledged)

    @property
    def alone(self) -> bool:
        """Whether nobody but the presser sees the pressed message."""
        message = self.interaction.message
        private = self.interaction.guild_id is None
        return private or message is None or message.flags.ephemeral

    async def replace(self, screen: Screen) -> None:
        """Edit the pressed message, its files too: as the answer, or after one by the token.

        A screen made for the presser is never put where others see it: there it is said to the
        presser alone. A modified client presses what no message offers.
        """
        if not self.alone:
            await self.say(screen)
        elif not self.answered:
            await self._answer(*self._ways(screen, partial(self._update, anew=True)))
        else:
            await self._opened()
            await _certain(*self._ways(screen, partial(self.token.edit, anew=True)))

    async def form(self, form: Form) -> bool:
        """Answer by opening a form."""
        window = components.modal(form, self.tag)
        opened = partial(self.interaction.response.send_modal, window)
        return await self._answer(opened, *self._excused(self._message))

    async def say(self, screen: Screen, *, to_all: bool = False) -> bool:
        """Show a message to the presser alone, or to all; after another answer as a follow-up."""
        if not self.answered:
            return await self._answer(*self._ways(screen, partial(self._message, to_all=to_all)))
        await self._opened()
        return await _certain(*self._ways(screen, self._follow_up))

    async def choices(self, choices: list[discord.app_commands.Choice[str]]) -> bool:
        """Answer an autocomplete."""
        return await self._answer(partial(self.interaction.response.autocomplete, choices))

    def _ways(
        self, screen: Screen, show: Callable[[Screen], Awaitable[object]]
    ) -> tuple[Request, ...]:
        """Return what to try, one after the other: the screen, it in words, why it is not shown."""
        words = in_words(screen)
        told = () if words == screen else (partial(show, words),)
        return (partial(show, screen), *told, *self._excused(show))

    def _excused(self, show: Callable[[Screen], Awaitable[object]]) -> tuple[Request, ...]:
        def excused() -> Awaitable[object]:
            assert self.excuse is not None, "there is one"
            name = number()
            log.error("error %s: an answer was refused", name, extra={"error": name})
            return show(self.excuse(self.interaction, name))

        return () if self.excuse is None else (excused,)

    async def _update(self, screen: Screen, anew: bool) -> None:
        body = components.message(self.token.sendable(screen), self.tag, anew=anew)
        await self.token.send(self._callback(), components.posted(body, UPDATE))

    async def _message(self, screen: Screen, to_all: bool = False) -> None:
        flags = 0 if to_all else components.EPHEMERAL
        body = components.message(self.token.sendable(screen), self.tag, flags=flags)
        query = {"with_response": "1"}
        sent = await self.token.send(self._callback(), components.posted(body, MESSAGE), query)
        self.said = Said(int(sent["interaction"]["response_message_id"]), self.token)

    async def _follow_up(self, screen: Screen) -> None:
        if self._waiting:
            self.said = Said(await self.token.edit(screen), self.token)
            self._waiting = False
            return
        if self._parting is not None:
            await self._parting()
        body = components.message(self.token.sendable(screen), self.tag, flags=components.EPHEMERAL)
        sent = await self.token.follow("POST", components.posted(body))
        message = int(sent["id"])
        self.said = Said(message, self.token.of(message))

    async def _acknowledged(self) -> None:
        await self._first({"type": ACKNOWLEDGED})

    async def _first(self, answer: components.Json) -> None:
        await self.token.send(self._callback(), MultipartParameters(answer, None, None))

    def _callback(self) -> Route:
        made = self.interaction
        path = "/interactions/{webhook_id}/{webhook_token}/callback"
        return Route("POST", path, webhook_id=made.id, webhook_token=made.token)

    async def _answer(self, request: Request, *instead: Request) -> bool:
        if not self.claim():
            await self._opened()
            return False
        self._landed = asyncio.Event()
        try:
            return await _certain(request, *instead)
        finally:
            self._landed.set()

    async def _opened(self) -> None:
        """Wait until the answer under way has come back: before that the token serves nothing."""
        if self._landed is not None:
            await self._landed.wait()


async def _certain(request: Request, *instead: Request) -> bool:
    """Send; say whether Discord certainly took it. A failure counts as answered.

    So does what Discord answers in a form nobody can read: it costs the knowledge of it alone.
    Where Discord certainly did not take it, what is `instead` is sent, one after the other.
    """
    try:
        await request()
    except FAILURES as error:
        log.info("an answer was lost: %s", describe(error))
        if instead and kind(error) is Trouble.OURS:
            await _certain(*instead)
        return False
    except UNREADABLE as error:
        report("an answer of Discord's could not be read", error)
        return False
    return True


def describe(error: BaseException) -> str:
    """Return what to log of a failed request: never its address, which holds a token."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status} {error.code}"
    return type(error).__name__


def remains(data: Any, state: Any, application: int) -> AnyInteraction | None:
    """Return what there is to answer of an interaction that cannot be read; None: nothing.

    Its id and token, and if they can be read its kind, its language and the server.

    Args:
        data: what Discord told.
        state: the library's.
        application: the bot's id.
    """
    if not isinstance(data, dict):
        return None
    number, token = _number(data.get("id")), data.get("token")
    if number is None or not isinstance(token, str) or not token:
        return None
    guild, language = _number(data.get("guild_id")), data.get("locale")
    known: Any = {
        "id": number,
        "token": token,
        "type": data.get("type") if isinstance(data.get("type"), int) else 0,
        "version": 1,
        "application_id": application,
        "attachment_size_limit": 0,
        "user": {"id": 0, "username": "", "discriminator": "0", "avatar": None},
    }
    if guild is not None:
        known["guild_id"] = guild
    if isinstance(language, str):
        known["locale"] = language
    return discord.Interaction(data=known, state=state)


def _number(value: Any) -> int | None:
    """Return an id, if it is one."""
    text = str(value) if isinstance(value, int | str) else ""
    return int(text) if text.isascii() and text.isdigit() and int(text) < 2**64 else None

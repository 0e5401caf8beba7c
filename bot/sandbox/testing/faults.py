"""Things that go wrong on purpose: answers, connections, sessions, places, permissions."""

import json
import re
from typing import Literal

from bot.sandbox.gateway.sessions import Session, Sessions
from bot.sandbox.model import messages, places, threads
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.objects import Channel, Guild, Json, Message, Overwrite
from bot.sandbox.model.state import State
from bot.sandbox.rest.fault import Fault


class Faults:
    """The faults of a world: of requests, waiting for a match, and of everything else, at once."""

    def __init__(self, world: State, sessions: Sessions) -> None:
        self._world = world
        self._sessions = sessions
        self._waiting: list[Fault] = []

    # Requests

    def answer(
        self,
        pattern: str,
        status: int,
        code: int = 0,
        message: str = "Injected",
        *,
        method: str | None = None,
        times: int = 1,
        after_effect: bool = False,
    ) -> Fault:
        """Refuse the next requests whose route or path matches ``pattern`` (a regex)."""
        body: Json = {"message": message, "code": code}
        return self._add(
            Fault(
                "answer", method, re.compile(pattern), times, after_effect, status=status, body=body
            )
        )

    def rate_limit(
        self,
        pattern: str,
        retry_after: float = 0.5,
        *,
        method: str | None = None,
        times: int = 1,
        scope: Literal["user", "global", "shared"] = "user",
        via: bool = True,
        code: int = 0,
    ) -> Fault:
        """Answer the next matching requests with 429, as a storm or (no Via) as a ban.

        ``code`` is Discord's own, such as 30046 for edits of an old message.
        """
        everywhere = scope == "global"
        headers = {"Retry-After": str(max(1, round(retry_after))), "X-RateLimit-Scope": scope}
        if everywhere:
            headers["X-RateLimit-Global"] = "true"
        body: Json = {
            "message": "You are being rate limited.",
            "code": code,
            "retry_after": retry_after,
            "global": everywhere,
        }
        return self._add(
            Fault(
                "answer",
                method,
                re.compile(pattern),
                times,
                status=429,
                body=body,
                headers=headers,
                via=via,
            )
        )

    def drop(
        self, pattern: str, *, method: str | None = None, times: int = 1, after_effect: bool = False
    ) -> Fault:
        """Close the connection instead of answering, before or after the request took effect."""
        return self._add(Fault("drop", method, re.compile(pattern), times, after_effect))

    def hang(
        self,
        pattern: str,
        seconds: float,
        *,
        method: str | None = None,
        times: int = 1,
        after_effect: bool = False,
    ) -> Fault:
        """Say nothing for ``seconds`` of the world's clock, then drop the connection."""
        return self._add(
            Fault("hang", method, re.compile(pattern), times, after_effect, seconds=seconds)
        )

    def take(self, method: str, route: str, path: str) -> Fault | None:
        """Return the fault that hits this request, and count it."""
        for fault in self._waiting:
            if fault.matches(method, route, path):
                fault.times -= 1
                if fault.times <= 0:
                    self._waiting.remove(fault)
                return fault
        return None

    def clear(self) -> None:
        """Forget the faults that have not struck yet."""
        self._waiting.clear()

    # The gateway

    def drop_gateway(self, bot: Bot | None = None, code: int | None = None) -> None:
        """Cut the websockets, abruptly or with a close code; the sessions can be resumed."""
        for session in self._of(bot):
            if session.connection is not None:
                session.connection.cut(code)

    def ask_reconnect(self, bot: Bot | None = None) -> None:
        """Send op 7: the client reconnects and resumes."""
        self._push(bot, {"op": 7, "d": None, "s": None, "t": None})

    def invalidate(self, bot: Bot | None = None, *, resumable: bool = False) -> None:
        """Send op 9; unless ``resumable``, everything in between is lost."""
        for session in self._of(bot):
            if session.connection is not None:
                session.connection.push(json.dumps({"op": 9, "d": resumable, "s": None, "t": None}))
            if not resumable:
                self._sessions.end(session)
                session.connection = None

    # Places and permissions

    def delete_message(self, message_id: int) -> None:
        """Delete a message as a moderator would."""
        messages.remove(self._world, self._world.messages[message_id])

    def delete_channel(self, channel_id: int) -> None:
        """Delete a channel with its threads, or a thread."""
        places.delete_channel(self._world, self._world.channels[channel_id])

    def archive(self, thread_id: int, *, locked: bool = False) -> None:
        """Archive a thread, and lock it if asked, as a moderator would."""
        thread = self._world.channels[thread_id]
        threads.set_archived(self._world, thread, True)
        if locked:
            threads.set_locked(self._world, thread, True)

    def lock(self, thread_id: int) -> None:
        """Lock a thread without archiving it."""
        threads.set_locked(self._world, self._world.channels[thread_id], True)

    def remove_bot(self, guild: Guild, bot: Bot) -> None:
        """Throw a bot out of a guild."""
        places.remove_bot(self._world, guild, bot)

    def make_unavailable(self, guild: Guild) -> None:
        """Let a guild have an outage: its events stop."""
        places.set_available(self._world, guild, False)

    def make_available(self, guild: Guild) -> None:
        """End a guild's outage."""
        places.set_available(self._world, guild, True)

    def deny(self, channel: Channel, bot: Bot, bits: int) -> None:
        """Take permissions away from a bot in a channel."""
        places.overwrite(self._world, channel, Overwrite(bot.id, 1, deny=bits))

    def age(self, message: Message, seconds: float) -> None:
        """Make a message older than it is, for limits that depend on its age."""
        message.created -= seconds

    def _add(self, fault: Fault) -> Fault:
        self._waiting.append(fault)
        return fault

    def _of(self, bot: Bot | None) -> list[Session]:
        bots = [bot] if bot is not None else list(self._world.bots.values())
        return [session for each in bots for session in self._sessions.of(each)]

    def _push(self, bot: Bot | None, frame: Json) -> None:
        for session in self._of(bot):
            if session.connection is not None:
                session.connection.push(json.dumps(frame))

"""Things that go wrong on purpose: answers, events, connections, stamps, places, permissions."""

import copy
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Unpack

from bot.sandbox.gateway.sessions import Session, Sessions
from bot.sandbox.model import messages, places, threads
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.objects import Channel, Guild, Json, Message, Overwrite
from bot.sandbox.model.record import RequestRecord
from bot.sandbox.model.state import State
from bot.sandbox.rest.fault import Fault, Which


@dataclass(slots=True)
class EventFault:
    """What happens to the next ``times`` events of a name; ``struck`` is what they said."""

    event: str
    times: int
    copies: int = 1
    put: Json = field(default_factory=dict)
    without: tuple[str, ...] = ()
    struck: list[Json] = field(default_factory=list)

    def strikes(self, event: str) -> bool:
        """Say whether an event is struck, and count it."""
        if self.times <= 0 or event != self.event:
            return False
        self.times -= 1
        return True

    def made_of(self, data: Json) -> list[Json]:
        """Return what is delivered instead of an event."""
        self.struck.append(data)
        changed: Json = copy.deepcopy(data)
        for path, value in self.put.items():
            holder, key = _place(changed, path)
            holder[key] = value
        for path in self.without:
            holder, key = _place(changed, path)
            del holder[key]
        return [changed] * self.copies


def _place(data: Json, path: str) -> tuple[Json, str]:
    *keys, last = path.split(".")
    for key in keys:
        data = data[key]
    return data, last


class Faults:
    """The faults of a world: of requests and events that match, and of everything else, at once."""

    def __init__(self, world: State, sessions: Sessions) -> None:
        self._world = world
        self._sessions = sessions
        self._requests: list[Fault] = []
        self._events: list[EventFault] = []
        self._missed: list[Fault | EventFault] = []

    # Requests whose route or path matches a pattern (a regex)

    def answer(
        self,
        pattern: str,
        status: int,
        code: int = 0,
        message: str = "Injected",
        **which: Unpack[Which],
    ) -> Fault:
        """Refuse the next matching requests."""
        body: Json = {"message": message, "code": code}
        return self._add(Fault("answer", re.compile(pattern), status=status, body=body, **which))

    def garble(
        self,
        pattern: str,
        text: str = "<html><body>upstream connect error</body></html>",
        content_type: str = "text/html",
        status: int = 200,
        **which: Unpack[Which],
    ) -> Fault:
        """Answer the next matching requests with a body that cannot be read."""
        headers = {"Content-Type": content_type}
        return self._add(
            Fault("garble", re.compile(pattern), status=status, text=text, headers=headers, **which)
        )

    def rate_limit(
        self,
        pattern: str,
        retry_after: float = 0.5,
        *,
        scope: Literal["user", "global", "shared"] = "user",
        via: bool = True,
        code: int = 0,
        **which: Unpack[Which],
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
        fault = Fault("answer", re.compile(pattern), status=429, body=body, via=via, **which)
        fault.headers = headers
        return self._add(fault)

    def drop(self, pattern: str, **which: Unpack[Which]) -> Fault:
        """Close the connection instead of answering, before or after the request took effect."""
        return self._add(Fault("drop", re.compile(pattern), **which))

    def hang(self, pattern: str, seconds: float, **which: Unpack[Which]) -> Fault:
        """Say nothing for ``seconds`` of the world's clock, then drop the connection."""
        return self._add(Fault("hang", re.compile(pattern), seconds=seconds, **which))

    def take(self, request: RequestRecord) -> Fault | None:
        """Return the fault that hits this request, and count it."""
        return next((fault for fault in self._requests if fault.strikes(request)), None)

    # Events

    def repeat(self, event: str, times: int = 1) -> None:
        """Deliver each of the next events of this name twice, such as INTERACTION_CREATE."""
        self._plan(EventFault(event, times, copies=2))

    def malform(
        self, event: str, *, put: Json | None = None, without: Sequence[str] = (), times: int = 1
    ) -> EventFault:
        """Deliver the next events of this name in a form Discord does not document.

        Args:
            event: Such as MESSAGE_REACTION_ADD.
            put: What stands instead at a place, such as ``{"message.thread": None}``.
            without: The places that are missing.
            times: How many events.
        """
        return self._plan(EventFault(event, times, put=put or {}, without=tuple(without)))

    def deliveries(self, event: str, data: Json) -> list[Json]:
        """Return what an event is delivered as, each in turn."""
        for fault in self._events:
            if fault.strikes(event):
                return fault.made_of(data)
        return [data]

    def clear(self) -> None:
        """Forget the faults that have not struck yet."""
        self._missed = self.missed()
        self._requests.clear()
        self._events.clear()

    def missed(self) -> list[Fault | EventFault]:
        """Return the faults that never struck anything: what they were to show was not seen."""
        planned: list[Fault | EventFault] = [*self._requests, *self._events]
        return self._missed + [fault for fault in planned if not fault.struck]

    # The gateway: of one bot or all, of one shard or all

    def drop_gateway(
        self, bot: Bot | None = None, code: int | None = None, *, shard: int | None = None
    ) -> None:
        """Cut the websockets, abruptly or with a close code; the sessions can be resumed."""
        for session in self._of(bot, shard):
            if session.connection is not None:
                session.connection.cut(code)

    def ask_reconnect(self, bot: Bot | None = None, *, shard: int | None = None) -> None:
        """Send op 7: the client reconnects and resumes."""
        for session in self._of(bot, shard):
            self._push(session, {"op": 7, "d": None})

    def invalidate(
        self, bot: Bot | None = None, *, shard: int | None = None, resumable: bool = False
    ) -> None:
        """Send op 9; unless ``resumable``, everything in between is lost."""
        for session in self._of(bot, shard):
            self._push(session, {"op": 9, "d": resumable})
            if not resumable:
                self._sessions.end(session)
                session.connection = None

    def shift_stamps(self, seconds: float) -> None:
        """Let the times in ids jump, as seen by a bot whose machine slept, or whose clock was set.

        Nothing falls due by it; :meth:`.Clock.advance` lets time pass.
        """
        self._world.ids.shift(seconds)

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
        self._requests.append(fault)
        return fault

    def _plan(self, fault: EventFault) -> EventFault:
        self._events.append(fault)
        return fault

    def _of(self, bot: Bot | None, shard: int | None) -> list[Session]:
        bots = [bot] if bot is not None else list(self._world.bots.values())
        return [
            session
            for each in bots
            for session in self._sessions.of(each)
            if shard in (None, session.shard)
        ]

    def _push(self, session: Session, frame: Json) -> None:
        if session.connection is not None:
            session.connection.push(json.dumps({"s": None, "t": None} | frame))

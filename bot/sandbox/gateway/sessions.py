"""Gateway sessions: which events they want, and what to replay after a RESUME."""

import json
from collections import deque
from typing import Final, Protocol

from bot.sandbox.model import intents, payloads
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.clock import Clock
from bot.sandbox.model.objects import Json, Message

SESSION_LIVES: Final = 300.0
"""Seconds a dropped session may be resumed ("a few minutes", `discord.md` section 5)."""

REPLAY_KEEPS: Final = 20_000


class Connection(Protocol):
    """The websocket a session is attached to."""

    def push(self, frame: str) -> None:
        """Send this text when its delay is over, after all earlier ones."""

    def cut(self, code: int | None) -> None:
        """Close with a code, or without one drop the connection as a broken network does."""


class Session:
    """One identified session of a bot's shard.

    Attributes:
        connection: The websocket it is on, None while disconnected.
        dropped: When it was disconnected, in Unix seconds of the world.
    """

    def __init__(self, session_id: str, bot: Bot, shard: int, shards: int, intents: int) -> None:
        self.id = session_id
        self.bot = bot
        self.shard = shard
        self.shards = shards
        self.intents = intents
        self.seq = 0
        self.connection: Connection | None = None
        self.dropped: float | None = None
        self._sent: deque[tuple[int, str]] = deque(maxlen=REPLAY_KEEPS)

    def wants(self, intents: int, guild_id: int | None) -> bool:
        """Say whether an event with these intents (any of them; 0: always) belongs here."""
        shard = (guild_id >> 22) % self.shards if guild_id is not None else 0
        return shard == self.shard and (intents == 0 or bool(intents & self.intents))

    def dispatch(self, name: str, data: Json) -> None:
        """Number an event, keep it for a replay and send it if connected."""
        self.seq += 1
        frame = json.dumps({"op": 0, "t": name, "s": self.seq, "d": data})
        self._sent.append((self.seq, frame))
        if self.connection is not None:
            self.connection.push(frame)

    def expired(self, now: float) -> bool:
        """Say whether it was dropped too long ago to be resumed."""
        return self.dropped is not None and now - self.dropped > SESSION_LIVES

    def can_replay(self, seq: int, now: float) -> bool:
        """Say whether a RESUME after ``seq`` can be served without a gap."""
        if seq > self.seq or self.expired(now):
            return False
        first = self._sent[0][0] if self._sent else self.seq + 1
        return seq + 1 >= first

    def replay(self, seq: int) -> list[str]:
        """Return the frames after ``seq``, in order."""
        return [frame for number, frame in self._sent if number > seq]


class Sessions:
    """The sessions of all bots, each kept until it can no longer be resumed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sessions: dict[str, Session] = {}

    def add(self, session: Session) -> None:
        """Keep a new session."""
        self._sessions[session.id] = session

    def end(self, session: Session) -> None:
        """Forget a session: it cannot be resumed any more."""
        self._sessions.pop(session.id, None)

    def find(self, bot: Bot, session_id: str) -> Session | None:
        """Return a session of a bot."""
        session = self._sessions.get(session_id)
        return session if session is not None and session.bot is bot else None

    def of(self, bot: Bot) -> list[Session]:
        """Return a bot's sessions, without those that can no longer be resumed."""
        now = self._clock.now()
        for session in tuple(self._sessions.values()):
            if session.expired(now):
                self.end(session)
        return [session for session in self._sessions.values() if session.bot is bot]


def readable(session: Session, message: Message, data: Json) -> Json:
    """Return a message event with blanked what the session may not read."""
    if session.intents & intents.MESSAGE_CONTENT:
        return data
    return payloads.blank(session.bot.id, message, data)

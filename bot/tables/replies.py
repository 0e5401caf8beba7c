"""What a submitted entry is answered with: a closed union."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from bot.tables.model import StoredEvent, Table
from engine import errors
from engine.errors import Reason, Refused


class TableReason(StrEnum):
    """Why a table refuses what is no matter of the rules; one sentence each in
    `bot/ui/elements/refusals`.

    The details named are in `Refusal.details`.
    """

    NO_TABLE = "no-table"
    """No such table."""
    NOT_A_LOBBY = "not-a-lobby"
    """The game has begun or is over (`status`)."""
    NOT_PLAYING = "not-playing"
    """The game has not begun or is over (`status`)."""
    SET_ASIDE = "set-aside"
    """The stored game cannot be read: nothing happens at this table until the staff ends it."""
    ALREADY_SEATED = "already-seated"
    NOT_AT_TABLE = "not-at-table"
    """The person has no seat here."""
    LEFT = "left"
    """The person has left this game and may come back."""
    REPLACED_HERE = "replaced-here"
    """The person has left this game and somebody else sits there now."""
    RESIGNED = "resigned"
    """The person has given up this game."""
    KICKED = "kicked"
    """The person was removed from this game."""
    NO_FREE_SEAT = "no-free-seat"
    """Nobody has gone away from this game whose seat could be taken."""
    NOBODY_TO_REMOVE = "nobody-to-remove"
    """That seat is no other person's."""
    FULL = "full"
    """Every seat is taken or kept (`seats`)."""
    NO_ROOM = "no-room"
    """Every seat is taken or kept, so nobody can be invited."""
    GUEST_SEATED = "guest-seated"
    """Whoever is to be invited sits here already."""
    GUEST_BARRED = "guest-barred"
    """The server has barred whoever is to be invited."""
    NOT_INVITED = "not-invited"
    """No seat is kept for this person."""
    NOT_HOST = "not-host"
    """Only the host may (`host`)."""
    NOT_MANAGER = "not-manager"
    """Only who may manage the server may."""
    NOT_OPENER = "not-opener"
    """Only people with the role the server has chosen may open tables (`role`)."""
    NO_SUCH_PRESET = "no-such-preset"
    """The server has no such preset of house rules."""
    NOT_ALLOWED_HERE = "not-allowed-here"
    """Only a moderator may."""
    TOO_FEW = "too-few"
    """Too few people to start (`seats`, `needed`)."""
    SEATS = "seats"
    """The game is not played by this many (`seats`, `possible`)."""
    RULES = "rules"
    """The house rules do not go with this many seats (`seats`, `possible`, `field`)."""
    NO_SUCH_RULE = "no-such-rule"
    """The game has no such house rule, or not with that value (`option`)."""
    NO_HOUSE = "no-house"
    """No house player sits here."""
    NO_PARTNERS = "no-partners"
    """This game has no partners."""
    NO_SUCH_SEAT = "no-such-seat"
    CHANNEL_LIMIT = "channel-limit"
    """Too many tables in this channel (`limit`)."""
    PERSON_LIMIT = "person-limit"
    """The person sits at too many tables (`limit`, `person`)."""
    CHANNEL_NOT_ALLOWED = "channel-not-allowed"
    """The server has not allowed tables in this channel."""
    BARRED = "barred"
    """The server has barred the person."""
    LOBBY_LIMIT = "lobby-limit"
    """The person has too many lobbies open (`limit`, `table`)."""
    LOCKED = "locked"
    """The seat may not act for a moment (`seconds`)."""
    RESUMING = "resuming"
    """Nobody may act for a moment after a restart (`seconds`)."""
    OVERTAKEN = "overtaken"
    """It was possible in what the person saw, but somebody was quicker."""
    CONFIRM = "confirm"
    """A play out of turn: it takes a second, confirming press."""
    NEEDS_VOTE = "needs-vote"
    """The table has to confirm this action first."""
    NO_VOTERS = "no-voters"
    """Fewer than two people may vote."""
    VOTE_OPEN = "vote-open"
    NO_VOTE = "no-vote"
    NOT_A_VOTER = "not-a-voter"
    ALREADY_VOTED = "already-voted"
    REPLACED = "replaced"
    """A held act gave way to a later press of the same seat."""
    NOT_OVER = "not-over"
    """A rematch before the end."""
    STOPPING = "stopping"
    """The bot is about to stop."""
    NO_SUCH_GAME = "no-such-game"
    VOIDED = "voided"
    """A call whose race nobody can judge any more."""
    STORAGE = "storage"
    """The move could not be stored: nothing happened."""
    BROKEN = "broken"
    """An unexpected error: nothing happened (`error`, the number in the log)."""


class Done(Struct, frozen=True):
    """It is done and stored; also the answer where nothing had to change."""

    table: Table


class Acted(Struct, frozen=True):
    """An action of the game was accepted and is stored."""

    before: Table
    after: Table
    events: tuple[StoredEvent, ...]


class Refusal(Struct, frozen=True):
    """Nothing has changed; `reason` is the rules' or the table's.

    Attributes:
        reason: why, in one word.
        details: what fills the places of the table's sentence.
        ruled: what exactly the rules say, where it is they who refuse.
    """

    reason: Reason | TableReason
    details: Mapping[str, object] = {}
    ruled: errors.Refusal | None = None

    @classmethod
    def of(cls, refused: Refused) -> "Refusal":
        """Return the answer for what the rules refuse."""
        return cls(refused.reason, ruled=refused.refusal)


class Stale(Struct, frozen=True):
    """What the press meant is gone; `table` as it is now. Nothing has changed."""

    table: Table


class Late(Struct, frozen=True):
    """A call dropped without penalty (`rules.md` section 1, late call). Nothing has changed."""

    table: Table


class Slower(Struct, frozen=True):
    """A good call that came `seconds` after the one that counted. Nothing happens to the caller."""

    table: Table
    seconds: float


class Pending(Struct, frozen=True):
    """Taken, not decided yet: a call being judged, or an act held back until `until`.

    Attributes:
        verdict: the final answer, never a `Pending`. May be left alone: nothing is logged.
    """

    table: Table
    kind: str
    until: datetime
    verdict: "asyncio.Future[Answer]"


Answer: TypeAlias = Done | Acted | Refusal | Stale | Late | Slower | Pending

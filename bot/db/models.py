"""The declarative models: what is stored where (`architecture.md`); rows do not leave `bot/db`."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    MetaData,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Utc(TypeDecorator[datetime]):
    """A UTC-aware time, also on SQLite, which knows no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store in UTC; a time without zone is a mistake of the caller."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs its zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back the zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """All models."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads it from the class
        int: BigInteger,
        datetime: Utc,
        dict[str, Any]: JSON(none_as_null=True),
        list[int]: JSON(none_as_null=True),
        str: Text,
        float: Float,
    }


class Shared(DeclarativeBase):
    """What several processes share of a database server: nothing of it is kept or copied."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = Base.type_annotation_map


class TableRow(Base):
    """A table; see `TableRecord` for the meaning of each column."""

    __tablename__ = "tables"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[str]
    chosen: Mapped[dict[str, Any]]
    options: Mapped[dict[str, Any]]
    pace: Mapped[str]
    level: Mapped[str]
    guild: Mapped[int | None]
    channel: Mapped[int]
    thread: Mapped[int | None]
    status: Mapped[str]
    host: Mapped[int]
    ply: Mapped[int]
    seq: Mapped[int]
    turn_number: Mapped[int]
    turn_started: Mapped[datetime | None]
    deadline: Mapped[datetime | None]
    coins: Mapped[int]
    dealer: Mapped[int | None]
    seed: Mapped[str]
    commitment: Mapped[str]
    created: Mapped[datetime]
    started: Mapped[datetime | None]
    paused: Mapped[datetime | None]
    ended: Mapped[datetime | None]
    outcome: Mapped[dict[str, Any] | None]
    end_reason: Mapped[str | None]
    rematch_of: Mapped[int | None]
    rematch: Mapped[int | None]
    opening: Mapped[str | None]
    display: Mapped[str] = mapped_column(server_default="text")

    __table_args__ = (
        Index("ix_tables_status", "status"),
        Index("uq_tables_opening", "opening", unique=True),
    )


class SeatRow(Base):
    """A seat of a table; see `Seat`."""

    __tablename__ = "seats"

    table: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    index: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[int | None]
    name: Mapped[str]
    house: Mapped[str | None]
    standin: Mapped[str | None]
    invited: Mapped[int | None]
    invited_until: Mapped[datetime | None]
    opposite: Mapped[int | None]
    timeouts: Mapped[int]
    away: Mapped[str | None]
    substitute: Mapped[bool]

    __table_args__ = (Index("ix_seats_person", "person"),)


class MessageRow(Base):
    """A message that shows something of a table; see `MessageRecord`."""

    __tablename__ = "messages"

    table: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    message: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    channel: Mapped[int]
    kind: Mapped[str]
    round: Mapped[int]
    posted: Mapped[datetime | None]
    seat: Mapped[int | None]
    person: Mapped[int | None]
    turn: Mapped[int | None]
    final: Mapped[bool]
    shown: Mapped[str | None]

    __table_args__ = (
        Index("ix_messages_message", "message"),
        Index("ix_messages_person", "person"),
        Index("ix_messages_final", "final"),
    )


class ShareRow(Base):
    """Somebody whom a message names that was shared to a channel; see `Share`."""

    __tablename__ = "shares"

    message: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    channel: Mapped[int]
    guild: Mapped[int]
    what: Mapped[str]
    ply: Mapped[int]
    subject: Mapped[int | None]

    __table_args__ = (Index("ix_shares_person", "person"),)


class LeaverRow(Base):
    """Somebody who ever went away from a running game; see `Leaver`."""

    __tablename__ = "leavers"

    table: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person: Mapped[int] = mapped_column(primary_key=True)
    how: Mapped[str]
    name: Mapped[str]


class EventRow(Base):
    """An event of a game; see `EventRecord`. The key keeps a second writer from the same table."""

    __tablename__ = "events"

    table: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    ply: Mapped[int]
    by: Mapped[list[int]]
    people: Mapped[list[int] | None]
    kind: Mapped[str]
    data: Mapped[str]
    notation: Mapped[str]
    stamp: Mapped[float | None]
    at: Mapped[datetime]
    press: Mapped[str | None]
    auto: Mapped[bool]
    race: Mapped[dict[str, Any] | None]

    __table_args__ = (UniqueConstraint("table", "press"),)


class CallRow(Base):
    """A call in a race; `verdict` is NULL while it is open."""

    __tablename__ = "calls"

    table: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[int | None]
    notation: Mapped[str]
    route: Mapped[str]
    stamp: Mapped[float]
    well_timed: Mapped[bool]
    verdict: Mapped[str | None]
    after: Mapped[float | None]

    __table_args__ = (Index("ix_calls_verdict", "verdict"), Index("ix_calls_person", "person"))


class VoteRow(Base):
    """A vote; `result` is NULL while it is open."""

    __tablename__ = "votes"

    table: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    opened: Mapped[datetime] = mapped_column(primary_key=True)
    kind: Mapped[str]
    notation: Mapped[str]
    accuser: Mapped[int]
    accused: Mapped[int | None]
    reason: Mapped[str]
    voters: Mapped[list[int]]
    yes: Mapped[list[int]]
    no: Mapped[list[int]]
    until: Mapped[datetime]
    result: Mapped[str | None]


class ResultRow(Base):
    """How one seat came out of one game; written with the game's last event, see `Result`.

    No person has two results with one `number` in a game: whoever computed a rating from figures
    that another process has changed since is refused as a whole.
    """

    __tablename__ = "results"

    table: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    guild: Mapped[int | None]
    game: Mapped[str]
    person: Mapped[int | None]
    house: Mapped[str | None]
    place: Mapped[int]
    won: Mapped[bool]
    unrated: Mapped[str | None]
    ended: Mapped[datetime]
    team: Mapped[int]
    left: Mapped[bool]
    number: Mapped[int | None]
    rating_before: Mapped[float | None]
    rating_after: Mapped[float | None]
    overall_before: Mapped[float | None]
    overall_after: Mapped[float | None]

    __table_args__ = (
        Index("ix_results_guild_game_person", "guild", "game", "person"),
        Index("ix_results_person_ended", "person", "ended"),
        Index("uq_results_game_person_number", "game", "person", "number", unique=True),
    )


class RatingRow(Base):
    """A person's rating in one game: in a server or everywhere (0), in a season or ever ("").

    `ix_ratings_board` is the leaderboard: its page, its places and its length are ranges of it
    alone (`games` is in it so that no row has to be looked up). It holds those placed alone, which
    the migration says: said here, it would load the driver of another database.
    """

    __tablename__ = "ratings"

    guild: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[str] = mapped_column(primary_key=True)
    season: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    mu: Mapped[float]
    sigma: Mapped[float]
    number: Mapped[int]
    games: Mapped[int]
    wins: Mapped[int]
    streak: Mapped[int]

    __table_args__ = (
        Index(
            "ix_ratings_board",
            "guild",
            "game",
            "season",
            "number",
            "person",
            "games",
        ),
        Index("ix_ratings_person", "person"),
    )


class UserRow(Base):
    """A person in a server (`guild` 0: everywhere, with the DM channel and preferences)."""

    __tablename__ = "users"

    person: Mapped[int] = mapped_column(primary_key=True)
    guild: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    locale: Mapped[str | None]
    dm_channel: Mapped[int | None]
    preferences: Mapped[dict[str, Any]]


class GuildRow(Base):
    """What `/settings` keeps of a server."""

    __tablename__ = "guild_settings"

    guild: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    settings: Mapped[dict[str, Any]]


class LifeRow(Base):
    """When the process last wrote that it lives: one row, for the length of an outage."""

    __tablename__ = "life"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    alive: Mapped[datetime]


class IdentityRow(Base):
    """Whose database this is: one row, made with it.

    Every control and nonce carries `tag`, so that a message of another database, of a lost one or
    of after a copy that was put back can do nothing here; no table is ever numbered as one before,
    whatever was dropped since (`last_table`).
    """

    __tablename__ = "identity"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    tag: Mapped[str]
    last_table: Mapped[int]


class ProcessRow(Shared):
    """A process that runs; what it has leased is its own until then, by the server's clock."""

    __tablename__ = "processes"

    id: Mapped[str] = mapped_column(primary_key=True)
    until: Mapped[datetime]


class ShardRow(Shared):
    """Whose the tables of a shard's servers are.

    `epoch` grows whenever somebody takes it: whoever took it before can store nothing any more.
    `heir` asks for it; `alive` is when an owner last was there, `answered` what the last one had
    taken in when it gave the shard away.
    """

    __tablename__ = "shards"

    shard: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner: Mapped[str | None]
    epoch: Mapped[int]
    heir: Mapped[str | None]
    alive: Mapped[datetime | None]
    answered: Mapped[list[int] | None]


class InboxRow(Shared):
    """A press or reaction that came to another process than the owner of its table's.

    `about` is the table, `key` names the press, `data` is what Discord told of it, the token apart;
    `waiting`: it was answered by "thinking", which the first answer replaces.
    """

    __tablename__ = "inbox"

    id: Mapped[int] = mapped_column(primary_key=True)
    shard: Mapped[int]
    kind: Mapped[str]
    key: Mapped[str | None] = mapped_column(unique=True)
    stamp: Mapped[float]
    well_timed: Mapped[bool]
    about: Mapped[int]
    waiting: Mapped[bool]
    token: Mapped[str | None]
    data: Mapped[dict[str, Any]]
    made: Mapped[datetime]

    __table_args__ = (Index("ix_inbox_shard", "shard"),)


class NewsRow(Shared):
    """What every process has to hear of; kept for a minute."""

    __tablename__ = "news"

    id: Mapped[int] = mapped_column(primary_key=True)
    sender: Mapped[str]
    kind: Mapped[str]
    about: Mapped[int]
    made: Mapped[datetime]

"""What is stored, as plain values: rows do not leave `bot/db`, these do.

Ids are Discord's or the database's integers, times UTC-aware datetimes, stamps seconds on Discord's
clock. `bot.tables.model` adds what only a loaded table has.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct, ValidationError, convert, field, to_builtins

from engine.api import Level, OptionValue, Outcome

Pace: TypeAlias = Literal["live", "relaxed", "daily"]
PACES: tuple[Pace, ...] = ("live", "relaxed", "daily")
Display: TypeAlias = Literal["text", "picture"]
DISPLAYS: tuple[Display, ...] = ("text", "picture")
"""How a game with turns shows its table in the channel."""

Status: TypeAlias = Literal["lobby", "playing", "ended", "closed", "set-aside"]
"""`ended`: a game that is over, however; `closed`: a lobby that never became a game."""
ACTIVE: tuple[Status, ...] = ("lobby", "playing")
"""Those of a lobby and of a running game."""

Route: TypeAlias = Literal["button", "command", "reaction"]
"""How a press came: the stamp of a reaction is an estimate (`architecture.md`, Races)."""

EndReason: TypeAlias = Literal[
    "won",
    "cap",
    "locked",
    "time",
    "ended",
    "idle",
    "host",
    "empty",
    "left",
    "voted",
    "unreadable",
    "gone",
    "abandoned",
]
"""Why a table is over: as the rules say (`won`, `cap`, `locked`), the longest time of a game
without turns (`time`), a moderator (`ended`), idle people (`idle`), a lobby's host (`host`), nobody
left in it (`empty`), all but one side having left (`left`), a vote of its people (`voted`), a
stored game that could not be read (`unreadable`), a channel or server that is gone (`gone`),
everybody away while its place was wanted (`abandoned`)."""


Away: TypeAlias = Literal["left", "resigned", "kicked"]
"""How somebody went away in mid-game: only who `left` may come back."""

VoteKind: TypeAlias = Literal["accuse", "kick", "end"]
"""What a vote is about: an action the table has to confirm, a person to be removed, the end."""

MessageKind: TypeAlias = Literal["lobby", "table", "hand", "notice", "line"]
"""What of a table a message shows (`MessageRecord`)."""

Unrated: TypeAlias = Literal[
    "house", "server", "often", "partner", "kick", "early", "gone", "substitute"
]
"""Why a finished game does not count for somebody's rating: a house player from the beginning
(`house`), the server keeps no ratings (`server`), the same people's sixth rated game of a day
(`often`), a partner who left (`partner`), a win brought about by a kick (`kick`) or by a leaving
before the game was well under way (`early`), a person who had all data deleted (`gone`), having
come into a running game for somebody else (`substitute`)."""

PLACED = 5
"""Rated games it takes to appear on a leaderboard (`experience.md` section 7)."""

EVERYWHERE = 0
"""The server of what holds for all of them."""

ALWAYS = ""
"""The season of what holds for all of them."""


FORGOTTEN = 0
"""Stands for somebody who had all data deleted."""


class Seat(Struct, frozen=True, kw_only=True):
    """A place at a table and whoever holds it.

    In a lobby the seats are those taken or kept, in order of coming; in a game `index` is the
    engine's seat. Exactly one of `person`, `house`, `invited` is set in a lobby; in a game
    `person` or `house`, or neither (`gone`).

    Attributes:
        name: as last seen, neither cut nor escaped; of a house player its number ("1", "2" …).
        house: the level of the house player that holds the seat.
        standin: the level of the house player standing in for `person`, who is away.
        timeouts: how many turns in a row ran out of time, without any press of its person.
        away: how its person went away for good; the seat is then free for a substitute, and only
            who `left` may take it back.
        substitute: whether its person came into the running game for somebody who had gone away.
        invited: whom the seat is kept for until `invited_until`.
        opposite: whom this seat wants to sit opposite (`who` of that seat).
    """

    index: int
    person: int | None = None
    name: str = ""
    house: Level | None = None
    standin: Level | None = None
    invited: int | None = None
    invited_until: datetime | None = None
    opposite: int | None = None
    timeouts: int = 0
    away: Away | None = None
    substitute: bool = False

    @property
    def owner(self) -> int | None:
        """The person this seat belongs to now, also while a house player stands in for it."""
        return self.person if self.away is None else None

    @property
    def free(self) -> bool:
        """Whether a substitute may take it: its person went away in mid-game."""
        return self.away is not None

    @property
    def who(self) -> int:
        """An identity that stays when seats move: the person's id, or minus a house's number."""
        return self.person or self.invited or -int(self.name or 0)

    @property
    def gone(self) -> bool:
        """Whether its person had all data deleted: a seat of a game that nobody holds."""
        return self.person is None and self.house is None and self.invited is None

    @property
    def taken(self) -> bool:
        """Whether somebody sits here, not only kept."""
        return self.invited is None

    @property
    def played_by(self) -> Level | None:
        """The level of the house player that acts for this seat now; None: its person acts."""
        return self.house or self.standin


class CallMade(Struct, frozen=True, kw_only=True):
    """One call in a race.

    Attributes:
        person: None for a house player.
        arrived: when it arrived, seconds of the machine's monotonic clock; of no use after a
            restart, so not stored.
        well_timed: False for a reaction stamped with fewer than 20 samples.
        after: seconds after the act that made the call good; None where it was not.
    """

    seat: int
    person: int | None
    notation: str
    route: Route
    stamp: float
    arrived: float = 0.0
    well_timed: bool = True
    after: float | None = None


class Race(Struct, frozen=True, kw_only=True):
    """Calls being judged: all answer to the state at the first one's arrival.

    Attributes:
        ply: the ply they are about.
        calls: in order of arrival, at most one a seat.
    """

    ply: int
    calls: tuple[CallMade, ...]


class Leaver(Struct, frozen=True):
    """Somebody who has ever gone away from a running game, how (the last time), and the name.

    `person` is `FORGOTTEN` where somebody was removed whose data are deleted by now.
    """

    person: int
    how: Away
    name: str = ""


class Vote(Struct, frozen=True, kw_only=True):
    """An open vote (`experience.md` sections 4 and 5).

    Attributes:
        kind: on an action the table has to confirm, on removing somebody, on the table's end.
        notation: the action, done by `accuser` when the vote passes; empty for other kinds.
        accuser: the seat that opened the vote.
        accused: the seat it is about; None for the table's end.
        reason: the accuser's own words, neither cut nor escaped.
        voters: the people who may vote, the accuser among them (its vote is a yes).
    """

    kind: VoteKind = "accuse"
    notation: str = ""
    accuser: int
    accused: int | None
    reason: str = ""
    voters: tuple[int, ...]
    yes: tuple[int, ...]
    no: tuple[int, ...] = ()
    opened: datetime
    until: datetime

    @property
    def number(self) -> int:
        """What tells it from every other vote of its table: when it was opened, in milliseconds."""
        return round(self.opened.timestamp() * 1000)

    def awaits(self, person: int | None) -> bool:
        """Say whether this person may vote and has not."""
        return person in self.voters and person not in (*self.yes, *self.no)

    @property
    def needed(self) -> int:
        """How many yes it takes: more than half, and at least two."""
        return max(2, len(self.voters) // 2 + 1)


class Whereabouts(Struct, frozen=True, kw_only=True):
    """Where a lobby or a running game is, and whose, as far as it is known before it is read.

    Attributes:
        table: its number.
        guild: its server.
        channels: its channel, and its thread.
        people: who sits or sat there, or has a seat kept, and the host.
        seated: who sits there.
        abandoned: see `bot.tables.model.Table`.
    """

    table: int
    guild: int | None
    channels: frozenset[int]
    people: frozenset[int]
    seated: frozenset[int]
    abandoned: bool = False


class TableRecord(Struct, frozen=True, kw_only=True):
    """A table as stored, without the state folded from its events.

    Attributes:
        chosen: the house rules somebody chose.
        options: complete (`Game.settle`) for the seats there are; in a lobby with too few, the
            defaults under `chosen`.
        level: the level of house players added.
        deadline: in a lobby when it closes; in a game when whoever is waited for times out.
        turn_number, turn_started: of the turn the deadline is about.
        coins: tosses made so far (`coin-1` …).
        dealer: who dealt, or will (a rematch); None without dealers or before the first deal.
        seed: secret until the end; a game that is not over never shows it. Empty in a lobby.
        commitment: SHA-256 of the seed, published at the start.
        started: when the game began, later by every outage and pause since.
        paused: since when the game waits for anybody at all to come back; None while it goes on.
        leavers: everybody who ever went away from the running game.
        rematch_of, rematch: the table before and the one after.
        opening: names the press that opened it, so that one press opens one table.
        display: how a game with turns shows its table.
    """

    id: int
    game: str
    chosen: dict[str, OptionValue]
    options: dict[str, OptionValue]
    pace: Pace
    level: Level
    guild: int | None
    channel: int
    thread: int | None = None
    status: Status = "lobby"
    host: int
    seats: tuple[Seat, ...]
    ply: int = 0
    seq: int = 0
    turn_number: int = 0
    turn_started: datetime | None = None
    deadline: datetime | None = None
    coins: int = 0
    dealer: int | None = None
    seed: str = field(default="")
    commitment: str = ""
    created: datetime
    started: datetime | None = None
    ended: datetime | None = None
    outcome: Outcome | None = None
    end_reason: EndReason | None = None
    race: Race | None = None
    vote: Vote | None = None
    paused: datetime | None = None
    leavers: tuple[Leaver, ...] = ()
    rematch_of: int | None = None
    rematch: int | None = None
    opening: str | None = None
    display: Display = "text"

    @property
    def active(self) -> bool:
        """Whether it is a lobby or a running game."""
        return self.status in ACTIVE

    def __repr__(self) -> str:
        """Name the table and no secret: seeds and hidden cards never reach a log."""
        return f"<{type(self).__name__} {self.id} {self.game} {self.status} ply {self.ply}>"


class MessageRecord(Struct, frozen=True, kw_only=True):
    """A message of the bot's that shows something of a table.

    Attributes:
        kind: the public message of a lobby or of a game (`lobby`, `table`), a hand by DM (`hand`),
            a line that tells of a turn (`notice`), or one that tells where hands are or why
            nothing is shown (`line`).
        round: which of the table's public messages it is, from 1; of those that are stored the
            last one is the present one, all others are to be closed. 0 for other kinds.
        posted: when a public message was posted.
        seat, person: whose hand it shows, or whom it tells.
        turn: the turn a notice tells of.
        final: whether it shows all it ever has to.
        shown: what tells what it shows from anything else (`bot.messages.standing`).
    """

    table: int
    message: int
    channel: int
    kind: MessageKind
    round: int = 0
    posted: datetime | None = None
    seat: int | None = None
    person: int | None = None
    turn: int | None = None
    final: bool = False
    shown: str | None = None


class NumberedEvent(Struct, frozen=True, kw_only=True):
    """What is stored with every event, whichever form the event itself has.

    Attributes:
        seq: 1 for the first event of the deal; the key within its table.
        ply: number of the action it belongs to; 0 is the deal.
        by: the seats that acted, empty for the table itself.
        people: who held those seats then, in the same order; None for a house player, `FORGOTTEN`
            for somebody who was. Empty where it was not noted yet.
        notation: of the action; empty for the deal.
        stamp: the press on Discord's clock; None where the table itself acted.
        press: the key of the press, on the first event of its action alone (guards against one
            press delivered twice).
        auto: whether the table acted for a seat that timed out.
        race: the calls that were judged, on the first event of a call.
    """

    seq: int
    ply: int
    by: tuple[int, ...]
    people: tuple[int | None, ...] = ()
    notation: str
    stamp: float | None
    at: datetime
    press: str | None = None
    auto: bool = False
    race: dict[str, Any] | None = None


class EventRecord(NumberedEvent, frozen=True, kw_only=True):
    """One event as stored.

    Attributes:
        kind, data: the event's tag, and the whole event as JSON.
    """

    table: int
    kind: str
    data: str

    def __repr__(self) -> str:
        """Name the event without its data, which may hold hidden cards."""
        return f"<EventRecord {self.table}/{self.seq} ply {self.ply} {self.kind}>"


class Result(Struct, frozen=True, kw_only=True):
    """How one seat came out of one game.

    Attributes:
        person: whose result it is; None for a house player's seat.
        house: the level of the house player that held the seat.
        place: 1 the best, equal places shared; seats that `left` come last.
        unrated: why the game does not count for this person's rating; None where it does.
        team: the first seat of those who play together.
        left: whether the seat ended under a stand-in, or its person is gone.
        number: which of the person's rated games of its kind it was, from 1; None: unrated.
        rating_before, rating_after: mu - 3 sigma in the server, all seasons together.
        overall_before, overall_after: the same over all servers.
    """

    table: int
    seat: int
    guild: int | None
    game: str
    person: int | None
    house: str | None
    place: int
    won: bool
    unrated: Unrated | None
    ended: datetime
    team: int = 0
    left: bool = False
    number: int | None = None
    rating_before: float | None = None
    rating_after: float | None = None
    overall_before: float | None = None
    overall_after: float | None = None


class Rating(Struct, frozen=True, kw_only=True):
    """A person's rating in one game, for one board.

    Attributes:
        guild: the server; 0 for everywhere.
        season: as `bot.records.seasons` writes it; "" for all of them together.
        mu, sigma: openskill's.
        number: what is shown.
        games, wins: rated ones.
        streak: how many of the last rated games in a row were won.
    """

    guild: int
    game: str
    season: str
    person: int
    mu: float
    sigma: float
    number: int
    games: int
    wins: int
    streak: int


class Person(Struct, frozen=True, kw_only=True):
    """What is known of a person in one server, or everywhere (`guild` 0).

    Attributes:
        name: as last seen there.
        locale: Discord's locale of the person, as last seen.
        dm_channel: the DM channel, once it was opened (guild 0).
        preferences: as `/preferences` keeps them (guild 0).
    """

    person: int
    guild: int = 0
    name: str = ""
    locale: str | None = None
    dm_channel: int | None = None
    preferences: dict[str, Any] = {}


class Share(Struct, frozen=True, kw_only=True):
    """Somebody whom a message names that was shared to a channel.

    Attributes:
        message, channel, guild: where it is.
        person: who is named there; each has a row. `FORGOTTEN` while it is still to be drawn: it
            may name somebody who is forgotten, or show nothing yet.
        what, ply, subject: of what is shown (`bot.messages.shares.Topic`).
    """

    message: int
    person: int
    channel: int
    guild: int
    what: str
    ply: int = 0
    subject: int | None = None


Hands = Literal["dm", "button"]
"""Where one's cards come: by direct message, or only when "My hand" is pressed."""

Notice = Literal["dm", "channel", "none"]
"""How one is told of one's turn: a line by direct message, a mention at the table, not at all."""

Reactions = Literal["all", "few", "none"]
"""How many reactions are set below one's hand beforehand."""

S = TypeVar("S", bound=Struct)


class Preset(Struct, frozen=True, kw_only=True):
    """House rules that a server has given a name, to be reused by it.

    `id` counts up within a server and is not used again.
    """

    id: int
    game: str
    name: str
    rules: dict[str, OptionValue] = {}


class ServerSettings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a server has set (`experience.md` section 1).

    Attributes:
        language: of everything public; None: as the server is set at Discord.
        channels: where tables may be opened; empty: everywhere.
        opener, ender: the role that may open tables, and that may end any; None: everybody may
            open, and nobody but moderators end.
        barred: people who may not sit down here.
        pace: of a table for which none is asked for.
        display: how tables of games with turns are shown, if their host sets nothing else.
        window: milliseconds for which calls are gathered; None: as the operator has set.
        own_threads: every table gets its own thread.
        buttons_only: in rated games only buttons and commands count where people race.
        rated: whether games here count for ratings.
        tables_per_channel, tables_per_person, lobbies_per_person: bounds; None: the operator's.
        rules: house rules of a game where none are asked for, by the game's key.
        presets: in order of naming.
        last_preset: the id given last; 0: none, or it was not written down.
    """

    language: str | None = None
    channels: tuple[int, ...] = ()
    opener: int | None = None
    ender: int | None = None
    barred: tuple[int, ...] = ()
    pace: Pace = "live"
    display: Display = "text"
    window: int | None = None
    own_threads: bool = False
    buttons_only: bool = False
    rated: bool = True
    tables_per_channel: int | None = None
    tables_per_person: int | None = None
    lobbies_per_person: int | None = None
    rules: dict[str, dict[str, OptionValue]] = {}
    presets: tuple[Preset, ...] = ()
    last_preset: int = 0

    def preset(self, number: int) -> Preset | None:
        """Return the preset of that id."""
        return next((each for each in self.presets if each.id == number), None)

    def presets_of(self, game: str) -> tuple[Preset, ...]:
        """Return the presets of a game."""
        return tuple(each for each in self.presets if each.game == game)


class Preferences(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a person has set, for everywhere.

    Attributes:
        language: of what this person alone sees; None: as at Discord.
        text: cards as text instead of emojis.
        big: one's own cards in big print.
        forced: moves without a choice come by themselves (`Game.waits`).
        reactions: how many are set below a hand; each works whoever adds it.
    """

    language: str | None = None
    text: bool = False
    big: bool = False
    hands: Hands = "dm"
    notice: Notice = "dm"
    forced: bool = True
    reactions: Reactions = "few"


def settings_of(stored: Mapping[str, Any], kind: type[S]) -> S:
    """Return settings as stored; what cannot be read counts as never set."""
    try:
        return convert(dict(stored), kind)
    except ValidationError:
        return kind()


def stored_settings(settings: Struct) -> dict[str, Any]:
    """Return settings as they are stored: what differs from the defaults."""
    kept: dict[str, Any] = to_builtins(settings)
    return kept

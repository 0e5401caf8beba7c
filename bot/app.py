"""The composition root: everything is built here and passed in; the games are an argument."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import aiohttp

from bot.clock import Clock, RealClock
from bot.cluster.membership import Alone, Membership, OthersError
from bot.cluster.ownership import SOLE
from bot.cluster.spacing import LocalSpacing
from bot.cogs.accuse import Accuse
from bot.cogs.call import Call
from bot.cogs.check import Check
from bot.cogs.hand import Hand
from bot.cogs.help import Help
from bot.cogs.history import History
from bot.cogs.leaderboard import Leaderboard
from bot.cogs.learn import Learn
from bot.cogs.move import Move
from bot.cogs.open_tables import OpenTables
from bot.cogs.play import Play
from bot.cogs.preferences import Preferences
from bot.cogs.privacy import Privacy
from bot.cogs.replay import Replay
from bot.cogs.rules import Rules
from bot.cogs.seats import Seats
from bot.cogs.server_settings import SettingsCommand
from bot.cogs.share import Share
from bot.cogs.stats import Stats
from bot.cogs.table import TableCommand
from bot.cogs.watch import Watch
from bot.cogs.why import Why
from bot.config import Settings
from bot.db.engines import Server, reading_engine
from bot.db.errors import StorageError
from bot.db.file import file_of
from bot.db.inbox import News
from bot.db.messages import MessageReader
from bot.db.people import PersonalReader
from bot.db.records import ACTIVE
from bot.db.stats import StatsReader
from bot.db.tables import Reader
from bot.db.unit_of_work import Store
from bot.db.writers import writing_engine
from bot.discord_api.dm_channels import DirectChannels
from bot.discord_api.errors import FAILURES, Tasks
from bot.discord_api.in_flight import MOST, InFlight
from bot.discord_api.place_names import PlaceNames
from bot.discord_api.rate_limit import Budget, Limiter
from bot.discord_api.rest import Wire
from bot.discord_api.users import People
from bot.gateway.client import Client
from bot.gateway.commands import Commands
from bot.gateway.components import Presses
from bot.gateway.faces import CardFaces
from bot.gateway.guilds import Places
from bot.gateway.invalid_requests import Refusals
from bot.gateway.login import StartError, check_token, patiently
from bot.gateway.lookup import Lookup
from bot.gateway.reactions import Reactions
from bot.gateway.rereading import Rereading
from bot.interactions.command import Answerer, Cog, Localiser
from bot.interactions.context import Desk
from bot.interactions.forwarding import Forwarding
from bot.interactions.gate import Gate
from bot.interactions.stamps import Stamps
from bot.messages.dependencies import Dependencies, MessageTimes
from bot.messages.forget import Erasure
from bot.messages.language import Looks
from bot.messages.ledger import Ledger
from bot.messages.registry import Registry
from bot.messages.shares import Shares
from bot.records.ratings import Ratings
from bot.records.retention import Retention
from bot.tables.guild_settings import Servers
from bot.tables.model import Changed
from bot.tables.service import Tables
from bot.tables.settings import table_settings
from bot.telemetry.silence import Silence
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls
from bot.ui.renderers import RENDERERS
from engine.api import AnyGame
from engine.games import GAMES

if TYPE_CHECKING:
    from bot.telemetry.figures import Figures
    from bot.telemetry.monitoring import Health, Monitoring

log = logging.getLogger(__name__)

GOODBYE, LETTING_GO = 3.0, 0.8
"""Seconds given to what is under way when the bot is told to stop, and to closing (five in all)."""
HANDING_OVER = 16.0
"""Seconds given to the same where another process waits to take over: nobody is in a hurry."""
AGAIN = 1.0
"""Seconds after which it is tried again to bring tables back."""
ASKED, STUCK = 2.0, 10.0
"""Seconds a question of how the database does may take, and a transaction."""


class App:
    """The bot, built but not connected.

    `with_faces`: whether it brings the card faces up to date by itself once it has started.
    """

    def __init__(
        self,
        settings: Settings,
        games: Mapping[str, AnyGame],
        renderers: Mapping[str, AnyRenderer],
        clock: Clock,
    ) -> None:
        self.settings = settings
        self.with_faces = False
        self._silent = 0.0
        self.tasks = Tasks()
        url, server = settings.database_url, database_server(settings)
        self.figures = _figures(settings)
        self.member = self._member(url, server) if settings.several else None
        shared = self.member is None and file_of(url) is None
        self.alone = Alone(url, server) if shared else None
        self.reader = Reader(reading_engine(url, server=server))
        self.store = Store(
            writing_engine(url, server=server),
            noted=self.figures.stored,
            fence=self.member.leases.fence if self.member is not None else None,
        )
        self.stamps = Stamps(settings.few_samples)
        most = MOST if settings.edit_spacing else settings.requests_per_second + MOST
        self.in_flight = InFlight(clock, most)
        self.client = Client(
            shard_count=settings.shard_count,
            ready_timeout=settings.ready_timeout,
            proxy=settings.proxy,
            trace=self._trace(clock),
            tasks=self.tasks,
            noted=self.figures.happened,
            shards=settings.own_shards if settings.several else None,
        )
        self._told = told = Lookup(self.client)
        self.servers = Servers(self.reader, self.store, told.parent)
        self.tables = Tables(
            games.values(),
            self.store,
            self.reader,
            clock,
            self._changed,
            table_settings(settings),
            self.servers,
            Ratings(StatsReader(self.reader)),
            by_hand=self._by_hand,
            ownership=self.member or SOLE,
        )
        clock = self.tables.clock
        self.retention = Retention(
            self.reader, self.store, clock, settings.keep_games_days, self._in_background
        )
        self.people = People(self.reader, self.store, self.tasks)
        self.looks = Looks(self.people, self.servers, told.locale, told.name, settings.language)
        self.kit = self._kit(renderers, clock)
        self.faces = CardFaces(self.client, self.looks, renderers.values(), clock, self.tasks)
        self.commands = Commands(
            self.client, self.client.tree, self.reader, self.store, self.looks.mentions
        )
        self.registry = Registry(self.kit)
        self._listen(games)
        self._count()
        self.monitoring = self._monitoring(settings.monitoring)

    def _trace(self, clock: Clock) -> aiohttp.TraceConfig:
        """Return what sees every request to Discord."""
        config = Refusals(clock).trace()
        if self.member is not None:
            self.member.trace(config)
        return self.figures.listen(self.stamps.listen(self.in_flight.listen(config)))

    def _member(self, url: str, server: Server) -> Membership:
        """Return what this process has of the others."""
        settings = self.settings
        assert settings.shard_count is not None, "checked with the settings"
        return Membership(
            url,
            server,
            settings.shard_count,
            settings.own_shards,
            spare=settings.spare,
            gained=self._gained,
            shared=self._shared,
            received=lambda letter: self.client.receive(letter),
            heard=self._heard,
            noted=self.figures.handed_on,
        )

    def _monitoring(self, address: str | None) -> "Monitoring | None":
        """Return who answers what the figures are, where there are any."""
        if address is None or isinstance(self.figures, Silence):
            return None
        from bot.telemetry.monitoring import Monitoring

        return Monitoring(address, self.figures, self.health)

    def _count(self) -> None:
        """Have what only this moment knows asked for when the figures are read."""
        tables, store = self.tables, self.store

        def counted(status: str) -> int:
            return sum(each.status == status for each in tables.active())

        by_state: dict[str, Callable[[], float]] = {
            status: partial(counted, status) for status in ACTIVE
        }
        self.figures.gauge("tables", "Tables by state.", "state", by_state)
        ages: dict[str, Callable[[], float]] = {
            "requests": lambda: self.kit.limiter.age,
            "database": lambda: time.monotonic() - store.since if store.since else 0.0,
        }
        if (member := self.member) is not None:
            ages["inbox"] = lambda: member.post.age
        about = "How long the oldest has waited."
        self.figures.gauge("queue_age_seconds", about, "queue", ages)

    async def health(self) -> "Health":
        """Say whether people can play now, and what is missing."""
        from bot.telemetry.monitoring import health

        try:
            async with asyncio.timeout(ASKED):
                await self.reader.alive()
                if self.store.refused:  # nobody may have tried since
                    await self.store.commit(self.tables.life())
            stuck = self.store.since is not None and time.monotonic() - self.store.since > STUCK
            database = not (self.store.refused or self.store.gone or stuck)
        except (StorageError, TimeoutError):
            database = False
        age = self.client.heartbeat_age
        spare = self.member is not None and not self.member.leases.held
        ready = (self.client.is_ready() or spare) and self.client.listening.is_set()
        return health(
            gateway=ready and age is not None,
            database=database,
            heartbeat_age=age,
        )

    def _kit(self, renderers: Mapping[str, AnyRenderer], clock: Clock) -> Dependencies:
        """Return what the views of tables are built upon."""
        settings = self.settings
        limiter = Limiter(clock, budget(settings))
        wire = Wire(self.client, limiter, self.looks.no_emoji)
        times = MessageTimes(
            turn_notice=settings.turn_notice,
            dm_patience=settings.dm_patience,
            repost_after=settings.repost_after,
            rematch=settings.rematch,
        )
        return Dependencies(
            tables=self.tables,
            wire=wire,
            limiter=limiter,
            clock=clock,
            tasks=self.tasks,
            looks=self.looks,
            servers=self.servers,
            renderers=renderers,
            direct=DirectChannels(wire, self.people, clock, self.tasks, settings.dm_burst),
            stored=MessageReader(self.reader),
            ledger=Ledger(self.store, clock),
            permissions=self._told.permissions,
            times=times,
        )

    def _listen(self, games: Mapping[str, AnyGame]) -> None:
        """Build the listeners and commands."""
        stamps, member = self.stamps, self.member
        forwarding = Forwarding(member.post, stamps) if member is not None else None
        names = PlaceNames(self.kit.wire, self.kit.clock, self.tasks) if forwarding else None
        desk = Desk(self.kit, self.registry, self.people, stamps, forwarding, names)
        self.desk = desk
        self.gate = Gate(desk)
        personal, records = PersonalReader(self.reader), StatsReader(self.reader)
        shares = Shares(self.kit, self.store)
        erasure = Erasure(self.kit, self.registry, self.people, personal, self.store, shares)
        self._erasure = erasure
        leaderboard, stats = Leaderboard(desk, records), Stats(desk, records)
        replay = Replay(desk, self.reader, records)
        shares.draws = {
            controls.BOARD: leaderboard.shared,
            controls.CHART: leaderboard.shared,
            controls.STATS: stats.shared,
            controls.REPLAY: replay.shared,
            controls.PICTURE: replay.pictured,
        }
        rules = Rules(desk, games)
        cogs: tuple[Cog, ...] = (
            Play(desk, games),
            Seats(desk),
            Move(desk),
            Call(desk),
            Accuse(desk),
            Hand(desk),
            TableCommand(desk),
            Watch(desk),
            Help(desk),
            Check(desk),
            Why(desk),
            leaderboard,
            stats,
            History(desk, records),
            replay,
            Share(desk, shares, self.member or LocalSpacing(self.kit.clock)),
            Privacy(desk, personal, erasure, self.settings.keep_games_days),
            SettingsCommand(desk, games, table_settings(self.settings)),
            Preferences(desk),
            OpenTables(desk),
            rules,
            Learn(desk, games, rules),
        )
        answerers: dict[str, Answerer] = {}
        for cog in cogs:
            answerers |= cog.presses()
            for command in cog.commands():
                self.client.tree.add_command(command)
        reactions = Reactions(desk, self.gate)
        places = Places(self.kit, self.registry, Rereading(desk, reactions))
        self._listeners = (Presses(desk, self.gate, answerers), reactions, places)
        self.client.prepare = self.start
        if self.member is not None:
            self.client.forwarding = forwarding
            self.client.in_turn = self.member.in_turn
            self.gate.leased = self.member.may_answer
            tell = self.member.post.tell
            self.client.met = lambda what: tell(what, 0)
            self.people.prefers = partial(tell, "prefers")
            erasure.erased = partial(tell, "erased")

    async def start(self) -> None:
        """Listen, bring the tables back, then register commands that changed.

        Runs once, after the login, while the connection is made.
        """
        self.tables.learn_time(self.stamps.hint)
        await self.client.tree.set_translator(Localiser())
        await self.faces.keep()
        self.kit.wire.tag = await self.reader.tag()
        await self.people.remember()
        since = await self._joined()
        await self._patiently(self._expect)
        self.client.listen(self.gate, *self._listeners, since=since)
        await self._patiently(self._restored)
        back = self.tables.active()
        playing = sum(each.status == "playing" for each in back)
        log.info("tables brought back: %d games, %d lobbies", playing, len(back) - playing)
        if self.member is not None:
            self.member.begin()
        if self.tables.owns(None):
            self._for_all()
        self.tasks.start(self._introduce(), "saying who is there")

    async def _expect(self) -> None:
        """Learn which tables of one's own have to come back: each does so when it is touched."""
        self.client.complete(False)
        await self.registry.expect(await self.tables.expect())

    async def _restored(self) -> None:
        """Bring back all of them, and what is shown of them."""
        async for some in self.tables.come_back():
            await self.registry.take_over(some)
        await self.registry.restored()
        self.client.complete(True)

    async def _patiently(self, read: Callable[[], Awaitable[None]]) -> None:
        """Read, and begin again where the database is away.

        One of several processes waits for it: the others wait for it, too.

        Raises:
            StorageError: the database cannot be read, and there are no others.
        """
        while True:
            try:
                await read()
                return
            except StorageError as error:
                if self.member is None:
                    raise
                log.warning("tables cannot be brought back: %s", error)
            await asyncio.sleep(AGAIN)

    def _for_all(self) -> None:
        """Do what one process does for all: whoever has the direct messages."""
        self.retention.plan()
        self.tasks.start(self._make_good(), "posts drawn anew")
        if self.with_faces:
            self.tasks.start(self.faces.bring(), "uploading card faces")
        self.tasks.start(self._register(), "registering commands")

    async def _joined(self) -> float:
        """Come by the shards this process is for; return from when on reactions are its own.

        What somebody else has is asked for once this process hears everything, too, so that
        nothing is lost on the way.

        Raises:
            StartError: processes run beside which this one may not.
        """
        member, left = self.member, tuple[int, ...]()
        try:
            if self.alone is not None:
                await self.alone.join()
            if member is not None:
                left = await member.join()
        except OthersError as error:
            raise StartError(str(error)) from None
        if member is None:
            return 0.0
        if left:
            log.info("shards %s are another process', which is asked for them", left)
            await self.client.hears(left)
            await member.inherit(left)
        self.gate.answered(member.answered())
        log.info("shards of this process: %s", [*member.leases.held] or "none yet, it is a spare")
        return member.since() if left else 0.0

    async def _gained(self, shards: tuple[int, ...]) -> None:
        """Go on with the tables of a process that is gone."""
        assert self.member is not None, "it is one of several"
        self.gate.answered(self.member.answered())
        await self._patiently(self._expect)
        self.tasks.start(self.client.open(shards), "connecting shards")
        await self._patiently(self._restored)
        if 0 in shards:
            self._for_all()

    def _shared(self, living: int) -> None:
        """Share what Discord allows with the other processes."""
        self.kit.limiter.share(living)
        self.in_flight.share(living)
        self.kit.direct.share(living)

    def _heard(self, news: News) -> None:
        """Take in what another process tells."""
        *_, places = self._listeners
        match news.kind:
            case "lost":
                places.interrupted(self.client.session_elsewhere())
            case "begun":
                places.begun_elsewhere(self.client.session_elsewhere())
            case "prefers":
                self.tasks.start(self._prefers(news.about), "preferences")
            case "erased":
                self.tasks.start(self._erasure.forget_here(news.about), "forgetting")

    async def _prefers(self, person: int) -> None:
        await self.people.learn(person)
        self.registry.redraw(person)

    async def run(self, token: str) -> None:
        """Wait until Discord can be reached, connect, and listen until cancelled.

        Raises:
            StartError: Discord does not accept the token.
        """
        settings = self.settings
        if self.monitoring is not None:
            try:
                await self.monitoring.start()
            except OSError as error:
                raise StartError(
                    f"Setting 'monitoring' is wrong: {settings.monitoring} cannot be used "
                    f"({error.strerror})."
                ) from None
        self.figures.watch()
        await patiently(lambda: check_token(settings.api_base, token, settings.proxy))
        if self.member is None:
            await self.client.start(token)
            return
        running = asyncio.ensure_future(self.client.start(token))
        try:
            await asyncio.wait(
                (running, self.member.leases.over), return_when=asyncio.FIRST_COMPLETED
            )
            if self.member.leases.over.done():
                self._silence()
                self.member.leases.over.result()
            await running
        finally:
            running.cancel()

    def _silence(self) -> None:
        """Take nothing in from now on: another process answers in this one's place."""
        self.gate.silent = True
        self._silent = time.monotonic()

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.start(work, "dropping old games")

    async def stop(self) -> bool:
        """Finish what is in hand, within five seconds, and let go of everything.

        False: the database waits for another process; only the end of this one lets go of it.
        """
        self.client.reactions = self.client.places = None
        self.gate.stopping = True
        stopped = self._silent or time.monotonic()
        patience = HANDING_OVER if self._silent else GOODBYE
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                if self.member is not None:
                    await self.member.silence()
                await self.tables.close()
                self.registry.goodbye()
                await self.tasks.settle(patience / 2)
                if self.member is not None:
                    await self._hand_over(self.member, stopped)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LETTING_GO):
                self.figures.close()
                if self.monitoring is not None:
                    await self.monitoring.close()
                await self.tasks.cancel()
                if isinstance(self.client.loop, asyncio.AbstractEventLoop):
                    await self.client.close()
                await self.store.close()
                await self.reader.close()
                if self.alone is not None:
                    await self.alone.leave()
                return True
        return False

    async def _hand_over(self, member: Membership, stopped: float) -> None:
        """Give the shards away, once everything is stored that was taken in."""
        await self.tasks.cancel()
        await self.store.close()
        await member.leave(self.gate.lately(), time.monotonic() - stopped)

    async def _introduce(self) -> None:
        """Say, once connected, as whom and where."""
        await self.client.wait_until_ready()
        log.info(
            "account: %s (%s), servers: %d, shards: %s",
            *(self.client.user, self.client.application_id),
            *(len(self.client.guilds), self.client.shard_count),
        )

    async def _make_good(self) -> None:
        """Draw anew, once the servers are known, what was shared and is still to be drawn."""
        await self.client.wait_until_ready()
        await self._erasure.make_good()

    async def _register(self) -> None:
        try:
            if not self.settings.sync_commands:
                log.info("commands: left as they are, %s", self.faces)
                await self.commands.look()
                return
            sent = await self.commands.register()
            log.info("commands: %s, %s", f"{sent} registered" if sent else "up to date", self.faces)
        except (*FAILURES, StorageError) as error:
            log.error("commands could not be registered: %s", error)

    def _changed(self, changed: Changed) -> None:
        actions = len({event.ply for event in changed.events})
        if actions and changed.before is not None:
            self.figures.moved(changed.after.game, actions)
        self.registry.changed(changed)

    def _by_hand(self, person: int) -> bool:
        return not self.people.preferences(person).forced


def _figures(settings: Settings) -> "Figures | Silence":
    """Return what counts, where the settings name an address to ask at."""
    if settings.monitoring is None:
        return Silence()
    from bot.telemetry.figures import Figures

    return Figures()


def database_server(settings: Settings) -> Server:
    """Return how patient the bot is with a database server."""
    return Server(
        timeout=settings.database_timeout,
        lock_timeout=settings.database_lock_timeout,
        readers=settings.database_readers,
    )


def budget(settings: Settings) -> Budget:
    """Return the limits of requests."""
    if settings.edit_spacing == 0:
        return Budget(settings.requests_per_second, channel_limit=1_000, channel_spacing=0)
    return Budget(settings.requests_per_second, channel_spacing=settings.edit_spacing)


def build(
    settings: Settings,
    games: Sequence[AnyGame] = GAMES,
    renderers: tuple[AnyRenderer, ...] = RENDERERS,
    clock: Clock | None = None,
) -> App:
    """Build the bot. Must be called on the running event loop.

    Args:
        settings: everything an operator may set.
        games: the registry.
        renderers: their renderers.
        clock: time and waiting.
    """
    drawn = {each.key: each for each in renderers if each.key in {game.key for game in games}}
    played = {game.key: game for game in games if game.key in drawn}
    return App(settings, played, drawn, clock or RealClock())

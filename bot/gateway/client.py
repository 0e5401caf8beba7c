"""The connection: logging in, only unprivileged intents, no caches, every event taken in at once.

`dispatch` runs inside the library's parser, before any task of it: arrival is noted, presses are
read and put into their table's inbox there and then, in the order they came. An exception in it
would end the process, so nothing leaves it (`discord.md` section 14).
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

import aiohttp
import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.db.inbox import Letter
from bot.db.leases import shard_of
from bot.discord_api import codec, library_limits
from bot.discord_api.errors import UNREADABLE, Tasks, report
from bot.discord_api.interaction import KINDS, AnyInteraction, remains
from bot.gateway.components import Presses
from bot.gateway.guilds import Places
from bot.gateway.login import patiently, spare
from bot.gateway.reactions import Reactions
from bot.gateway.session import Session
from bot.interactions.context import KEY, Context, Told, context_of
from bot.interactions.forwarding import RAW, Forwarding, HandedOn
from bot.interactions.gate import Gate
from bot.telemetry.log import about

log = logging.getLogger(__name__)

INTENTS = discord.Intents.none()
INTENTS.guilds = True
INTENTS.guild_reactions = True
INTENTS.dm_reactions = True

OUTDATED = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""Errors of a command that Discord still shows as it was before an update."""
UNREAD = frozenset(
    ("attachments", "author", "components", "embeds", "mention_roles", "mentions", "reactions")
)
"""Parts of a pressed message that nobody reads."""
TURNED = ("raw_reaction_add", "raw_reaction_remove")
SESSIONS = ("shard_connect", "shard_disconnect")
EVERY = "socket_event_type"
"""Tells of every event that there was one, which nobody wants to know."""
UNREAD_INTERACTION = "interaction that cannot be read"
INTERACTION, REACTIONS = "INTERACTION_CREATE", ("MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE")


class _Event(NamedTuple):
    """What was told, when it came (monotonic seconds), as Discord put it, and by what letter."""

    arrived: float
    name: str
    args: tuple[Any, ...]
    raw: dict[str, Any] | None
    letter: Letter | None


class Socket(DiscordWebSocket):
    """A shard's connection; what it cannot make sense of costs the session, never the process."""

    async def received_message(self, msg: Any, /) -> None:
        """Take in a message; where it cannot be read, a session is begun anew."""
        try:
            await super().received_message(msg)
        except (*UNREADABLE, IndexError) as error:
            report("a message of the gateway could not be read", error)
            raise ReconnectWebSocket(self.shard_id, resume=False) from None


discord.shard.DiscordWebSocket = Socket  # type: ignore[misc]  # the library takes no other


class Tree(app_commands.CommandTree["Client"]):
    """The commands; an error in one is told by its number.

    Attributes:
        tasks: waits for the commands that are under way when the bot stops.
    """

    tasks: Tasks

    async def interaction_check(self, interaction: AnyInteraction, /) -> bool:
        """Take a command in that the gate has let in."""
        await self.client.listening.wait()
        running = asyncio.current_task()
        if KEY not in interaction.extras or running is None:
            return False
        self.tasks.adopt(running)
        await context_of(interaction).come_back()
        return True

    async def _call(self, interaction: AnyInteraction) -> None:
        """Run a command; one that cannot be read is answered all the same.

        The library lets everything but its own errors end the task, unheard.
        """
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            await self._unread(interaction, error)
        offers = interaction.type is discord.InteractionType.autocomplete
        if offers and KEY in interaction.extras and not interaction.response.is_done():
            await context_of(interaction).press.choices([])
        _let_go(interaction)

    async def _unread(self, interaction: AnyInteraction, error: Exception) -> None:
        what = "a command that cannot be read"
        if KEY not in interaction.extras:
            report(what, error)
            return
        context = context_of(interaction)
        try:
            if interaction.type is discord.InteractionType.autocomplete:
                context.excused(what, error)
            else:
                await context.failed(what, error)
        finally:
            context.settled()

    async def on_error(
        self, interaction: AnyInteraction, error: app_commands.AppCommandError, /
    ) -> None:
        """Say what ends a command, or show one sentence with the number the log has too."""
        context = context_of(interaction)
        if isinstance(error, HandedOn):
            return
        try:
            await self._say(interaction, context, error)
        finally:
            context.settled()
            _let_go(interaction)

    async def _say(
        self,
        interaction: AnyInteraction,
        context: Context,
        error: app_commands.AppCommandError,
    ) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            context.excused("autocomplete", error)
            await context.press.choices([])
        elif isinstance(error, Told):
            await context.say(error.screen)
        elif isinstance(error, OUTDATED):
            log.info("an outdated command was used")
            await context.tell(context.t("This command was just updated. Type it again."))
        else:
            await context.failed(
                f"command {interaction.command and interaction.command.name}", error
            )


def _let_go(interaction: AnyInteraction) -> None:
    """Have a command that is over go with its context, which has it: no garbage is looked for."""
    interaction.extras.pop(KEY, None)


class Client(discord.AutoShardedClient):
    """The bot's connection to Discord.

    Args:
        shard_count: None lets Discord say.
        ready_timeout: seconds the library waits for more servers before it is ready.
        proxy: that every connection goes through.
        trace: sees every request.
        tasks: keeps what is under way.
        noted: is told of everything people do: its kind, and the id of an interaction.
        shards: which shards this process has beside others; None: all of them, alone.

    Attributes:
        gate: what every interaction passes first.
        presses, reactions, places: the listeners.
        prepare: what is done while the connection is made.
        listening: set once presses are taken in; what comes earlier waits.
        whole: set while all tables are there; what is told of places at other times waits.
        forwarding: hands on what concerns tables of other processes.
        in_turn: waits until a session may begin in a bucket, where several processes begin some.
        met: is told what concerns other processes' tables too: a session of direct messages is lost
            ("lost"), or has begun ("begun").
    """

    def __init__(
        self,
        *,
        shard_count: int | None,
        ready_timeout: float,
        proxy: str | None = None,
        trace: aiohttp.TraceConfig | None = None,
        tasks: Tasks | None = None,
        noted: Callable[[str, int | None], None] = lambda kind, interaction: None,
        shards: Sequence[int] | None = None,
    ) -> None:
        codec.install()
        library_limits.install()
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=INTENTS,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=ready_timeout,
            shard_count=shard_count,
            shard_ids=None if shards is None else [*shards],  # type: ignore[arg-type]  # None: all
            proxy=proxy,
            http_trace=trace or aiohttp.TraceConfig(),
        )
        self.tree = Tree(self, allowed_installs=app_commands.AppInstallationType(guild=True))
        self.tree.tasks = tasks or Tasks()
        self._noted = noted
        self.gate: Gate | None = None
        self.presses: Presses | None = None
        self.reactions: Reactions | None = None
        self.places: Places | None = None
        self.prepare: Callable[[], Awaitable[None]] | None = None
        self.listening = asyncio.Event()
        self.whole = False
        self.forwarding: Forwarding | None = None
        self.in_turn: Callable[[int], Awaitable[None]] | None = None
        self.met: Callable[[str], None] = lambda what: None
        self._several = shards is not None
        self._held: list[_Event] = []
        self._buckets = 1
        self._began = asyncio.Event()
        self._raw: Any = None
        self._letter: Letter | None = None
        self._begun: Counter[int] = Counter()
        parsers = self._connection.parsers
        for event in (INTERACTION, *REACTIONS):
            parsers[event] = self._noting(parsers[event])
        parsers[INTERACTION] = self._answering(_unread(parsers[INTERACTION]))
        for event, parse in parsers.items():
            ready = event == "READY"
            parsers[event] = self._identified(parse) if ready else _surviving(event, parse)

    async def launch_shards(self) -> None:
        """Connect; with no way to Discord it is tried again, as it is later.

        What has to be done before the first event is done meanwhile.
        """
        work = [asyncio.ensure_future(self._connect(super().launch_shards))]
        if self.prepare is not None:
            work.append(asyncio.ensure_future(self.prepare()))
        try:
            await asyncio.gather(*work)
        finally:
            for each in work:
                each.cancel()

    async def _connect(self, launch: Callable[[], Awaitable[None]]) -> None:
        limits = await patiently(self.fetch_session_start_limits)
        await spare(limits, len(self.shard_ids or ()) or self.shard_count or 1)
        if not self._several:
            await patiently(launch)
            return
        self._connection.shard_count = self.shard_count
        self._connection.shard_ids = []
        self._buckets = limits.max_concurrency
        await self.open(self.shard_ids or ())

    async def open(self, shards: Iterable[int]) -> None:
        """Connect shards, all at once as far as it is their turn."""
        gateway, known = DiscordWebSocket.DEFAULT_GATEWAY, self._connection.shard_ids
        self._connection.shard_ids = new = [*known, *shards]
        await asyncio.gather(*(self.launch_shard(gateway, each) for each in new[len(known) :]))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn to identify."""
        if self.in_turn is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.in_turn((shard_id or 0) % self._buckets)

    def listen(
        self,
        gate: Gate,
        presses: Presses,
        reactions: Reactions,
        places: Places,
        since: float = 0.0,
    ) -> None:
        """Hand everything to these from now on, first what has come meanwhile, in its order.

        What is told of places waits until all tables are there (`complete`).

        `since`: reactions that came before that moment were another process' (monotonic seconds).
        """
        self.gate, self.presses, self.reactions, self.places = gate, presses, reactions, places
        held, self._held = self._held, []
        self.listening.set()
        for each in held:
            if each.name not in TURNED or each.arrived >= since:
                self._take_in(each)

    def complete(self, whole: bool) -> None:
        """Learn whether all tables are there; then take in what was told of places meanwhile."""
        self.whole = whole
        while self.whole and self._held:
            self._take_in(self._held.pop(0))

    async def hears(self, shards: Collection[int]) -> None:
        """Wait until these shards have begun a session each."""
        while any(not self._begun[each] for each in shards):
            self._began.clear()
            await self._began.wait()

    def receive(self, letter: Letter) -> None:
        """Take in what another process has handed on, as if Discord had told it here."""
        self._letter = letter
        try:
            token = {} if letter.token is None else {"token": letter.token}
            self._connection.parsers[letter.kind]({**letter.data, **token})
        finally:
            self._letter = None

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Take in presses and reactions at once; hand everything to the library as well."""
        if event == EVERY:
            return
        told = _Event(time.monotonic(), event, args, self._raw, self._letter)
        if event == "interaction":
            args[0].extras[RAW] = self._raw
        self._now_or_later(told)
        super().dispatch(event, *args, **kwargs)

    def _now_or_later(self, event: _Event) -> None:
        if self.listening.is_set():
            self._take_in(event)
        elif self.prepare is not None:
            self._held.append(event)

    def _take_in(self, event: _Event) -> None:
        args = event.args
        try:
            if event.name == "interaction":
                self._noted(args[0].type.name, args[0].id)
                with about(server=args[0].guild_id):
                    self._interaction(args[0], event)
            elif event.name == UNREAD_INTERACTION:
                if self.gate is not None:
                    self.gate.unread(args[0], event.arrived, args[1])
            elif event.name in TURNED:
                self._noted("reaction", None)
                self._reaction(args[0], event)
            elif self.places is not None and event.name in SESSIONS:
                self._lost(self.places, event.name, *args)
            elif not self.whole:
                self._held.append(event)
            elif self.places is not None:
                self._place(self.places, event.name, args)
        except Exception as error:
            number = report(f"event {event.name}", error)
            if event.name == "interaction":
                self._not_read(event.raw, number)

    def _not_read(self, data: Any, number: str) -> None:
        """Have the maker of an interaction that cannot be read told its number."""
        assert self.application_id is not None, "known since the login"
        left = remains(data, self._connection, self.application_id)
        if left is not None:
            what = UNREAD_INTERACTION, (left, number)
            self._now_or_later(_Event(time.monotonic(), *what, None, None))

    def _answering(self, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return a parser of interactions that has one answered that it cannot read."""

        def parsed(data: Any) -> None:
            try:
                parse(data)
            except Exception as error:
                number = report(f"event {INTERACTION} could not be read", error)
                self._not_read(data, number)

        return parsed

    def _interaction(self, interaction: AnyInteraction, event: _Event) -> None:
        if self.gate is None or self.presses is None:
            return
        if interaction.type not in KINDS:
            raise ValueError("an interaction of no known kind")
        context = self.gate.admit(interaction, event.arrived, event.letter)
        pressed = interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        )
        if context is not None and pressed:
            self.presses.component(context)

    def _lost(self, places: Places, event: str, shard: int) -> None:
        if event == "shard_disconnect" or self._begun[shard] > 1:
            session = self._session(shard)
            places.interrupted(session)
            if session.hears(None):
                self.met("lost")

    def _place(self, places: Places, event: str, args: tuple[Any, ...]) -> None:
        if event == "shard_ready":
            servers = (each for each in self.guilds if each.shard_id == args[0])
            known = {each.id: not each.unavailable for each in servers}
            session = self._session(args[0])
            places.ready(session, known)
            if session.hears(None):
                self.met("begun")
        else:
            places.happened(event, args)

    def session_elsewhere(self) -> Session:
        """Return the session of direct messages that another process has lost or begun."""
        assert self.user is not None, "known since the login"
        return Session(0, self.shard_count or 1, self.user.id, again=True)

    def _session(self, shard: int) -> Session:
        assert self.user is not None, "known since the login"
        return Session(shard, self.shard_count or 1, self.user.id, again=self._begun[shard] > 1)

    def _identified(self, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return a parser of READY that forgets the servers of its shard that it does not name.

        The library keeps them: it knows all shards together, and clears none of them.
        """

        def parsed(data: Any) -> None:
            shard, named = data["shard"][0], {int(each["id"]) for each in data["guilds"]}
            self._begun[shard] += 1
            self._began.set()
            for guild in self.guilds:
                if guild.shard_id == shard and guild.id not in named:
                    self._connection._remove_guild(guild)  # noqa: SLF001 - the library has no other
            try:
                parse(data)
            except Exception:
                self._begun[shard] -= 1  # `Socket` begins another
                raise

        return parsed

    def _reaction(self, payload: discord.RawReactionActionEvent, event: _Event) -> None:
        if self.reactions is None or self.user is None or self.gate is None:
            return
        letter, own = event.letter, self.user.id
        if letter is None and not self.gate.leased(payload.guild_id):
            return
        if self.gate.holds(payload.message_id, lambda: self._take_in(event)):
            return
        if letter is None and self._elsewhere(payload, own):
            assert self.forwarding is not None, "there are other processes"
            name = "ADD" if payload.event_type == "REACTION_ADD" else "REMOVE"
            told = event.raw or {}
            self.forwarding.reaction(f"MESSAGE_REACTION_{name}", told, payload, event.arrived)
            return
        shard = shard_of(payload.guild_id, self.shard_count or 1)
        become = self.reactions.turned(payload, event.arrived, shard, own=own, letter=letter)
        if letter is not None and self.forwarding is not None:
            forwarding = self.forwarding
            if become is None:
                forwarding.answered(letter)
            else:
                become.add_done_callback(lambda _: forwarding.answered(letter))

    def _elsewhere(self, payload: discord.RawReactionActionEvent, own: int) -> bool:
        """Say whether a reaction by direct message stands below no hand of this process'."""
        if self.forwarding is None or self.gate is None or self.gate.closed:
            return False
        ours = payload.guild_id is None and payload.user_id != own
        return ours and not self.gate.knows(payload.message_id)

    def _noting(self, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return a parser that has at hand what Discord told, to be handed on as it is."""

        def parsed(data: Any) -> None:
            self._raw = data
            try:
                parse(data)
            finally:
                self._raw = None

        return parsed

    @property
    def heartbeat_age(self) -> float | None:
        """Seconds since the quietest shard's gateway was last heard; None: one is not connected."""
        keepers = [
            getattr(shard._parent.ws, "_keep_alive", None)  # noqa: SLF001 - told nowhere else
            if not shard.is_closed()
            else None
            for shard in self.shards.values()
        ]
        shards = self._connection.shard_ids if self._several else range(self.shard_count or 1)
        if len(keepers) != len(shards) or None in keepers:
            return None
        if not keepers:
            return 0.0
        heard: list[float] = [each._last_recv for each in keepers if each is not None]  # noqa: SLF001 - the same
        return time.perf_counter() - min(heard)


def _surviving(event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return a parser that costs an event it cannot read, never the connection.

    What leaves a parser of the library ends the process (`discord.md` section 14).
    """

    def parsed(data: Any) -> None:
        try:
            parse(data)
        except Exception as error:
            report(f"event {event} could not be read", error)

    return parsed


def _unread(parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return a parser that is spared what the bot reads of no message: how it looks.

    A pressed message comes along whole, and the library would make an object of every part of it.
    """

    def parsed(data: Any) -> None:
        message = data.get("message")
        if message is not None:
            read = {key: message[key] for key in message.keys() - UNREAD}
            data = {**data, "message": read}
        parse(data)

    return parsed

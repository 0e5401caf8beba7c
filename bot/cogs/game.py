"""Commands of the game itself: `/move`, `/hand`, each game's call, `/accuse`."""

from discord import app_commands

from bot.cogs import hand
from bot.discord_api.interaction import AnyInteraction, Incoming
from bot.interactions import transformers
from bot.interactions.command import AnyCommand, make
from bot.interactions.context import Desk, typed
from bot.locale import LANGUAGES, Translator, translator
from bot.locale.commands import COMMANDS, OPTIONS, localised
from bot.messages.table_view import TableView, groups
from bot.tables import commands as entries
from bot.tables.model import Table
from bot.tables.replies import Acted, Answer, Done, Pending, Refusal
from bot.ui.contract.renderer import AnyRenderer, Deed, Source
from bot.ui.elements import replies
from bot.ui.elements.names import texts
from bot.ui.elements.screen import plain
from engine.errors import Reason

LONGEST = 100
"""Characters of a name in the list, by Discord's limits."""
MOST = 25
"""Choices in the list, by Discord's limits; typing more of a name reaches each."""


def suggested(
    desk: Desk, interaction: AnyInteraction, so_far: str
) -> list[app_commands.Choice[str]]:
    """Suggest all of one's sources by name, playable or not, always in the same order."""
    press = Incoming(interaction, typed(interaction))
    named = interaction.namespace.table
    tables = transformers.candidates(desk, press, transformers.playing)
    if isinstance(named, str) and named:
        number = named.strip().removeprefix("#")
        tables = tuple(each for each in desk.kit.tables.active() if str(each.id) == number)
    board = desk.board(tables[0].id) if len(tables) == 1 else None
    if board is None:
        return []
    return [
        app_commands.Choice(name=source.label[:LONGEST], value=source.notation)
        for source in _own(board, interaction.user.id, desk.language(press))
        if _plain(so_far) in _plain(source.label)
    ][:MOST]


def read(board: TableView | None, person: int, text: str) -> str:
    """Return the notation of what somebody typed: of a name as listed, in any language, else it."""
    meant = _plain(text)
    for language in LANGUAGES:
        for source in _own(board, person, translator(language)):
            if _plain(source.label) == meant:
                return source.notation
    return text.strip().upper()


def unreadable(board: TableView | None, person: int, t: Translator) -> str:
    """Return the refusal of what cannot be read, with an example of one's own."""
    for source in _own(board, person, t):
        if len(source.notation) > 1:
            return replies.unreadable(source, t)
    return replies.unreadable(None, t)


def _own(board: TableView | None, person: int, t: Translator) -> tuple[Source, ...]:
    """Return the sources of this person; none of whoever does not sit at a running game."""
    seat = board.table.seat_of(person) if board is not None else None
    if board is None or seat is None or not board.playing:
        return ()
    view, numbers = board.view(seat.index), board.numbers(seat.index)
    return board.renderer.sources(view, numbers, t)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


Choices = list[app_commands.Choice[str]]


class Moves:
    """The commands and what they suggest."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> list[AnyCommand]:
        """Return the commands; one call per game that has one."""
        table = localised(OPTIONS["table"])
        action = localised(OPTIONS["action"])
        tables, actions = {"table": self._tables}, {"action": self._actions}
        found = [
            make(
                localised(COMMANDS["move"]),
                self._move,
                {"action": action, "table": table},
                {**actions, **tables},
                direct=True,
            ),
            make(localised(COMMANDS["hand"]), self._hand, {"table": table}, tables, direct=True),
            make(
                localised(COMMANDS["accuse"]),
                self._accuse,
                {
                    "player": localised(OPTIONS["player"]),
                    "reason": localised(OPTIONS["reason"]),
                    "table": table,
                },
                {"player": self._players, **tables},
            ),
        ]
        called = [each for each in self._desk.kit.renderers.values() if each.command]
        return found + [self._call(renderer) for renderer in called]

    async def _move(
        self,
        interaction: AnyInteraction,
        action: app_commands.Range[str, 1, LONGEST],
        table: str | None = None,
    ) -> None:
        desk = self._desk
        press = desk.press(interaction, typed(interaction))
        found = await transformers.table(desk, press, table, transformers.playing)
        if found is not None:
            board = desk.board(found.id)
            await self._act(press, found, read(board, interaction.user.id, action))

    async def _hand(self, interaction: AnyInteraction, table: str | None = None) -> None:
        """Show one's hand at this channel's table, else every hand of one's own."""
        desk, person = self._desk, interaction.user.id
        press = desk.press(interaction, typed(interaction))
        own = [each for each in desk.kit.tables.of_person(person) if transformers.playing(each)]
        here = [each for each in own if each.where == interaction.channel_id]
        several = (here or own) if table is None else []
        if not several:
            found = await transformers.table(desk, press, table, transformers.playing)
            several = [found] if found is not None else []
        for each in several:
            board = await desk.boards.recall(each.id)
            if board is not None:
                await hand.hand(desk, press, board)

    def _call(self, renderer: AnyRenderer) -> AnyCommand:
        async def callback(interaction: AnyInteraction, table: str | None = None) -> None:
            desk = self._desk
            press = desk.press(interaction, typed(interaction))

            def fits(each: Table) -> bool:
                return transformers.playing(each) and each.game == renderer.key

            if table is None and not transformers.candidates(desk, press, fits):
                await press.say(replies.no_game(renderer, desk.language(press)))
                return
            found = await transformers.table(desk, press, table, fits)
            if found is not None:
                await self._act(press, found, renderer.call)

        return make(
            localised(renderer.wordings[renderer.command]),
            callback,
            {"table": localised(OPTIONS["table"])},
            {"table": self._tables},
            direct=True,
        )

    async def _accuse(
        self,
        interaction: AnyInteraction,
        player: str,
        reason: app_commands.Range[str, 1, 100],
        table: str | None = None,
    ) -> None:
        desk = self._desk
        press = desk.press(interaction, typed(interaction))
        t = desk.language(press)
        meant = await transformers.player(desk, press, table, player, transformers.playing)
        if meant is None:
            return
        found, seat = meant
        notation = desk.kit.renderers[found.game].accusation(seat)
        if notation is None:
            await press.say(plain(t("Nobody can be accused in this game.")))
            return
        desk.patient(press, press.think)
        entry = desk.origin(press, "command").entry(
            entries.Accuse, notation=notation, accused=seat, reason=reason
        )
        answer = await desk.kit.tables.submit(found.id, entry)
        done = isinstance(answer, Done)
        await press.say(plain(replies.put_to_vote(t) if done else replies.sentence(answer, t)))

    async def _act(self, press: Incoming, table: Table, notation: str) -> None:
        """Hand in an action in notation; the answer says what became of it."""
        desk = self._desk
        desk.patient(press, press.think)
        board = desk.board(table.id)
        call = board is not None and any(c.notation == notation for c in board.game.calls)
        seat = table.seat_of(press.interaction.user.id)
        card = ""
        if board is not None and board.playing and seat is not None:
            card = board.renderer.named(board.view(seat.index), notation)
        act = desk.origin(press, "command").entry(entries.Act, notation=notation)
        answer = await desk.kit.tables.submit(table.id, act)
        if isinstance(answer, Pending):
            if not call:
                await press.say(plain(self._became(press, answer, card)))
            answer = await answer.verdict
        said = self._became(press, answer, card, call=call)
        if isinstance(answer, Refusal) and answer.reason == Reason.UNREADABLE:
            said = unreadable(board, press.interaction.user.id, desk.language(press))
        await press.say(plain(said))

    def _became(self, press: Incoming, answer: Answer, card: str, *, call: bool = False) -> str:
        """Return what became of an action, in words: of a call the verdict."""
        t = self._desk.language(press)
        said = replies.sentence(answer, t, card=card)
        if not isinstance(answer, Acted):
            return said
        table, renderer = answer.after, self._desk.kit.renderers[answer.after.game]
        look = self._desk.kit.looks.private(press.interaction.user.id, table)
        game, seat = self._desk.kit.tables.game(table), table.seat_of(press.interaction.user.id)
        told = list[str | None]()
        for group in groups(answer.events):
            known = (game.redact(each.event, seat.index if seat else None) for each in group.events)
            deed = Deed(group.ply, group.by, tuple(e for e in known if e is not None))
            told.append(renderer.tell(deed, texts(table, t), look))
        return " ".join(filter(None, ("" if call else said, *told))) or said

    async def _tables(self, interaction: AnyInteraction, so_far: str) -> Choices:
        return transformers.choices(self._desk, interaction.user.id, so_far)

    async def _actions(self, interaction: AnyInteraction, so_far: str) -> Choices:
        return suggested(self._desk, interaction, so_far)

    async def _players(self, interaction: AnyInteraction, so_far: str) -> Choices:
        press = Incoming(interaction, typed(interaction))
        return transformers.players(self._desk, press, transformers.playing, so_far)

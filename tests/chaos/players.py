"""People who play whatever happens: they try, are refused or unheard, and try again.

They think as house players do, upon the position the database holds, and act by what Discord shows
them: a command, a button that is there, or reactions. Now and then they do something else.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from bot.sandbox.model.client_view import MessageSeen
from bot.sandbox.model.errors import ApiError, Refused
from bot.sandbox.model.objects import Channel
from bot.sandbox.people.person import Person
from bot.ui.contract.renderer import Half, Move, Press
from bot.ui.elements import controls, emojis
from engine.api import Seat
from tests.chaos.ledger import Ledger, Sitting
from tests.chaos.plans import Plan, Route

TICK = 0.1
PATIENCE = 1.0
"""Seconds after which what nothing came of is tried again."""
OPENING = 10.0
"""The same for opening a table and sitting down: done twice it may open two, or stand up again."""
ODD, WRONG = 0.03, 0.02
"""Shares of acts that are any possible one, and of acts that are none."""
IMPOSSIBLE = (Refused, ApiError, LookupError, TimeoutError)
"""What a client does not let a person do: the message is gone, the command is not offered."""


@dataclass
class Round:
    """One planned game and who plays it where."""

    plan: Plan
    people: list[Person]
    room: Channel


class ChaosPlayer:
    """Plays one person's seat until the game is over."""

    def __init__(
        self, game: Round, at: int, ledger: Ledger, chance: Random, up: "asyncio.Event"
    ) -> None:
        self._game = game
        self._person = game.people[at]
        self._route: Route = game.plan.routes[at]
        last = at == len(game.people) - 1
        self._leaves = game.plan.leaves if last else None
        self._ledger = ledger
        self._chance = chance
        self._up = up
        self._tried: tuple[int, str] = (-1, "")

    async def play(self) -> None:
        """Sit down, start, play to the end."""
        while True:
            await asyncio.sleep(TICK)
            if not self._up.is_set() and self._chance.random() < 0.9:
                await asyncio.sleep(PATIENCE / 2)
                continue
            sitting = self._ledger.of(self._person.id)
            if sitting is not None and sitting.over and sitting.plies:
                return
            try:
                await self._step(sitting)
            except IMPOSSIBLE:
                await asyncio.sleep(TICK)

    async def _step(self, sitting: Sitting | None) -> None:
        if sitting is None or (sitting.over and not sitting.plies):
            await self._sit_down()
        elif sitting.status == "lobby":
            seated = self._person.id in sitting.seats
            await (self._begin(sitting) if seated else self._sit_down())
        elif sitting.state is not None and self._person.id in sitting.seats:
            await self._act(sitting)

    # The lobby

    async def _sit_down(self) -> None:
        """Open the table, or join the one the host opened."""
        host = self._game.people[0]
        if self._person is host:
            before = self._ledger.of(self._person.id)
            await self._type(f"play {self._game.plan.game.key}", **self._game.plan.typed())
            await self._came(lambda: self._ledger.of(self._person.id) is not before, OPENING)
            return
        opened = self._ledger.of(host.id)
        if opened is None or opened.status != "lobby" or opened.message is None:
            await asyncio.sleep(PATIENCE / 4)
            return
        if self._route == "command" or self._person.world.messages[opened.message].deleted:
            await self._type("join", table=str(opened.id))
        elif self._route == "button":
            await self._push(opened.message, controls.JOIN)
        else:
            await self._turn(opened.message, emojis.SIT)
        await self._came(lambda: self._person.id in opened.seats, OPENING)

    async def _begin(self, sitting: Sitting) -> None:
        there = all(person.id in sitting.seats for person in self._game.people)
        if self._person is self._game.people[0] and there:
            await self._type("start", table=str(sitting.id))
            await self._came(lambda: sitting.status != "lobby")
        else:
            await asyncio.sleep(PATIENCE / 4)

    # The game

    async def _act(self, sitting: Sitting) -> None:
        """Do what seems best, once per position unless nothing came of it."""
        seat = sitting.everybody[self._person.id]
        if self._leaves is not None and sitting.ply >= self._leaves:
            await self._type("leave", table=str(sitting.id))
            await self._confirm(controls.GO)
            await self._came(lambda: self._person.id not in sitting.seats or sitting.over)
            return
        wish = self._wish(sitting, seat)
        if wish is None:
            return
        ply = sitting.ply
        await self._do(sitting, seat, wish)
        await self._came(lambda: sitting.ply > ply or sitting.over)

    def _wish(self, sitting: Sitting, seat: Seat) -> str | None:
        game, state = sitting.game, sitting.state
        possible = [game.format(action) for action in game.actions(state, seat)]
        if self._chance.random() < WRONG:
            return self._chance.choice(("F", "1L", "2S", "H15", "T", "L3", "FLIP", "FLINCH", "N"))
        if not possible:
            return None
        waited = seat in game.to_act(state)
        if self._chance.random() < (ODD if waited else ODD / 20):
            return self._chance.choice(possible)
        view = game.view(state, seat)
        thoughts = game.think(self._game.plan.level, seat, None, view, self._chance)
        wishes = [thought.notation for thought in thoughts if thought.notation in possible]
        if wishes:
            return wishes[0]
        turn = game.turn(state)
        if turn is not None and turn.seat == seat and waited:
            return game.format(game.auto_action(state, seat))
        return None

    async def _do(self, sitting: Sitting, seat: Seat, notation: str) -> None:
        """Act by the chosen route; by a command where it does not lead there."""
        message = self._where(sitting) if self._route != "command" else None
        if message is not None and await self._by_message(sitting, seat, notation, message):
            return
        calls = {call.notation for call in sitting.game.calls}
        if notation in calls and self._chance.random() < 0.5:
            await self._type(sitting.renderer.command.removeprefix("/"), table=str(sitting.id))
        else:
            await self._type("move", action=notation, table=str(sitting.id))

    def _where(self, sitting: Sitting) -> int | None:
        """Return the message whose controls are this person's: the hand, or the table."""
        if not sitting.renderer.hands:
            return sitting.message
        world = self._person.world
        bot = next(iter(world.bots.values()))
        dm = world.dm_between(bot, self._person.user)
        for seen in reversed(self._person.messages(dm.id, 8)):
            if any(_table_of(each.custom_id) == sitting.id for each in seen.controls):
                return seen.id
        return None

    async def _by_message(self, sitting: Sitting, seat: Seat, notation: str, message: int) -> bool:
        """Press what leads to an action, one key after the other; False: nothing does."""
        half: Half | None = None
        for _ in range(4):
            keys = self._keys(self._person.message(message))
            way = _way(sitting, seat, half, keys, notation)
            if way is None:
                return False
            (key, custom_id), meant = way
            if self._route == "reaction":
                await self._turn(message, key.key)
            elif key.values:
                await self._person.select(message, custom_id, list(key.values))
            else:
                await self._person.press(message, custom_id)
            if isinstance(meant, Move):
                return True
            half = meant
            await asyncio.sleep(TICK)
        return False

    def _keys(self, seen: MessageSeen) -> list["_Key"]:
        """Return what can be pressed or chosen, each with its `custom_id`.

        Reactions may be added also where they are not set beforehand.
        """
        if self._route == "reaction":
            every = dict.fromkeys([*(each.emoji for each in seen.reactions), *_HAND_KEYS])
            return [(Press(key=emoji), "") for emoji in every]
        found: list[_Key] = []
        for each in seen.controls:
            control = controls.parse(each.custom_id or "")
            if control is None or each.disabled:
                continue
            if each.options and control.act not in _ONE_OF:
                continue
            chosen: list[tuple[str, ...]] = [(one["value"],) for one in each.options] or [()]
            found += (
                (Press(control.act, control.number, values), control.custom_id) for values in chosen
            )
        return found

    # Means

    async def _type(self, command: str, **options: Any) -> None:
        await self._person.slash(self._game.room.id, command, **options)

    async def _push(self, message: int, act: str) -> None:
        for control in self._person.message(message).controls:
            if control.custom_id and control.custom_id.endswith(f":{act}"):
                await self._person.press(message, control.custom_id)
                return

    async def _confirm(self, act: str) -> None:
        """Press the button of what was asked last before something is done, if it was asked."""
        for seen in reversed(self._person.messages(self._game.room.id)):
            if any((each.custom_id or "").endswith(f":{act}") for each in seen.controls):
                await self._push(seen.id, act)
                return

    async def _turn(self, message: int, emoji: str) -> None:
        shown = self._person.message(message).reaction(emoji)
        if shown is not None and shown.me:
            await self._person.unreact(message, emoji)
        else:
            await self._person.react(message, emoji)

    async def _came(self, there: Any, patience: float = PATIENCE) -> None:
        """Wait until the database says so, at most a moment."""
        for _ in range(round(patience / TICK)):
            if there():
                return
            await asyncio.sleep(TICK)


def _table_of(custom_id: str | None) -> int:
    control = controls.parse(custom_id or "")
    return control.table if control is not None else 0


def _way(
    sitting: Sitting, seat: Seat, half: Half | None, keys: Sequence["_Key"], notation: str
) -> tuple["_Key", Move | Half] | None:
    """Return the first key of a way to the action: the action itself, or the half to it."""
    view = sitting.game.view(sitting.state, seat)
    numbers = sitting.numbers.get(seat, ())

    def read(before: Half | None, key: Press) -> Any:
        plain = Press(emojis.plain(key.key), key.number, key.values)
        return sitting.renderer.press(view, numbers, before, plain)

    halves: list[tuple[_Key, Half]] = []
    for key in keys:
        meant = read(half, key[0])
        if isinstance(meant, Move) and meant.notation == notation:
            return key, meant
        if isinstance(meant, Half) and meant.steps and meant != half:
            halves.append((key, meant))
    every = [Press(key=emojis.plain(key)) for key in _HAND_KEYS]
    for key, meant in halves:
        reached = [read(meant, each) for each in every]
        further = [one for one in reached if isinstance(one, Half) and one.steps]
        reached += [read(one, each) for one in further for each in every]
        if any(isinstance(one, Move) and one.notation == notation for one in reached):
            return key, meant
    return None


_HAND_KEYS = (*emojis.DIGITS[:5], *(emojis.letter(one) for one in "ABCDE"), "✅")
_ONE_OF = ("reserve", "partners", "spot", "demand")
"""Acts of selects of which one entry is chosen that names an action."""
_Key: TypeAlias = tuple[Press, str]

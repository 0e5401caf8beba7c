"""Positions of all games, reached by random play, as tables that screens are drawn from."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

from msgspec import Struct

from bot.cards import emoji_name
from bot.locale import translator
from bot.tables.model import Seat, Table
from bot.ui.contract.renderer import AnyRenderer, Deed, Half, HandSight, Numbers, Press, PublicSight
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen
from engine import play
from engine.api import AnyGame, Setup
from engine.errors import BadSetup
from tests.games import GAMES, RENDERERS

NOW = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = ("*" * 32, "@everyone", "Ana", "Ana", "__Ben__||x||", "", "https://a.b/ccccccccc", "Üñï 🂡")
PAIRS = tuple(zip(GAMES, RENDERERS, strict=True))


class Position(Struct, frozen=True):
    """A table in a game, the events up to it, and every seat's hand numbers."""

    game: AnyGame
    renderer: AnyRenderer
    table: Table
    numbers: tuple[Numbers, ...]
    deeds: tuple[tuple[int, tuple[int, ...], tuple[Any, ...]], ...]

    def history(self, seat: int | None) -> tuple[Deed, ...]:
        """Return what happened, as that seat may know it."""
        return tuple(
            Deed(ply, by, tuple(e for e in (self.game.redact(e, seat) for e in events) if e))
            for ply, by, events in self.deeds[-8:]
        )

    def view(self, seat: int | None) -> Any:
        """Return what that seat may know."""
        return self.game.view(self.table.state, seat)

    def public(self, **more: Any) -> PublicSight[Any]:
        """Return what the public table is drawn from."""
        return PublicSight(self.table, self.view(None), self.history(None), **more)

    def hand(self, seat: int, **more: Any) -> HandSight[Any]:
        """Return what that seat's hand is drawn from."""
        return HandSight(
            self.table,
            seat,
            self.view(seat),
            self.numbers[seat],
            self.history(seat),
            server="A server of many people",
            **more,
        )


def look(language: str, renderer: AnyRenderer | None = None, *, big: bool = False) -> Look:
    """Return a look; with a renderer all its faces are emojis."""
    faces = renderer.faces if renderer is not None else ()
    emojis = {face: f"<:{emoji_name(face)}:1234567890123456789>" for face in faces}
    return Look(translator(language), emojis, big)


def table(game: AnyGame, count: int, state: Any, **fields: Any) -> Table:
    """Return a running table with people of difficult names."""
    defaults: dict[str, Any] = {
        "chosen": {},
        "options": {},
        "pace": "live",
        "level": "normal",
        "guild": 4567890123456789012,
        "channel": 1234567890123456789,
        "status": "playing",
        "host": 100,
        "deadline": NOW,
        "created": NOW,
        "seats": tuple(Seat(index=i, person=100 + i, name=NAMES[i]) for i in range(count)),
    }
    return Table(id=12, game=game.key, state=state, **(defaults | fields))


def random_options(game: AnyGame, seats: int, chance: Random) -> dict[str, Any]:
    """Return house rules chosen at random among the possible ones."""
    while True:
        chosen = {spec.key: chance.choice(spec.choices) for spec in game.options}
        try:
            return game.settle(seats, chosen)
        except BadSetup:
            continue


def every_rule(game: AnyGame, seats: int) -> Iterator[dict[str, Any]]:
    """Yield the usual house rules, then for every choice of every one a table that has it."""
    yield game.settle(seats, {})
    for spec in game.options:
        for value in spec.choices:
            for more in ({}, {other.key: True for other in game.options if True in other.choices}):
                try:
                    settled = game.settle(seats, {**more, spec.key: value})
                except BadSetup:
                    continue
                if settled != game.settle(seats, {}):
                    yield settled
                    break


def walk(
    game: AnyGame,
    renderer: AnyRenderer,
    seats: int,
    seed: int,
    plies: int = 120,
    options: dict[str, Any] | None = None,
    play_on: Callable[[AnyGame, Any, int, Random], tuple[tuple[int, ...], Any]] | None = None,
) -> Iterator[Position]:
    """Play and yield every position, the deal first; at random unless `play_on` says otherwise."""
    chance = Random(seed)
    settled = options or random_options(game, seats, chance)
    step = play.start(game, Setup(seats, settled, f"{seed:064x}"))
    deeds: list[tuple[int, tuple[int, ...], tuple[Any, ...]]] = [(0, (), step.events)]
    numbers: list[Numbers] = [
        renderer.arrange(None, game.view(step.state, seat)) for seat in range(seats)
    ]
    for ply in range(1, plies + 2):
        outcome = game.outcome(step.state)
        at = table(
            game,
            seats,
            step.state,
            options=settled,
            ply=ply - 1,
            outcome=outcome,
            status="playing" if outcome is None else "ended",
            end_reason=None if outcome is None else outcome.termination,
            seed="" if outcome is None else f"{seed:064x}",
            commitment="c" * 64,
        )
        yield Position(game, renderer, at, tuple(numbers), tuple(deeds))
        if outcome is not None:
            return
        by, action = (play_on or _any_action)(game, step.state, seats, chance)
        step = play.act(game, step.state, by, game.format(action))
        deeds.append((ply, by, step.events))
        numbers = [
            renderer.arrange(before, game.view(step.state, seat))
            for seat, before in enumerate(numbers)
        ]


def _any_action(
    game: AnyGame, state: Any, seats: int, chance: Random
) -> tuple[tuple[int, ...], Any]:
    """Return something possible: mostly of whoever is to act, sometimes of anybody."""
    own = game.actions(state, None)
    if own:
        return (), chance.choice(own)
    waited_for = sorted(game.to_act(state))
    order = [chance.choice(waited_for), *chance.sample(range(seats), seats)]
    if chance.random() < 0.15:
        order = order[1:]
    for seat in order:
        possible = game.actions(state, seat)
        if possible:
            return (seat,), chance.choice(possible)
    raise AssertionError("somebody can always act")


def thought(game: AnyGame, state: Any, seats: int, chance: Random) -> tuple[tuple[int, ...], Any]:
    """Return what a good player does next; nobody calls."""
    calls = {call.notation for call in game.calls}
    for seat in sorted(game.to_act(state)):
        for each in game.think("hard", seat, None, game.view(state, seat), chance):
            if each.notation not in calls:
                return (seat,), game.parse(each.notation)
    return _any_action(game, state, seats, chance)


def presses(screen: Screen) -> Iterator[Press]:
    """Yield everything that can be pressed of a screen: its buttons, then its reactions."""
    for button in screen.buttons():
        *_, number, act = button.custom_id.split(":")
        yield Press(act, int(number))
    yield from (Press(emoji) for emoji in screen.reactions)


def half_made(position: Position, seat: int, chance: Random) -> Half | None:
    """Return a choice that this seat can have half made, one or two presses long, if any."""
    half: Half | None = None
    view, numbers = position.view(seat), position.numbers[seat]
    for _ in range(chance.randint(1, 2)):
        shown = position.renderer.hand(position.hand(seat, half=half), look("en"))
        reads = [position.renderer.press(view, numbers, half, each) for each in presses(shown)]
        halves = [each for each in reads if isinstance(each, Half) and each.steps]
        half = chance.choice(halves) if halves else half
    return half

"""Finished games as the store keeps them, made by the engine playing itself."""

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from bot.db.records import EventRecord, Seat, TableRecord
from bot.records.proof import log_of
from engine.api import AnyGame, Outcome, Setup
from engine.errors import BadSetup
from engine.play import Transition
from engine.selfplay import SelfPlay
from engine.shuffle import Stream, commitment, first_dealer
from tests.games import GAMES

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


def setup_of(game: AnyGame, chance: Random) -> Setup:
    """Return a random number of seats and random house rules that go together."""
    while True:
        seats = chance.choice(game.seat_counts)
        chosen = {spec.key: chance.choice(spec.choices) for spec in game.options}
        try:
            options = game.settle(seats, chosen)
        except BadSetup:
            continue
        seed = sha256(str(chance.random()).encode()).hexdigest()
        dealer = first_dealer(seed, seats) if game.next_dealer(0, seats) is not None else None
        return Setup(seats, options, seed, dealer)


def records_of(
    steps: list[tuple[tuple[int, ...], str, Transition]],
    races: Mapping[int, dict[str, Any]] | None = None,
) -> list[EventRecord]:
    """Return the events of a deal and its actions as they are stored, with races by ply."""
    records: list[EventRecord] = []
    for ply, (by, notation, step) in enumerate(steps):
        for at, event in enumerate(step.events):
            records.append(
                EventRecord(
                    table=1,
                    seq=len(records) + 1,
                    ply=ply,
                    by=by,
                    kind=str(event.__struct_config__.tag),
                    data=msgspec.json.encode(event).decode(),
                    notation=notation,
                    stamp=None,
                    at=NOW,
                    race=(races or {}).get(ply) if at == 0 else None,
                )
            )
    return records


def table_of(game: AnyGame, setup: Setup, outcome: Outcome, **fields: Any) -> TableRecord:
    """Return the table of a finished game."""
    values: dict[str, Any] = {
        "id": 1,
        "game": game.key,
        "chosen": {},
        "options": dict(setup.options),
        "pace": "live",
        "level": "easy",
        "guild": 1,
        "channel": 2,
        "status": "ended",
        "host": 10,
        "seats": tuple(Seat(index=i, person=10 + i, name=f"P{i}") for i in range(setup.seats)),
        "dealer": setup.dealer,
        "seed": setup.seed,
        "commitment": commitment(setup.seed),
        "created": NOW,
        "ended": NOW,
        "outcome": outcome,
        "end_reason": outcome.termination,
        **fields,
    }
    return TableRecord(**values)


def toss_of(play: SelfPlay, steps: list[tuple[tuple[int, ...], str, Transition]]) -> dict[int, Any]:
    """Return, by ply, the first good call that a coin among all seats would have chosen."""
    game, setup = play.game, play.setup
    call = game.calls[0]
    chosen = Stream(setup.seed, "coin-1").draw(setup.seats)
    for ply, (by, notation, _) in enumerate(steps):
        if notation == call.notation and by == (chosen,):
            before = steps[ply - 1][2].state
            if all(game.call_is_good(before, seat, call) for seat in range(setup.seats)):
                return {ply: {"good": True, "tied": [1, 0], "coin": 1}}
    return {}


def played(
    number: int, games: tuple[AnyGame, ...] = GAMES, *, tossed: bool = False
) -> tuple[AnyGame, dict[str, Any]]:
    """Play a random game, faults and calls included; return the rules and its log.

    `tossed`: a good call of one seat is told as one of both, between whom a coin chose.
    """
    chance = Random(f"log {number}")
    game = games[number % len(games)]
    setup = setup_of(game, chance)
    play = SelfPlay(game, setup, "random", chance.choice([0.0, 0.2]))
    steps: list[tuple[tuple[int, ...], str, Transition]] = [((), "", play.step)]
    for step in play.steps():
        entry = play.entries[-1]
        steps.append((entry.by, entry.do, step))
    outcome = game.outcome(play.step.state)
    assert outcome is not None
    races = toss_of(play, steps) if tossed else {}
    return game, log_of(game, table_of(game, setup, outcome), records_of(steps, races))

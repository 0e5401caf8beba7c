"""Running tables as values, for tests of what the boards remember."""

from datetime import UTC, datetime

from msgspec import structs

from bot.messages.scene import Scene
from bot.tables.model import Changed, Seat, StoredEvent, Table
from bot.ui.renderers import RENDERERS
from engine import play
from engine.api import Setup
from engine.games import GAMES

NOW = datetime(2030, 1, 1, tzinfo=UTC)
GAME = next(game for game in GAMES if game.key == "flinch")
RENDERER = next(each for each in RENDERERS if each.key == "flinch")


def dealt(deck: tuple[int, ...] | None = None, seats: int = 2) -> tuple[Table, Changed]:
    """Return a table just dealt (dealer 0, so seat 1 is first to be looked at) and its change."""
    options = GAME.settle(seats, {"pile": 5})
    setup = Setup(seats=seats, options=options, seed="0" * 64, dealer=0, deck=deck)
    deal = play.start(GAME, setup)
    lobby = Table(
        id=7,
        game=GAME.key,
        chosen={},
        options=options,
        pace="live",
        level="normal",
        guild=1,
        channel=2,
        host=100,
        seats=tuple(Seat(index=at, person=100 + at, name=f"P{at}") for at in range(seats)),
        created=NOW,
    )
    events = stored(lobby, 0, (), "", deal.events)
    table = structs.replace(
        lobby, status="playing", state=deal.state, seq=len(events), turn_number=1
    )
    return table, Changed(before=lobby, after=table, events=events)


def stored(
    table: Table, ply: int, by: tuple[int, ...], notation: str, events: tuple[object, ...]
) -> tuple[StoredEvent, ...]:
    """Return events as the table would store them."""
    return tuple(
        StoredEvent(
            seq=table.seq + at, ply=ply, by=by, event=event, notation=notation, stamp=1.0, at=NOW
        )
        for at, event in enumerate(events, 1)
    )


def legal(table: Table) -> str:
    """Return an action of the turn's seat: the one the table itself would take."""
    turn = GAME.turn(table.state)
    assert turn is not None
    return GAME.format(GAME.auto_action(table.state, turn.seat))


def acted(table: Table, notation: str, seat: int | None = None) -> Changed:
    """Return what an action brings; by the turn's seat unless another is named."""
    turn = GAME.turn(table.state)
    assert turn is not None
    by = (turn.seat if seat is None else seat,)
    step = play.act(GAME, table.state, by, notation)
    events = stored(table, table.ply + 1, by, notation, step.events)
    after = GAME.turn(step.state)
    number = table.turn_number + (after is None or after.number != turn.number)
    new = structs.replace(
        table,
        state=step.state,
        ply=table.ply + 1,
        seq=table.seq + len(events),
        turn_number=number,
    )
    return Changed(before=table, after=new, events=events)


def board(changed: Changed) -> Scene:
    """Return a board that has taken in a deal."""
    assert changed.before is not None
    new = Scene(changed.before, GAME, RENDERER)
    new.advance(changed)
    return new

"""Transcripts: a whole game as one JSON object (`rules.md` section 4)."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from engine.api import AnyGame, Seat, Setup
from engine.errors import BadSetup, Refused
from engine.play import Transition, act, guess, start


class Entry(Struct, frozen=True):
    """One action of a transcript: who (nobody: the table itself) does what.

    `guess`: the table judged the call older than what made it good (`Game.called_false`).
    """

    by: tuple[Seat, ...]
    do: str
    guess: bool = False

    def done(self, game: AnyGame, state: Any) -> Transition:
        """Return what it brings; raise `Refused`."""
        return (guess if self.guess else act)(game, state, self.by, self.do)


class Transcript(Struct, frozen=True):
    """A game, how it starts, and what was done; the actions need not be possible."""

    game: AnyGame
    setup: Setup
    actions: tuple[Entry, ...]


def read(text: str | bytes, games: Sequence[AnyGame]) -> Transcript:
    """Return the transcript of a JSON object; unknown fields are ignored.

    Raises:
        BadSetup: it is not such an object; names the field.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadSetup("file", "is not JSON") from error
    if not isinstance(data, dict):
        raise BadSetup("file", "must be a JSON object")
    game = find_game(data.get("game"), games)
    setup = _setup(game, data)
    return Transcript(game, setup, _actions(data.get("actions")))


def find_game(key: object, games: Sequence[AnyGame]) -> AnyGame:
    """Return the game of that key; raise `BadSetup` if there is none."""
    for game in games:
        if game.key == key:
            return game
    raise BadSetup("game", f"must be one of {', '.join(game.key for game in games)}")


def _setup(game: AnyGame, data: dict[str, Any]) -> Setup:
    """Return what the game starts from; the deal itself tests seed, dealer and deck."""
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise BadSetup("options", "must be an object")
    seats = data.get("seats")
    settled = game.settle(seats, options)  # type: ignore[arg-type]  # refused there if it is no int
    for field in ("dealer", "deck"):
        if field in data and data[field] is None:
            raise BadSetup(field, "must be given or left out")
    deck = data.get("deck")
    if deck is not None and not isinstance(deck, list):
        raise BadSetup("deck", "must be a list of cards")
    return Setup(
        seats=seats,  # type: ignore[arg-type]  # tested by `settle`
        options=settled,
        seed=data.get("seed"),  # type: ignore[arg-type]  # tested by the deal
        dealer=data.get("dealer"),
        deck=None if deck is None else tuple(deck),
    )


def _actions(listed: object) -> tuple[Entry, ...]:
    """Return the entries of a list of actions."""
    if not isinstance(listed, list):
        raise BadSetup("actions", "must be a list")
    return tuple(_entry(f"actions[{i}]", entry) for i, entry in enumerate(listed))


def _entry(field: str, entry: object) -> Entry:
    """Return one action; raise `BadSetup` if it is not `{"by": [seats], "do": "notation"}`."""
    if not isinstance(entry, dict):
        raise BadSetup(field, "must be an object")
    by, do = entry.get("by"), entry.get("do")
    if not isinstance(by, list) or any(type(seat) is not int for seat in by):
        raise BadSetup(f"{field}.by", "must be a list of seats")
    if not isinstance(do, str):
        raise BadSetup(f"{field}.do", "must be a string")
    return Entry(tuple(by), do, entry.get("guess") is True)


def replay(transcript: Transcript) -> Iterator[dict[str, Any]]:
    """Yield the answer to the deal and to every action, refusals included.

    Raises:
        BadSetup: seed, dealer or deck is wrong; before anything is yielded.
    """
    game = transcript.game
    step = start(game, transcript.setup)
    ply = 0
    yield _line(game, step, ply)
    for entry in transcript.actions:
        try:
            step = entry.done(game, step.state)
        except Refused as refused:
            yield {"ply": ply, "refused": refused.reason.value, "do": entry.do}
        else:
            ply += 1
            yield _line(game, step, ply)


def _line(game: AnyGame, step: Transition, ply: int) -> dict[str, Any]:
    """Return the answer to an accepted action."""
    return {
        "ply": ply,
        "events": [to_builtins(event) for event in step.events],
        "position": {"ply": ply, **game.position(step.state)},
    }


def written(transcript: Transcript) -> dict[str, Any]:
    """Return a transcript as its JSON object; the inverse of `read`."""
    setup = transcript.setup
    data: dict[str, Any] = {
        "game": transcript.game.key,
        "seats": setup.seats,
        "options": dict(setup.options),
        "seed": setup.seed,
    }
    if setup.dealer is not None:
        data["dealer"] = setup.dealer
    if setup.deck is not None:
        data["deck"] = list(setup.deck)
    data["actions"] = [_written(entry) for entry in transcript.actions]
    return data


def _written(entry: Entry) -> dict[str, Any]:
    """Return an entry as its JSON object."""
    written: dict[str, Any] = {"by": list(entry.by), "do": entry.do}
    return {**written, "guess": True} if entry.guess else written

"""The log of a finished game in notation, and the check of one (`docs/fairness.md`).

A log is a transcript as `python -m engine replay` reads it (`rules.md` section 4), with the deck,
the commitment, the result, and after the deal and every action a `check`: the first 16 hexadecimal
digits of the SHA-256 of the position as JSON. So whatever was altered is found where it stands.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec import json as codec

from bot.db.records import EventRecord, TableRecord
from engine import play
from engine.api import AnyGame, Outcome, Setup
from engine.errors import BadSetup, Refused
from engine.shuffle import commitment, first_dealer
from engine.transcript import Entry, Transcript, read, written

BY_THE_RULES = ("won", "cap", "locked")
"""Endings that follow from the moves; all others are the table's own."""

CAPPED = "time"
"""The table's ending that ranks as the cap would (a game without turns that lasts too long)."""


class Wrong(Exception):  # noqa: N818 - what is found, not a failure
    """The first wrong place of a log: `place` names it (`actions[17]`), `why` what is wrong."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place
        self.why = why


class Checked(Struct, frozen=True):
    """What was found in order."""

    game: str
    seats: int
    actions: int
    seed: str
    commitment: str


def log_of(game: AnyGame, table: TableRecord, records: Sequence[EventRecord]) -> dict[str, Any]:
    """Return the log of a finished game.

    Args:
        game: its rules.
        table: the table; it must be over, since the log holds the seed.
        records: all its events, in order.
    """
    assert table.status == "ended", "a log holds the seed"
    setup = Setup(
        seats=len(table.seats), options=table.options, seed=table.seed, dealer=table.dealer
    )
    entries, checks = _entries(game, records)
    log = written(Transcript(game, setup, tuple(entries)))
    for action, check in zip(log["actions"], checks[1:], strict=True):
        action["check"] = check
    outcome = table.outcome
    return {
        "table": table.id,
        "commitment": table.commitment,
        **({"rematch_of": table.rematch_of} if table.rematch_of is not None else {}),
        **log,
        "deck": list(game.deck(setup)),
        "check": checks[0],
        "result": {
            "reason": table.end_reason,
            "winners": list(outcome.winners) if outcome is not None else None,
            "places": list(outcome.places) if outcome is not None else None,
        },
    }


def as_file(log: dict[str, Any]) -> bytes:
    """Return a log as a file: one action a line, so that people can read it."""
    head = {key: value for key, value in log.items() if key != "actions"}
    lines = ",\n".join("  " + json.dumps(action) for action in log["actions"])
    return f'{json.dumps(head)[:-1]}, "actions": [\n{lines}\n]}}\n'.encode()


def check_of(game: AnyGame, state: Any, ply: int) -> str:
    """Return the check of a position: of its JSON with sorted keys and no spaces."""
    position = {"ply": ply, **game.position(state)}
    text = json.dumps(position, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def verify(text: bytes, games: Sequence[AnyGame], published: str | None = None) -> Checked:
    """Check a log: commitment, dealer, shuffle, every move, result.

    Args:
        text: the file.
        games: the registry.
        published: the commitment as the table showed it; None trusts the file's own.

    Raises:
        Wrong: naming the first wrong place.
    """
    try:
        transcript = read(text, games)
        data: dict[str, Any] = json.loads(text)
        _commitment(data, published)
        _dealer(data, transcript)
        step = play.start(transcript.game, _shuffled(data, transcript))
    except BadSetup as bad:
        raise Wrong(bad.field, str(bad).removeprefix(f"{bad.field}: ")) from None
    _compare(data.get("check"), check_of(transcript.game, step.state, 0), "check", "the deal")
    state = _moves(transcript, data["actions"], step.state)
    _result(transcript.game, state, data.get("result"))
    return Checked(
        transcript.game.key,
        transcript.setup.seats,
        len(transcript.actions),
        transcript.setup.seed,
        data["commitment"],
    )


def _entries(game: AnyGame, records: Iterable[EventRecord]) -> tuple[list[Entry], list[str]]:
    """Return a game's actions, and the checks of the deal and of each of them."""
    decoder = codec.Decoder(game.event_type)
    entries: list[Entry] = []
    checks: list[str] = []
    state: Any = None
    for ply, group in groupby(records, lambda record: record.ply):
        members = tuple(group)
        events = tuple(decoder.decode(record.data) for record in members)
        if ply > 0:
            entry = Entry(members[0].by, members[0].notation)
            guessed = not _brings(game, state, entry, events)
            as_guess = Entry(entry.by, entry.do, guess=True)
            if guessed and _brings(game, state, as_guess, events):
                entry = as_guess
            entries.append(entry)
        state = play.fold(game, events, state)
        checks.append(check_of(game, state, ply))
    return entries, checks


def _brings(game: AnyGame, state: Any, entry: Entry, events: tuple[Any, ...]) -> bool:
    """Say whether the rules of today make these events of an action."""
    try:
        return entry.done(game, state).events == events
    except Refused:
        return False


def _commitment(data: dict[str, Any], published: str | None) -> None:
    seed, given = data["seed"], data.get("commitment")
    if not isinstance(given, str):
        raise Wrong("commitment", "is missing")
    if published is not None and given != published.strip().lower():
        raise Wrong("commitment", "is not the one that was published")
    if not isinstance(seed, str) or not seed.isascii() or commitment(seed) != given:
        raise Wrong("seed", "its SHA-256 is not the commitment")


def _dealer(data: dict[str, Any], transcript: Transcript) -> None:
    """Check that the seed drew the dealer; in a rematch the deal has passed on."""
    setup, game = transcript.setup, transcript.game
    if setup.dealer is None or data.get("rematch_of") is not None:
        return
    if game.next_dealer(0, setup.seats) is None:
        return
    drawn = first_dealer(setup.seed, setup.seats)
    if setup.dealer != drawn:
        raise Wrong("dealer", f"the seed gives seat {drawn}")


def _shuffled(data: dict[str, Any], transcript: Transcript) -> Setup:
    """Return the setup with the deck the seed gives, after comparing it with the file's."""
    given = transcript.setup
    setup = Setup(given.seats, given.options, given.seed, given.dealer)
    if given.deck is None:
        raise Wrong("deck", "is missing")
    deck = transcript.game.deck(setup)
    for at, (own, right) in enumerate(zip(given.deck, deck, strict=False)):
        if own != right:
            raise Wrong(f"deck[{at}]", f"is {own}, but the seed gives {right}")
    if len(given.deck) != len(deck):
        raise Wrong("deck", f"must hold exactly {len(deck)} cards")
    return setup


def _moves(transcript: Transcript, listed: list[dict[str, Any]], state: Any) -> Any:
    """Do every action again; return the last state."""
    game = transcript.game
    for at, (entry, given) in enumerate(zip(transcript.actions, listed, strict=True)):
        place = f"actions[{at}]"
        try:
            state = entry.done(game, state).state
        except Refused as refused:
            why = f"{entry.do} by {list(entry.by)} is refused: {refused.reason.value}"
            raise Wrong(place, why) from None
        _compare(given.get("check"), check_of(game, state, at + 1), place, entry.do)
    return state


def _compare(given: object, own: str, place: str, what: str) -> None:
    if given != own:
        raise Wrong(place, f"{what} leads to another position than the log says")


def _result(game: AnyGame, state: Any, result: object) -> None:
    """Check that the result follows from the moves, as far as it does."""
    if not isinstance(result, dict):
        raise Wrong("result", "is missing")
    by_rules, reason = game.outcome(state), result.get("reason")
    if by_rules is None and reason in BY_THE_RULES:
        raise Wrong("result.reason", "the game is not over by these moves")
    outcome: Outcome | None = by_rules
    if outcome is None and reason == CAPPED:
        outcome = game.capped(state)
    elif outcome is not None and reason != outcome.termination:
        raise Wrong("result.reason", f"is {reason}, but the moves give {outcome.termination}")
    if outcome is None:
        return
    for field in ("winners", "places"):
        right = list(getattr(outcome, field))
        if result.get(field) != right:
            raise Wrong(f"result.{field}", f"is {result.get(field)}, but the moves give {right}")

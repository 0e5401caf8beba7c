"""The log of a finished game in notation, and the check of one (`docs/fairness.md`).

A log is a transcript as `python -m engine replay` reads it (`rules.md` section 4), with the deck,
the commitment, the result, and after the deal and every action a `check`: the first 16 hexadecimal
digits of the SHA-256 of the position as JSON. So whatever was altered is found where it stands.
What no log can prove, `verify` says it has not checked.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec import json as codec

from bot.db.records import EventRecord, Result, TableRecord
from engine import play
from engine.api import AnyGame, Outcome, Setup
from engine.errors import BadSetup, Refused
from engine.shuffle import Stream, commitment, first_dealer
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
    """What was found in order.

    `unchecked`: what the log claims and nothing in it proves, a sentence without full stop each.
    """

    game: str
    seats: int
    actions: int
    seed: str
    commitment: str
    unchecked: tuple[str, ...] = ()


def log_of(
    game: AnyGame,
    table: TableRecord,
    records: Sequence[EventRecord],
    *,
    before: TableRecord | None = None,
    results: Sequence[Result] = (),
) -> dict[str, Any]:
    """Return the log of a finished game.

    Args:
        game: its rules.
        table: the table; it must be over, since the log holds the seed.
        records: all its events, in order.
        before: the table this one is the rematch of, where it is still kept.
        results: how the seats came out for the table, one a seat; none where it ended without.
    """
    assert table.status == "ended", "a log holds the seed"
    setup = Setup(
        seats=len(table.seats), options=table.options, seed=table.seed, dealer=table.dealer
    )
    entries, checks = _entries(game, records)
    log = written(Transcript(game, setup, tuple(entries)))
    coins = _coins(records)
    for ply, (action, check) in enumerate(zip(log["actions"], checks[1:], strict=True), 1):
        action |= {"check": check} | ({"coin": coins[ply]} if ply in coins else {})
    outcome = table.outcome
    passed = _passed(before, table) if before is not None else None
    return {
        "table": table.id,
        "commitment": table.commitment,
        **({"rematch_of": table.rematch_of} if table.rematch_of is not None else {}),
        **({"before": passed} if passed is not None else {}),
        **log,
        "deck": list(game.deck(setup)),
        "check": checks[0],
        "result": {
            "reason": table.end_reason,
            "winners": list(outcome.winners) if outcome is not None else None,
            "places": list(outcome.places) if outcome is not None else None,
        },
        **({"standing": _standing(results)} if results else {}),
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
        step = play.start(transcript.game, _shuffled(transcript))
    except BadSetup as bad:
        raise Wrong(bad.field, str(bad).removeprefix(f"{bad.field}: ")) from None
    _compare(data.get("check"), check_of(transcript.game, step.state, 0), "check", "the deal")
    state = _moves(transcript, data["actions"], step.state)
    _result(transcript, state, data.get("result"))
    _stood(data)
    return Checked(
        transcript.game.key,
        transcript.setup.seats,
        len(transcript.actions),
        transcript.setup.seed,
        data["commitment"],
        tuple(_unchecked(data, transcript, published)),
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
        state = game.fold(state, events)
        checks.append(check_of(game, state, ply))
    return entries, checks


def _brings(game: AnyGame, state: Any, entry: Entry, events: tuple[Any, ...]) -> bool:
    """Say whether the rules of today make these events of an action."""
    try:
        return entry.done(game, state).events == events
    except Refused:
        return False


def _coins(records: Iterable[EventRecord]) -> dict[int, dict[str, Any]]:
    """Return the tosses of a game by ply: the number, and among whom, seats in ascending order."""
    return {
        record.ply: {"number": record.race["coin"], "among": sorted(record.race["tied"])}
        for record in records
        if record.race is not None and record.race.get("coin") is not None
    }


def _passed(before: TableRecord, table: TableRecord) -> dict[str, Any] | None:
    """Return from where the deal has passed on: the dealer before, and who of then sits where.

    None where that cannot be told any more: there was no dealer, or somebody has come in for who
    sat there at the start, or has had all data deleted.
    """
    changed = any(seat.gone for seat in (*before.seats, *table.seats))
    if before.dealer is None or changed or any(seat.substitute for seat in table.seats):
        return None
    there = {seat.who: seat.index for seat in table.seats}
    return {"dealer": before.dealer, "seats": [there.get(seat.who) for seat in before.seats]}


def _standing(results: Iterable[Result]) -> dict[str, Any]:
    """Return the result as the table keeps it: those who left are last and have not won."""
    seats = sorted(results, key=lambda result: result.seat)
    return {
        "winners": [result.seat for result in seats if result.won],
        "places": [result.place for result in seats],
        "left": [result.seat for result in seats if result.left],
    }


def _commitment(data: dict[str, Any], published: str | None) -> None:
    seed, given = data.get("seed"), data.get("commitment")
    if not isinstance(given, str):
        raise Wrong("commitment", "is missing")
    if published is not None and given != published.strip().lower():
        raise Wrong("commitment", "is not the one that was published")
    if not isinstance(seed, str) or not seed.isascii() or commitment(seed) != given:
        raise Wrong("seed", "its SHA-256 is not the commitment")


def _dealer(data: dict[str, Any], transcript: Transcript) -> None:
    """Check that the seed drew the dealer, or that in a rematch the deal has passed on to it."""
    setup, game = transcript.setup, transcript.game
    if game.next_dealer(0, setup.seats) is None:
        return
    if data.get("rematch_of") is None:
        right, source = first_dealer(setup.seed, setup.seats), "the seed gives"
    elif "before" in data:
        passed = _next_dealer(game, data["before"], setup.seats)
        right = first_dealer(setup.seed, setup.seats) if passed is None else passed
        source = "the deal passes to"
    else:
        return
    if setup.dealer != right:
        raise Wrong("dealer", f"{source} seat {right}")


def _next_dealer(game: AnyGame, before: Any, seats: int) -> int | None:
    """Return the next seat of the game before that is there; None if nobody is.

    Raises:
        Wrong: `before` is not what it should be.
    """
    there = before.get("seats") if isinstance(before, dict) else None
    dealer: Any = before["dealer"] if isinstance(there, list) and "dealer" in before else None
    if (
        not isinstance(there, list)
        or not _are_seats([dealer], len(there))
        or not _are_seats([seat for seat in there if seat is not None], seats)
    ):
        raise Wrong("before", "must name the dealer and the seats of the game before")
    for _ in there:
        dealer = game.next_dealer(dealer, len(there))
        if dealer is not None and there[dealer] is not None:
            seat: int = there[dealer]
            return seat
    return None


def _are_seats(listed: Any, seats: int) -> bool:
    """Say whether this is a list of different seats of a table."""
    return (
        isinstance(listed, list)
        and all(type(seat) is int and 0 <= seat < seats for seat in listed)
        and len(set(listed)) == len(listed)
    )


def _shuffled(transcript: Transcript) -> Setup:
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
    game, coins = transcript.game, 0
    for at, (entry, given) in enumerate(zip(transcript.actions, listed, strict=True)):
        place = f"actions[{at}]"
        if "coin" in given:
            coins += 1
            _toss(transcript, state, entry, given["coin"], coins, f"{place}.coin")
        try:
            state = entry.done(game, state).state
        except Refused as refused:
            why = f"{entry.do} by {list(entry.by)} is refused: {refused.reason.value}"
            raise Wrong(place, why) from None
        _compare(given.get("check"), check_of(game, state, at + 1), place, entry.do)
    return state


def _toss(
    transcript: Transcript, state: Any, entry: Entry, coin: Any, number: int, place: str
) -> None:
    """Check a toss: it is the next one, among seats that could call, and chose who called."""
    game, setup = transcript.game, transcript.setup
    call = next((each for each in game.calls if each.notation == entry.do), None)
    if call is None or call.joint or entry.guess:
        raise Wrong(place, f"{entry.do} is tossed for by nobody")
    if not isinstance(coin, dict) or coin.get("number") != number:
        raise Wrong(place, f"must be toss number {number}")
    among: Any = coin.get("among")
    if not _are_seats(among, setup.seats) or len(among) < 2 or among != sorted(among):
        raise Wrong(place, "must be among two seats or more, in ascending order")
    wrong = [seat for seat in among if not game.call_is_good(state, seat, call)]
    if wrong:
        raise Wrong(place, f"seat {wrong[0]} could not call")
    chosen = among[Stream(setup.seed, f"coin-{number}").draw(len(among))]
    if entry.by != (chosen,):
        raise Wrong(place, f"the seed chooses seat {chosen}")


def _compare(given: object, own: str, place: str, what: str) -> None:
    if given != own:
        raise Wrong(place, f"{what} leads to another position than the log says")


def _result(transcript: Transcript, state: Any, result: object) -> None:
    """Check that the result follows from the moves, as far as it does."""
    game = transcript.game
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
        _claimed(result, transcript.setup.seats)
        return
    for field in ("winners", "places"):
        right = list(getattr(outcome, field))
        if result.get(field) != right:
            raise Wrong(f"result.{field}", f"is {result.get(field)}, but the moves give {right}")


def _claimed(result: dict[str, Any], seats: int) -> None:
    """Check that a result the moves do not give is one at all: a place a seat, or none of both."""
    winners, places = result.get("winners"), result.get("places")
    if winners is None and places is None:
        return
    if not _are_seats(winners, seats):
        raise Wrong("result.winners", "must be a list of seats")
    listed = places if isinstance(places, list) and len(places) == seats else [None]
    if any(type(place) is not int or not 1 <= place <= seats for place in listed):
        raise Wrong("result.places", "must be a place for each seat")


def _stood(data: dict[str, Any]) -> None:
    """Check that the table's own standing is the result with those who left last."""
    if "standing" not in data:
        return
    standing, result = data["standing"], data["result"]
    winners, places, seats = result.get("winners"), result.get("places"), data["seats"]
    if not isinstance(standing, dict) or not _are_seats(standing.get("left"), seats):
        raise Wrong("standing.left", "must be a list of seats")
    if not isinstance(winners, list) or not isinstance(places, list) or len(places) != seats:
        raise Wrong("standing", "stands beside no result")
    left = standing["left"]
    keys = [(seat in left, 0 if seat in left else places[seat]) for seat in range(seats)]
    right = {
        "winners": [seat for seat in winners if seat not in left],
        "places": [1 + sum(other < own for other in keys) for own in keys],
    }
    for field, value in right.items():
        if standing.get(field) != value:
            raise Wrong(f"standing.{field}", f"is {standing.get(field)}, but the result: {value}")


def _unchecked(
    data: dict[str, Any], transcript: Transcript, published: str | None
) -> Iterator[str]:
    """Yield what the log claims and nothing in it proves."""
    game, setup = transcript.game, transcript.setup
    if published is None:
        yield "that this commitment was shown when the game started (give --commitment)"
    if data.get("rematch_of") is not None and game.next_dealer(0, setup.seats) is not None:
        table = data["rematch_of"]
        if "before" in data:
            yield f"who dealt at table {table} and sat where, which only its own log can tell"
        else:
            yield f"that seat {setup.dealer} deals, which depends on table {table}"
    calls = {call.notation for call in game.calls}
    if any(entry.do in calls for entry in transcript.actions):
        yield "at what moment calls came, and so who was first or tied: times are Discord's"
    reason = data["result"].get("reason")
    if reason not in BY_THE_RULES:
        yield f"why the table ended the game ({reason})"
    if reason not in (*BY_THE_RULES, CAPPED) and data["result"].get("winners") is not None:
        yield "who won and who came in at which place, since the moves do not decide it"
    if data.get("standing", {}).get("left"):
        yield "who had left"

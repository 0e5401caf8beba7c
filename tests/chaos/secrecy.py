"""Whether something sent shows a card its reader may not know at that ply.

Nothing of the screens is used: a card is known by how it is written, wherever it stands, and what a
reader may know is the view of its seat and the events as that seat knows them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import to_builtins

from engine.api import Seat, Setup
from tests.chaos.ledger import Sitting
from tests.chaos.payloads import Payload

REMEMBERED = 30
"""So many actions back a screen may still tell of."""
OFTEN = 3
"""So often one of many equal cards may stand on one screen: as a source, in the layout, in what
happened."""
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}

_FRENCH = re.compile(r"(10|[2-9AJQK])([♣♦♥♠])|<:([2-9TAJQK][CDHS])(?:_\w+)?:\d+>")
_NUMBER = re.compile(r"\[(\d{1,2})\]|\b(?:Play|Lay|Jugar|Poner)\s+(\d{1,2})\b|<:n(\d+)\w*:\d+>")
_NOTED = re.compile(r"[2-9TAJQK][CDHS]")
_NOTED_NUMBER = re.compile(r"^[HL](\d{1,2})")
_CARD_FIELDS = frozenset(
    {"flinch_top", "top", "centre", "hand", "shown", "demanded", "demands", "recent"}
    | {"card", "cards", "laid", "hands", "flinch"}
)


def leaks(sitting: Sitting, payload: Payload) -> list[str]:
    """Return the cards and secrets shown to somebody who may not know them."""
    found = []
    if not sitting.over or payload.time < _ended(sitting):
        found += [
            f"the seed of table {sitting.id}" for text in payload.texts if sitting.seed in text
        ]
    now = sitting.at(payload.ply)
    if now is None or now.after is None:
        return found
    seat = sitting.everybody.get(payload.reader) if payload.reader is not None else None
    shown = shown_cards(sitting, payload)
    known = _known(sitting, payload.ply, seat)
    often = OFTEN if _numbered(sitting) else len(payload.texts) + len(payload.controls)
    for card, count in shown.items():
        if count > known[card] * often:
            who = "the channel" if payload.reader is None else f"seat {seat}"
            found.append(f"table {sitting.id}, ply {payload.ply}: {card} shown to {who}")
    if payload.reader is None and sitting.renderer.hands:
        calls = {call.notation for call in sitting.game.calls}
        named = {each.notation for each in payload.controls} - {None} - calls
        found += [f"table {sitting.id}: {one} on a public control" for one in named]
    return found


def shown_cards(sitting: Sitting, payload: Payload) -> "Counter[Any]":
    """Return the cards written in a payload, by text, label, alt text and `custom_id`."""
    found: Counter[Any] = Counter()
    acts = [each.act.upper() for each in payload.controls]
    if _numbered(sitting):
        for text in payload.texts:
            found.update(int(a or b or c) for a, b, c in _NUMBER.findall(text))
        held = [_NOTED_NUMBER.match(act) for act in acts]
        found.update(int(one[1]) for one in held if one)
        return found
    for text in payload.texts:
        for rank, suit, emoji in _FRENCH.findall(text):
            found[emoji or ("T" if rank == "10" else rank) + SUITS[suit]] += 1
    if sitting.renderer.hands:
        found.update(one for act in acts for one in _NOTED.findall(act))
    return found


def _known(sitting: Sitting, ply: int, seat: Seat | None) -> "Counter[Any]":
    """Return the cards a seat may know at a ply, how often each lies or lay before its eyes."""
    now = sitting.at(ply)
    assert now is not None, "the ply is stored"
    known = Counter(_cards(sitting, to_builtins(sitting.game.view(now.after, seat))))
    for past in sitting.plies[max(0, ply - REMEMBERED) : ply + 1]:
        for event in past.events:
            redacted = sitting.game.redact(event, seat)
            if redacted is not None:
                known.update(_cards(sitting, to_builtins(redacted)))
    return known


def _cards(sitting: Sitting, value: Any, inside: bool = False) -> Iterator[Any]:
    """Yield the cards of a view or event, wherever they stand in it."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in ("options", "seed"):
                yield from _cards(sitting, each, inside or key in _CARD_FIELDS)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _cards(sitting, each, inside)
    elif _numbered(sitting):
        if inside and type(value) is int and 1 <= value <= 15:
            yield value
    elif isinstance(value, str) and _NOTED.fullmatch(value):
        yield value


def _numbered(sitting: Sitting) -> bool:
    """Say whether the game's cards are numbers."""
    return all(isinstance(one, int) for one in sitting.game.deck(_setup(sitting))[:1])


def _setup(sitting: Sitting) -> Setup:
    return Setup(len(sitting.seats), sitting.options, sitting.seed, sitting.dealer)


def _ended(sitting: Sitting) -> float:
    return sitting.plies[-1].at if sitting.plies else 0.0


def in_log(log: str, sittings: Iterable[Sitting]) -> list[str]:
    """Return the secrets that stand in the bot's log: seeds, and actions that name cards."""
    words = set(re.findall(r"[A-Z0-9@+]{2,24}", log))
    found = []
    for sitting in sittings:
        if sitting.seed and sitting.seed in log:
            found.append(f"the log holds the seed of table {sitting.id}")
        if not sitting.renderer.hands:
            continue
        named = {ply.notation for ply in sitting.plies if re.search(r"\d", ply.notation)}
        found += [f"the log holds {one} of table {sitting.id}" for one in named & words]
    return found

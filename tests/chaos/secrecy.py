"""Whether something sent shows a card its reader may not know at that ply.

Nothing of the screens is used: a card is known by how it is written, wherever it stands, and what a
reader may know is the view of its seat and the events as that seat knows them.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from engine.api import AnyGame, Seat, Setup
from tests.chaos.ledger import Sitting
from tests.chaos.payloads import Payload

REMEMBERED = 30
"""So many actions back a screen may still tell of."""
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}

_FRENCH = re.compile(r"(10|[2-9AJQK])([♣♦♥♠])|<:([2-9TAJQK][CDHS])(?:_\w+)?:\d+>")
_NUMBER = re.compile(r"\[(\d{1,2})\]|\b(?:Play|Lay|Jugar|Poner)\s+(\d{1,2})\b|<:n(\d+)\w*:\d+>")
_NOTED = re.compile(r"[2-9TAJQK][CDHS]")
_NOTED_NUMBER = re.compile(r"^[HL](\d{1,2})")
_CARD_FIELDS = frozenset(
    {"flinch_top", "top", "tops", "centre", "hand", "shown", "demanded", "demands", "recent"}
    | {"card", "cards", "laid", "hands", "flinch", "reserve"}
)


class Secrets:
    """What nobody but its seat may know of one table, remembered while it is asked for."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._plies = {ply.number: ply for ply in sitting.plies if ply.after is not None}
        self._calls = {call.notation for call in sitting.game.calls}
        self._known: dict[tuple[int, Seat | None], set[Any]] = {}
        self._told: dict[tuple[int, Seat | None], set[Any]] = {}

    def leaks(self, payload: Payload) -> list[str]:
        """Return the cards and secrets shown to somebody who may not know them."""
        sitting, found = self._sitting, []
        place = f"table {sitting.id}, ply {payload.ply}"
        if not sitting.over or payload.time < sitting.plies[-1].at:
            seeds = sum(sitting.seed in text for text in payload.texts)
            found += [f"{place}: the seed"] * seeds
        if payload.ply not in self._plies:
            return found
        reader = payload.reader
        seat = sitting.everybody.get(reader) if reader is not None else None
        who = "the channel" if reader is None else f"seat {seat}"
        hidden = shown_cards(sitting, payload) - self._may_know(payload.ply, seat)
        found += [f"{place}: {card} shown to {who}" for card in hidden]
        if reader is None and sitting.renderer.hands:
            named = {each.notation for each in payload.controls} - {None} - self._calls
            found += [f"{place}: {one} on a public control" for one in named]
        return found

    def _may_know(self, ply: int, seat: Seat | None) -> set[Any]:
        """Return the cards that lie or lay before a seat's eyes."""
        key = (ply, seat)
        if key not in self._known:
            view = self._sitting.game.view(self._plies[ply].after, seat)
            known = set(_cards(self._sitting, view))
            for past in range(ply - REMEMBERED, ply + 1):
                known |= self._happened(past, seat)
            self._known[key] = known
        return self._known[key]

    def _happened(self, ply: int, seat: Seat | None) -> set[Any]:
        """Return the cards an action showed to a seat."""
        key = (ply, seat)
        if key not in self._told:
            events = self._plies[ply].events if ply in self._plies else []
            redacted = [self._sitting.game.redact(event, seat) for event in events]
            self._told[key] = set(_cards(self._sitting, redacted))
        return self._told[key]


def shown_cards(sitting: Sitting, payload: Payload) -> set[Any]:
    """Return the cards written in a payload, by text, label, alt text and `custom_id`."""
    acts = [each.notation or each.confirmed or "" for each in payload.controls]
    text = "\n".join(payload.texts)
    found: set[Any] = set()
    if _numbered(sitting):
        found.update(int(a or b or c) for a, b, c in _NUMBER.findall(text))
        held = [_NOTED_NUMBER.match(act) for act in acts]
        return found | {int(one[1]) for one in held if one}
    for rank, suit, emoji in _FRENCH.findall(text):
        found.add(emoji or ("T" if rank == "10" else rank) + SUITS[suit])
    if sitting.renderer.hands:
        found.update(one for act in acts for one in _NOTED.findall(act))
    return found


def _cards(sitting: Sitting, value: Any, inside: bool = False) -> Iterator[Any]:
    """Yield the cards of a view or event, wherever they stand in it."""
    if isinstance(value, Struct):
        for key in set(value.__struct_fields__) - {"options", "seed"}:
            yield from _cards(sitting, getattr(value, key), key in _CARD_FIELDS)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _cards(sitting, each, inside)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _cards(sitting, each, inside)
    elif _numbered(sitting):
        if inside and type(value) is int and 1 <= value <= 15:
            yield value
    elif isinstance(value, str) and _NOTED.fullmatch(value):
        yield value


@cache
def _are_numbers(game: AnyGame, seats: int) -> bool:
    setup = Setup(seats, game.settle(seats, {}), "0" * 64)
    return isinstance(game.deck(setup)[0], int)


def _numbered(sitting: Sitting) -> bool:
    """Say whether the game's cards are numbers."""
    return _are_numbers(sitting.game, len(sitting.seats))


def in_log(log: str, sittings: Iterable[Sitting]) -> list[str]:
    """Return the secrets that stand in the bot's log: seeds, and actions that name cards."""
    words = set(re.findall(r"(?<![\w.:@+%-])[A-Z0-9@+]{2,24}(?![\w.:@+-])", log))
    found = []
    for sitting in sittings:
        if sitting.seed and sitting.seed in log:
            found.append(f"the log holds the seed of table {sitting.id}")
        if not sitting.renderer.hands:
            continue
        named = {ply.notation for ply in sitting.plies if re.search(r"\d", ply.notation)}
        for one in named & words:
            line = next(
                each
                for each in log.splitlines()
                if re.search(rf"(?<![\w%]){re.escape(one)}\b", each)
            )
            found.append(f"the log holds {one} of table {sitting.id}: {line}")
    return found

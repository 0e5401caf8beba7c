"""Everything the bot sent, and who could read it: from the sandbox's record alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model.objects import DM
from bot.sandbox.model.record import RequestRecord
from bot.sandbox.world import World
from bot.ui.elements import controls
from bot.ui.elements.controls import Control

_CHANNEL = re.compile(r"/channels/(\d+)/messages")
_EPHEMERAL = 1 << 6


@dataclass(frozen=True)
class Payload:
    """One body with something to read.

    Attributes:
        time: when the request arrived (Unix seconds, by Discord's clock).
        reader: the one person who reads it; None: whoever is in the channel.
        texts: every string a person or client can read, alt texts and options too.
        controls: our `custom_id`s in it.
    """

    time: float
    reader: int | None
    texts: tuple[str, ...]
    controls: tuple[Control, ...]

    @property
    def table(self) -> int | None:
        """The table it shows; None where no control says."""
        return next((each.table for each in self.controls if each.table), None)

    @property
    def ply(self) -> int:
        """The newest ply it shows."""
        return max((each.ply for each in self.controls), default=0)


def payloads(world: World, shifts: Sequence[tuple[float, float]] = ()) -> Iterator[Payload]:
    """Yield what was sent, in order; requests that took no effect were read by nobody but count.

    `shifts`: when Discord's clock jumped ahead, and by how many seconds.
    """
    by_id = {each.id: each for each in world.interactions}
    for request in world.record.requests:
        if isinstance(request.body, dict) and request.method in ("POST", "PATCH"):
            found = _payload(world, request, by_id)
            if found is not None:
                ahead = sum(seconds for when, seconds in shifts if when < found.time)
                yield replace(found, time=found.time + ahead)


def _payload(world: World, request: RequestRecord, by_id: dict[int, Interaction]) -> Payload | None:
    body = request.body
    if "/callback" in request.route:
        interaction = by_id.get(request.interaction_id or _number(request.path, "interactions"))
        if interaction is None or body.get("type") not in (4, 7, 9):
            return None
        body = body.get("data") or {}
        reader = _of_interaction(interaction, body, request.route, new=request.body["type"] == 4)
    elif "/webhooks/" in request.route:
        interaction = by_id.get(request.interaction_id or 0)
        if interaction is None:
            return None
        reader = _of_interaction(interaction, body, request.route, new=request.method == "POST")
    else:
        found = _CHANNEL.search(request.path)
        channel = world.channels.get(int(found[1])) if found else None
        if found is None:
            return None
        reader = None
        if channel is not None and channel.type == DM:
            reader = next(each.id for each in channel.recipients if each.id in world.people)
    texts: list[str] = []
    ids: list[str] = []
    for key, text in _strings(body):
        (ids if key == "custom_id" else texts).append(text)
    ours = [control for each in ids if (control := controls.parse(each)) is not None]
    return Payload(request.arrived, reader, tuple(texts), tuple(ours))


def _of_interaction(interaction: Interaction, body: Any, route: str, *, new: bool) -> int | None:
    """Return who reads what an interaction brought or changed; itself where nothing is there."""
    person = interaction.user.id
    if interaction.channel.type == DM:
        return person
    if new:
        return person if body.get("flags", 0) & _EPHEMERAL else None
    by_press = "/callback" in route or interaction.kind in (6, 7)
    message = interaction.source if by_press else interaction.original
    return message.ephemeral_to if message is not None else person


def _number(path: str, after: str) -> int:
    found = re.search(rf"/{after}/(\d+)", path)
    return int(found[1]) if found else 0


def _strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _strings(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each, key)

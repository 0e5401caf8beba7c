"""What became of every game: counted from the sandbox's record and the database alone."""

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from bot.locale import translator
from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model.objects import AUTOCOMPLETE, LOADING
from bot.sandbox.world import World
from tests.chaos import secrecy
from tests.chaos.ledger import Ledger, Sitting
from tests.chaos.payloads import Payload, payloads
from tests.chaos.troubles import Troubles

HEARD = 3.0
"""Seconds Discord gives an answer: who pressed that long before the bot went may be unheard."""
AFTER = 1.0
THINKING = 20.0
"""Seconds for which the bot may say that it thinks: who asked that long before it went is alone."""
BUSY = 1.5
"""Seconds after which an answer is late by the machine's fault: the bot means to need one."""
_REACTED = re.compile(r"r[0-9a-f]+:(\d+):(\d+):(.+):[+-]:\d+")
_NUMBER = re.compile(r"#\d+")
"""At the end of the key of a press that has named a card by its hand number."""
_DONE = tuple(translator(one)("Done.") for one in ("en", "es"))


@dataclass
class Audit:
    """The counts of one or several rounds; `why` says what each thing wrong was.

    `held`: for how many milliseconds of the processor the bot's event loop was held at most.
    """

    games: int = 0
    finished: int = 0
    accepted: int = 0
    stored: int = 0
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    unanswered: int = 0
    leaked: int = 0
    held: float = 0.0
    why: list[str] = field(default_factory=list)

    def add(self, other: "Audit") -> None:
        """Add what another one counted."""
        longest = max(self.held, other.held)
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.held = longest

    @property
    def clean(self) -> bool:
        """Whether all is as it should be."""
        wrong = self.lost + self.doubled + self.stuck + self.unanswered + self.leaked
        return not wrong and self.finished == self.games

    @property
    def line(self) -> str:
        """The one line of the result."""
        return (
            f"games {self.games} finished {self.finished}; moves accepted {self.accepted} "
            f"stored {self.stored} lost {self.lost} doubled {self.doubled}; stuck {self.stuck}; "
            f"unanswered {self.unanswered}; leaked {self.leaked}"
        )


def audit(world: World, ledger: Ledger, troubles: Troubles, games: int, log: str) -> Audit:
    """Count everything.

    Args:
        world: with its whole record.
        ledger: the database, read to its end.
        troubles: what went wrong, and when the bot could not hear.
        games: how many were begun.
        log: what the bot logged.
    """
    result, twins = Audit(games=games), troubles.twins
    sent = list(payloads(world, troubles.shifts))
    played = [each for each in ledger.sittings.values() if each.plies]
    for sitting in played:
        shown = [each for each in sent if each.table == sitting.id]
        _moves(result, sitting, shown)
        twins.wrong.update(twins.of(sitting))
        _presses(result, sitting, world)
        _endings(result, sitting)
        secrets = secrecy.Secrets(sitting)
        found = {leak for each in shown for leak in secrets.leaks(each)}
        _note(result, "leaked", found)
    _note(result, "lost", twins.wrong)
    _told(result, world, played)
    _note(result, "leaked", secrecy.in_log(log, played))
    deaf = troubles.deaf + _slow(world)
    lost = {
        int(data["id"]) for fault in troubles.unreadable for data in fault.struck if "id" in data
    }
    heard = [each for each in world.interactions if each.id not in lost]
    unheard = [each for each in heard if _unanswered(world, each, deaf)]
    _note(result, "unanswered", _too_late(world, played, troubles.stood))
    _note(result, "unanswered", [_describe(world, each) for each in unheard])
    unbegun = [each for each in ledger.sittings.values() if each.status == "lobby"]
    _note(result, "stuck", {f"table {each.id} has not begun" for each in unbegun})
    result.stuck += max(0, games - len(played) - len(unbegun))
    return result


def _note(result: Audit, what: str, found: "list[str] | set[str]") -> None:
    setattr(result, what, getattr(result, what) + len(found))
    result.why += [f"{what}: {each}" for each in sorted(found)]


def _moves(result: Audit, sitting: Sitting, shown: list[Payload]) -> None:
    """Every action people were shown is stored, not later than it was shown; so is its twin."""
    stored = {ply.number: ply for ply in sitting.plies if ply.number > 0}
    newest = max((each.ply for each in shown), default=0)
    seen_first: dict[int, float] = {}
    for each in shown:
        seen_first[each.ply] = min(each.time, seen_first.get(each.ply, each.time))
    missing = {number for number in range(1, newest + 1) if number not in stored}
    early = {n for n, time in seen_first.items() if n in stored and stored[n].at > time}
    result.accepted += newest
    result.stored += len(stored)
    _note(result, "lost", {f"table {sitting.id}, ply {one} was shown" for one in missing | early})
    _note(result, "stuck", [sitting.broken] if sitting.broken else [])


def _presses(result: Audit, sitting: Sitting, world: World) -> None:
    """Every stored action of a person has its own press in the record, of somebody seated here."""
    found: list[str] = []
    keys = Counter(_NUMBER.sub("", ply.press) for ply in sitting.plies if ply.press is not None)
    found += [f"table {sitting.id}: {key} {n} times" for key, n in keys.items() if n > 1]
    made = {f"i{each.id}" for each in world.interactions}
    turned: Counter[tuple[int, int]] = Counter()
    for key in keys:
        reacted = _REACTED.fullmatch(key)
        if reacted is not None:
            turned[int(reacted[1]), int(reacted[2])] += 1
        elif key not in made:
            found.append(f"table {sitting.id}: nobody pressed {key}")
    acts = Counter(
        (act.message_id, act.user_id)
        for act in world.record.acts
        if act.kind in ("react", "unreact") and act.refused is None
    )
    found += [
        f"table {sitting.id}: more actions than reactions at {message}"
        for (message, person), count in turned.items()
        if count > acts[message, person]
    ]
    _note(result, "doubled", found)


def _endings(result: Audit, sitting: Sitting) -> None:
    if sitting.status == "ended":
        result.finished += 1
    else:
        _note(result, "stuck", [f"table {sitting.id} is {sitting.status} at ply {sitting.ply}"])


def _told(result: Audit, world: World, played: list[Sitting]) -> None:
    """Whoever read "Done." of a move has it in the log."""
    stored = {_NUMBER.sub("", ply.press or "") for sitting in played for ply in sitting.plies}
    found = []
    for each in world.interactions:
        if each.command_name != "move" or each.original is None:
            continue
        if _text(world, each).startswith(_DONE) and f"i{each.id}" not in stored:
            found.append(_describe(world, each))
    _note(result, "lost", found)


def _too_late(world: World, played: list[Sitting], stood: list[tuple[float, float]]) -> list[str]:
    """Return what took effect though its maker has read that the bot did not respond."""
    stored = {_NUMBER.sub("", ply.press or "") for sitting in played for ply in sitting.plies}
    given_up = (
        each
        for each in world.interactions
        if any(since < each.created < until - HEARD for since, until in stood)
    )
    return [
        f"done though too late: {_describe(world, each)}"
        for each in given_up
        if f"i{each.id}" in stored
    ]


def _text(world: World, interaction: Interaction) -> str:
    assert interaction.original is not None, "asked of answers with a message"
    return world.seen_by(interaction.user.id, interaction.original).text


def _unanswered(world: World, each: Interaction, deaf: list[tuple[float, float]]) -> bool:
    """Say whether a press was heard and not answered: not even tried, or "thinking" for ever."""
    if each.type == AUTOCOMPLETE or _unheard(each, deaf):
        return False
    if each.state in ("waiting", "failed"):
        return not _tried(world, each)
    thinking = each.original is not None and bool(each.original.flags & LOADING)
    cut_short = any(0 < since - each.created < THINKING for since, _ in deaf)
    return thinking and not cut_short and not _tried(world, each, "/webhooks/")


def _slow(world: World) -> list[tuple[float, float]]:
    """Return when the machine was too busy: others were answered after very long, or nobody was.

    A bot that plays many games asks for something many times a second.
    """
    late = [
        (each.created, each.answered_at)
        for each in world.interactions
        if each.answered_at is not None and each.answered_at - each.created > BUSY
    ]
    asked = sorted(request.arrived for request in world.record.requests)
    return late + [pair for pair in pairwise(asked) if pair[1] - pair[0] > BUSY]


def _unheard(each: Interaction, deaf: list[tuple[float, float]]) -> bool:
    return any(since - HEARD < each.created < until + AFTER for since, until in deaf)


def _tried(world: World, each: Interaction, route: str = "/callback") -> bool:
    """Say whether the bot sent an answer, whatever became of the request."""
    return any(
        route in request.route
        and (request.interaction_id == each.id or f"/{each.id}/" in request.path)
        for request in world.record.requests
    )


def _describe(world: World, each: Interaction) -> str:
    what = each.command_name or each.data.get("custom_id")
    return f"{what} by {each.user.name} at {each.created:.3f}, {each.state}"

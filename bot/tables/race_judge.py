"""The judge of races (`architecture.md`, Races; `rules.md` section 1, late call). Pure.

Stamps are seconds on Discord's clock; arrivals seconds of the machine's monotonic clock, used only
for the grace, which is counted from an edit that this machine saw confirmed.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from bot.db.records import CallMade, Route
from bot.tables.settings import TableSettings
from engine.api import Call

Quality: TypeAlias = Literal["good", "false", "late"]


class Timing(Struct, frozen=True):
    """When and how something was pressed."""

    stamp: float
    route: Route
    well_timed: bool = True


class Chance(Struct, frozen=True, kw_only=True):
    """What the judge knows about one seat's chance to call.

    Attributes:
        good: whether the rules say the call would be good now.
        made: the act that made it good, where that is known.
        ended: whether an act ended such a chance since the game (or this process) began.
        shown: when the edit showing the latest such act was confirmed (monotonic seconds); None
            while it is not.
        last_act: stamp of the table's last act that was no call; None before the first.
    """

    good: bool
    made: Timing | None = None
    ended: bool = False
    shown: float | None = None
    last_act: float | None = None


class Verdict(Struct, frozen=True, kw_only=True):
    """What became of the calls of a race.

    Attributes:
        order: all of them, earliest stamp first.
        good: the call that counts and those simultaneous with it; empty if nobody was right.
        slower: good calls that came after.
        false: the false ones in order, those in one group simultaneous; done one group after the
            other, after the good ones.
        late: calls dropped without penalty.
    """

    order: tuple[CallMade, ...]
    good: tuple[CallMade, ...] = ()
    slower: tuple[CallMade, ...] = ()
    false: tuple[tuple[CallMade, ...], ...] = ()
    late: tuple[CallMade, ...] = ()


def margin(a: Timing | CallMade, b: Timing | CallMade, settings: TableSettings) -> float:
    """Return within how many seconds two presses are simultaneous."""
    reactions = [one for one in (a, b) if one.route == "reaction"]
    if len(reactions) == 2:
        return settings.reaction_margin
    if not reactions:
        return settings.button_margin
    return settings.mixed_margin if reactions[0].well_timed else settings.few_samples_margin


def quality(call: CallMade, spec: Call, chance: Chance, settings: TableSettings) -> Quality:
    """Say what one call is worth.

    A call about something that has to be seen first (`while-good`) and that is older, by more than
    the margin, than what made it good, was not about that: a guess. A call that is not good is late
    within the grace after an earlier chance ended was shown, or before that was shown, or (calls
    always judged) when it is older than the table's last act; else it is false.
    """
    made = chance.made if spec.window == "while-good" else None
    guessed = made is not None and call.stamp < made.stamp - margin(call, made, settings)
    if chance.good and not guessed:
        return "good"
    if chance.ended and (chance.shown is None or call.arrived <= chance.shown + spec.grace):
        return "late"
    older = chance.last_act is not None and call.stamp < chance.last_act
    return "late" if older and spec.window == "always" else "false"


def judge(
    calls: Sequence[CallMade], qualities: Sequence[Quality], settings: TableSettings
) -> Verdict:
    """Return the verdict on calls judged against one state.

    Simultaneous are the earliest call and those within the margin of it.
    """
    worth = dict(zip((call.seat for call in calls), qualities, strict=True))
    order = tuple(sorted(calls, key=lambda call: (call.stamp, call.arrived)))
    good = [call for call in order if worth[call.seat] == "good"]
    first = simultaneous(good, settings)
    groups = []
    left = [call for call in order if worth[call.seat] == "false"]
    while left:
        group = simultaneous(left, settings)
        groups.append(group)
        left = [call for call in left if call not in group]
    return Verdict(
        order=order,
        good=first,
        slower=tuple(call for call in good if call not in first),
        false=tuple(groups),
        late=tuple(call for call in order if worth[call.seat] == "late"),
    )


def simultaneous(order: Sequence[CallMade], settings: TableSettings) -> tuple[CallMade, ...]:
    """Return the earliest call and those within the margin of it; `order` by stamp."""
    return tuple(
        call for call in order if call.stamp - order[0].stamp <= margin(order[0], call, settings)
    )

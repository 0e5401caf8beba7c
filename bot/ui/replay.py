"""`/replay`: a finished game step by step, as any seat or with all hands open."""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.db.stats import Played
from bot.locale import Translator
from bot.tables.model import Table
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.links import code
from bot.ui.elements.names import labels, texts
from bot.ui.elements.screen import (
    Attachment,
    Button,
    Choice,
    Document,
    Part,
    Row,
    Screen,
    Select,
    Text,
)

OPEN = "open"
_STEP = re.compile(r"(?:replay|log)-(\d{1,19})-(open|\d{1,2})")
_SEAT = re.compile(r"seat-(\d{1,19})")


class ReplayStep(Struct, frozen=True):
    """Where somebody stands in a replay; `seat` None has all hands open."""

    table: int
    ply: int
    seat: int | None = None

    def control(self, act: str, ply: int, number: int = 0) -> str:
        """Return the `custom_id` of a control that leads to a step seen the same way."""
        return Control(0, 0, ply, number, self.act(act)).custom_id

    def act(self, act: str) -> str:
        """Return the act of such a control."""
        return f"{act}{self.table}-{OPEN if self.seat is None else self.seat}"


def parse(control: Control, values: Sequence[str]) -> ReplayStep | None:
    """Return the step a control of `/replay` leads to; None if it is none."""
    chosen = _SEAT.fullmatch(control.act)
    if chosen is not None:
        sight = values[0] if values else OPEN
        seat = int(sight) if sight.isascii() and sight.isdecimal() and len(sight) < 3 else None
        return ReplayStep(int(chosen[1]), control.ply, seat)
    found = _STEP.fullmatch(control.act)
    if found is None:
        return None
    return ReplayStep(int(found[1]), control.ply, None if found[2] == OPEN else int(found[2]))


def draw(
    step: ReplayStep,
    last: int,
    table: Table,
    body: Screen,
    t: Translator,
    hands: Sequence[str] | None = (),
) -> Screen:
    """Return one step of a game.

    Args:
        step: which one, and seen how.
        last: the game's last ply.
        table: the table.
        body: the table or hand as it was drawn then; what could be pressed is left out.
        t: the reader's language.
        hands: per seat the cards that it alone saw; empty where they are not to be shown, None in a
            game without hands, which everybody sees alike.
    """
    where = t("Step {step} of {last}", step=t.number(step.ply), last=t.number(last))
    sight = [_sight(step, table, t)] if hands is not None else []
    parts: list[Part] = [Text(" · ".join((f"**{where}**", *sight)))]
    parts += [part for part in body.parts if not isinstance(part, Row | Select)]
    held = [
        f"**{name}** {cards}"
        for name, cards in zip(texts(table, t), hands or (), strict=False)
        if cards
    ]
    if held:
        parts.append(Text("\n".join([t("Hands:"), *held])))
    if step.ply == last and table.seed and table.status == "ended":
        parts.append(Text(frame.proof(table, t)))
    share = frame.share_button(step.act(controls.REPLAY), step.ply, t)
    parts.append(Row(_steps(step, last, t)))
    if hands is not None:
        parts.append(_seats(step, table, t))
    parts.append(Row((share,)))
    return Screen(tuple(parts), accent=frame.PRIVATE)


def log(table: Table, data: bytes, t: Translator) -> Screen:
    """Return the log as a file, and how it is checked."""
    name = f"kalamazoo-{table.game}-{table.id}.json"
    text = t(
        "Here's the log of table {number} in notation. To check the shuffle, the moves, the result "
        "and the fingerprint shown at the start, run {verify}",
        number=table.id,
        verify=code(f"kalamazoo verify {name} --commitment {table.commitment}"),
    )
    return Screen(
        (Text(text), Document(name)),
        accent=frame.PRIVATE,
        attachments=(Attachment(name, data),),
    )


def label(played: Played, renderers: Mapping[str, AnyRenderer], t: Translator) -> str:
    """Return what tells a finished game apart in a list: game and number, place, day."""
    result = played.result
    renderer = renderers.get(result.game)
    game = renderer.name if renderer is not None else result.game
    place = t("{place} of {seats}", place=t.ordinal(result.place), seats=t.number(played.seats))
    return f"{game} {result.table} · {place} · {result.ended:%Y-%m-%d}"


def dropped(t: Translator) -> str:
    """Return the answer where only the result of a game is left."""
    return t("I no longer have this game's moves, only its result.")


def not_here(t: Translator) -> str:
    """Return the answer where there is no such finished game of this server."""
    return t("No finished game in this server has that number. Find yours with /history.")


def none(t: Translator) -> str:
    """Return the answer where no number was given and there is no game of one's own."""
    return t("You haven't finished a game here yet. Open one with /play.")


def _sight(step: ReplayStep, table: Table, t: Translator) -> str:
    if step.seat is None:
        return t("all hands face up")
    return t("{name}'s view", name=texts(table, t)[step.seat])


def _steps(step: ReplayStep, last: int, t: Translator) -> tuple[Button, ...]:
    targets = (
        ("⏮", t("First"), 0),
        ("◀", t("Back"), max(step.ply - 1, 0)),
        ("▶", t("Next"), min(step.ply + 1, last)),
        ("⏭", t("Last"), last),
    )
    moves = tuple(
        Button(
            step.control(controls.REPLAY, ply, number), label, emoji=emoji, disabled=ply == step.ply
        )
        for number, (emoji, label, ply) in enumerate(targets, 1)
    )
    return (*moves, Button(step.control(controls.LOG, step.ply), t("Get log"), emoji="📄"))


def _seats(step: ReplayStep, table: Table, t: Translator) -> Select:
    choices = [Choice(OPEN, t("All hands face up"), chosen=step.seat is None)]
    choices += [
        Choice(str(seat), t("{name}'s view", name=name), chosen=step.seat == seat)
        for seat, name in enumerate(labels(table, t))
    ]
    custom_id = Control(0, 0, step.ply, 0, f"{controls.SEAT}{step.table}").custom_id
    return Select(custom_id, t("Change view"), tuple(choices))

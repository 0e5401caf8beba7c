"""The lobby: who sits where, under which rules, and how it closes."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from bot.locale import Translator, mark
from bot.tables.lobby import can_pair, counts_for, seated
from bot.tables.model import EndReason, Seat, Table
from bot.ui import house_rules
from bot.ui.contract.renderer import AnyRenderer, History
from bot.ui.elements import controls, emojis, frame, replies
from bot.ui.elements.links import code, relative
from bot.ui.elements.look import Look
from bot.ui.elements.names import labels, texts
from bot.ui.elements.screen import Button, Choice, Part, Picker, Row, Screen, Select, Text
from engine.api import AnyGame

REACTIONS = (emojis.SIT, emojis.START)
ANYBODY = "0"
"""Value of "No preference" in the choice of partners; others are `Seat.who`."""


def draw(
    table: Table,
    game: AnyGame,
    renderer: AnyRenderer,
    look: Look,
    history: History = (),
    aside: str = "",
) -> Screen:
    """Return the lobby; the people a seat is kept for are mentioned."""
    t = look.t
    head = [
        frame.heading(table, renderer, t),
        renderer.blurb(t),
        "-# " + house_rules.in_force(table, game, renderer, t),
    ]
    parts: list[Part] = [
        Text("\n".join(head)),
        Text("\n".join(_seats(table, game, t))),
    ]
    told = (*frame.happened(history, table, renderer, look), *((aside,) if aside else ()))
    if told:
        parts.append(Text("\n".join(told)))
    parts += _controls(table, game, t)
    if table.deadline is not None:
        closes = t("If nothing happens, this lobby closes {when}.", when=relative(table.deadline))
        parts.append(Text("-# " + closes))
    invited = tuple(seat.invited for seat in table.seats if seat.invited is not None)
    return Screen(tuple(parts), frame.PRIVATE, reactions=REACTIONS, mentions=invited)


def pairs(table: Table, game: AnyGame, t: Translator) -> str | None:
    """Return who would play with whom if the game started now; None without partners.

    Wishes are shown by their result; where the number of players makes no pairs yet, a remark.
    """
    if not can_pair(game, table):
        return None
    seats = seated(game, table)
    if not house_rules.settles(game, len(seats), table.chosen):
        return t("Partners are set when the game starts.")
    teams = game.teams(len(seats), table.options)
    names = texts(structs.replace(table, seats=seats), t)
    together = [" + ".join(names[at] for at in team) for team in teams if len(team) > 1]
    if not together:
        return t("Partners are set when the game starts.")
    return t("Partners: {pairs}", pairs=t.list(together))


def started(
    table: Table, game: AnyGame, renderer: AnyRenderer, t: Translator, url: str | None
) -> Screen:
    """Return the lobby of a game that has begun: the link, and the commitment to its shuffle."""
    lines = [frame.heading(table, renderer, t), _elsewhere(t("The game has started."), url, t)]
    lines.append("-# " + house_rules.in_force(table, game, renderer, t))
    if table.commitment:
        sealed = t("Fingerprint of the shuffle: {commitment}", commitment=code(table.commitment))
        lines.append("-# " + sealed)
    return Screen((Text("\n".join(lines)),), accent=frame.OVER)


CLOSED: dict[EndReason, str] = {
    "idle": mark("Nothing happened for too long, so this lobby closed. Open another with /play."),
    "host": mark("The host closed this lobby."),
    "ended": mark("A moderator closed this lobby."),
    "empty": mark("Everyone left, so this lobby closed."),
    "gone": mark("I can't reach this lobby's channel any more, so it closed."),
}


def closed(table: Table, renderer: AnyRenderer, t: Translator) -> Screen:
    """Return a lobby that never became a game."""
    why = CLOSED.get(table.end_reason or "empty", CLOSED["empty"])
    return Screen((Text(frame.heading(table, renderer, t) + "\n" + t(why)),), accent=frame.OVER)


def settled(table: Table, renderer: AnyRenderer, t: Translator, url: str) -> Screen:
    """Return what becomes of the host's screen of house rules once they no longer change."""
    if table.state is None:
        return closed(table, renderer, t)
    said = t("The game has started, so its house rules no longer change.")
    text = frame.heading(table, renderer, t) + "\n" + _elsewhere(said, url, t)
    return Screen((Text(text),), accent=frame.OVER)


def moved(table: Table, renderer: AnyRenderer, t: Translator, url: str | None) -> Screen:
    """Return an old message of a lobby or table that stands elsewhere now."""
    text = _elsewhere(t("This table has moved."), url, t)
    return Screen((Text(frame.heading(table, renderer, t) + "\n" + text),), accent=frame.OVER)


def _elsewhere(said: str, url: str | None, t: Translator) -> str:
    return replies.linked(said, url, t) if url else said


def _seats(table: Table, game: AnyGame, t: Translator) -> Iterator[str]:
    """Yield the seats in order, with partners by wish, and how many sit there by now."""
    yield t(
        "**{taken} seated** · for {counts} players",
        taken=sum(seat.invited is None for seat in table.seats),
        counts=_counts(game, table, t),
    )
    names = texts(table, t)
    by_who = {seat.who: name for seat, name in zip(table.seats, names, strict=True)}
    together = pairs(table, game, t)
    for seat, name in zip(table.seats, names, strict=True):
        yield f"{emojis.SIT} " + " · ".join(_seat(table, seat, name, t))
        if together and seat.opposite is not None and seat.opposite in by_who:
            yield "-# " + t("wants to partner with {name}", name=by_who[seat.opposite])
    if together:
        yield "-# " + together
    if _invited(table):
        yield "-# " + t("To take an invitation back, the host chooses that person again.")


def _counts(game: AnyGame, table: Table, t: Translator) -> str:
    """Return how many can play by the house rules chosen: "2–8", or "4, 6 or 8"."""
    counts = counts_for(game, table.chosen) or game.seat_counts
    if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]}–{counts[-1]}"
    return t.list([str(count) for count in counts], "or")


def _seat(table: Table, seat: Seat, name: str, t: Translator) -> Iterator[str]:
    if seat.invited is not None:
        yield f"<@{seat.invited}>"
        if seat.invited_until is not None:
            yield t("invitation ends {when}", when=relative(seat.invited_until))
        return
    yield name
    if seat.house is not None:
        yield house_rules.level(seat.house, t)
    if seat.person is not None and seat.person == table.host:
        yield t("host")


def _controls(table: Table, game: AnyGame, t: Translator) -> Iterator[Part]:
    def button(act: str, label: str, **look: Any) -> Button:
        return Button(frame.control(table, act), label, **look)

    room = len(table.seats) < max(game.seat_counts)
    bots = (button(controls.HOUSE, t("Add bot"), emoji="🤖"),) if room else ()
    start = button(controls.START, t("Start"), style="primary", emoji=emojis.START)
    if len(table.seats) == 1:
        start = button(controls.ALONE, t("Play with bots"), style="primary", emoji="🤖")
    join = button(controls.JOIN, t("Join"), style="success", emoji=emojis.SIT)
    others = button(controls.HOW_TO, t("How to play")), button(controls.LEAVE, t("Leave"))
    yield Row((join, *others) if room or _invited(table) else others)
    yield Row((*bots, button(controls.RULES, t("House rules"), emoji="⚙️"), start))
    if _invited(table):
        yield Row((button(controls.DECLINE, t("Decline")),))
    if room or _invited(table):
        yield _invite(table, t)
    if can_pair(game, table) and len(table.seats) > 1:
        yield _opposite(table, t)


def _invited(table: Table) -> bool:
    return any(seat.invited is not None for seat in table.seats)


def _invite(table: Table, t: Translator) -> Picker:
    """Return the choice of whom to invite.

    It is another control after each change of the seats, since a client keeps what was chosen in
    one it knows, and who was chosen last could not be chosen again.
    """
    custom_id = frame.control(table, controls.INVITE, len(table.seats))
    return Picker(custom_id, "people", t("Invite someone…"), least=1, most=1)


def _opposite(table: Table, t: Translator) -> Select:
    """Return the choice of whom to sit opposite; whoever presses means the own seat."""
    choices = [Choice(ANYBODY, t("No preference"))]
    for seat, label in zip(table.seats, labels(table, t), strict=True):
        choices.append(Choice(str(seat.who), label))
    custom_id = frame.control(table, controls.OPPOSITE)
    return Select(custom_id, t("Choose a partner…"), tuple(choices))

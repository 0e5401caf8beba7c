"""What a press asks for: an entry for the table's inbox, or something only the screens do.

Reading happens at the moment a press arrives, against what the last confirmed edit showed.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct, structs

from bot.interactions.context import Origin
from bot.locale import mark
from bot.messages.scene import Confirmed, Scene, freshness
from bot.tables import entries
from bot.tables.absence import why_not_seated
from bot.tables.model import DISPLAYS, PACES
from bot.tables.press_keys import numbered
from bot.tables.replies import TableReason
from bot.ui.contract.renderer import Half, Move, Press, Say
from bot.ui.contract.rules_page import decode
from bot.ui.elements import controls
from bot.ui.elements.controls import Control
from bot.ui.elements.refusals import english
from bot.ui.lobby import ANYBODY
from engine.api import LEVELS
from engine.errors import NOT_YOUR_TURN, Refused


class Guest(Struct, frozen=True):
    """Somebody chosen from a select of people, by the name shown where it was chosen."""

    person: int
    name: str
    bot: bool


class Submit(Struct, frozen=True):
    """Put this into the table's inbox; `call`: it is a call; `card`: the one card it moves."""

    entry: entries.Entry
    call: bool = False
    card: str = ""


class Halved(Struct, frozen=True):
    """A half-made choice has changed."""


class Tell(Struct, frozen=True):
    """Nothing possible is asked for; `sentence` says why, marked for the catalogues."""

    sentence: str


class Old(Struct, frozen=True):
    """It is from an old screen: show the new one."""


class Show(Struct, frozen=True):
    """Show something to this person alone: a value of `SHOWN`."""

    what: str


Intent: TypeAlias = Submit | Halved | Tell | Old | Show

SIMPLE: dict[str, Callable[..., entries.PersonEntry]] = {
    controls.LEAVE: entries.Leave,
    controls.HOUSE: entries.AddHouse,
    controls.DISMISS: entries.RemoveHouse,
    controls.START: entries.Start,
    controls.ALONE: entries.PlayWithBots,
    controls.DECLINE: entries.Decline,
    controls.RESIGN: entries.Resign,
    controls.GO: entries.Leave,
}
NAMED: dict[str, Callable[..., entries.PersonEntry]] = {
    controls.JOIN: entries.Join,
    controls.SIT_IN: entries.Join,
    controls.REMATCH: entries.Rematch,
}
SHOWN = {
    controls.HAND: "hand",
    controls.RULES: "rules",
    controls.WHY: "why",
    controls.HOW_TO: "how-to",
    controls.FAIR: "fair",
    controls.AGAIN: "replay",
}
VOTES = {controls.VOTE_YES: True, controls.VOTE_NO: False}


def control(
    scene: Scene,
    origin: Origin,
    pressed: Control,
    values: tuple[str, ...],
    seen: Confirmed | None,
    guests: tuple[Guest, ...] = (),
) -> Intent:
    """Read a component: a verb of the table, or a press of its game.

    Args:
        scene: the table as its screens show it.
        origin: the press.
        pressed: what its `custom_id` says.
        values: those of a select.
        seen: what the pressed message, the table's or a hand, was confirmed to show; else None.
        guests: the people chosen from a select of people.
    """
    act = pressed.act
    if scene.table.set_aside:
        return Tell(english(TableReason.SET_ASIDE))
    if act in SIMPLE:
        return Submit(origin.entry(SIMPLE[act]))
    if act in NAMED:
        return Submit(origin.entry(NAMED[act], name=origin.name))
    if act in SHOWN:
        return Show(SHOWN[act])
    for voice, yes in VOTES.items():
        number = act.removeprefix(voice)
        if number != act and number.isdecimal():
            return Submit(origin.entry(entries.CastVote, yes=yes, vote=int(number)))
    if act == controls.INVITE and guests:
        return _invite(origin, guests[0])
    choice = _choice(scene, origin, pressed, values)
    if choice is not None:
        return choice
    calls = {each.notation for each in scene.game.calls}
    if pressed.ply == scene.table.ply:
        seen = None  # its maker saw the newest, though Discord has not confirmed that edit yet
    elif seen is None and act not in calls:
        return Old()
    press = Press(key=act, number=pressed.number, values=values)
    return game(scene, origin, press, seen)


def game(scene: Scene, origin: Origin, press: Press, seen: Confirmed | None) -> Intent:
    """Read a press of the game, by its emoji or its control.

    Args:
        scene: the table as its screens show it.
        origin: the press.
        press: as the renderer reads it.
        seen: as for `control`.
    """
    if not scene.playing:
        aside = scene.table.set_aside
        return Tell(english(TableReason.SET_ASIDE if aside else TableReason.NOT_PLAYING))
    seat = scene.table.seat_of(origin.person)
    if seat is None:
        return Tell(english(why_not_seated(scene.table, origin.person)))
    seen = seen or scene.seen()
    half = scene.halves.get(seat.index)
    match _meant(scene, seat.index, press, seen, _state_meant(scene, seen), half):
        case Half() as new:
            return _halve(scene, seat.index, new)
        case Say(sentence=sentence):
            return Tell(sentence)
        case Move() as move:
            if not scene.renderer.sticky:
                scene.halves.pop(seat.index, None)
            fresh = freshness(scene, seat.index, seen, move)
            named = structs.replace(origin, key=numbered(origin.key, move.number))
            act = named.entry(
                entries.Act,
                notation=move.notation,
                confirmed=move.confirmed,
                fresh=fresh,
                possible=_was_possible(scene, seat.index, press, seen) if fresh else None,
            )
            card = scene.renderer.named(scene.game.view(seen.state, seat.index), move.notation)
            return Submit(act, call=fresh is None, card=card)


def _state_meant(scene: Scene, seen: Confirmed) -> Any:
    """Return the state a press is read against: what its maker saw.

    Where every card lies open it is the newest one: who plays two cards in a row means the second
    for what the first has made, long before any edit shows it.
    """
    return seen.state if scene.renderer.hands else scene.table.state


def _meant(
    scene: Scene, seat: int, press: Press, seen: Confirmed, state: Any, half: Half | None
) -> Move | Half | Say:
    view, numbers = scene.game.view(state, seat), seen.numbers.get(seat, ())
    return scene.renderer.press(view, numbers, half, press)


def _was_possible(
    scene: Scene, seat: int, press: Press, seen: Confirmed
) -> Callable[[], bool] | None:
    """Return what says whether the rules would have taken it in what the presser saw.

    It is asked only where they refuse it now. None: there are turns, and nobody was quicker.
    """
    if scene.game.has_turns:
        return None
    half = scene.halves.get(seat)

    def possible() -> bool:
        match _meant(scene, seat, press, seen, seen.state, half):
            case Move(notation=notation):
                try:
                    scene.game.decide(seen.state, (seat,), scene.game.parse(notation))
                except Refused:
                    return False
                return True
        return False

    return possible


def _halve(scene: Scene, seat: int, half: Half) -> Intent:
    """Take a half-made choice in, unless it means nothing now: it would lead on to a refusal."""
    if half.steps:
        kept = scene.renderer.keep(half, scene.view(seat), scene.numbers(seat))
        if kept is None:
            turn = scene.turn
            mine = turn is not None and turn.seat == seat
            return Old() if mine else Tell(NOT_YOUR_TURN.sentence)
        scene.halves[seat] = kept
    elif scene.halves.pop(seat, None) is None:
        return Tell(mark("There's nothing to cancel."))
    scene.lasts.pop(seat, None)  # why the press before meant nothing
    return Halved()


def _invite(origin: Origin, guest: Guest) -> Submit | Tell:
    """Read the host's choice of a guest; bots other than ours sit nowhere."""
    if guest.bot:
        return Tell(
            mark("I can't seat other bots. To add one of mine, press **{shared:Add bot}**.")
        )
    return Submit(origin.entry(entries.Invite, guest=guest.person, name=guest.name))


def _choice(
    scene: Scene, origin: Origin, pressed: Control, values: tuple[str, ...]
) -> Intent | None:
    """Read a select of the lobby; None if it is none."""
    value = values[0] if values else ""
    if pressed.act == controls.OPPOSITE and value.removeprefix("-").isdecimal():
        other = None if value == ANYBODY else int(value)
        return Submit(origin.entry(entries.SitOpposite, other=other))
    if pressed.act == controls.PACE and value in PACES:
        return Submit(origin.entry(entries.SetPace, pace=value))
    if pressed.act == controls.DISPLAY and value in DISPLAYS:
        return Submit(origin.entry(entries.SetDisplay, display=value))
    if pressed.act == controls.LEVEL and value in LEVELS:
        return Submit(origin.entry(entries.SetLevel, level=value))
    if pressed.rule is None:
        return None
    spec = next((each for each in scene.game.options if each.key == pressed.rule), None)
    chosen = decode(spec, value) if spec is not None else None
    if spec is None or chosen is None:
        return Old()
    return Submit(origin.entry(entries.SetRule, option=spec.key, value=chosen))

"""FLIP on Discord: every card in play lies open, so there are no hands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from bot.locale import Translator
from bot.locale.commands import Wording
from bot.ui.contract.lesson import Lesson
from bot.ui.contract.renderer import (
    Deed,
    Fact,
    Half,
    HandSight,
    Move,
    Numbers,
    Press,
    PublicSight,
    Renderer,
    Say,
    Source,
    asked,
)
from bot.ui.contract.spread import Block, Group, Pile, Spread
from bot.ui.elements import frame, replies
from bot.ui.elements.emojis import DIGITS, plain
from bot.ui.elements.links import countdown
from bot.ui.elements.look import FRENCH, JOKERS, Look, french
from bot.ui.elements.names import texts
from bot.ui.elements.screen import Button, Part, Row, Screen, Separator, Text, first_fitting
from bot.ui.games.flip import decisive, lesson, words
from engine.cards import BACK
from engine.games.flip.fits import covers
from engine.games.flip.state import PILES, SLOTS
from engine.games.flip.view import FlipView

CALL = "🖐️"
ARROWS = ("⬅️", "➡️")
SIDES = "LR"

_DIGITS = {plain(key): slot for slot, key in enumerate(DIGITS[: len(SLOTS)], 1)}
_ARROWS = {plain(key): side for key, side in zip(ARROWS, SIDES, strict=True)}


class FlipRenderer(Renderer[FlipView]):
    """Draws FLIP and reads its presses."""

    key: ClassVar[str] = "flip"
    name: ClassVar[str] = "FLIP"
    shout: ClassVar[str] = "FLIP!"
    hands: ClassVar[bool] = False
    command: ClassVar[str] = "flip"
    call: ClassVar[str] = "FLIP"
    nothing: ClassVar[str] = words.NOTHING
    call_emoji: ClassVar[str] = CALL
    reactions: ClassVar[tuple[str, ...]] = (*DIGITS[: len(SLOTS)], CALL, *ARROWS)
    sticky: ClassVar[bool] = True
    faces: ClassVar[tuple[str, ...]] = (
        *FRENCH,
        *JOKERS,
        "back",
        "empty",
    )
    wordings: ClassVar[Mapping[str, Wording]] = words.WORDINGS
    lesson: ClassVar[Lesson | None] = lesson.LESSON

    def public(self, sight: PublicSight[FlipView], look: Look) -> Screen:
        """Draw the table in the channel."""
        degrees = (look, look.text_only())
        return first_fitting(self._public(sight, degree) for degree in degrees)

    def hand(self, sight: HandSight[FlipView], look: Look) -> Screen:
        """Return where the open cards are: nobody holds any."""
        head = frame.hand_heading(sight, self, look.t)
        return Screen((Text(head), Text(replies.no_hand(self, look.t))), accent=frame.PRIVATE)

    def spread(
        self, view: FlipView, names: Sequence[str], t: Translator, last: Deed | None = None
    ) -> Spread:
        """Return what lies where, for a picture: one player above the middle, one below."""
        piles = tuple(
            Pile(_name(card), t.number(height), t.n("{n} card", "{n} cards", height), height)
            for card, height in zip(view.middle, view.heights, strict=True)
        )
        middle = Block(t("Middle"), (Group(piles, large=True),), wide=True)
        above, below = (
            Block(
                title=names[seat],
                groups=(Group(tuple(Pile(_name(card)) for card in view.seats[seat].slots)),),
                notes=(t("stock {n}", n=view.seats[seat].stock),),
                wide=True,
            )
            for seat in (1, 0)
        )
        return Spread((above, middle, below))

    def reads(self, key: str) -> bool:
        """Say whether a reaction means something here."""
        return plain(key) in {*_DIGITS, *_ARROWS, plain(CALL)}

    def tell(self, deed: Deed, names: Sequence[str], look: Look) -> str | None:
        """Return what happened in one line."""
        return words.tell(deed, names, look)

    def decisive(self, deeds: Sequence[Deed]) -> Fact | None:
        """Return the one fact worth telling of a game that is over."""
        return decisive.decisive(deeds)

    def left(self, view: FlipView) -> tuple[int, ...]:
        """Return the cards in stock and slots of each seat."""
        return tuple(
            seat.stock + sum(card is not None for card in seat.slots) for seat in view.seats
        )

    def arrange(self, numbers: Numbers | None, view: FlipView) -> Numbers:
        """Return nothing: there are no hands."""
        return ()

    def press(
        self, view: FlipView, numbers: Numbers, half: Half | None, press: Press
    ) -> Move | Half | Say:
        """Read a press: a slot goes on the pile that takes it, the arrow decides between two."""
        key = plain(press.key)
        if key in _ARROWS:
            return Half((_ARROWS[key],))
        if key == plain(CALL):
            return Move(self.call)
        if key in _DIGITS:
            slot = _DIGITS[key]
            return Move(f"{slot}{_side(view, slot, half)}")
        return asked(press)

    def keep(self, half: Half, view: FlipView, numbers: Numbers) -> Half | None:
        """Return the last arrow pressed; it holds for the whole game."""
        return half if half.steps else None

    def place(self, view: FlipView, numbers: Numbers, move: Move) -> str:
        """Return the card in the slot that the move names."""
        slot = move.notation[:1]
        if view.seat is None or not slot.isdecimal() or not 1 <= int(slot) <= len(SLOTS):
            return ""
        return view.seats[view.seat].slots[int(slot) - 1] or "-"

    def named(self, view: FlipView, notation: str) -> str:
        """Return the card of a slot that is played."""
        shown = self.place(view, (), Move(notation))
        return "" if shown in ("", "-", BACK) else french(shown)

    def sources(self, view: FlipView, numbers: Numbers, t: Translator) -> tuple[Source, ...]:
        """Return every slot on either pile, then the call."""
        return tuple(_sources(view, t))

    def _public(self, sight: PublicSight[FlipView], look: Look) -> Screen:
        view, table = sight.view, sight.table
        names = texts(table, look.t)
        body: list[Part] = [
            Separator(),
            Text(_row(view, 1, names[1], look)),
            Text(_middle(view, look)),
            Text(_row(view, 0, names[0], look)),
        ]
        if view.outcome is not None or table.status != "playing":
            return frame.over(sight, self, body, self.left(view), look)
        call = Row((frame.call_button(table, self, look.t),))
        rows = [*(_buttons(sight, side) for side in SIDES), call]
        more = _waiting(sight, look.t)
        return frame.public(sight, self, body, rows, look, more=more, steady=frame.LINES)


def _side(view: FlipView, slot: int, half: Half | None) -> str:
    """Return the pile a slot's card goes to: the one that takes it, else the arrow's.

    A card that fits on neither goes the arrow's way too, and is refused by the rules.
    """
    chosen = half.steps[0] if half is not None and half.steps else SIDES[0]
    if view.seat is None or not view.revealed:
        return chosen
    card = view.seats[view.seat].slots[slot - 1]
    fitting = [SIDES[pile] for pile in PILES if covers(view.options, card, pile, view.middle)]
    return fitting[0] if len(fitting) == 1 else chosen


def _name(card: str | None) -> str:
    """Return the name of a slot's or pile's face."""
    return "empty" if card is None else "back" if card == BACK else card


def _waiting(sight: PublicSight[FlipView], t: Translator) -> list[str]:
    """Return what is counted down to, in the reader's own app: the reveal, or new cards."""
    if sight.table.awaited is None:
        return []
    when = countdown(sight.table.awaited)
    if not sight.view.revealed:
        return [t("The cards turn up {when}.", when=when)]
    return [t("Nobody can play. New cards {when}.", when=when)]


def _face(card: str | None, look: Look) -> str:
    if card is None:
        return look.emojis.get("empty", "–")
    return look.emojis.get("back", "▒▒") if card == BACK else look.french(card)


def _row(view: FlipView, seat: int, name: str, look: Look) -> str:
    """Return a seat's four slots in large print, and the size of its stock."""
    one = view.seats[seat]
    faces = "   ".join(_face(card, look) for card in one.slots)
    return f"**{name}** · " + look.t("stock {n}", n=one.stock) + f"\n# {faces}"


def _middle(view: FlipView, look: Look) -> str:
    """Return the two middle piles, larger than all else."""
    left, right = (_face(card, look) for card in view.middle)
    return f"# ⬅ {left}      {right} ➡"


def _buttons(sight: PublicSight[FlipView], side: str) -> Row:
    """Return the four slots on one pile: the same four for both players, whatever fits.

    Labels are a digit beside the arrow, so that a phone shows all four on one line.
    """
    arrow = ARROWS[SIDES.index(side)]
    first = side == SIDES[0]
    return Row(
        tuple(
            Button(
                frame.control(sight.table, f"{slot}{side}"),
                str(slot),
                "primary" if first else "success",
                emoji=arrow,
            )
            for slot in SLOTS
        )
    )


def _sources(view: FlipView, t: Translator) -> Iterator[Source]:
    assert view.seat is not None, "sources are a seat's"
    text = Look(t)
    for slot, card in enumerate(view.seats[view.seat].slots, 1):
        face = _face(card, text)
        yield Source(f"{slot}L", t("Slot {slot}, {card}, onto the left pile", slot=slot, card=face))
        yield Source(
            f"{slot}R", t("Slot {slot}, {card}, onto the right pile", slot=slot, card=face)
        )
    yield Source("FLIP", t("Call FLIP!"))

"""Eights on Discord: its screens and its presses."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, assert_never

from bot.locale import Translator, mark
from bot.locale.commands import Wording
from bot.ui.contract.renderer import (
    NO_CARD_THERE,
    NOBODY,
    Deed,
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
from bot.ui.contract.spread import SUIT_NAMES, Block, Group, Pile, Spread
from bot.ui.elements import controls, frame
from bot.ui.elements.emojis import CANCEL, DIGITS, plain
from bot.ui.elements.look import FRENCH, SUITS, Look, french
from bot.ui.elements.names import texts
from bot.ui.elements.screen import (
    Button,
    Choice,
    Part,
    Row,
    Screen,
    Select,
    Separator,
    Text,
    first_fitting,
    rows,
)
from bot.ui.elements.text import printed
from engine.cards import Card, rank_of
from tests.fourth_game.eights import events
from tests.fourth_game.eights.actions import WILD
from tests.fourth_game.eights.events import EightsEvent
from tests.fourth_game.eights.view import EightsView

CALL_KEY, DRAW_KEY, PASS_KEY = "✋", "🃏", "⏭️"
SUIT_KEYS = {"♣️": "C", "♦️": "D", "♥️": "H", "♠️": "S"}
EIGHT, PICK = "eight", "pick"
"""Verbs: an eight is chosen, to be played once its suit is named; a card of the select."""

CHOOSE_EIGHT = Say(mark("Choose an eight first."))
SHOWN = 10
"""Cards with a button and a reaction; a select holds the rest."""
MOST = 25
"""Choices of a select."""

_DIGITS = {plain(key): number for number, key in enumerate(DIGITS, 1)}
_SUITS = {plain(key): suit for key, suit in SUIT_KEYS.items()}
_WORDS = {plain(DRAW_KEY): "D", plain(PASS_KEY): "P", plain(CALL_KEY): "LAST"}

PAGES = Path(__file__).parent / "pages"


def card_at(numbers: Numbers, number: int) -> Card | None:
    """Return the card a hand number holds."""
    return numbers[number - 1] if 1 <= number <= len(numbers) else None


class EightsRenderer(Renderer[EightsView]):
    """Draws Eights and reads its presses."""

    key: ClassVar[str] = "eights"
    name: ClassVar[str] = "Eights"
    shout: ClassVar[str] = "Last!"
    hands: ClassVar[bool] = True
    command: ClassVar[str] = "last"
    call: ClassVar[str] = "LAST"
    call_emoji: ClassVar[str] = CALL_KEY
    reactions: ClassVar[tuple[str, ...]] = (CALL_KEY,)
    faces: ClassVar[tuple[str, ...]] = FRENCH
    wordings: ClassVar[Mapping[str, Wording]] = {
        "last": Wording(mark("/last"), mark("Say that somebody has one card left")),
        "hand": Wording(mark("hand:"), mark("How many cards everybody begins with")),
        "draws": Wording(mark("draws:"), mark("How many cards may be drawn in a turn")),
    }
    pages: ClassVar[Path] = PAGES

    def public(self, sight: PublicSight[EightsView], look: Look) -> Screen:
        """Draw the table in the channel."""
        return first_fitting(self._public(sight, one) for one in (look, look.text_only()))

    def hand(self, sight: HandSight[EightsView], look: Look) -> Screen:
        """Draw one seat's hand."""
        return first_fitting(self._hand(sight, one) for one in (look, look.text_only()))

    def spread(
        self, view: EightsView, names: Sequence[str], t: Translator, last: Deed | None = None
    ) -> Spread:
        """Return the pile and everybody's number of cards, for a picture."""
        over = view.outcome is not None or view.turn == NOBODY
        notes = () if over else (t("Suit: {suit}", suit=t(SUIT_NAMES[view.suit])),)
        middle = Block(t("Middle"), (Group((Pile(view.top),), large=True),), notes=notes, wide=True)
        seats = (
            Block(
                name,
                (Group((Pile("back", note=t.number(view.sizes[seat])),), label=t("Hand")),),
                turn=seat == view.turn and view.outcome is None,
            )
            for seat, name in enumerate(names)
        )
        return Spread((middle, *seats))

    def reads(self, key: str) -> bool:
        """Say whether a reaction or verb means something here."""
        known = {*_DIGITS, *_SUITS, *_WORDS, plain(CANCEL), EIGHT, PICK, controls.CANCEL}
        return plain(key) in known

    def tell(self, deed: Deed, names: Sequence[str], look: Look) -> str | None:
        """Return what happened in one line."""
        lines = (_told(event, names, look) for event in deed.events)
        return " ".join(line for line in lines if line) or None

    def left(self, view: EightsView) -> tuple[int, ...]:
        """Return the cards in each hand."""
        return view.sizes

    def arrange(self, numbers: Numbers | None, view: EightsView) -> Numbers:
        """Return the hand numbers after a change; no card is there twice."""
        kept = [card if card in view.hand else None for card in numbers or ()]
        drawn = [card for card in view.hand if card not in kept]
        if len(drawn) == len(view.hand):
            drawn.sort(key=FRENCH.index)
        kept += [None] * (len(view.hand) - len(kept))
        for card in drawn:
            kept[kept.index(None)] = card
        return tuple(kept)

    def press(
        self, view: EightsView, numbers: Numbers, half: Half | None, press: Press
    ) -> Move | Half | Say:
        """Read a press."""
        key = plain(press.key)
        if key in (plain(CANCEL), controls.CANCEL):
            return Half()
        if key in _WORDS:
            return Move(_WORDS[key])
        if key in _SUITS:
            number = _eight(half)
            card = card_at(numbers, number)
            return Move(f"{card}+{_SUITS[key]}", number) if card else CHOOSE_EIGHT
        if key == EIGHT:
            return _chosen(numbers, press.number)
        if key in _DIGITS:
            return _chosen(numbers, _DIGITS[key])
        if key == PICK:
            return _chosen(numbers, int(press.values[0]) if press.values else 0)
        return asked(press)

    def keep(self, half: Half, view: EightsView, numbers: Numbers) -> Half | None:
        """Return the chosen eight while it is one's turn."""
        mine = view.outcome is None and view.seat == view.turn
        return half if mine and card_at(numbers, _eight(half)) is not None else None

    def place(self, view: EightsView, numbers: Numbers, move: Move) -> str:
        """Return the card the named number shows."""
        return card_at(numbers, move.number) or ""

    def named(self, view: EightsView, notation: str) -> str:
        """Return the one card that is played."""
        card = notation.partition("+")[0]
        return french(card) if card in view.hand else ""

    def sources(self, view: EightsView, numbers: Numbers, t: Translator) -> tuple[Source, ...]:
        """Return all cards of the hand, an eight once a suit, then drawing, passing, calling."""
        return tuple(_sources(numbers, t, self.shout))

    def own(self, view: EightsView, look: Look) -> str:
        """Return the hand, sorted as a new one is."""
        return " ".join(look.french(card) for card in sorted(view.hand, key=FRENCH.index))

    def held(self, view: EightsView) -> tuple[str, ...]:
        """Return the faces of the hand."""
        return view.hand

    def _public(self, sight: PublicSight[EightsView], look: Look) -> Screen:
        table = sight.table
        body: list[Part] = [
            Text(_middle(sight.view, look)),
            Separator(),
            Text(_seats(sight.view, texts(table, look.t), look.t)),
        ]
        if table.status != "playing":
            return frame.over(sight, self, body, self.left(sight.view), look)
        row = Row((frame.hand_button(table, look.t), frame.call_button(table, self, look.t)))
        return frame.public(sight, self, body, [row], look, turn=sight.view.turn)

    def _hand(self, sight: HandSight[EightsView], look: Look) -> Screen:
        view, table, t = sight.view, sight.table, look.t
        if table.status != "playing":
            return frame.hand_over(sight, self, self.left(view), t)
        parts: list[Part] = [
            Text("\n".join(frame.hand_head(sight, self, view.turn, look))),
            Text(_middle(view, look) + "\n" + _seats(view, texts(table, t), t)),
            Separator(),
            Text(_own(sight, look)),
            *rows(_card_button(sight, number, t) for number in range(1, _shown(sight) + 1)),
            *_rest(sight, t),
            Row(tuple(_other_buttons(sight, self, t))),
        ]
        if _eight(sight.half):
            parts.append(Row(tuple(_suit_buttons(sight, t))))
        asked = frame.vote_buttons(table, t, sight.seat)
        if asked:
            parts.append(Row(asked))
        if sight.last:
            parts.append(Text(sight.last))
        keys = (*DIGITS[:SHOWN], DRAW_KEY, PASS_KEY, *SUIT_KEYS, CALL_KEY)
        return Screen(tuple(parts), accent=frame.PRIVATE, reactions=keys)


def _eight(half: Half | None) -> int:
    """Return the number of the chosen eight, 0 without one."""
    return int(half.steps[1]) if half is not None and half.steps[:1] == (EIGHT,) else 0


def _chosen(numbers: Numbers, number: int) -> Move | Half | Say:
    """Read a number: plays the card; of an eight its suit comes next."""
    card = card_at(numbers, number)
    if card is None:
        return NO_CARD_THERE
    return Half((EIGHT, str(number))) if rank_of(card) == WILD else Move(card, number)


def _middle(view: EightsView, look: Look) -> str:
    t = look.t
    suit = f"{SUITS[view.suit]} {t(SUIT_NAMES[view.suit])}"
    return f"# {look.french(view.top)}\n" + t(
        "Suit: {suit} · stock {n}", suit=suit, n=t.number(view.stock)
    )


def _seats(view: EightsView, names: Sequence[str], t: Translator) -> str:
    sizes = (t.n("{n} card", "{n} cards", size) for size in view.sizes)
    return "\n".join(f"**{name}** {size}" for name, size in zip(names, sizes, strict=True))


def _shown(sight: HandSight[EightsView]) -> int:
    return min(len(sight.numbers), SHOWN)


def _own(sight: HandSight[EightsView], look: Look) -> str:
    """Return one's cards, each with its number."""
    faces = [look.t("empty") if card is None else look.french(card) for card in sight.numbers]
    shown = [f"{DIGITS[at]}\u00a0{face}" for at, face in enumerate(faces[:SHOWN])]
    return look.t("**Your hand**") + "\n" + printed([*shown, *faces[SHOWN:]], big=look.big)


def _card_button(sight: HandSight[EightsView], number: int, t: Translator) -> Button:
    card = card_at(sight.numbers, number)
    eight = card is not None and rank_of(card) == WILD
    act = EIGHT if card is None or eight else card
    label = t("empty") if card is None else t("Play {card}", card=french(card))
    custom_id = frame.control(sight.table, act, number)
    return Button(custom_id, label, "primary", emoji=DIGITS[number - 1], disabled=card is None)


def _rest(sight: HandSight[EightsView], t: Translator) -> Iterator[Select]:
    """Yield the choice of the cards that have no button, as many as a select may hold."""
    held = [(at, card) for at, card in enumerate(sight.numbers, 1) if card and at > SHOWN]
    if held:
        choices = tuple(Choice(str(at), french(card)) for at, card in held[:MOST])
        yield Select(frame.control(sight.table, PICK), t("More cards …"), choices)


def _other_buttons(
    sight: HandSight[EightsView], renderer: EightsRenderer, t: Translator
) -> Iterator[Button]:
    yield frame.button(sight.table, "D", t("Draw"), DRAW_KEY)
    yield frame.button(sight.table, "P", t("Pass"), PASS_KEY)
    yield frame.call_button(sight.table, renderer, t)


def _suit_buttons(sight: HandSight[EightsView], t: Translator) -> Iterator[Button]:
    """Yield the four suits for the chosen eight, and how to leave it."""
    number = _eight(sight.half)
    for key, suit in SUIT_KEYS.items():
        act = f"{card_at(sight.numbers, number)}+{suit}"
        custom_id = frame.control(sight.table, act, number)
        yield Button(custom_id, t(SUIT_NAMES[suit]), emoji=key)
    yield frame.button(sight.table, controls.CANCEL, t("Cancel"), CANCEL)


def _sources(numbers: Numbers, t: Translator, shout: str) -> Iterator[Source]:
    for number, card in enumerate(numbers, 1):
        if card is None:
            continue
        label = t("Hand {number}: {card}", number=number, card=french(card))
        if rank_of(card) != WILD:
            yield Source(card, label)
            continue
        for suit in SUITS:
            yield Source(f"{card}+{suit}", f"{label} → {t(SUIT_NAMES[suit])}")
    yield Source("D", t("Draw"))
    yield Source("P", t("Pass"))
    yield Source("LAST", shout)


def _told(event: EightsEvent, names: Sequence[str], look: Look) -> str | None:
    """Return an event in words."""
    t = look.t
    match event:
        case events.CardPlayed(seat=seat, card=card, suit=suit) if rank_of(card) == WILD:
            return t(
                "{name} plays {card} and wants {suit}.",
                name=names[seat],
                card=look.french(card),
                suit=t(SUIT_NAMES[suit]),
            )
        case events.CardPlayed(seat=seat, card=card):
            return t("{name} plays {card}.", name=names[seat], card=look.french(card))
        case events.CardDrawn(seat=seat):
            return t("{name} draws a card.", name=names[seat])
        case events.Passed(seat=seat):
            return t("{name} passes.", name=names[seat])
        case events.StockShuffled():
            return t("The pile is shuffled.")
        case events.LastCalled(seat=seat, of=of) if seat == of:
            return t("{name} has one card left.", name=names[seat])
        case events.LastCalled(seat=seat, of=of, drawn=drawn):
            cards = t.n("{n} card", "{n} cards", len(drawn))
            return t(
                "{name} says it first, so {other} draws {cards}.",
                name=names[seat],
                other=names[of],
                cards=cards,
            )
        case events.Dealt() | events.GameEnded():
            return None
    assert_never(event)

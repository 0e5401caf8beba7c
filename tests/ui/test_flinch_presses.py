"""Flinch: what presses mean, half-made choices, and what a press names."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.ui.contract.renderer import NO_CARD_THERE, NOTHING_TO_PRESS, Half, Move, Press
from bot.ui.elements.controls import parse, sure
from bot.ui.elements.emojis import DIGITS
from bot.ui.elements.screen import Button, Row, Select
from bot.ui.games.flinch import FlinchRenderer, cards
from bot.ui.games.flinch.presses import CHOOSE_CARD, reactions
from engine.games.flinch.view import FlinchView
from tests.ui.positions import PAIRS, Position, look, walk

RENDERER = FlinchRenderer()
NUMBERS = ("1", "3", "3", None, "12")


def at(seats: int = 4, **options: Any) -> Position:
    """Return the deal of a game by these house rules."""
    game, renderer = PAIRS[0]
    return next(walk(game, renderer, seats, seed=5, options=game.settle(seats, options)))


def view(full: bool = False, **options: Any) -> FlinchView:
    """Return the view of seat 0 holding `NUMBERS`, its reserve full or all but one."""
    seen: FlinchView = at(**options).view(0)
    last, height = (9, 2) if full else (None, 0)
    own = replace(seen.seats[0], tops=(5, 6, 7, 8, last), heights=(2, 2, 2, 2, height))
    return replace(seen, hand=(12, 3, 1, 3), seats=(own, *seen.seats[1:]), turn=0)


def press(key: str, half: tuple[str, ...] | None = None, number: int = 0, **options: Any) -> Any:
    """Return what a press of seat 0 means."""
    chosen = Half(half) if half is not None else None
    return RENDERER.press(view(**options), NUMBERS, chosen, Press(key, number))


@pytest.mark.parametrize(
    ("key", "notation", "number"),
    [
        ("1️⃣", "H1", 1),
        ("3️⃣", "H3", 3),
        ("5️⃣", "H12", 5),
        ("🇫", "F", 0),
        ("🇦", "R1", 0),
        ("🇪", "R5", 0),
        ("🇵", "PF", 0),
        ("🇬", "PR1", 0),
        ("🇰", "PR5", 0),
        ("✋", "C", 0),
        ("✋🏽", "C", 0),
        ("H3", "H3", 2),
        ("L7@3", "L7@3", 1),
    ],
)
def test_press_asks_for_an_action(key: str, notation: str, number: int) -> None:
    """Each reaction, skin tones aside, and each notation on a button is its action."""
    assert press(key, number=number) == Move(notation, number)


def test_number_without_a_card_says_so() -> None:
    """An empty number is no move."""
    assert press("4️⃣") == NO_CARD_THERE


def test_unknown_key_is_no_move() -> None:
    """Something that is no control of the game is answered, not passed on."""
    assert press("nonsense") == NOTHING_TO_PRESS
    assert not RENDERER.reads("🍕")


def test_lay_takes_the_card_next() -> None:
    """F-32: ⬇️, then a digit lays that card where a place is free."""
    assert press("⬇️") == Half(("lay",))
    assert press("5️⃣", ("lay",)) == Move("L12", 5)


def test_lay_takes_a_place_when_all_are_taken() -> None:
    """F-35: with five places taken, ⬇️, a digit, then 🇦–🇪 names the place."""
    assert press("5️⃣", ("lay",), full=True) == Half(("lay", "5"))
    assert press("🇨", ("lay", "5"), full=True) == Move("L12@3", 5)


def test_place_before_the_card_asks_for_the_card() -> None:
    """A letter right after ⬇️ does not play from the reserve by mistake."""
    assert press("🇦", ("lay",), full=True) == CHOOSE_CARD


def test_lay_with_an_empty_hand_ends_the_turn() -> None:
    """⬇️ without a hand ends the turn without laying; so does the button."""
    empty = replace(view(), hand=())
    for key in ("⬇️", "lay"):
        assert RENDERER.press(empty, (None,) * 5, None, Press(key)) == Move("N")


def test_cancel_drops_the_half_made_choice() -> None:
    """✖️ and its button drop what was half chosen."""
    assert press("✖️", ("lay", "1")) == Half()
    assert press("cancel", ("lay",)) == Half()


def test_play_out_of_turn_takes_two_presses_of_its_own() -> None:
    """F-58: only its own buttons lead to an out-of-turn play, confirmed by the second."""
    assert press("out-of-turn", conduct="strict") == Half(("out-of-turn",))
    assert press("out-of-turn-card", ("out-of-turn",), 5) == Half(("out-of-turn", "5"))
    assert press(sure("H12"), ("out-of-turn", "5"), 5) == Move("H12", 5, confirmed=True)
    assert press("5️⃣", ("out-of-turn",)) == Move("H12", 5)


def test_half_made_choice_ends_with_the_turn() -> None:
    """Laying is half made only in one's turn, an out-of-turn play only outside it."""
    mine, theirs = view(full=True), replace(view(full=True), turn=1)
    for steps in (("lay",), ("lay", "5")):
        assert RENDERER.keep(Half(steps), mine, NUMBERS) == Half(steps)
        assert RENDERER.keep(Half(steps), theirs, NUMBERS) is None
    mine, theirs = view(conduct="strict"), replace(view(conduct="strict"), turn=1)
    assert RENDERER.keep(Half(("out-of-turn",)), theirs, NUMBERS) == Half(("out-of-turn",))
    assert RENDERER.keep(Half(("out-of-turn",)), mine, NUMBERS) is None
    assert RENDERER.keep(Half(("out-of-turn",)), replace(view(), turn=1), NUMBERS) is None
    assert RENDERER.keep(Half(("lay", "4")), mine, NUMBERS) == Half(("lay",))


def test_card_to_be_laid_is_chosen_again_once_a_place_is_empty() -> None:
    """Its place was asked for while all five were taken; now it can go to the empty one alone."""
    assert RENDERER.keep(Half(("lay", "5")), view(full=True), NUMBERS) == Half(("lay", "5"))
    assert RENDERER.keep(Half(("lay", "5")), view(), NUMBERS) == Half(("lay",))
    assert RENDERER.keep(Half(("lay",)), replace(view(), hand=()), NUMBERS) is None


@pytest.mark.parametrize(
    ("notation", "number", "shown"),
    [
        ("H3", 2, "3"),
        ("H3", 0, ""),
        ("L12", 5, "12"),
        ("L12@2", 5, "12/6+2"),
        ("R1", 0, "5+2"),
        ("C", 0, ""),
        ("N", 0, ""),
        ("rubbish", 0, ""),
    ],
)
def test_place_is_what_the_press_names(notation: str, number: int, shown: str) -> None:
    """A press names a hand number or a reserve place with the card it shows."""
    assert RENDERER.place(view(), NUMBERS, Move(notation, number)) == shown


def test_place_of_a_flinch_pile_changes_with_its_top() -> None:
    """F-11: once the top is played, the same press names another card."""
    before = view()
    top = before.seats[0].flinch_top
    own = replace(before.seats[0], flinch_size=before.seats[0].flinch_size - 1, flinch_top=top)
    after = replace(before, seats=(own, *before.seats[1:]))
    place = RENDERER.place
    assert place(before, NUMBERS, Move("F")) != place(after, NUMBERS, Move("F"))


def test_place_of_the_partner_is_the_partners() -> None:
    """F-70: 🇵 and 🇬 name the partner's cards."""
    seen = view(partners=True)
    partner = seen.seats[2]
    shown = RENDERER.place(seen, NUMBERS, Move("PF"))
    assert shown == f"{partner.flinch_top}+{partner.flinch_size}"
    assert RENDERER.place(seen, NUMBERS, Move("PR1")) == "None+0"


@pytest.mark.parametrize(("size", "shown"), [(3, "[7] +2"), (1, "[7] the last one"), (0, "–")])
def test_short_form_of_a_flinch_pile_says_when_it_is_the_last(size: int, shown: str) -> None:
    """Of a partner, in big print and at eight seats, as in the long form: never "+0"."""
    seat = replace(view().seats[1], flinch_top=7 if size else None, flinch_size=size)
    assert cards.pile(seat, look("en")) == shown


def test_partner_hand_has_exactly_twenty_reactions() -> None:
    """The hand of a partner game uses Discord's most, 20; likeliest first."""
    keys = reactions(view(partners=True).options)
    assert len(keys) == 20
    assert keys[:5] == DIGITS[:5]
    assert "🇵" not in reactions(view().options)


def test_assist_has_no_call() -> None:
    """With `conduct = assist` there is nothing to call: no button, no reaction."""
    position = at(conduct="assist")
    table = RENDERER.public(position.public(), look("en"))
    hand = RENDERER.hand(position.hand(0), look("en"))
    assert table.reactions == ()
    for screen in (table, hand):
        assert "✋" not in screen.reactions
        assert "C" not in [acted(button.custom_id) for button in screen.buttons()]


def acted(custom_id: str) -> str:
    """Return the act of a control."""
    control = parse(custom_id)
    assert control is not None
    return control.act


def shown_card(*cards: int) -> Position:
    """Return a strict game in which the turn's seat has shown a 9, or these, out of turn."""
    position = at(conduct="strict")
    state = position.table.state
    seats = list(state.seats)
    seats[state.turn] = replace(seats[state.turn], shown=cards or (9,))
    return replace(
        position, table=replace(position.table, state=replace(state, seats=tuple(seats)))
    )


def test_demand_stands_on_the_table_while_possible() -> None:
    """F-58: "Demand the 9" is there until the seat's first act."""
    position = shown_card()
    turn = position.table.state.turn
    act = f"D{turn}*9"
    table = RENDERER.public(position.public(), look("en"))
    assert act in [acted(button.custom_id) for button in table.buttons()]
    begun = replace(
        position, table=replace(position.table, state=replace(position.table.state, acted=True))
    )
    table = RENDERER.public(begun.public(), look("en"))
    assert act not in [acted(button.custom_id) for button in table.buttons()]


def test_demand_on_a_hand_is_for_opponents() -> None:
    """F-58: opponents demand from their hands; the turn's seat does not see it."""
    position = shown_card()
    turn = position.table.state.turn
    for seat in range(4):
        acts = [
            acted(one.custom_id) for one in RENDERER.hand(position.hand(seat), look("en")).buttons()
        ]
        assert (f"D{turn}*9" in acts) == (seat != turn)


def test_out_of_turn_button_is_only_for_strict_and_others() -> None:
    """The out-of-turn button stands on a hand only in strict conduct and not in one's turn."""
    for conduct, expected in (("call", False), ("strict", True)):
        position = at(conduct=conduct)
        turn = position.table.state.turn
        for seat in range(4):
            acts = [
                acted(button.custom_id)
                for button in RENDERER.hand(position.hand(seat), look("en")).buttons()
            ]
            assert ("out-of-turn" in acts) == (expected and seat != turn)


def test_out_of_turn_button_stands_where_laying_would() -> None:
    """A strict hand is no longer than another: out of turn nothing can be laid."""
    position = at(conduct="strict")
    turn = position.table.state.turn
    for seat in range(4):
        screen = RENDERER.hand(position.hand(seat), look("en"))
        (_, row, *_) = [part for part in screen.parts if isinstance(part, Row)]
        acts = [acted(button.custom_id) for button in row.buttons if isinstance(button, Button)]
        assert acts == ["F", "lay" if seat == turn else "out-of-turn"]


@pytest.mark.parametrize("conduct", ["call", "strict"])
def test_call_stands_apart_from_what_is_pressed_each_turn(conduct: str) -> None:
    """`experience.md` section 4: in a row below, with the cards to demand and a vote at most."""
    position = shown_card() if conduct == "strict" else at()
    for seat in range(4):
        screen = RENDERER.hand(position.hand(seat), look("en"))
        rows = [part for part in screen.parts if isinstance(part, Row)]
        acts = [
            [acted(one.custom_id) for one in row.buttons if isinstance(one, Button)] for row in rows
        ]
        assert acts[-1][0] == "C"
        assert all(act.startswith("D") for act in acts[-1][1:])
        assert all("C" not in row for row in acts[:-1])


def test_more_shown_cards_than_a_row_holds_are_in_a_select() -> None:
    """F-58: each of them can still be demanded, by a choice that is read as the action."""
    position = shown_card(9, 10, 11)
    turn = position.table.state.turn
    seat = (turn + 1) % 4
    parts = RENDERER.hand(position.hand(seat), look("en")).parts
    (select,) = [part for part in parts if isinstance(part, Select)]
    for choice in select.choices:
        read = RENDERER.press(position.view(seat), (), None, Press("demand", 0, (choice.value,)))
        assert read == Move(choice.value)
    assert {choice.value for choice in select.choices} == {
        f"D{turn}*{card}" for card in (9, 10, 11)
    }


def test_only_what_holds_a_card_can_be_chosen() -> None:
    """Empty places and piles cannot; what fits is no part of it; an entry says what lies there."""
    position = at(partners=True)
    state = position.table.state
    own = replace(state.seats[0], reserve=((3, 7), (), (), (5,), ()))
    partner = replace(state.seats[2], flinch=(), reserve=((), (2,), (), (), ()))
    seats = (own, state.seats[1], partner, state.seats[3])
    table = replace(position.table, state=replace(state, seats=seats))
    screen = RENDERER.hand(replace(position, table=table).hand(0), look("en"))
    reserve, partners = [part for part in screen.parts if isinstance(part, Select)]
    assert [(one.value, one.label) for one in reserve.choices] == [
        ("R1", "Reserve A: 7 · 2 cards"),
        ("R4", "Reserve D: 5 · 1 card"),
    ]
    assert [(one.value, one.label) for one in partners.choices] == [
        ("PR2", "Reserve B: 2 · 1 card")
    ]
    for select in (reserve, partners):
        for one in select.choices:
            read = RENDERER.press(
                view(), NUMBERS, None, Press(acted(select.custom_id), 0, (one.value,))
            )
            assert read == Move(one.value)


def test_spots_for_a_card_stand_where_the_reserve_stood() -> None:
    """F-35: with all places taken each says what the card would cover; the rest stays in place."""
    seen = view(full=True)
    position = at()
    places = tuple((3, card) for card in (5, 6, 7, 8, 9))
    own = replace(position.table.state.seats[0], reserve=places)
    state = replace(position.table.state, seats=(own, *position.table.state.seats[1:]), turn=0)
    full = replace(position, table=replace(position.table, state=state), numbers=(NUMBERS,) * 4)
    before = RENDERER.hand(full.hand(0), look("en")).parts
    after = RENDERER.hand(full.hand(0, half=Half(("lay", "5"))), look("en")).parts
    assert [type(part) for part in before] == [type(part) for part in after]
    (spots,) = [part for part in after if isinstance(part, Select)]
    assert spots.choices[1].label == "Reserve B: covers 6 · 2 cards"
    control = parse(spots.custom_id)
    assert control is not None
    for place, one in enumerate(spots.choices, 1):
        read = Press(control.act, control.number, (one.value,))
        assert RENDERER.press(seen, NUMBERS, Half(("lay", "5")), read) == Move(f"L12@{place}", 5)


def test_half_made_lay_is_in_the_custom_ids() -> None:
    """After ⬇️ the card buttons lay; after the card the places take it."""
    position = at()
    seat = position.table.state.turn
    numbers = position.numbers[seat]
    hand = RENDERER.hand(position.hand(seat, half=Half(("lay",))), look("en"))
    acts = [acted(button.custom_id) for button in hand.buttons()]
    assert [f"L{card}" for card in numbers] == [act for act in acts if act.startswith("L")]
    hand = RENDERER.hand(position.hand(seat, half=Half(("lay", "2"))), look("en"))
    (spots,) = [part for part in hand.parts if isinstance(part, Select)]
    values = [one.value for one in spots.choices]
    assert values == [f"L{numbers[1]}@{place}" for place in range(1, 6)]


def test_sources_list_all_and_fit_one_list() -> None:
    """All sources, what can be laid, the end of the turn and the call fit Discord's 25 choices."""
    position = at(partners=True)
    listed = RENDERER.sources(position.view(1), position.numbers[1], look("en").t)
    notations = [source.notation for source in listed]
    assert notations[0] == "F"
    assert notations.index("C") == 23
    assert [f"PR{place}" for place in range(1, 6)] == notations[12:17]
    assert len(notations) == 24


@pytest.mark.parametrize("full", [False, True])
def test_move_lists_only_lays_that_the_reserve_allows(full: bool) -> None:
    """With all five places taken a lay names one, else none does; typing finds each."""
    listed = RENDERER.sources(view(full), NUMBERS, look("en").t)
    lays = {source.notation for source in listed if source.notation.startswith("L")}
    assert {"@" in notation for notation in lays} == {full}
    labels = [source.label for source in listed]
    assert len(set(labels)) == len(labels)
    assert all(sum(label in other for other in labels) < 25 for label in labels)


def test_card_that_does_not_fit_is_named_by_its_number() -> None:
    """Whatever the card lies on: the Flinch pile, the hand, the reserve."""
    dealt = next(walk(*PAIRS[0], 2, seed=1)).view(0)
    own = replace(dealt.seats[0], flinch_top=12, tops=(9, None, None, None, None))
    view = replace(dealt, seats=(own, *dealt.seats[1:]))
    named = {notation: RENDERER.named(view, notation) for notation in ("F", "H3", "R1", "R2", "N")}
    assert named == {"F": "12", "H3": "3", "R1": "9", "R2": "", "N": ""}

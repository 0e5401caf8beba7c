"""The lobby: seats, house rules, partners, and how it closes."""

from typing import Any

from bot.locale import translator
from bot.tables.model import Seat, Table
from bot.tables.notes import Declined, HostChanged, InvitationsOver
from bot.ui import house_rules, lobby
from bot.ui.contract.renderer import Noted
from bot.ui.contract.rules_page import decode, encode
from bot.ui.elements.controls import Control, parse
from bot.ui.elements.screen import Picker, Screen, Select, Text
from tests.ui.positions import NOW, PAIRS, look, table

GAME, RENDERER = PAIRS[0]
T = translator("en")


def open_lobby(*seats: Seat, game: int = 0, **fields: Any) -> Table:
    """Return a lobby with these seats."""
    rules = PAIRS[game][0]
    chosen = fields.get("chosen", {})
    nearest = min(count for count in rules.seat_counts if count >= len(seats))
    options = {spec.key: spec.default for spec in rules.options} | chosen
    if house_rules.settles(rules, nearest, chosen):
        options = rules.settle(nearest, chosen)
    return table(
        rules,
        len(seats),
        None,
        **{"status": "lobby", "seats": seats, "options": options, **fields},
    )


def person(index: int, **fields: Any) -> Seat:
    """Return a seat taken by a person named A, B, C …"""
    return Seat(index=index, person=100 + index, name="ABCDEFGH"[index], **fields)


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def acts(screen: Screen) -> list[str]:
    """Return the acts of all buttons and selects in order."""
    ids = [button.custom_id for button in screen.buttons()]
    ids += [part.custom_id for part in screen.parts if isinstance(part, Select | Picker)]
    return [control.act for one in ids if (control := parse(one)) is not None]


def test_lobby_says_what_is_played_and_by_whom() -> None:
    """The game in a line, house rules in force, seats, host, house players with their level."""
    at = open_lobby(person(0), Seat(index=1, house="hard", name="1"), pace="daily")
    shown = text(lobby.draw(at, GAME, RENDERER, look("en")))
    assert RENDERER.blurb(T) in shown
    assert "usual rules" in shown
    assert "daily (one day a turn)" in shown
    assert "**2 seated** · for 2–8 players" in shown
    assert "🪑 A · host" in shown
    assert "🪑 Bot 1 · hard" in shown


def test_lobby_has_its_controls_and_two_reactions() -> None:
    """Join, How to play, Leave, Add bot, House rules, Start, Invite; 🪑 and ▶️."""
    screen = lobby.draw(open_lobby(person(0), person(1)), GAME, RENDERER, look("en"))
    assert acts(screen) == ["join", "how-to", "leave", "house", "rules", "start", "invite"]
    assert screen.reactions == ("🪑", "▶️")


def test_host_alone_may_play_with_bots() -> None:
    """In place of Start, which would be refused; as soon as somebody has come it is Start."""
    alone = acts(lobby.draw(open_lobby(person(0)), GAME, RENDERER, look("en")))
    assert "alone" in alone
    assert "start" not in alone
    guest = Seat(index=1, invited=77, name="Eva", invited_until=NOW)
    for other in (person(1), guest, Seat(index=1, house="easy", name="1")):
        drawn = lobby.draw(open_lobby(person(0), other), GAME, RENDERER, look("en"))
        assert "alone" not in acts(drawn)
        assert "start" in acts(drawn)


def test_no_bot_is_offered_where_every_seat_is_taken_or_kept() -> None:
    """A button says what happens: where there is no room it would only be refused."""
    guests = (Seat(index=at, invited=70 + at, invited_until=NOW) for at in range(1, 8))
    full = open_lobby(person(0), *guests)
    assert "house" not in acts(lobby.draw(full, GAME, RENDERER, look("en")))
    less = open_lobby(*full.seats[:-1])
    assert "house" in acts(lobby.draw(less, GAME, RENDERER, look("en")))


def test_join_is_offered_while_somebody_may_sit_down() -> None:
    """Where every seat is taken it would only be refused; a kept seat waits for its guest."""
    seated = [person(at) for at in range(8)]
    kept = Seat(index=7, invited=77, invited_until=NOW)
    full, waiting = open_lobby(*seated), open_lobby(*seated[:-1], kept)
    assert "join" not in acts(lobby.draw(full, GAME, RENDERER, look("en")))
    assert "how-to" in acts(lobby.draw(full, GAME, RENDERER, look("en")))
    assert "join" in acts(lobby.draw(waiting, GAME, RENDERER, look("en")))
    assert "join" in acts(lobby.draw(open_lobby(*seated[:-1]), GAME, RENDERER, look("en")))


def test_lobby_whose_place_is_lost_does_not_say_that_everyone_left() -> None:
    """The bot may have been removed from the server, and come back to its own lobby."""
    at = open_lobby(person(0), end_reason="gone")
    shown = text(lobby.closed(at, RENDERER, T))
    assert "I can't reach this lobby's channel any more" in shown


def test_game_without_turns_has_no_pace() -> None:
    """FLIP has no turns, so no pace is shown or chosen."""
    game, renderer = PAIRS[1]
    at = open_lobby(person(0), game=1)
    assert "one minute a turn" not in text(lobby.draw(at, game, renderer, look("en")))
    assert "pace" not in acts(house_rules.screen(at, game, renderer, T))


def test_invited_person_is_pinged_and_may_decline() -> None:
    """A kept seat names its person by mention, says until when, and brings Decline."""
    at = open_lobby(person(0), Seat(index=1, invited=77, name="Eva", invited_until=NOW))
    screen = lobby.draw(at, GAME, RENDERER, look("en"))
    assert "**1 seated** · for 2–8 players" in text(screen), "a kept seat is not taken yet"
    assert screen.mentions == (77,)
    assert "<@77> · invitation ends <t:1767225600:R>" in text(screen)
    assert "decline" in acts(screen)


def invitation(at: Table) -> Picker | None:
    """Return the choice of whom to invite, if a lobby has one."""
    drawn = lobby.draw(at, GAME, RENDERER, look("en"))
    return next((part for part in drawn.parts if isinstance(part, Picker)), None)


def test_guest_can_be_chosen_again_to_be_uninvited() -> None:
    """The lobby says so; a client asks anew, since the control is another one after a change."""
    guest = Seat(index=1, invited=77, name="Eva", invited_until=NOW)
    before, after = open_lobby(person(0)), open_lobby(person(0), guest)
    first, second = invitation(before), invitation(after)
    assert first is not None
    assert second is not None
    assert (second.kind, second.least, second.most) == ("people", 1, 1)
    assert first.custom_id != second.custom_id
    words = "To take an invitation back, the host chooses that person again."
    assert words not in text(lobby.draw(before, GAME, RENDERER, look("en")))
    assert words in text(lobby.draw(after, GAME, RENDERER, look("en")))


def test_nobody_can_be_invited_to_a_full_table_only_uninvited() -> None:
    """Where every seat is taken there is nothing to choose; a kept one can still be freed."""
    full = open_lobby(*(person(at) for at in range(8)))
    assert invitation(full) is None
    guest = Seat(index=7, invited=77, name="Eva", invited_until=NOW)
    assert invitation(open_lobby(*full.seats[:-1], guest)) is not None


def test_partners_are_chosen_and_shown() -> None:
    """Where the game has partners, each may pick whom to sit opposite; pairs are shown."""
    seats = (person(0, opposite=101), person(1), person(2), person(3))
    at = open_lobby(*seats, chosen={"partners": True})
    screen = lobby.draw(at, GAME, RENDERER, look("en"))
    assert acts(screen)[-1] == "opposite"
    assert "wants to partner with B" in text(screen)
    assert "Partners: A + B and C + D" in text(screen)
    select = screen.parts[-2]
    assert isinstance(select, Select)
    assert [choice.value for choice in select.choices] == ["0", "100", "101", "102", "103"]


def test_partners_wait_for_the_right_number() -> None:
    """With three people no pairs can be shown yet."""
    at = open_lobby(person(0), person(1), person(2), chosen={"partners": True})
    shown = text(lobby.draw(at, GAME, RENDERER, look("en")))
    assert "Partners are set when the game starts." in shown
    assert "**3 seated** · for 4, 6, or 8 players" in shown


def test_games_each_alone_have_no_choice_of_partners() -> None:
    """Without partners nobody is asked whom to sit opposite."""
    screen = lobby.draw(open_lobby(person(0), person(1)), GAME, RENDERER, look("en"))
    assert "opposite" not in acts(screen)


def test_what_happened_in_the_lobby_is_told() -> None:
    """A new host, a declined and an ended invitation are told."""
    notes = (Declined(5, "*Eva*"), InvitationsOver((5, 6)), HostChanged(1, 100))
    history = tuple(Noted(note, (100, 5, 6)) for note in notes)
    screen = lobby.draw(open_lobby(person(0)), GAME, RENDERER, look("en"), history)
    shown = text(screen)
    assert "\\*Eva\\* declined the invitation." in shown
    assert "2 invitations ran out, so those seats are free again." in shown
    assert "A is the host now." in shown
    assert "?" not in shown
    gone = lobby.draw(
        open_lobby(person(0)), GAME, RENDERER, look("en"), (Noted(HostChanged(1, 9)),)
    )
    assert "is the host now" not in text(gone)


def test_house_rules_screen_has_a_select_for_each_rule() -> None:
    """The host chooses every house rule, the pace and the level; the present one is marked."""
    chosen = {"pile": 5, "conduct": "call"}
    screen = house_rules.screen(
        open_lobby(person(0), chosen=chosen, level="hard"), GAME, RENDERER, T
    )
    assert acts(screen) == [
        *(f"set-{spec.key}" for spec in GAME.options),
        "pace",
        "display",
        "level",
    ]
    selects = [part for part in screen.parts if isinstance(part, Select)]
    for select in selects:
        assert sum(choice.chosen for choice in select.choices) == 1
    pile = selects[2]
    assert [(c.value, c.chosen) for c in pile.choices] == [
        ("5", True),
        ("10", False),
        ("15", False),
    ]


def test_house_rules_screen_says_why_nothing_can_be_chosen_any_more() -> None:
    """After the start it links to the table; of a lobby that closed it says what that one says."""
    for language, words in (
        ("en", "The game has started, so its house rules no longer change. [Go to table]"),
        ("es", "La partida ya empezó, así que sus reglas de la casa ya no cambian. [Ir a la mesa]"),
    ):
        t = translator(language)
        begun = table(GAME, 2, state=object())
        screen = lobby.settled(begun, RENDERER, t, "https://here")
        assert words in text(screen)
        assert not acts(screen)
        gone = open_lobby(person(0), status="closed", end_reason="host")
        assert lobby.settled(gone, RENDERER, t, "https://here") == lobby.closed(gone, RENDERER, t)


def test_rule_of_a_first_game_can_be_chosen_as_it_is_usually() -> None:
    """Kalamazoo insists there unless the host chooses; a client tells of no choice already chosen.

    So none is marked until one was chosen, and the screen says what a first game goes by.
    """
    alone = open_lobby(person(0), Seat(index=1, house="easy", name="1"))

    def conduct(at: Table) -> tuple[str, list[str]]:
        screen = house_rules.screen(at, GAME, RENDERER, T)
        (rule,) = [
            part
            for part in screen.parts
            if isinstance(part, Select) and part.custom_id.endswith("set-conduct")
        ]
        return rule.placeholder, [each.label for each in rule.choices if each.chosen]

    usual = "Must-plays: players call Flinch"
    hint = "A first game with bots alone uses “Must-plays: Kalamazoo insists”"
    assert conduct(alone) == (usual, [])
    assert hint in text(house_rules.screen(alone, GAME, RENDERER, T))
    decided = open_lobby(*alone.seats, chosen={"conduct": "call"})
    assert conduct(decided) == ("Must-plays", [usual])
    assert hint not in text(house_rules.screen(decided, GAME, RENDERER, T))
    together = open_lobby(person(0), person(1))
    assert hint not in text(house_rules.screen(together, GAME, RENDERER, T))


def test_house_rules_screen_says_what_was_set() -> None:
    """Each choice is confirmed by a line; without one nothing is said."""
    at = open_lobby(person(0), chosen={"pile": 5}, level="hard")

    def shown(act: str) -> str:
        pressed = Control(at.id, 0, at.ply, 0, act)
        said = house_rules.saved(at, RENDERER, pressed, T)
        return text(house_rules.screen(at, GAME, RENDERER, T, said))

    assert "✅ Flinch pile: 5 cards" in shown("set-pile")
    assert "✅ Bots: hard" in shown("level")
    assert "✅ Pace: live" in shown("pace")
    assert "✅" not in shown("dismiss")


def test_rule_with_one_choice_left_is_not_asked_about() -> None:
    """Doubles are led only where there are doubles."""
    game, renderer = PAIRS[2]
    for doubles in (False, True):
        at = open_lobby(person(0), game=2, chosen={"doubles": doubles})
        shown = acts(house_rules.screen(at, game, renderer, T))
        assert ("set-lead_doubles" in shown) == doubles


def test_house_player_can_be_removed_where_there_is_one() -> None:
    """The host's screen removes house players only where one sits."""
    alone = open_lobby(person(0))
    joined = open_lobby(person(0), Seat(index=1, house="easy", name="1"))
    assert "dismiss" not in acts(house_rules.screen(alone, GAME, RENDERER, T))
    assert "dismiss" in acts(house_rules.screen(joined, GAME, RENDERER, T))


def test_impossible_combination_is_not_offered() -> None:
    """Eight people with one pack cannot have 15 Flinch cards each (`rules.md` section 1)."""
    at = open_lobby(*(person(seat) for seat in range(8)), chosen={"packs": 1})
    spec = next(spec for spec in GAME.options if spec.key == "pile")
    assert house_rules.offered(at, GAME, spec) == (5, 10)
    few = open_lobby(person(0), chosen={"packs": 1})
    assert house_rules.offered(few, GAME, spec) == (5, 10, 15)


def test_values_of_house_rules_are_read_back() -> None:
    """What a select or command option carries is the value again."""
    for game, _ in PAIRS:
        for spec in game.options:
            for value in spec.choices:
                assert decode(spec, encode(value)) is value
            assert decode(spec, "something else") is None


def test_lobby_of_a_begun_game_links_to_the_table() -> None:
    """The lobby closes with the link, and publishes the commitment to the shuffle."""
    at = open_lobby(person(0), person(1), status="playing", commitment="ab" * 32)
    shown = text(lobby.started(at, GAME, RENDERER, T, "https://discord.com/channels/1/2/3"))
    assert "(<https://discord.com/channels/1/2/3>)" in shown
    assert "ab" * 32 in shown


def test_closed_lobby_says_why() -> None:
    """A lobby that never became a game says why and has nothing to press."""
    for reason, word in (("idle", "too long"), ("host", "host"), ("empty", "Everyone left")):
        screen = lobby.closed(
            open_lobby(person(0), status="closed", end_reason=reason), RENDERER, T
        )
        assert word in text(screen)
        assert screen.buttons() == ()
        assert screen.reactions == ()

"""Every kind of screen a person gets to see, as values: to be measured, and to be looked at.

The bot's own screens, drawn from positions of the games and from made-up records, without a bot
that runs. `scripts.screens` takes their pictures, `tests/sandbox_page/test_screens.py` measures
them, and `tests/ui/test_gallery.py` says where a kind is missing.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import cache
from itertools import cycle
from typing import Any, TypeAlias

from msgspec.structs import replace

from bot.db.records import CallMade, Preferences, Race, Rating, Result, ServerSettings, Vote
from bot.db.stats import BoardLine, BoardPage, Opponent, Played, Totals
from bot.discord_api import permissions
from bot.locale import translator
from bot.pictures import Bar, Line, of_bars, of_lines, of_page, of_table
from bot.tables import notes
from bot.tables.model import Seat, Table
from bot.tables.replies import Late, Refusal, Slower, TableReason
from bot.ui import (
    fair_deal,
    first_game,
    history,
    house_rules,
    leaderboard,
    learn,
    lobby,
    notifications,
    open_tables,
    preferences,
    presets,
    privacy,
    replay,
    rules,
    server_settings,
    share,
    stats,
    why,
)
from bot.ui import help as help_screen
from bot.ui.contract.renderer import Deed, Half, Noted
from bot.ui.elements import frame, refusals, replies
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Screen, in_words, plain
from bot.ui.games.flinch import presses as flinch
from bot.ui.games.flushed import presses as flushed
from bot.ui.leaderboard import Wanted
from bot.ui.learn import Spot
from bot.ui.open_tables import OpenTable
from bot.ui.renderers import RENDERERS
from bot.ui.replay import ReplayStep
from engine.api import Outcome
from engine.errors import BROAD, DOES_NOT_FIT, Refused
from engine.games import GAMES
from engine.games.flip.refusals import OTHER_PILE
from tests.ui.positions import NOW, Position, table, thought, walk

Shown: TypeAlias = Iterator[tuple[str, Screen]]
"""Screens, each with what it is called."""

PAIRS = tuple(zip(GAMES, RENDERERS, strict=True))
NAMES = ("Ana", "Ben", "Carla", "Dan", "Eva", "Hugo", "Ines", "Leo")
SERVER = "La Peña"
URL = "https://discord.com/channels/1/2/3"
SEED, COMMITMENT = "5f" * 32, "ab" * 32
PLIES = 57
"""Moves of Flinch after which something lies everywhere, and the first seat's hand is full."""
CENTRE = (2, 5, 7, 9, 12, 14, 3)
"""As many piles as are seen now and then."""
FULL = ((3, 14), (15, 13, 12), (10,), (5, 11), (8, 8, 9))
"""Places of a reserve, each with cards, two-digit ones on top of most."""
HELD = (10, 11, 12, 13, 15)
LIMITS = server_settings.Limits(
    tables_per_channel=3, tables_per_person=3, lobbies_per_person=1, window=300
)


def named(position: Position, **fields: Any) -> Position:
    """Return a position at a table of people with everyday names."""
    seats = tuple(replace(seat, name=NAMES[seat.index]) for seat in position.table.seats)
    return at_table(position, seats=seats, **fields)


@cache
def played(at: int, seats: int, plies: int) -> Position:
    """Return a game that good players have played for a while, up to the first seat's turn.

    One that is over before is shown at that seat's last turn.
    """
    game, renderer = PAIRS[at]
    rules, found = game.settle(seats, {}), None
    for position in walk(game, renderer, seats, 5, 400, rules, thought):
        turn = game.turn(position.table.state)
        if position.table.status == "playing" and (turn is None or turn.seat == 0):
            found = position
            if position.table.ply >= plies:
                break
    assert found is not None, "it is everybody's turn again and again"
    return named(found)


def crowded(
    *, vote: bool = False, shown: tuple[int, ...] = (), turn: int = 0, **chosen: Any
) -> Position:
    """Return a game of Flinch of four: everybody's reserve is full, and all hold high cards."""
    game, renderer = PAIRS[0]
    position = next(walk(game, renderer, 4, 5, options=game.settle(4, chosen)))
    state = position.table.state
    seats = tuple(replace(each, reserve=FULL, hand=HELD, shown=shown) for each in state.seats)
    state = replace(state, seats=seats, turn=turn, centre=CENTRE)
    asked = Vote(
        accuser=1,
        accused=2,
        reason="7 + 8",
        voters=(100, 101, 103),
        yes=(101,),
        opened=NOW,
        until=NOW,
    )
    fields = {"state": state, "vote": asked if vote else None}
    return replace(named(position, **fields), numbers=(tuple(map(str, HELD)),) * 4)


def over(position: Position) -> Position:
    """Return a game as if its first seat had won."""
    seats = len(position.table.seats)
    return at_table(
        position,
        status="ended",
        end_reason="won",
        outcome=Outcome("won", (0,), tuple(range(1, seats + 1))),
        seed=SEED,
        commitment=COMMITMENT,
        deadline=None,
    )


def call(seat: int, stamp: float) -> CallMade:
    """Return a call by a button."""
    person = 100 + seat
    return CallMade(seat=seat, person=person, notation="C", route="button", stamp=stamp, after=0.8)


def result(seat: int = 0, **fields: Any) -> Result:
    """Return a seat's result of a game of four."""
    values: dict[str, Any] = {
        "table": 12,
        "seat": seat,
        "guild": 3,
        "game": GAMES[0].key,
        "person": 100 + seat,
        "house": None,
        "place": seat + 1,
        "won": seat == 0,
        "unrated": None,
        "ended": NOW,
        "number": 4,
        "rating_before": 11.6,
        "rating_after": 13.5,
        "overall_before": 1.0,
        "overall_after": 2.0,
    }
    return Result(**(values | fields))


@cache
def waiting(*, doubles: bool = False) -> Position:
    """Return a game of Flushed after some moves, with the first seat to act."""
    game, renderer = PAIRS[2]
    for position in walk(game, renderer, 4, 5, options=game.settle(4, {"doubles": doubles})):
        if position.table.ply > 12 and position.table.state.turn == 0:
            return named(position)
    raise AssertionError("it is everybody's turn again and again")


@cache
def first_steps() -> Position:
    """Return the deal of somebody's first game of Flinch, with one bot."""
    game, renderer = PAIRS[0]
    gentle = dict(game.gentle)
    position = named(next(walk(game, renderer, 2, 5, options=game.settle(2, gentle))))
    me, _ = position.table.seats
    seats = (me, Seat(index=1, house="easy", name="1"))
    return at_table(position, chosen=gentle, seats=seats)


def at_table(position: Position, **fields: Any) -> Position:
    """Return a position whose table has these fields."""
    return replace(position, table=replace(position.table, **fields))


def with_seat(position: Position, at: int, **fields: Any) -> Position:
    """Return a position in which one seat has these fields."""
    seats = list(position.table.seats)
    seats[at] = replace(seats[at], **fields)
    return at_table(position, seats=tuple(seats))


def seated(key: str, *seats: Seat, **fields: Any) -> Table:
    """Return a lobby with these seats."""
    game = next(each for each in GAMES if each.key == key)
    chosen = {spec.key: spec.default for spec in game.options} | fields.get("chosen", {})
    lobby_of = {"status": "lobby", "seats": seats, "options": chosen}
    return table(game, len(seats), None, **(lobby_of | fields))


class Gallery:
    """Every kind of screen as one reader sees it.

    Args:
        language: the reader's, and of what everybody reads.
        faces: card faces as emojis, by name; none: cards are text.
        big: one's own cards in big print.
    """

    def __init__(
        self, language: str, faces: Mapping[str, str] | None = None, *, big: bool = False
    ) -> None:
        self.t = translator(language)
        self.look = Look(self.t, faces or {}, big)

    def every(self) -> Shown:
        """Yield all."""
        yield from self.hands()
        yield from self.tables()
        yield from self.lobbies()
        yield from self.ends()
        yield from self.records()
        yield from self.settings()
        yield from self.reading()
        yield from self.lessons()
        yield from self.lines()

    def hands(self) -> Shown:
        """Yield hands while one plays, the fullest with the answer to the last press."""
        laid = Half((flinch.LAY, "5"))
        for name, position, half in (
            ("flinch", crowded(), None),
            ("flinch-laying", crowded(), Half((flinch.LAY,))),
            ("flinch-spot", crowded(), laid),
            ("partners", crowded(partners=True), None),
            ("partners-spot", crowded(partners=True), laid),
            ("partners-vote", crowded(partners=True, vote=True), None),
            ("strict", crowded(conduct="strict", shown=(9, 11), turn=1), None),
            ("flushed", waiting(), None),
            ("flushed-several", waiting(doubles=True), Half((flushed.SEVERAL, "1", "2"))),
            ("flinch-played", played(0, 4, PLIES), None),
            ("flushed-played", played(2, 4, 9), None),
        ):
            last = "" if name.endswith("-played") else self.t("Pick a card first.")
            yield f"hand-{name}", self._hand(position, half, last)

    def _hand(self, position: Position, half: Half | None = None, last: str = "") -> Screen:
        hand = replace(position.hand(0, half=half, last=last), server=SERVER, url=URL)
        return position.renderer.hand(hand, self.look)

    def _public(self, position: Position, **more: Any) -> Screen:
        return position.renderer.public(position.public(**more), self.look)

    def tables(self) -> Shown:
        """Yield tables in the channel: every game, as text and as picture, in every state."""
        for at, (game, renderer) in enumerate(PAIRS):
            position = played(at, min(4, max(game.seat_counts)), PLIES if at == 0 else 9)
            shown = self._public(position)
            yield f"table-{game.key}", shown
            live = at > 0
            yield f"table-{game.key}-watched", frame.watched(shown, URL, self.t, live=live)
            figures = of_table(position.public(), renderer, self.t).figures
            pictured = self._public(position, figures=figures)
            yield f"table-{game.key}-picture", pictured
            yield f"table-{game.key}-no-files", in_words(pictured)
        first = played(0, 4, PLIES)
        kick = Vote(
            kind="kick", accuser=0, accused=1, voters=(100, 102), yes=(100,), opened=NOW, until=NOW
        )
        calls = (call(1, 9.0),)
        yield "table-called", self._public(at_table(first, race=Race(ply=PLIES, calls=calls)))
        left = with_seat(first, 1, away="left", standin="easy")
        yield "table-left", self._public(at_table(left, vote=kick))
        yield "table-paused", self._public(at_table(first, paused=NOW))
        late = f"{NAMES[1]}: {self.t('too late.')}"
        yield "table-aside", self._public(first, aside=late)
        accused = crowded(conduct="strict", vote=True, shown=(9, 11))
        yield "table-accused", self._public(accused)
        yield "table-moved", lobby.moved(first.table, first.renderer, self.t, URL)
        gentle = first_steps()
        for name, shown in (
            ("table-first-game", self._public(gentle)),
            ("hand-first-game", self._hand(gentle)),
        ):
            yield name, first_game.told(shown, gentle.table, *PAIRS[0], self.t)

    def lobbies(self) -> Shown:
        """Yield lobbies, the host's screen, and how a lobby closes."""
        t = self.t
        for game, renderer in PAIRS:
            alone = seated(game.key, Seat(index=0, person=100, name=NAMES[0]))
            yield f"lobby-{game.key}", lobby.draw(alone, game, renderer, self.look)
            yield f"lobby-{game.key}-rules", house_rules.screen(alone, game, renderer, t)
        game, renderer = PAIRS[0]
        pairs = seated(
            game.key,
            Seat(index=0, person=100, name=NAMES[0], opposite=101),
            Seat(index=1, person=101, name=NAMES[1]),
            Seat(index=2, house="hard", name="1"),
            Seat(index=3, invited=103, name=NAMES[3], invited_until=NOW),
            chosen={"partners": True, "conduct": "strict"},
            pace="daily",
        )
        past = (Noted(notes.Declined(104, NAMES[4])), Noted(notes.HostChanged(101, 100)))
        yield "lobby-partners", lobby.draw(pairs, game, renderer, self.look, past)
        yield "lobby-partners-rules", house_rules.screen(pairs, game, renderer, t)
        state = played(0, 4, PLIES).table.state
        begun = replace(pairs, status="playing", state=state, commitment=COMMITMENT)
        yield "lobby-started", lobby.started(begun, game, renderer, t, URL)
        yield "lobby-started-rules", lobby.settled(begun, renderer, t, URL)
        for reason in lobby.CLOSED:
            gone = replace(pairs, status="closed", end_reason=reason)
            yield f"lobby-closed-{reason}", lobby.closed(gone, renderer, t)

    def ends(self) -> Shown:
        """Yield results, what a hand becomes, and what is explained afterwards."""
        t = self.t
        for at, (seats, plies) in enumerate(((4, 150), (2, 30), (4, 40))):
            position, game = over(played(at, seats, plies)), GAMES[at]
            people = tuple(seat.person for seat in position.table.seats)
            rated = notes.Ended("won", tuple(result(seat) for seat in range(2)))
            deeds = [Deed(ply, by, events, people) for ply, by, events in position.deeds]
            sight = position.public(fact=position.renderer.decisive(deeds))
            told = replace(sight, history=(*sight.history, Noted(rated)))
            yield f"result-{game.key}", position.renderer.public(told, self.look)
            if position.renderer.hands:
                yield f"result-{game.key}-hand", self._hand(position)
        first, renderer = over(played(0, 4, PLIES)), RENDERERS[0]
        resigned = with_seat(first, 3, away="resigned", standin="easy")
        yield "result-resigned", self._public(resigned)
        yield "result-ended", self._public(at_table(first, outcome=None, end_reason="voted"))
        yield "result-kept", frame.kept(first.table, renderer, t)
        yield "result-fair", fair_deal.draw(first.table, t)
        yield "result-thread", notifications.result(first.table, renderer, t, URL)
        gentle = over(first_steps())
        shown = self._public(gentle)
        yield "result-first-game", first_game.told(shown, gentle.table, *PAIRS[0], t)
        running = played(0, 4, PLIES).table
        both = (call(0, 9.0), call(1, 9.31))
        note = notes.CallJudged(good=True, calls=both, callers=(0,), tied=(0,), slower=(1,))
        deed = Deed(PLIES, (0,), ())
        race = why.race(note, deed, running, renderer, self.look)
        yield "why-race", why.draw(race, running, renderer, (), t)
        wrong = notes.CallJudged(good=False, calls=both[:1], callers=(0,), tied=(0,))
        lone = why.race(wrong, deed, running, renderer, self.look)
        yield "why-wrong", why.draw(lone, running, renderer, (), t)
        late = why.time_out([deed], running, renderer, self.look, 0)
        yield "why-time-out", why.draw(late, running, renderer, (), t)
        asked = why.penalty(deed, running, renderer, self.look)
        yield "why-penalty", why.draw(asked, first.table, renderer, (result(unrated="house"),), t)
        yield "why-nothing", why.draw((), running, renderer, (), t)
        yield "leave", replies.sure_to_leave(first.table, t)
        yield "resign", replies.sure_to_resign(running, t)
        yield "end", open_tables.sure_to_end(running, renderer, t)
        yield "over-hand-gone", replies.hand_over(TableReason.RESIGNED, t, URL)
        yield "over-hand-deleted", privacy.hand_gone(t)

    def records(self) -> Shown:
        """Yield leaderboards, statistics, lists of games, and a replay."""
        t, (game, renderer) = self.t, PAIRS[0]
        by_key = {each.key: each for each in RENDERERS}
        lines = tuple(
            BoardLine(
                place=place, person=at, name=name, number=32 - 3 * place, games=31 - 3 * at,
                wins=13 - at, streak=at % 4,
            )
            for at, (place, name) in enumerate(zip((1, 2, 3, 4, 5, 5, 5, 8), NAMES, strict=True))
        )  # fmt: skip
        page = BoardPage(lines, replace(lines[0], place=31, person=99, number=3), 40)
        own_page = replace(page, own=lines[4])
        bars = of_bars([Bar(t.ordinal(each.place or 0), each.number) for each in lines])
        for name, shown, picture in (
            ("leaderboard", page, None),
            ("leaderboard-chart", own_page, bars),
            ("leaderboard-empty", BoardPage(), None),
        ):
            wanted = Wanted(game.key, page=1, season="2026-Q3")
            yield name, leaderboard.draw(shown, wanted, renderer, SERVER, t, picture)
        yield "leaderboard-shared", leaderboard.shared(page, wanted, renderer, SERVER, t, bars)
        totals = {
            each.key: Totals(
                game=each.key, played=7, won=1, calls=4 if each.calls else 0,
                right=3 if each.calls else 0, quickest=0.43 if each.calls else None,
            )
            for each in GAMES
        }  # fmt: skip
        ratings = {
            each.key: Rating(
                guild=3, game=each.key, season="", person=1, mu=1, sigma=1, number=14 - at,
                games=5, wins=1, streak=0,
            )
            for at, each in enumerate(GAMES)
        }  # fmt: skip
        met = [Opponent(2, NAMES[1], 6), Opponent(3, "", 1)]
        values = (0.4, 13.6, 9.2, 14.1), (2.1, 4.8, 8.3, 11.2, 13.0), (3.0, 1.1, 6.4, 12.2)
        series = dict(zip(by_key, cycle(values), strict=False))
        plot = of_lines([Line(by_key[key].name, those) for key, those in series.items()])
        own = (totals, ratings, met, series, by_key, t)
        yield "stats", stats.draw(NAMES[0], *own, plot, 100)
        yield "stats-empty", stats.draw(NAMES[0], {}, {}, [], {}, by_key, t, None)
        games = [
            Played(result=result(unrated=why), seats=4, channel=5, thread=None, message=6)
            for why in (None, "house", "often", None) * 3
        ]
        yield "history", history.draw(NAMES[0], 100, games, 0, by_key, t)
        yield "history-empty", history.draw(NAMES[0], 100, [], 0, by_key, t)
        position = played(0, 4, PLIES)
        hands = [renderer.own(position.view(seat), self.look) for seat in range(4)]
        opened = replay.draw(
            ReplayStep(12, PLIES), 90, position.table, self._public(position), t, hands
        )
        yield "replay", opened
        yield "replay-shared", frame.without_controls(opened)
        yield "shared-gone", privacy.share_gone(t)
        mine = self._hand(position)
        yield "replay-hand", replay.draw(ReplayStep(12, PLIES, 0), 90, position.table, mine, t)
        at, flip = next((at, each) for at, (_, each) in enumerate(PAIRS) if not each.hands)
        dealt = played(at, 2, 0)
        yield (
            f"replay-{flip.key}",
            replay.draw(ReplayStep(12, 0), 90, dealt.table, self._public(dealt), t, None),
        )
        yield "replay-log", replay.log(over(position).table, b"{}", t)

    def settings(self) -> Shown:
        """Yield what servers and people choose."""
        t = self.t
        chosen = ServerSettings(channels=(1, 2), barred=(101,), opener=1, window=500)
        for page in range(len(server_settings.PAGES)):
            drawn = server_settings.draw(chosen, page, LIMITS, RENDERERS, t)
            yield f"settings-{page + 1}", drawn
        for game in GAMES:
            kept = presets.with_preset(game, 0, "Club")(ServerSettings())
            for at, preset in enumerate((0, kept.presets[0].id)):
                drawn = presets.draw(kept, game, preset, RENDERERS, t)
                yield f"settings-{game.key}-{at}", drawn
        old = kept.presets[0]
        yield "settings-replace", presets.sure_to_replace(GAMES[2], 0, old, t)
        yield "preferences", preferences.draw(Preferences(), t)
        entries = [
            OpenTable(replace(played(at, seats, plies).table, id=12 + at), RENDERERS[at], URL, turn)
            for at, (seats, plies, turn) in enumerate(((4, PLIES, 0), (2, 9, None), (4, 9, 1)))
        ]
        yield "tables", open_tables.draw(entries, 0, t)
        yield "tables-none", open_tables.draw((), 0, t)
        yield "tables-end", open_tables.ask(entries[0].table, RENDERERS[0], 0, t)
        yield "privacy", privacy.draw(90, t)
        yield "mydata", privacy.exported({"seats": [{"table": 12}]}, t)
        yield "mydata-delete", privacy.ask(100, 2, t)
        yield "mydata-deleted", privacy.deleted(t)
        yield "mydata-kept", privacy.kept(t)
        lacking = permissions.sentences(permissions.NEEDS, t)
        yield "check", plain("\n".join(lacking))

    def reading(self) -> Shown:
        """Yield help and every page of the rules, with its pictures."""
        t = self.t
        yield "help", help_screen.draw(RENDERERS, t)
        yield "help-dm", help_screen.draw(RENDERERS, t, direct=True)
        yield "rules", rules.which(RENDERERS, t)
        for game, renderer in PAIRS:
            for number, page in enumerate(rules.pages(game, renderer, None, t)):
                figures = [each.figures for each in of_page(game, renderer, page, t)]
                drawn = rules.draw(game, renderer, number, None, t, figures)
                yield f"rules-{game.key}-{number + 1}", drawn
            seats = max(game.seat_counts)
            here = table(game, seats, None, options=game.settle(seats, {}))
            yield f"rules-{game.key}-table", rules.draw(game, renderer, 1, here, t)

    def lessons(self) -> Shown:
        """Yield every step of the lessons, the first with the answer to a wrong press."""
        yield "learn", learn.which(RENDERERS, self.t)
        for game, renderer in PAIRS:
            steps = renderer.lesson.steps if renderer.lesson is not None else ()
            for step in range(len(steps)):
                said = self.t("Pick a card first.") if step % 2 else ""
                spot = Spot(step, said=said)
                drawn = learn.draw(game, renderer, spot, NAMES[0], self.look)
                yield f"learn-{game.key}-{step + 1}", drawn

    def lines(self) -> Shown:
        """Yield single lines: notices, answers, refusals, errors."""
        t, position, renderer = self.t, played(0, 4, PLIES), RENDERERS[0]
        here = position.table
        yield "notice-turn", notifications.your_turn(here, t, URL)
        yield "notice-reminder", notifications.reminder(here, t, URL)
        for undelivered, sent in (((), True), ((100,), True), ((100,), False)):
            drawn = notifications.hands(here, t, undelivered, sent=sent)
            assert drawn is not None
            yield f"notice-hands-{len(undelivered)}-{sent}", drawn
        yield "notice-invited", notifications.invited(here, renderer, t, (100, 101), URL)
        yield "notice-thread", notifications.gathered(here, t, (100, 101))
        yield "notice-gave-way", notifications.gave_way(here, renderer, t, URL)
        yield "notice-back", notifications.unarchived(here, t)
        yield "notice-unseen", notifications.stands_still(here, renderer, t)
        yield "notice-unreadable", notifications.unreadable(here, t, "4F2A")
        yield "answer-opened", replies.opened(here, t, URL)
        yield "answer-no-game", replies.no_game(renderer, t)
        several = [
            (replace(here, id=number), renderer, f"Flinch {number}", URL) for number in (12, 13)
        ]
        yield "answer-which", replies.which(several, t)
        yield "answer-which-call", replies.which(several, t, call=True)
        names = (here, t)
        said = [
            replies.begun(*names), replies.seated(*names), replies.stood_up(*names),
            replies.went(*names), replies.resigned(*names), replies.ended(*names),
            replies.removed(here, 1, t), replies.put_to_vote(t),
            replies.no_table(t), replies.no_table(t, ended=True), replies.no_table(t, here),
            replies.no_hand(RENDERERS[1], t),
            replies.moved(URL, t), replies.hand_is_there(URL, t), replies.clear(t),
            replies.same_name(NAMES[:2], t), notifications.unshown(t),
            replies.sentence(Late(here), t), replies.sentence(Slower(here, 0.2), t),
            share.done(URL, t), share.gone(t), share.may_not_write(t), share.cannot_write(t),
            share.elsewhere(1, t), share.again(NOW, t),
        ]  # fmt: skip
        sources = RENDERERS[0].sources(position.view(0), position.numbers[0], t)
        said += [replies.which_card(sources[:2], t), replies.example(sources[1], t)]
        yield "answer-sentences", plain("\n".join(said))
        details = {"role": "@", "seats": 3, "needed": 4, "possible": (4, 6), "table": 12}
        details |= {"error": "4F2A", "limit": 3, "host": 101, "channels": (102, 103)}
        whole = [refusals.sentence(reason, details, t) for reason in TableReason]
        whole += [refusals.sentence(reason, {}, t) for reason in BROAD]
        unfit = [Refusal.of(Refused(each)) for each in (DOES_NOT_FIT, OTHER_PILE)]
        whole += [replies.sentence(each, t, card="10♥") for each in unfit]
        whole += [refusals.stale(t), refusals.missed(t)]
        whole += [refusals.unknown(t), refusals.unexpected("4F2A", t)]
        half = len(whole) // 2
        yield "error-1", plain("\n".join(whole[:half]))
        yield "error-2", plain("\n".join(whole[half:]))
        told = [
            told
            for note in (
                notes.TimedOut(1), notes.Forced(1), notes.CallLate((0, 2)), notes.CallVoided((3,)),
                notes.VoteClosed(2, "passed"), notes.VoteClosed(2, "failed"),
                notes.ActHeld(0, NOW + timedelta(seconds=3)), notes.StoodIn(1), notes.Returned(1),
                notes.WentAway(1, "left"), notes.SatIn(1), notes.Resumed(),
                notes.Restored(12.0), notes.RematchOpened(13), notes.InvitationsOver((5, 6)),
                notes.Uninvited(5, NAMES[2]),
            )
            if (told := frame.happened((Noted(note),), here, renderer, self.look))
        ]  # fmt: skip
        yield "happened", plain("\n".join(line for each in told for line in each))

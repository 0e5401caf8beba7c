"""FLIP: the house players."""

from random import Random
from statistics import mean

import pytest

from engine.api import LEVELS, Level, Thought
from engine.games.flip.house import SKILLS
from engine.games.flip.view import FlipView
from tests.bench.strength import measure
from tests.engine.flip.tables import FLIP, dealt, under_way

ROW = "2H 2S 2D 2C"


def thoughts(level: Level, view: FlipView, *, tries: int = 400) -> list[tuple[Thought, ...]]:
    """Return what a house player at seat 0 intends, again and again."""
    chance = Random(4)
    return [FLIP.think(level, 0, None, view, chance) for _ in range(tries)]


@pytest.mark.parametrize("level", LEVELS)
def test_it_does_nothing_before_the_reveal_and_after_the_end(level: Level) -> None:
    """P-10, P-26: no thought while nothing is possible."""
    game = dealt("8C 3C 4C 5C 9C", "2D 3D 4D 5D 9D")
    assert FLIP.think(level, 0, None, FLIP.view(game.state, 0), Random(1)) == ()
    game = under_way("9C", "5D", ("8C - - -", ROW))
    game.do("0:1L")
    assert FLIP.think(level, 1, None, FLIP.view(game.state, 1), Random(1)) == ()


@pytest.mark.parametrize("level", LEVELS)
def test_it_plays_what_fits(level: Level) -> None:
    """P-12: every play intended is accepted, and all that fit occur."""
    game = under_way("9C", "5D", ("8C 2S 4D 6C", ROW))
    intended = {t.notation for some in thoughts(level, FLIP.view(game.state, 0)) for t in some}
    assert intended <= {"1L", "3R", "4R"}
    assert level == "hard" or intended == {"1L", "3R", "4R"}


@pytest.mark.parametrize("level", LEVELS)
def test_its_times_are_human(level: Level) -> None:
    """`experience.md` section 5: never below the floor, on the average as documented."""
    skill = SKILLS[level]
    game = under_way("9C", "5D", ("8C 2S 4D 6C", ROW))
    plays = [t.delay for some in thoughts(level, FLIP.view(game.state, 0)) for t in some]
    assert min(plays) >= skill.play.floor >= 0.4
    assert mean(plays) == pytest.approx(skill.play.mean + skill.play.tail, rel=0.1)
    assert skill.pair.floor >= 0.35


def test_the_better_level_is_quicker() -> None:
    """`experience.md` section 5: easy, normal and hard differ in pace."""
    game = under_way("9C", "5D", ("8C 2S 4D 6C", ROW))
    view = FLIP.view(game.state, 0)
    paces = [mean(t.delay for some in thoughts(level, view) for t in some) for level in LEVELS]
    assert paces == sorted(paces, reverse=True)


def test_who_is_ahead_takes_it_easy() -> None:
    """Each card ahead makes a house player a fifth slower, up to eight; behind nothing changes."""
    even, two, ten = (
        mean(t.delay for some in thoughts("normal", view) for t in some)
        for view in (ahead(0), ahead(2), ahead(10))
    )
    assert two == pytest.approx(1.4 * even)
    assert ten == pytest.approx(2.6 * even)
    assert mean(t.delay for some in thoughts("normal", ahead(-3)) for t in some) == even


def ahead(cards: int) -> FlipView:
    """Return what seat 0 sees when it has so many cards fewer than seat 1."""
    mine, others = " ".join(["AH"] * max(-cards, 0)), " ".join(["AH"] * max(cards, 0))
    game = under_way("9C", "5D", ("8C 2S 4D 6C", ROW), (mine, others))
    return FLIP.view(game.state, 0)


@pytest.mark.parametrize("level", LEVELS)
def test_it_calls_a_pair_it_sees(level: Level) -> None:
    """P-20: always at last, and while it has seen the pair it does not cover it."""
    game = under_way("9C", "9D", ("8C 2S 4D 6C", ROW))
    seen = thoughts(level, FLIP.view(game.state, 0))
    assert all(some[0].notation == "FLIP" for some in seen)
    overlooked = sum(len(some) == 2 for some in seen) / len(seen)
    assert overlooked == pytest.approx(SKILLS[level].overlooks, abs=0.06)


@pytest.mark.parametrize("level", LEVELS)
def test_it_calls_only_pairs_but_for_a_slip(level: Level) -> None:
    """`identical = exact`: a near-pair is called now and then by easy and normal, once a sight."""
    game = under_way("9C", "9D", (ROW, ROW), identical="exact")
    view = FLIP.view(game.state, 0)
    called = sum(len(some) for some in thoughts(level, view)) / 400
    assert called == pytest.approx(SKILLS[level].mistakes, abs=0.04)
    again = [FLIP.think(level, 0, view, view, Random(n)) for n in range(200)]
    assert not any(again)
    plain = under_way("9C", "TD", (ROW, ROW))
    assert not any(thoughts(level, FLIP.view(plain.state, 0)))


def test_it_is_ready_for_what_it_was_looking_at() -> None:
    """A play that was there before the last change takes less time, never less than the floor."""
    game = under_way("9C", "KD", ("8C 2S 2D 4C", "QH QS 2H 2H"))
    before = FLIP.view(game.state, 0)
    game.do("1:1R")
    after = FLIP.view(game.state, 0)
    for level in LEVELS:
        fresh = [FLIP.think(level, 0, None, after, Random(n))[0].delay for n in range(200)]
        ready = [FLIP.think(level, 0, before, after, Random(n))[0].delay for n in range(200)]
        assert mean(ready) < mean(fresh)
        assert min(ready) >= SKILLS[level].play.floor


def test_hard_keeps_its_joker_for_need() -> None:
    """A joker fits always; hard plays it when nothing else fits."""
    game = under_way("9C", "5D", ("XR 8C 2D 2C", ROW))
    seen = {t.notation for some in thoughts("hard", FLIP.view(game.state, 0)) for t in some}
    assert seen == {"2L"}


def test_hard_prefers_the_play_that_leaves_more_to_play() -> None:
    """8 on 9 opens the way for the 7; 4 on 5 opens none."""
    game = under_way("9C", "5D", ("8C 7S 4D QC", ROW.replace("2C", "KC")))
    seen = {t.notation for some in thoughts("hard", FLIP.view(game.state, 0)) for t in some}
    assert seen == {"1L"}


def test_thinking_depends_on_the_view_and_its_own_luck_alone() -> None:
    """The same view and generator give the same thoughts."""
    game = under_way("9C", "5D", ("8C 2S 4D 6C", ROW), ("3H", "4H"))
    other = under_way("9C", "5D", ("8C 2S 4D 6C", ROW), ("4H", "3H"))
    for level in LEVELS:
        first = FLIP.think(level, 0, None, FLIP.view(game.state, 0), Random(9))
        assert first == FLIP.think(level, 0, None, FLIP.view(other.state, 0), Random(9))


@pytest.mark.parametrize(("better", "other"), [("normal", "easy"), ("hard", "normal")])
def test_the_better_level_wins_clearly_but_not_always(better: Level, other: Level) -> None:
    """Sixty fixed games: three of five at least, nine of ten at most."""
    assert 0.6 <= measure(FLIP, 2, better, other, 60).rate <= 0.9

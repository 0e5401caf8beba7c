"""Ratings: what a game that ends does to them, in the transaction that ends it.

See `experience.md` section 7 and `docs/ratings.md`. The model is openskill's Plackett-Luce; its
`tau` is 0: no uncertainty is added between games, so a win alone never lowers what is shown.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from bot.db.changes import Rated, ratings_change
from bot.db.records import ALWAYS, EVERYWHERE, Rating, Result, Unrated
from bot.db.stats import StatsReader
from bot.records.seasons import season_of

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


@cache
def model() -> "PlackettLuce":
    """Return openskill's model, which is loaded with the first rated game."""
    from openskill.models import PlackettLuce

    return PlackettLuce(tau=0.0)


class Skill(Struct, frozen=True):
    """openskill's figures for one person; the defaults are a beginner's."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def exact(self) -> float:
        """The rating before it is rounded: what somebody plays at least like, almost surely."""
        return self.mu - 3 * self.sigma

    @property
    def number(self) -> int:
        """The rating as shown: rounded, never clamped."""
        return round(self.exact)


class Side(Struct, frozen=True):
    """Who play together, and how they came out.

    Attributes:
        seats: one or two.
        place: 1 the best, equal places shared.
        won: whether this side won, shared wins included.
    """

    seats: tuple[int, ...]
    place: int
    won: bool


def after_game(sides: Sequence[Side], skills: Mapping[int, Skill]) -> dict[int, Skill]:
    """Return everybody's figures after a game, by seat.

    They are openskill's own, but for one case: of several sides that win together the model would
    lower a stronger one. A win never lowers a rating, so that side keeps what it had.
    """
    rater = model()
    teams = [
        [rater.rating(mu=skills[seat].mu, sigma=skills[seat].sigma) for seat in side.seats]
        for side in sides
    ]
    rated = rater.rate(teams, ranks=[float(side.place) for side in sides])
    after: dict[int, Skill] = {}
    for side, team in zip(sides, rated, strict=True):
        for seat, rating in zip(side.seats, team, strict=True):
            new, old = Skill(rating.mu, rating.sigma), skills[seat]
            after[seat] = old if side.won and new.exact < old.exact else new
    return after


PER_DAY = 5
"""Rated games a UTC day that the same people can have with one another."""

Board = tuple[int, str]
"""A server (or everywhere) and a season (or all of them)."""


class Ratings:
    """Rates games for the boards they count for: server and everywhere, season and all time.

    Args:
        reader: reads what is stored.
    """

    def __init__(self, reader: StatsReader) -> None:
        self._reader = reader
        self.lock = asyncio.Lock()

    async def rate(self, results: tuple[Result, ...]) -> Rated:
        """Return a game's results with ratings before and after, or with why there are none."""
        sides = sides_of(results)
        results = tuple(_with_partners(result, results) for result in results)
        if not any(result.unrated is None for result in results):
            return Rated(results)
        reason = await self._against(results)
        if reason is not None:
            return Rated(tuple(_unrated(result, reason) for result in results))
        return await self._rated(results, sides)

    async def _against(self, results: Sequence[Result]) -> Unrated | None:
        """Return what outside the game keeps it from being rated."""
        guild = results[0].guild
        if guild is not None and not await self._reader.rates(guild):
            return "server"
        people = frozenset(result.person for result in results if result.person is not None)
        day = results[0].ended.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        if await self._reader.rated_together(people, day) >= PER_DAY:
            return "often"
        return None

    async def _rated(self, results: tuple[Result, ...], sides: Sequence[Side]) -> Rated:
        first = results[0]
        people = [result.person for result in results if result.person is not None]
        boards = boards_of(first)
        stored = await self._reader.ratings(
            first.game, {guild for guild, _ in boards}, {season for _, season in boards}, people
        )
        ratings: list[Rating] = []
        for board in boards:
            before = {
                result.seat: _of(board, result, stored)
                for result in results
                if result.person is not None
            }
            after = _after(results, sides, before)
            ratings += after.values()
            if board[1] == ALWAYS:
                results = _noted(results, before, after, everywhere=board[0] == EVERYWHERE)
        return Rated(results, ratings_change(ratings))


def boards_of(result: Result) -> tuple[Board, ...]:
    """Return the boards a game counts for."""
    guilds = (EVERYWHERE,) if result.guild is None else (result.guild, EVERYWHERE)
    return tuple(
        (guild, season) for guild in guilds for season in (ALWAYS, season_of(result.ended))
    )


def sides_of(results: Sequence[Result]) -> tuple[Side, ...]:
    """Return who played together, in order of seats; a side one of whom left comes last."""
    teams: dict[int, list[Result]] = {}
    for result in results:
        teams.setdefault(result.team, []).append(result)
    keys = {
        team: (any(one.left for one in members), min(one.place for one in members))
        for team, members in teams.items()
    }
    keys = {team: (left, 0 if left else place) for team, (left, place) in keys.items()}
    return tuple(
        Side(
            seats=tuple(one.seat for one in members),
            place=1 + sum(other < keys[team] for other in keys.values()),
            won=any(one.won for one in members) and not keys[team][0],
        )
        for team, members in teams.items()
    )


def _with_partners(result: Result, results: Sequence[Result]) -> Result:
    """Return the result of somebody whose partner left as unrated."""
    left = any(other.left for other in results if other.team == result.team)
    return _unrated(result, "partner") if left and not result.left else result


def _unrated(result: Result, reason: Unrated) -> Result:
    return result if result.unrated else structs.replace(result, unrated=reason)


def _of(board: Board, result: Result, stored: Mapping[tuple[int, str, int], Rating]) -> Rating:
    """Return a person's rating for a board; a beginner's if there is none."""
    assert result.person is not None, "a person's rating"
    guild, season = board
    beginner = Skill()
    return stored.get((guild, season, result.person)) or Rating(
        guild=guild,
        game=result.game,
        season=season,
        person=result.person,
        mu=beginner.mu,
        sigma=beginner.sigma,
        number=beginner.number,
        games=0,
        wins=0,
        streak=0,
    )


def _after(
    results: Sequence[Result], sides: Sequence[Side], before: Mapping[int, Rating]
) -> dict[int, Rating]:
    """Return the ratings of those the game counts for, by seat.

    Everybody who played is part of the sum, also a partner whose own rating stays as it is.
    """
    skills = {
        result.seat: Skill(before[result.seat].mu, before[result.seat].sigma)
        if result.seat in before
        else Skill()
        for result in results
    }
    new = after_game(sides, skills)
    return {
        result.seat: structs.replace(
            before[result.seat],
            mu=new[result.seat].mu,
            sigma=new[result.seat].sigma,
            number=new[result.seat].number,
            games=before[result.seat].games + 1,
            wins=before[result.seat].wins + result.won,
            streak=before[result.seat].streak + 1 if result.won else 0,
        )
        for result in results
        if result.unrated is None
    }


def _noted(
    results: tuple[Result, ...],
    before: Mapping[int, Rating],
    after: Mapping[int, Rating],
    *,
    everywhere: bool,
) -> tuple[Result, ...]:
    """Return the results with what the game did to a board of all seasons."""
    noted = []
    for result in results:
        if result.seat in after:
            old, new = before[result.seat], after[result.seat]
            exact = Skill(old.mu, old.sigma).exact, Skill(new.mu, new.sigma).exact
            if everywhere:
                result = structs.replace(
                    result, number=new.games, overall_before=exact[0], overall_after=exact[1]
                )
            else:
                result = structs.replace(result, rating_before=exact[0], rating_after=exact[1])
        noted.append(result)
    return tuple(noted)

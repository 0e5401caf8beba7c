"""`/leaderboard` in its simplest true form: wins and games, from stored results."""

from collections.abc import Iterable

from msgspec import Struct

from bot.db.reading import Reader
from bot.db.values import Score


class Standing(Struct, frozen=True, kw_only=True):
    """One line of a leaderboard. `name` as last seen, neither cut nor escaped; may be empty."""

    place: int
    person: int
    name: str
    wins: int
    games: int


async def leaderboard(reader: Reader, game: str, guild: int | None) -> tuple[Standing, ...]:
    """Return everybody who finished a game: of one server, or everywhere (None), best first.

    Raises:
        StorageError: the database cannot be read now.
    """
    scores = await reader.scores(game, guild)
    known = await reader.people([score.person for score in scores], guild or 0)
    names = {person: entry.name for person, entry in known.items()}
    return ranked(scores, names)


def ranked(scores: Iterable[Score], names: dict[int, str]) -> tuple[Standing, ...]:
    """Return the scores with their places, equal ones shared and the next ones skipped (1, 1, 3).

    Most wins first, with equal wins the fewer games; who is equal in both shares a place, and the
    order behind it is that of ids, so that a page never shuffles.
    """
    ordered = sorted(scores, key=lambda score: (-score.wins, score.games, score.person))
    standings: list[Standing] = []
    for at, score in enumerate(ordered, 1):
        last = standings[-1] if standings else None
        shared = last is not None and (last.wins, last.games) == (score.wins, score.games)
        standings.append(
            Standing(
                place=last.place if last is not None and shared else at,
                person=score.person,
                name=names.get(score.person, ""),
                wins=score.wins,
                games=score.games,
            )
        )
    return tuple(standings)

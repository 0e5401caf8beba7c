"""What a game does to ratings: openskill's Plackett-Luce model, and what is shown of it. Pure.

`tau` is 0: no uncertainty is added between games, so a win alone never lowers what is shown
(`docs/ratings.md`).
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

MODEL = PlackettLuce(tau=0.0)


class Skill(Struct, frozen=True):
    """openskill's figures for one person; the defaults are a beginner's."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

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
    teams = [
        [MODEL.rating(mu=skills[seat].mu, sigma=skills[seat].sigma) for seat in side.seats]
        for side in sides
    ]
    rated = MODEL.rate(teams, ranks=[float(side.place) for side in sides])
    after: dict[int, Skill] = {}
    for side, team in zip(sides, rated, strict=True):
        for seat, rating in zip(side.seats, team, strict=True):
            new, old = Skill(rating.mu, rating.sigma), skills[seat]
            after[seat] = old if side.won and new.exact < old.exact else new
    return after

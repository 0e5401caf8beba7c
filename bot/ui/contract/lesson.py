"""What the lesson of a game is made of (`/learn`); each game's package writes its own.

A lesson is a game of the real rules with a stacked deck, in which every step waits for one action
of the learner, so the number of the step tells the whole position.
"""

from collections.abc import Mapping

from msgspec import Struct

from engine.api import OptionValue

LEARNER = 0
"""The seat of whoever learns; the others are house players."""


class Act(Struct, frozen=True):
    """An action of the script: who (nobody: the table itself) and its notation."""

    by: tuple[int, ...]
    notation: str


class LessonStep(Struct, frozen=True):
    """One thing to understand. Texts are in English, for the catalogues.

    Places to fill in: the names of the seats (`{me}`, `{one}`, `{two}` …), in `task` also `{press}`
    (what to press, by its label).

    Attributes:
        text: what has happened and what it means, in short sentences.
        task: what to do now; "" where there is only something to read.
        wanted: the action that leads on; "" where reading on does.
        then: what happens after it, before the next step: the house players' and the table's acts.
        hints: what is said, instead of the task again, to who does one of these actions instead.
    """

    text: str
    task: str = ""
    wanted: str = ""
    then: tuple[Act, ...] = ()
    hints: Mapping[str, str] = {}


class Lesson(Struct, frozen=True):
    """A game's script.

    Attributes:
        seats: how many play, the learner at `LEARNER`.
        front: the cards on top of the stacked deck, in notation; the rest comes in any order.
        steps: from the first to the last, which wants nothing and leads on to a real table.
        chosen: house rules other than the usual ones.
        dealer: who deals, in games with dealers.
    """

    seats: int
    front: tuple[int | str, ...]
    steps: tuple[LessonStep, ...]
    chosen: Mapping[str, OptionValue] = {}
    dealer: int | None = None

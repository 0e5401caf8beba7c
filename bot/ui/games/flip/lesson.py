"""The lesson of FLIP: the first plays, a pair, a false FLIP, new cards, and the end of a game.

Untimed: the house player plays only between the learner's presses. A game of 108 cards would be
long, so the middle of it is skipped: both play on as the script says.
"""

from collections.abc import Iterator
from itertools import chain

from bot.locale import mark
from bot.ui.contract.lesson import LEARNER, Act, Lesson, LessonStep
from engine.cards import RANKS, Card, french_deck, rank_of

HOUSE = 1
PLAY = mark("Press {press}.")
AHEAD, REPLIES = 42, 25
"""Plays of the learner and of the house player that are skipped."""

LEARNERS = (
    *("6C", "5H", "9D", "KD", "5D"),
    *("XR", "TD", "5S", "2S", "4H", "3H", "7S"),
    *("8D", "6H", "7D", "8C"),
)
"""Four open cards and the one in the middle, what fills their places up to the pair and the new
middle card after it, then the four new open cards."""
HOUSES = (
    *("QC", "JH", "TS", "3C", "AS"),
    *("4D", "2D", "9H", "QD"),
    *("KS", "2C", "JC", "9C"),
)
"""The same of the house player."""


def cards() -> Iterator[Card]:
    """Yield the whole deck in the order of the deal, which goes back and forth.

    Behind the cards named above each stock goes up by one, the learner's from 9, the other from
    ace, so that what is skipped is always possible; a joker ends the learner's.
    """
    rest = list(french_deck(2, jokers=True))
    for card in chain(LEARNERS, HOUSES):
        rest.remove(card)
    joker = _taken("X", rest)
    half = len(french_deck(2, jokers=True)) // 2
    rising = [_taken(rank, rest) for rank in _from("9", half - len(LEARNERS) - 1)]
    learners = (*LEARNERS, *rising, joker)
    replies = [_taken(rank, rest) for rank in _from("A", REPLIES)]
    houses = (*HOUSES, *replies, *rest)
    return chain.from_iterable(zip(learners, houses, strict=True))


def _from(rank: str, count: int) -> Iterator[str]:
    """Yield that many ranks upwards, after the king the ace."""
    first = RANKS.index(rank)
    return (RANKS[at % len(RANKS)] for at in range(first, first + count))


def _taken(rank: str, rest: list[Card]) -> Card:
    """Take a card of a rank out of the rest."""
    card = next(card for card in rest if rank_of(card) == rank)
    rest.remove(card)
    return card


def house(*notations: str) -> tuple[Act, ...]:
    """Return acts of the house player."""
    return tuple(Act((HOUSE,), notation) for notation in notations)


def skipped() -> Iterator[Act]:
    """Yield what is skipped: each goes up on a pile of their own; the learner is the quicker."""
    own, other = Act((LEARNER,), "1L"), Act((HOUSE,), "1R")
    alone = AHEAD + 1 - REPLIES
    yield from [own] * alone
    last = [own] * (AHEAD - alone) + [Act((LEARNER,), "2L")]
    yield from chain.from_iterable((other, mine) for mine in last)


PLAYS = (
    LessonStep(
        mark(
            "FLIP is for two, and there are **no turns**: in a real game you both play at "
            "once, as fast as you can. Here {one} waits for you, so take your time.\n"
            "You share two piles in the middle. You have a stock and a row of four cards "
            "below the middle; {one} has the same above it. In a real game yours can be "
            "the upper row: the name next to the stock says whose it is.\n"
            "**The goal: be the first with no cards left, neither face up nor in your "
            "stock.**\n"
            "All cards are still face down. Next they turn up."
        ),
        then=(Act((), "G"),),
    ),
    LessonStep(
        mark(
            "A card fits in the middle if it's **one higher or one lower** than the card "
            "there; the same rank doesn't fit. The suit doesn't matter.\n"
            "Your cards are 1 to 4 from left to right; ⬅️ plays on the left pile, ➡️ on "
            "the right. Your card 1 is a 6: it fits on the 5 of the left pile.\n"
            "-# In a real game the reaction 1️⃣ does the same: it finds the pile for you."
        ),
        PLAY,
        "1L",
    ),
    LessonStep(
        mark(
            "A new card came from your stock: a joker, more on that soon. While your stock "
            "lasts, you always have four face-up cards.\n"
            "Now one lower: your card 2 is a 5, and it fits on the 6."
        ),
        PLAY,
        "2L",
    ),
    LessonStep(
        mark(
            "You can play on both piles, whoever put the card there.\n"
            "The ranks go round in a circle: **the ace follows the king, and the 2 follows "
            "the ace**. So your card 4, the king, fits on the ace of the right pile."
        ),
        PLAY,
        "4R",
        house("1R"),
    ),
    LessonStep(
        mark(
            "{one} put a queen on your king. Now your card 1, the joker: **a joker fits on "
            "any card, and any card fits on a joker.**"
        ),
        PLAY,
        "1L",
    ),
    LessonStep(
        mark("You can play anything on the joker. Take your card 3, the 9."),
        PLAY,
        "3L",
        house("2R", "3R"),
    ),
)

PAIR = (
    LessonStep(
        mark(
            "{one} played a jack and a 10 on the right pile.\n"
            "Your card 2, also a 10, fits on the 9 of the left pile. Play it, then look at "
            "both cards in the middle."
        ),
        PLAY,
        "2L",
    ),
    LessonStep(
        mark(
            "**The middle shows two tens. That's a pair, and the first to call FLIP! wins "
            "it.** The suit doesn't matter here either.\n"
            "Two jokers are a pair too; a joker and another card aren't."
        ),
        PLAY,
        "FLIP",
    ),
    LessonStep(
        mark(
            "You were first, so {one} had to put both piles, 11 cards, under the stock. "
            "Had {one} been first, they'd be yours.\n"
            "Then you both put a new card in the middle: a 7 and a queen, no pair. What "
            "happens if you call too fast? Try it once, on purpose."
        ),
        PLAY,
        "FLIP",
    ),
    LessonStep(
        mark(
            "That was a wrong FLIP! In a real game you couldn't play or call for three "
            "seconds. Here you go on at once.\n"
            "Now look at the cards: your 2, 3, 4 and 5 fit neither on the 7 nor on the "
            "queen. {one} can't play either. **When nobody can play, you both put your "
            "face-up cards under your stock and lay out four new ones.** In a real game "
            "it's automatic after three seconds."
        ),
        then=(Act((), "S"),),
    ),
)

END = (
    LessonStep(
        mark("New cards for both of you. Go on: your card 1, an 8, fits on the 7."),
        PLAY,
        "1L",
        tuple(skipped()),
    ),
    LessonStep(
        mark(
            "**We've skipped a few minutes**: you both played on like that.\n"
            "Your stock is gone, so empty places stay empty. You have two cards left, and "
            "the 7 fits on the 6."
        ),
        PLAY,
        "3L",
    ),
    LessonStep(
        mark(
            "Your last card fits too. With no cards left you win at once, even if the last "
            "one makes a pair."
        ),
        PLAY,
        "4L",
    ),
    LessonStep(
        mark(
            "**You've won, and now you know FLIP.** For a real game:\n"
            "- On the table the reactions 1️⃣ 2️⃣ 3️⃣ 4️⃣ play your cards and 🖐️ calls "
            "FLIP!; the buttons do the same.\n"
            "- If a card fits on both piles, the last ⬅️ or ➡️ you pressed decides; if you "
            "pressed neither, it goes left.\n"
            "- A card on a pair breaks it: then it's too late for FLIP!\n"
            "Now a real game: **Play FLIP** opens a table in a server, and **{shared:Play "
            "with bots}** there starts right away. You can also type /play flip. **Rules** has "
            "everything page by page, house rules too."
        ),
    ),
)

LESSON = Lesson(seats=2, front=tuple(cards()), steps=(*PLAYS, *PAIR, *END))

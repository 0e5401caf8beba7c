"""The lesson of FLIP: the first plays, a pair, a false FLIP, new cards, and the end of a game.

Untimed: the house player plays only between the learner's presses. A game of 108 cards would be
long, so the middle of it is skipped: both play on as the script says.
"""

from collections.abc import Iterator
from itertools import chain

from bot.locale import mark
from bot.ui.contract.lesson import LEARNER, Act, Lesson, Step
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
    Step(
        mark(
            "FLIP is for two, and it has **no turns**: in a real game both play at the same time, "
            "as fast as they can. Here {one} waits for you, so take your time.\n"
            "In the middle are two piles, for both of you. You have a stock and a row of four "
            "cards, below the middle; {one} has the same above it. In a real game yours may be "
            "the upper row: the name beside the stock tells whose it is.\n"
            "**The aim: be the first to have no cards left, neither open nor in your stock.**\n"
            "All cards still lie face down. Now they are turned up."
        ),
        then=(Act((), "G"),),
    ),
    Step(
        mark(
            "A card fits in the middle if it is **one higher or one lower** than the card there; "
            "the same one does not fit. The suit does not matter.\n"
            "Your cards have the numbers 1 to 4 from left to right; a button with ⬅️ plays on the "
            "left pile, one with ➡️ on the right. Your card 1 is a 6: it fits on the 5 of the left "
            "pile.\n"
            "-# In a real game the reaction 1️⃣ does the same: it finds the pile that takes the card."
        ),
        PLAY,
        "1L",
    ),
    Step(
        mark(
            "From your stock a new card came at once: a joker, of which more soon. While your "
            "stock lasts, you always have four open cards.\n"
            "And now one lower: your card 2 is a 5, it fits on the 6."
        ),
        PLAY,
        "2L",
    ),
    Step(
        mark(
            "You may play on both piles, no matter who put the card there.\n"
            "The ranks go round in a circle: **the ace comes after the king, and the 2 after the "
            "ace**. So your card 4, the king, fits on the ace of the right pile."
        ),
        PLAY,
        "4R",
        house("1R"),
    ),
    Step(
        mark(
            "{one} has put a queen on your king. Now your card 1, the joker: **a joker fits on "
            "every card, and every card fits on a joker.**"
        ),
        PLAY,
        "1L",
    ),
    Step(
        mark("On the joker you may play whatever you like. Take your card 3, the 9."),
        PLAY,
        "3L",
        house("2R", "3R"),
    ),
)

PAIR = (
    Step(
        mark(
            "{one} has played a jack and a 10 on the right pile.\n"
            "Your card 2, also a 10, fits on the 9 of the left pile. Play it, and look at both "
            "cards in the middle."
        ),
        PLAY,
        "2L",
    ),
    Step(
        mark(
            "**Both cards in the middle are alike: two tens. That is a pair, and whoever is the "
            "first to call FLIP! wins it.** The suit does not matter here either.\n"
            "Two jokers are a pair, too; a joker and another card are none."
        ),
        PLAY,
        "FLIP",
    ),
    Step(
        mark(
            "You were first, so {one} had to put both piles, 11 cards, under the stock. The other "
            "way round it would have been you.\n"
            "Then both of you have put a new card in the middle: a 7 and a queen, no pair. What "
            "happens to somebody who calls too hastily? Try it, once, on purpose."
        ),
        PLAY,
        "FLIP",
    ),
    Step(
        mark(
            "That was a false FLIP! In a real game you could now neither play nor call for three "
            "seconds. Here you go on at once.\n"
            "Now look at the cards: your 2, 3, 4 and 5 fit neither on the 7 nor on the queen. "
            "{one} cannot play either. **When nobody can play, both put their open cards under "
            "their stock and lay out four new ones.** In a real game that comes by itself after "
            "three seconds."
        ),
        then=(Act((), "S"),),
    ),
)

END = (
    Step(
        mark("New cards for both, and on it goes: your card 1, an 8, fits on the 7."),
        PLAY,
        "1L",
        tuple(skipped()),
    ),
    Step(
        mark(
            "**Now we have skipped some minutes**: both have played on like that.\n"
            "Your stock is used up, so nothing fills empty places any more. Two cards are all you "
            "have left, and the 7 fits on the 6."
        ),
        PLAY,
        "3L",
    ),
    Step(
        mark(
            "Your last card fits, too. Whoever has none left has won at once, even if the last "
            "card makes a pair."
        ),
        PLAY,
        "4L",
    ),
    Step(
        mark(
            "**You have won, and you know FLIP now.** Remember for a real game:\n"
            "- On the table the reactions 1️⃣ 2️⃣ 3️⃣ 4️⃣ play your cards and 🖐️ calls FLIP!; "
            "the buttons do the same.\n"
            "- If both piles take the card of a number, the reaction ⬅️ or ➡️ that you pressed "
            "last decides; without one it goes on the left pile.\n"
            "- A card put on a pair ends it: then FLIP! is too late.\n"
            "Now play a real game: **Start FLIP** opens a table in a server, and **House player** "
            "there gives you somebody to play against. The command is /play flip. **Rules** has it "
            "all, page by page, also the house rules."
        ),
    ),
)

LESSON = Lesson(seats=2, front=tuple(cards()), steps=(*PLAYS, *PAIR, *END))

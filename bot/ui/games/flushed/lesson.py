"""The lesson of Flushed: three at the table, every special card, doubles, a flush, and the end.

The learner sits at seat 0; the turn goes to seat 2 first, then to seat 1. Some rounds before the
end are skipped: everybody plays as the script says.
"""

from collections.abc import Iterator

from bot.locale import mark
from bot.ui.contract.lesson import Act, Lesson, LessonStep
from engine.cards import Card

ONE, TWO = 1, 2
PLAY = mark("Press {press}.")

STACKS = (
    "9H KC 7C 9C QD JS AD 6D 6C TC 3C 4C KH 8S 9D KD 4S",
    "TH 5C 7D 3S 9S 4D AC 2S JD TD QH JH AH 7S QS 7H 5D",
    "2H 8C 6S TS 8D 2C 8H 5S 2D QC 6H 3D 3H JC KS AS 5H",
)
"""The cards of each seat from the top: the hand, then what is drawn."""
MIDDLE = "4H"
DEALT = (0, 2, 1)
"""The seats in the order of the deal."""

SKIPPED = (
    "2:8H 0:KH 2:5S 0:8S 1:2S 2:T 0:9D 1:TD 2:2D 0:KD 2:6H 0:4H 1:JH 0:9H 2:3H 1:QH 0:4S 2:KS 0:2H "
    "2:5H 1:7H"
)
"""The rounds that are skipped: seat and notation."""


def deck() -> Iterator[Card]:
    """Yield the deck: one card at a time to each, the top of each stack last."""
    stacks = [stack.split() for stack in STACKS]
    for at in range(len(stacks[0]) - 1, -1, -1):
        for seat in DEALT:
            yield stacks[seat][at]
    yield MIDDLE


def acts(*pairs: tuple[int, str]) -> tuple[Act, ...]:
    """Return acts of the house players."""
    return tuple(Act((seat,), notation) for seat, notation in pairs)


def skipped() -> Iterator[Act]:
    """Yield the acts of the rounds that are skipped."""
    for each in SKIPPED.split():
        seat, _, notation = each.partition(":")
        yield Act((int(seat),), notation)


FOLLOWING = (
    LessonStep(
        mark(
            "This is what you see in Flushed, just as in a real game; take your time.\n"
            "You hold five cards, and twelve more are face down in your stack. Each time "
            "you play a card, you draw the next one from your stack.\n"
            "**The goal: be the first with no cards left, neither in your hand nor in your "
            "stack.**\n"
            "The arrow shows which way the turn goes: up. You're at the top, so it goes on "
            "at the bottom: after you comes {two}, then {one}."
        ),
    ),
    LessonStep(
        mark(
            "The 4 of hearts is in the middle, so the suit is hearts. **Play a card of "
            "this suit; higher or lower doesn't matter.**\n"
            "You have only one heart, the 9.\n"
            "-# In a real game the reactions 1️⃣ to 5️⃣ play your hand too, from left to right."
        ),
        PLAY,
        "9H",
        acts((TWO, "2H"), (ONE, "TH")),
    ),
    LessonStep(
        mark(
            "The others played hearts too, and it's your turn again. But you have no "
            "hearts left. **If you can't follow suit, you take the whole pile**: it goes "
            "under your stack, and your turn is over."
        ),
        PLAY,
        "T",
        acts((TWO, "8C"), (ONE, "5C")),
    ),
)

SPECIALS = (
    LessonStep(
        mark(
            "You took the pile, so {two} could start with any card and chose clubs.\n"
            "You have clubs, so you must play one; you can't take the pile now (try it: "
            "it's refused). Choose the king: **a king makes the next player take the whole "
            "pile and lose the turn.**"
        ),
        PLAY,
        "KC",
        acts((ONE, "7D")),
    ),
    LessonStep(
        mark(
            "{two} took the three cards and lost the turn. So {one} could start with any "
            "card and chose diamonds.\n"
            "**A queen opens the suit: the pile stays, and the next player can play any "
            "card.** Play your queen of diamonds."
        ),
        PLAY,
        "QD",
        acts((TWO, "6S"), (ONE, "3S")),
    ),
    LessonStep(
        mark(
            "{two} played a spade on your queen, so the suit is spades now.\n"
            "**A jack turns the direction.** Watch the arrow: so far {two} came after you."
        ),
        PLAY,
        "JS",
        acts((ONE, "9S"), (TWO, "TS")),
    ),
    LessonStep(
        mark(
            "The turn goes down now: first {one}, then {two}.\n"
            "The suit is still spades, and you have none. But you have an ace: **you can "
            "play an ace at any time, and its suit is the new one.** Or keep it and take "
            "the pile: without the suit, that's your choice. Play it this time."
        ),
        PLAY,
        "AD",
        acts((ONE, "4D"), (TWO, "8D")),
    ),
)

SEVERAL = (
    LessonStep(
        mark(
            "Two house rules of this table let you play several cards at once. First, "
            "**doubles: two to four cards of the same rank, with a card of the suit on "
            "top.**\n"
            "The suit is diamonds, and you have two sixes. The 6 of diamonds must be on "
            "top.\n"
            "-# With reactions: ➕, the numbers, the top card last, then ✅."
        ),
        PLAY,
        "6C+6D",
        acts((ONE, "AC"), (TWO, "2C")),
    ),
    LessonStep(
        mark(
            "You've played two cards, so you've drawn two. {one} played the ace of clubs, "
            "so the suit is clubs.\n"
            "The other house rule is the **flush: if all five cards in your hand are of "
            "the suit, you can play them all at once.** Look at your hand: five clubs."
        ),
        PLAY,
        "7C+9C+TC+3C+4C",
        acts((ONE, "T")),
    ),
    LessonStep(
        mark(
            "That's five cards in one go, and you've drawn five new ones. {one} had no "
            "club and no ace and took the whole pile, 19 cards.\n"
            "You know everything now. Let's skip some rounds, to the end of the game."
        ),
        then=tuple(skipped()),
    ),
)

END = (
    LessonStep(
        mark(
            "Some rounds later: your stack is gone, so you draw no more cards and your "
            "hand is smaller. You have one card left, the 10 of hearts, and the suit is "
            "hearts. Play it and you win at once."
        ),
        PLAY,
        "TH",
    ),
    LessonStep(
        mark(
            "**You've won, and now you know Flushed.** For a real game:\n"
            "- Doubles and the flush are house rules: a table has them only if someone "
            "chose them.\n"
            "- Of several cards only the top one acts. A special card also acts when it "
            "starts a pile.\n"
            "- As reactions, the numbers play your cards and 🃏 takes the pile.\n"
            "Now a real game: **Play Flushed** opens a table in a server, and "
            "**{shared:Play with bots}** there starts right away. You can also "
            "type /play flushed. **Rules** has everything page by page, house rules too."
        ),
    ),
)

LESSON = Lesson(
    seats=3,
    front=tuple(deck()),
    steps=(*FOLLOWING, *SPECIALS, *SEVERAL, *END),
    chosen={"doubles": True, "flush": True},
    dealer=1,
)

"""The lesson of Flinch: two at the table, five Flinch cards each, from the first 1 to the win.

The learner's Flinch pile from the top: 2, 8, 1, 2, 9; the house player's: 11, 8, 14 …
"""

from bot.locale import mark
from bot.ui.contract.lesson import Act, Lesson, LessonStep

FRONT = (
    *(9, 2, 1, 8, 2),
    *(12, 5, 14, 8, 11),
    *(1, 3, 6, 7, 13),
    *(4, 5, 10, 12, 14),
    *(1, 5, 6, 10, 14),
)
"""Both Flinch piles from the bottom, both hands, the learner's second hand."""

PLAY = mark("Press {press}.")
OTHER_LAY = mark("You can lay any card except a 1. Take the 6 this time; you'll soon see why.")


def house(*notations: str) -> tuple[Act, ...]:
    """Return acts of the house player."""
    return tuple(Act((1,), notation) for notation in notations)


FIRST_TURN = (
    LessonStep(
        mark(
            "This is what you see in Flinch, just as in a real game; take your time.\n"
            "At the top are {one}'s cards. Below the line are the **middle**, which "
            "everyone shares, and your own cards: your **Flinch pile**, with only the top "
            "card showing, your **reserve**, still empty, and your **hand** of five.\n"
            "**The goal: be the first to empty your Flinch pile.** Here it has five cards, "
            "in a real game ten."
        ),
    ),
    LessonStep(
        mark(
            "Everyone builds in the middle, one higher each time: 1, 2, 3 and so on up to "
            "15. Only a 1 starts a pile.\n"
            "{one} dealt, and **the first player to the dealer's left with a 1 starts**: "
            "that's you. If you have a 1, you must play it.\n"
            "-# In a real game the reactions 1️⃣ to 5️⃣ play your hand too, from left to right."
        ),
        PLAY,
        "H1",
    ),
    LessonStep(
        mark(
            "A 2 fits in the middle now, and your Flinch pile shows a 2.\n"
            "**When your Flinch card fits, you must play it right away.** It goes before "
            "everything else, and it's how you win."
        ),
        PLAY,
        "F",
        hints={"H3": mark("A 3 only fits on a 2, and the 2 is on your Flinch pile.")},
    ),
    LessonStep(
        mark(
            "Four Flinch cards left, and the next one turns up: an 8.\n"
            "It's still your turn: play as many cards as fit. You hold a 3. You don't have "
            "to play numbers other than 1.\n"
            "You don't draw for a card you play from your hand: **only an empty hand gets "
            "five new cards.**"
        ),
        PLAY,
        "H3",
    ),
    LessonStep(
        mark(
            "A 4 is next, and you don't have one. So your turn ends, and every turn ends "
            "like this: **you lay one card from your hand on your reserve**, face up. You "
            "keep it: you can play it from there later.\n"
            "Laying takes two presses."
        ),
        PLAY,
        "L6",
        house("H4", "H5", "L10"),
        {
            "L7": OTHER_LAY,
            "L13": OTHER_LAY,
        },
    ),
    LessonStep(
        mark(
            "{one} played 4 and 5 and laid a 10. It's your turn again.\n"
            "A 6 is next, and yours is on your reserve, spot A. You can always play the "
            "top cards of your reserve."
        ),
        PLAY,
        "R1",
    ),
)

CALLS = (
    LessonStep(
        mark(
            "A 7 fits now, and you hold one. Play it, then look at your Flinch pile: which "
            "card does it show?"
        ),
        PLAY,
        "H7",
    ),
    LessonStep(
        mark(
            "The 8 on your Flinch pile fits on the 7: you must play it. **But nobody "
            "reminds you in Flinch: spotting it is the game.**\n"
            "Make the mistake once, on purpose: forget the 8 and lay the 13. See what "
            "happens."
        ),
        PLAY,
        "L13",
        house("C"),
        {"F": mark("That's the right play. This once, see what a mistake costs: lay the 13.")},
    ),
    LessonStep(
        mark(
            "{one} saw it and called **Flinch!** Here's what it costs you:\n"
            "- Your last play comes back: the 13 is in your hand again.\n"
            "- {one}'s top Flinch card, the 11, goes under your pile: five cards again.\n"
            "- Your turn is over."
        ),
        then=house("L12"),
    ),
    LessonStep(
        mark(
            "Now watch {one}: the 8 on {one}'s Flinch pile fits on the 7 in the middle, "
            "but {one} laid a 12.\n"
            "**You can call when another player misses a must-play.** Be quick in a real "
            "game: once someone plays on, it's too late."
        ),
        PLAY,
        "C",
        hints={"F": mark("Wait: first look at what {one} missed.")},
    ),
    LessonStep(
        mark(
            "A good call: your 8 went under {one}'s pile, and your next Flinch card turned "
            "up, a 1. And it's your turn.\n"
            "A 1 always fits: it starts a new pile next to the first. There's no limit on "
            "piles."
        ),
        PLAY,
        "F",
    ),
    LessonStep(
        mark(
            "Three Flinch cards left, and the next is a 2. Does it fit? Look at both piles "
            "in the middle and make your must-play."
        ),
        PLAY,
        "F",
    ),
    LessonStep(
        mark(
            "The piles show 7 and 2 now. Neither your 9 nor your 13 fits, so end your "
            "turn: lay the 13. Your hand is empty then, so next turn you get five new "
            "cards."
        ),
        PLAY,
        "L13",
        house("F", "L12"),
    ),
    LessonStep(
        mark(
            "{one} played the 8 and laid a 12. Did {one} miss anything? No.\n"
            "**If you call now, it's a wrong call**: {one}'s top Flinch card goes under "
            "your pile, and you can't call again before your next turn. So look first, "
            "then call."
        ),
    ),
)

LAST_TURN = (
    LessonStep(
        mark(
            "You have five new cards, and one is a 1. Your Flinch card, the 9, fits on the "
            "8 too. Two must-plays: which goes first?\n"
            "**The order: first the Flinch pile, then every 1 in your hand, then whatever "
            "you like.**"
        ),
        mark("Your first must-play: press {press}."),
        "F",
        hints={"H1": mark("The Flinch pile goes before a 1 in your hand.")},
    ),
    LessonStep(
        mark(
            "Only the 11 from {one} is left, and it needs a 10. Before you go for it, make "
            "your second must-play: the 1."
        ),
        PLAY,
        "H1",
        hints={"H10": mark("Every 1 in your hand goes before other cards.")},
    ),
    LessonStep(
        mark(
            "No must-plays left, so you're free. You hold a 10, and a pile shows a 9. "
            "Clear the way for your 11."
        ),
        PLAY,
        "H10",
    ),
    LessonStep(
        mark("Your last Flinch card fits. Play it and you win, whatever you still hold."),
        PLAY,
        "F",
    ),
    LessonStep(
        mark(
            "**You've won, and now you know Flinch.** Four things you'll meet later:\n"
            "- If nobody has a 1 after the deal, all hands go to the reserves and everyone "
            "gets a new hand.\n"
            "- A pile that reaches 15 leaves the table.\n"
            "- Play the last card of your hand and you get five new ones at once, and go "
            "on.\n"
            "- Once your reserve has five cards, you choose which one to cover; only the "
            "top card of a spot can be played.\n"
            "Now a real game: **Play Flinch** opens a table in a server, and **{shared:Play "
            "with bots}** there starts right away. You can also type /play flinch. **Rules** has "
            "everything page by page, house rules too."
        ),
    ),
)

LESSON = Lesson(
    seats=2,
    front=FRONT,
    steps=(*FIRST_TURN, *CALLS, *LAST_TURN),
    chosen={"pile": 5},
    dealer=1,
)

"""The lesson of Flinch: two at the table, five Flinch cards each, from the first 1 to the win.

The learner's Flinch pile from the top: 2, 8, 1, 2, 9; the house player's: 11, 8, 14 …
"""

from bot.locale import mark
from bot.ui.contract.lesson import Act, Lesson, Step

FRONT = (
    *(9, 2, 1, 8, 2),
    *(12, 5, 14, 8, 11),
    *(1, 3, 6, 7, 13),
    *(4, 5, 10, 12, 14),
    *(1, 5, 6, 10, 14),
)
"""Both Flinch piles from the bottom, both hands, the learner's second hand."""

PLAY = mark("Press {press}.")
OTHER_LAY = mark("You may lay any card but a 1. Take the 6 this time: soon you will see why.")


def house(*notations: str) -> tuple[Act, ...]:
    """Return acts of the house player."""
    return tuple(Act((1,), notation) for notation in notations)


FIRST_TURN = (
    Step(
        mark(
            "This is your hand in Flinch, as in a real game; take all the time you like.\n"
            "At the top are the cards of {one}, who plays with you. Below the line are the "
            "**middle**, which is everybody's, and your own cards: your **Flinch pile**, of which "
            "only the top card is seen, your **reserve**, still empty, and your **hand** of five "
            "cards.\n"
            "**The aim: be the first to get rid of your Flinch pile.** Here it has five cards, in "
            "a real game ten."
        ),
    ),
    Step(
        mark(
            "In the middle everybody builds together, always one higher: 1, 2, 3 and so on up to "
            "15. Only a 1 begins a pile.\n"
            "{one} has dealt, and **the first to the dealer's left who has a 1 begins**: that is "
            "you. Whoever has a 1 must play it: that is a duty.\n"
            "-# In a real game you may also press the emoji beside the card as a reaction."
        ),
        PLAY,
        "H1",
    ),
    Step(
        mark(
            "Now a 2 fits in the middle, and your Flinch pile shows a 2.\n"
            "**When your Flinch card fits, you must play it at once.** It is the first of all "
            "duties, and the way to win."
        ),
        PLAY,
        "F",
        hints={"H3": mark("A 3 fits only on a 2, and the 2 is on your Flinch pile.")},
    ),
    Step(
        mark(
            "Well done: four Flinch cards left, and the next one is turned up, an 8.\n"
            "It is still your turn: you may play as many cards as fit. Your hand has a 3. Other "
            "numbers than 1 you may play, but need not.\n"
            "No card comes for one that you play from your hand: **only an empty hand gets five "
            "new cards.**"
        ),
        PLAY,
        "H3",
    ),
    Step(
        mark(
            "Now a 4 is needed, and you have none. So your turn ends, and every turn ends in the "
            "same way: **you lay one card of your hand on your reserve**, face up. It is not lost: "
            "you can play it from there later.\n"
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
    Step(
        mark(
            "{one} has played 4 and 5 and has laid a 10. Now it is your turn again.\n"
            "A 6 is needed, and yours lies on your reserve, at place A. You may always play the "
            "top cards of your reserve."
        ),
        PLAY,
        "R1",
    ),
)

CALLS = (
    Step(
        mark(
            "Now a 7 fits, and you have one in your hand. Play it, and then look at your Flinch "
            "pile: which card does it show?"
        ),
        PLAY,
        "H7",
    ),
    Step(
        mark(
            "The 8 on your Flinch pile fits on the 7: you must play it. **But nobody reminds you "
            "of your duties in Flinch: noticing them is the game.**\n"
            "Make the mistake on purpose, once: forget the 8 and lay down the 13. See what "
            "happens."
        ),
        PLAY,
        "L13",
        house("C"),
        {"F": mark("That would be right. But once, see what a mistake costs: lay down the 13.")},
    ),
    Step(
        mark(
            "{one} has seen it and has called **Flinch!** Look what that costs:\n"
            "- Your last play is taken back: the 13 is in your hand again.\n"
            "- {one}'s top Flinch card, the 11, goes under your pile: five cards again.\n"
            "- Your turn is over."
        ),
        then=house("L12"),
    ),
    Step(
        mark(
            "Now watch {one}: the 8 on {one}'s own Flinch pile fits on the 7 in the middle. But "
            "{one} has laid down a 12.\n"
            "**You may call when another player overlooks a duty.** Be quick in a real game: it "
            "is too late once somebody has played on."
        ),
        PLAY,
        "C",
        hints={"F": mark("Wait: first look at what {one} has overlooked.")},
    ),
    Step(
        mark(
            "Rightly called: your 8 went under {one}'s pile, and your next Flinch card is turned "
            "up, a 1. And it is your turn.\n"
            "A 1 always fits: it begins a new pile beside the first. There may be any number of "
            "piles."
        ),
        PLAY,
        "F",
    ),
    Step(
        mark(
            "Three Flinch cards left, and the next is a 2. Does it fit somewhere? Look at both "
            "piles in the middle, and do your duty."
        ),
        PLAY,
        "F",
    ),
    Step(
        mark(
            "The piles show 7 and 2 now. Your 9 does not fit, nor does your 13. So end your turn: "
            "lay down the 13. At your next turn you get five new cards, as your hand is empty then."
        ),
        PLAY,
        "L13",
        house("F", "L12"),
    ),
    Step(
        mark(
            "{one} has played the 8 and has laid a 12. Was anything overlooked? No.\n"
            "**If you call now, it is a false call**: {one}'s top Flinch card would go under your "
            "pile, and you could not call again before your next turn. So look first, then call."
        ),
    ),
)

LAST_TURN = (
    Step(
        mark(
            "You have five new cards, among them a 1. And your Flinch card 9 fits on the 8. Two "
            "duties at once: which comes first?\n"
            "**The order is: first the Flinch pile, then every 1 of the hand, then whatever you "
            "like.**"
        ),
        mark("Do your first duty: press {press}."),
        "F",
        hints={"H1": mark("The Flinch pile comes before the 1 of the hand.")},
    ),
    Step(
        mark(
            "Now only the 11 is left, the one from {one}: it needs a 10. Before you go for it, do "
            "your second duty: the 1."
        ),
        PLAY,
        "H1",
        hints={"H10": mark("Every 1 of the hand comes before other cards.")},
    ),
    Step(
        mark(
            "All duties are done, you are free. Your hand has a 10, and a pile shows the 9. Make "
            "way for your 11."
        ),
        PLAY,
        "H10",
    ),
    Step(
        mark("Your last Flinch card fits. Play it, and you win, whatever is in your hand."),
        PLAY,
        "F",
    ),
    Step(
        mark(
            "**You have won, and you know Flinch now.** You will meet four more things:\n"
            "- If nobody has a 1 after the deal, all hands become reserve, and everybody gets a "
            "new hand.\n"
            "- A pile that reaches 15 leaves the table.\n"
            "- When you play the last card of your hand, you get five new ones at once and go on.\n"
            "- With all five places of the reserve taken, you choose the place to lay on; only "
            "its top card can be played.\n"
            "Now play a real game: **Start Flinch** opens a table in a server, and **House "
            "player** there gives you company. The command is /play flinch. **Rules** has it all, "
            "page by page, also the house rules."
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

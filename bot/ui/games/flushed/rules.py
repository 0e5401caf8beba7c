"""The rules of Flushed in plain words, page by page."""

from bot.locale import mark
from bot.ui.contract.rules_page import Choices, Page, Rule
from bot.ui.games.flushed import positions

PAGES: tuple[Page, ...] = (
    Page(
        mark("The game"),
        (
            Rule(
                mark(
                    "Be the first to get rid of all your cards. The game is over when somebody "
                    "has none left, in stack and hand."
                ),
                "U-3 U-30",
            ),
            Rule(
                mark(
                    "The effect of a winning card is not carried out. Others are ranked by the "
                    "cards they have left."
                ),
                "",
                decided=True,
            ),
            Rule(mark("Three or four people play."), "U-2"),
            Rule(mark("Contributed by Michael Velker."), "U-1"),
        ),
    ),
    Page(
        mark("The deal"),
        (
            Rule(
                mark(
                    "Four people get 13 cards each, as a stack face down. Three people play the"
                    " same way with 17 each; the last card goes to the middle and starts the "
                    "first flush."
                ),
                "U-4 U-31 U-32 U-33",
            ),
            Rule(mark("That first card has no special effect."), "", decided=True),
            Rule(
                mark(
                    "Draw the top five of your stack as your hand. You keep five in hand as "
                    "long as you can: each time you play a card you draw one from the top of "
                    "your stack."
                ),
                "U-5 U-6 U-7",
            ),
            Rule(
                mark(
                    "Only when your stack is empty your hand gets smaller; then you go on with "
                    "what you have."
                ),
                "U-8 U-9",
            ),
        ),
        (positions.DEAL,),
    ),
    Page(
        mark("Your turn"),
        (
            Rule(
                mark(
                    "The person to the dealer's right begins and plays any card. It starts a "
                    "pile in the middle and gives the suit of the flush."
                ),
                "U-10 U-11 U-12",
            ),
            Rule(
                mark("In turn, everybody has to play a card of the same suit on the pile."), "U-13"
            ),
            Rule(
                mark(
                    "If you have none, you pick up the whole pile and your turn is over. The "
                    "next person plays any card, which gives the new suit."
                ),
                "U-14 U-15 U-16",
            ),
            Rule(
                mark(
                    "The pile goes to the bottom of your stack. If you had no stack it becomes "
                    "one, and you draw up to five."
                ),
                "U-17 U-18",
            ),
            Rule(mark("Who has a card of the suit may not pick up."), "", decided=True),
        ),
        (
            positions.FOLLOW,
            positions.PICK_UP,
        ),
    ),
    Page(
        mark("Special cards"),
        (
            Rule(
                mark(
                    "Ace: may be played at any time, whatever the suit, and changes the suit to"
                    " its own."
                ),
                "U-19 U-20",
            ),
            Rule(
                mark(
                    "King: only in the suit. The next person picks up the whole pile and is "
                    "skipped."
                ),
                "U-21 U-22 U-23",
            ),
            Rule(
                mark(
                    "Queen: only in the suit. The pile becomes neutral, and the next person "
                    "plays any card to choose the new suit."
                ),
                "U-24 U-25 U-26",
            ),
            Rule(
                mark(
                    "Jack: only in the suit. It turns the direction: counterclockwise at first,"
                    " clockwise after the first jack, and so on."
                ),
                "U-27 U-28 U-29",
            ),
            Rule(
                mark(
                    "They also act when they are led. Where several cards are played at once "
                    "only the top one acts."
                ),
                "",
                decided=True,
            ),
        ),
        (
            positions.QUEEN,
            positions.JACK,
        ),
    ),
    Page(
        mark("Several cards at once"),
        (
            Rule(
                mark(
                    "Doubles, if your table has them: two, three or four cards of a rank at "
                    "once, if one is of the suit of the flush and lies on top. Then draw up to "
                    "five."
                ),
                "U-34 U-35 U-36",
            ),
            Rule(
                mark(
                    "Flush, if your table has it: when all five cards of your hand are of the "
                    "suit of the flush, drop them all at once and draw five new ones, or what "
                    "your stack has left."
                ),
                "U-37 U-38",
            ),
            Rule(mark("Not when you are to choose the suit, after a queen or a pick-up."), "U-39"),
        ),
        (
            positions.DOUBLES,
            positions.FLUSH,
        ),
    ),
)
"""The rules by pages; the numbers are those of `requirements.md`."""

CHOICES: tuple[Choices, ...] = (
    Choices("doubles", False, mark("One card a turn, the usual game."), "U-13"),
    Choices("doubles", True, mark("An optional rule of the source."), "U-34 U-35 U-36"),
    Choices("flush", False, mark("Never five at once."), ""),
    Choices("flush", True, mark("Another optional rule of the source."), "U-37 U-38 U-39"),
    Choices("lead_doubles", False, mark("With an open suit you play one card."), ""),
    Choices("lead_doubles", True, mark("Doubles may also open a suit."), ""),
    Choices(
        "void_ace",
        "choice",
        mark("Without the suit you may keep your ace and pick up."),
        "U-14 U-19",
    ),
    Choices(
        "void_ace",
        "must",
        mark(
            "Without the suit you must play an ace you have. Whoever has neither picks up after "
            "two seconds without pressing anything; /preferences switches that off."
        ),
        "",
    ),
)
"""What each choice of each house rule means."""

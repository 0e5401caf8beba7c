"""The rules of FLIP in plain words, page by page."""

from bot.locale import mark
from bot.ui.contract.rules_page import Choices, Page, Rule
from bot.ui.games.flip import positions

PAGES: tuple[Page, ...] = (
    Page(
        mark("The game"),
        (
            Rule(
                mark(
                    "Get rid of your cards as fast as you can by making a series of cards. "
                    "Whoever has no cards left wins."
                ),
                "P-3 P-26",
            ),
            Rule(
                mark("Exactly two people play, with two decks of 54 cards, jokers included."),
                "P-2 P-4",
            ),
            Rule(
                mark(
                    "A last card wins at once, even if it makes a pair, and also when it goes "
                    "to the middle after your FLIP."
                ),
                "",
                decided=True,
            ),
            Rule(
                mark(
                    "“Regla de volteo”: FLIP is a game of speed and observation. With thanks to"
                    " A. Raveneau for this rule."
                ),
                "P-1 P-29",
            ),
        ),
    ),
    Page(
        mark("The deal and 3, 2, 1"),
        (
            Rule(
                mark(
                    "The cards are shuffled and shared between the two. Each takes the own deck"
                    " face down."
                ),
                "P-5 P-6",
            ),
            Rule(
                mark(
                    "Each lays four cards in front and one in the middle, the two side by side,"
                    " all face down."
                ),
                "P-7 P-8 P-9",
            ),
            Rule(
                mark(
                    "On the count of 3, 2, 1 all cards are turned at the same time, the middle "
                    "ones last."
                ),
                "P-10 P-11",
            ),
        ),
        (positions.DEAL,),
    ),
    Page(
        mark("Playing"),
        (
            Rule(
                mark(
                    "Both play at the same time; there are no turns. Put your cards on one of "
                    "the middle cards as fast as you can."
                ),
                "P-12 P-14",
            ),
            Rule(mark("Either middle pile will do, whoever started it."), "P-13"),
            Rule(
                mark(
                    "A middle card is covered by the next higher or next lower one, whatever "
                    "the suit: a jack by a queen or a 10, an ace by a king or a 2."
                ),
                "P-17 P-18 P-19",
            ),
            Rule(
                mark(
                    "You always have four cards in front of you: as soon as one is played, "
                    "another takes its place from your deck."
                ),
                "P-15 P-16",
            ),
            Rule(mark("When your deck is used up, places stay empty."), "", decided=True),
            Rule(
                mark(
                    "One card at a time: the most skilful use only one hand, and the decks stay"
                    " on the table."
                ),
                "P-27 P-28",
            ),
        ),
        (positions.FITS,),
    ),
    Page(
        mark("The essential rule: FLIP"),
        (
            Rule(
                mark(
                    "If the middle cards are identical, the first to put a hand on them saying "
                    "FLIP makes the opponent take all the middle cards."
                ),
                "P-20 P-21",
            ),
            Rule(mark("Then each puts a new card in the middle, and play goes on."), "P-22"),
            Rule(
                mark(
                    "The cards taken go under the deck. Who has no deck puts a card from the "
                    "four in the middle."
                ),
                "",
                decided=True,
            ),
            Rule(
                mark(
                    "When both call too close together to tell apart, a coin decides. A call "
                    "just after the pair was covered is only late."
                ),
                "",
                decided=True,
            ),
        ),
        (positions.PAIR,),
    ),
    Page(
        mark("When nobody can play"),
        (
            Rule(
                mark(
                    "If none of the four cards of either can be played, both put them back "
                    "under their own deck at the same time, and new cards take their place."
                ),
                "P-23 P-24 P-25",
            ),
            Rule(
                mark(
                    "This comes by itself after 3 seconds, or after 15 while a pair lies there."
                    " After three swaps in a row new middle cards are laid; without any deck "
                    "each shuffles the own middle pile."
                ),
                "",
                decided=True,
            ),
        ),
        (positions.STUCK,),
    ),
)
"""The rules by pages; the numbers are those of `requirements.md`."""

CHOICES: tuple[Choices, ...] = (
    Choices(
        "jokers",
        "wild",
        mark("A joker fits on anything, and anything on it; two jokers are a pair."),
        "P-4",
    ),
    Choices("jokers", "none", mark("104 cards, no jokers."), ""),
    Choices("identical", "rank", mark("Two sevens are identical, whatever the suit."), "P-20"),
    Choices("identical", "exact", mark("Only two equal cards of the same suit are."), ""),
    Choices("pair_play", "open", mark("Be quick: a card on it ends the pair."), ""),
    Choices("pair_play", "frozen", mark("No card goes on it before somebody calls."), ""),
    Choices("false_flip", "lock", mark("You cannot act for a moment."), ""),
    Choices("false_flip", "pile", mark("You take the larger middle pile."), ""),
    Choices("false_flip", "none", mark("It costs nothing but time."), ""),
    Choices("stuck", "swap", mark("As in the source: four new cards each."), "P-24 P-25"),
    Choices("stuck", "middle", mark("Your four stay; the middle gets new cards."), ""),
)
"""What each choice of each house rule means."""

"""The rules of Flinch in plain words, page by page."""

from bot.locale import mark
from bot.ui.contract.rules_page import Choices, Page, Rule
from bot.ui.games.flinch import positions

PAGES: tuple[Page, ...] = (
    Page(
        mark("The game"),
        (
            Rule(mark("Whoever first gets rid of the whole Flinch pile wins, at once."), "F-44"),
            Rule(
                mark(
                    "Two to eight people play. A pack has 150 cards: ten of each number from 1 "
                    "to 15."
                ),
                "F-3 F-4",
            ),
            Rule(
                mark(
                    "With more than five people two packs make it more interesting, and the "
                    "game is blocked less often."
                ),
                "F-5 F-63",
            ),
            Rule(
                mark(
                    "Others are ranked by the Flinch cards they have left. After 2,000 turns "
                    "the fewest Flinch cards win."
                ),
                "",
                decided=True,
            ),
            Rule(mark("Play quickly: the game is more exciting then."), "F-84"),
            Rule(
                mark(
                    "From “Rules for Playing FLINCH” by A. J. Patterson (1901 to 1903), revised"
                    " in 1913 by the Flinch Card Company of Kalamazoo, Michigan, then its sole "
                    "makers."
                ),
                "F-1 F-2",
            ),
        ),
    ),
    Page(
        mark("The deal"),
        (
            Rule(mark("The cards are shuffled thoroughly."), "F-6"),
            Rule(
                mark(
                    "The fingerprint of the shuffle is shown at the start and the seed at the "
                    "end, so anybody can check it."
                ),
                "",
                decided=True,
            ),
            Rule(
                mark(
                    "Ten cards each are dealt first, face down: your Flinch pile. Only its top "
                    "card lies face up; when it is played, the next is turned up."
                ),
                "F-7 F-10 F-11",
            ),
            Rule(
                mark(
                    "Then five cards each: your hand. The rest is the stock, from which hands "
                    "of five are given."
                ),
                "F-8 F-9",
            ),
            Rule(
                mark(
                    "The first person to the dealer's left who has a 1, in the hand or on the "
                    "Flinch pile, begins by laying it in the centre. Those passed over lay "
                    "nothing."
                ),
                "F-12 F-13",
            ),
            Rule(
                mark(
                    "If nobody has a 1, all hands are laid down as reserve and new hands are dealt."
                ),
                "F-17",
            ),
        ),
        (positions.DEAL,),
    ),
    Page(
        mark("Your turn"),
        (
            Rule(
                mark(
                    "Put a 1 in the centre to start a pile, a 2 on the 1, and so on upward by "
                    "one, as long as you can. A pile that reaches 15 leaves the table."
                ),
                "F-13 F-14 F-27 F-28",
            ),
            Rule(
                mark("There may be any number of centre piles. They are to play on, never from."),
                "F-30 F-31",
            ),
            Rule(
                mark(
                    "You play from three places: your hand, the top of your Flinch pile, and "
                    "the tops of your reserve."
                ),
                "F-15 F-36",
            ),
            Rule(
                mark(
                    "Play out your whole hand and you get another at once and go on. A new hand"
                    " comes at the latest in your next turn, after the person before you has "
                    "laid down a card."
                ),
                "F-16 F-73 F-74 F-75",
            ),
            Rule(
                mark(
                    "Other numbers you need not play. You may stop although you could go on, "
                    "and play from hand or reserve in any order."
                ),
                "F-20 F-24 F-39 F-42",
            ),
            Rule(
                mark("When the stock is used up, the finished piles are shuffled into a new one."),
                "F-29",
            ),
            Rule(
                mark("A new hand may have fewer than five cards when the stock has no more."),
                "",
                decided=True,
            ),
        ),
        (positions.CENTRE,),
    ),
    Page(
        mark("What you must play"),
        (
            Rule(
                mark(
                    "First of all your Flinch pile: from it you must play at once whenever you can."
                ),
                "F-21 F-22 F-45",
            ),
            Rule(mark("Then every 1 in your hand, in the turn in which you draw it."), "F-18 F-23"),
            Rule(
                mark(
                    "A 1 on the Flinch pile goes before a 1 in the hand. A 1 is never laid on "
                    "the reserve."
                ),
                "F-25 F-26",
            ),
            Rule(
                mark(
                    "Neglect any of this and you may be Flinched. Nothing shows you what you "
                    "owe: noticing is the game."
                ),
                "F-19",
            ),
        ),
        (positions.OWED,),
    ),
    Page(
        mark("The reserve"),
        (
            Rule(
                mark(
                    "When you cannot or will not go on, lay a card from your hand face up on "
                    "your reserve, each and every time. Then it is the turn of the person to "
                    "your left."
                ),
                "F-32 F-33 F-38",
            ),
            Rule(
                mark(
                    "Reserve cards go side by side until there are five; then on top of any of "
                    "the five you choose."
                ),
                "F-34 F-35",
            ),
            Rule(mark("A place that has become empty is filled by the next card you lay."), "F-40"),
            Rule(
                mark(
                    "Nobody may look at the cards beneath, and none may be moved from one place"
                    " to another. They cannot be shown here."
                ),
                "F-37 F-41",
            ),
            Rule(mark("Reserve piles may be used up and begun anew many times."), "F-43"),
            Rule(
                mark(
                    "With an empty hand that cannot be replaced you end your turn without "
                    "laying. If you have nothing to play either, the turn passes by itself."
                ),
                "",
                decided=True,
            ),
        ),
        (positions.RESERVE,),
    ),
    Page(
        mark("Calling Flinch!"),
        (
            Rule(
                mark(
                    "If somebody fails to play what must be played, any opponent may call "
                    "Flinch! The turn of whoever failed is over."
                ),
                "F-46 F-47 F-78",
            ),
            Rule(
                mark(
                    "The top card of the caller's Flinch pile goes under the Flinch pile of "
                    "whoever failed."
                ),
                "F-48",
            ),
            Rule(
                mark("If two or more call at the same time, the card comes from the stock."), "F-49"
            ),
            Rule(
                mark(
                    "At the same time means: too close to tell apart, a fraction of a second. "
                    "/why shows the times."
                ),
                "",
                decided=True,
            ),
            Rule(
                mark(
                    "The card just played is taken back, and no card is laid on the reserve "
                    "this turn."
                ),
                "F-50 F-51",
            ),
            Rule(mark("A call is good as soon as the wrong card has been chosen."), "F-66"),
            Rule(
                mark(
                    "It may be called until what was owed is played in the same turn, or until "
                    "somebody has acted in a later turn."
                ),
                "",
                decided=True,
            ),
            Rule(
                mark(
                    "A call just after that is only late and costs nothing. A false call costs "
                    "what the house rules say, and keeps you from calling until your next turn."
                ),
                "",
                decided=True,
            ),
            Rule(
                mark(
                    "Nobody may give the player the slightest hint, and this is enforced strictly."
                ),
                "F-64 F-65 F-80",
            ),
        ),
        (positions.FAULT,),
    ),
    Page(
        mark("Strict 1913"),
        (
            Rule(
                mark(
                    "These hold with the strict rules alone. A card you show must be played; if"
                    " it cannot be, your turn is over. Choosing a card from hand or reserve "
                    "shows it, or the one beneath."
                ),
                "F-56 F-57 F-76 F-77",
            ),
            Rule(
                mark(
                    "Playing out of turn can be called. The card is shown, and when your turn "
                    "comes an opponent may demand that you play it."
                ),
                "F-58 F-82",
            ),
            Rule(
                mark(
                    "For looking beneath, giving information, or whatever else you have agreed "
                    "on before, /accuse puts it to the vote of the table."
                ),
                "F-81 F-83",
            ),
        ),
    ),
    Page(
        mark("Partners"),
        (
            Rule(
                mark(
                    "The same rules hold, but you may also play from your partner's Flinch pile"
                    " and reserve."
                ),
                "F-67 F-68",
            ),
            Rule(
                mark(
                    "If both your Flinch piles can be played, yours comes first, then your "
                    "partner's; otherwise you must play your partner's like your own, or be "
                    "Flinched for it."
                ),
                "F-69 F-70 F-79",
            ),
            Rule(
                mark(
                    "When one pile is gone both go on playing; the game ends when both piles of"
                    " a pair are gone."
                ),
                "F-71 F-72",
            ),
        ),
        (positions.PARTNERS,),
    ),
    Page(
        mark("Blocked"),
        (
            Rule(
                mark(
                    "The game is blocked when the stock is used up and nobody plays although "
                    "somebody could. Whoever holds the releasing card must play it."
                ),
                "F-59 F-60",
            ),
            Rule(
                mark(
                    "The person whose Flinch pile it favours must put its top card at the "
                    "bottom; if it is the last one, it may not be played for one round."
                ),
                "F-61 F-62",
            ),
            Rule(
                mark(
                    "If nobody at all can play, all reserves are shuffled into a new stock. If "
                    "that happens again without a card played, the fewest Flinch cards win."
                ),
                "",
                decided=True,
            ),
        ),
    ),
    Page(
        mark("Playing well"),
        (
            Rule(mark("Manage your reserve so that it helps you and hinders others."), "F-52"),
            Rule(
                mark("Remember the buried cards, and lay them in sequences running down."), "F-53"
            ),
            Rule(mark("Keep reserve cards until they benefit you or hinder an opponent."), "F-54"),
            Rule(
                mark("Never miss a chance to keep an opponent from playing from the Flinch pile."),
                "F-55",
            ),
        ),
    ),
)
"""The rules by pages; the numbers are those of `requirements.md`."""

CHOICES: tuple[Choices, ...] = (
    Choices("packs", 1, mark("As in the source; usual for up to five."), "F-3"),
    Choices("packs", 2, mark("Recommended from six people on."), "F-5 F-63"),
    Choices("partners", False, mark("Everybody plays alone."), "F-44"),
    Choices(
        "partners", True, mark("With four, six or eight people; partners sit opposite."), "F-67"
    ),
    Choices("pile", 5, mark("A short game."), ""),
    Choices("pile", 10, mark("As in the source."), "F-7"),
    Choices("pile", 15, mark("A long game."), ""),
    Choices(
        "conduct",
        "assist",
        mark("What must be played is asked for; nobody can be Flinched."),
        "F-21",
    ),
    Choices("conduct", "call", mark("You watch one another and call."), "F-46"),
    Choices(
        "conduct",
        "strict",
        mark("Also shown cards, playing out of turn and accusations."),
        "F-56 F-58 F-83",
    ),
    Choices("false_call", "mirror", mark("The caller also takes the other's top Flinch card."), ""),
    Choices(
        "false_call", "lock", mark("The caller may not call again until the own next turn."), ""
    ),
    Choices("false_call", "none", mark("Nor is anybody kept from calling again."), ""),
    Choices(
        "last_card", "wins", mark("Who gives away the last Flinch card by a call has won."), ""
    ),
    Choices(
        "last_card",
        "stock",
        mark("A last Flinch card is not given; the card comes from the stock."),
        "",
    ),
)
"""What each choice of each house rule means."""

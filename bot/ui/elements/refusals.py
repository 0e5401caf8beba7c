"""Every reason why something is refused, as one friendly sentence."""

from collections.abc import Mapping
from typing import Any

from bot.locale import Translator, mark
from bot.tables.replies import Refusal, TableReason
from engine.errors import BROAD, Reason

SENTENCES: Mapping[TableReason, str] = {
    TableReason.NO_TABLE: mark("There is no such table any more."),
    TableReason.NOT_A_LOBBY: mark("This game has already begun or is over."),
    TableReason.NOT_PLAYING: mark("No game is running at this table."),
    TableReason.ALREADY_SEATED: mark("You already sit at this table."),
    TableReason.NOT_AT_TABLE: mark("You have no seat at this table."),
    TableReason.LEFT: mark(
        "You have left this game. **Sit in** under the table, or /join, brings you back."
    ),
    TableReason.REPLACED_HERE: mark(
        "You have left this game, and somebody else plays on your seat now."
    ),
    TableReason.RESIGNED: mark("You have given up this game."),
    TableReason.KICKED: mark("You were removed from this game."),
    TableReason.NO_FREE_SEAT: mark("Everybody is there: no seat at this table is free."),
    TableReason.NOBODY_TO_REMOVE: mark("Only somebody else who sits here can be removed."),
    TableReason.FULL: mark("Every seat at this table is taken."),
    TableReason.NOT_INVITED: mark("No seat is kept for you here."),
    TableReason.NOT_HOST: mark("Only the host of the table can do that."),
    TableReason.NOT_MANAGER: mark("Only people who may manage the server can do that."),
    TableReason.NOT_OPENER: mark("Tables are opened here by people with the role {role} only."),
    TableReason.NO_SUCH_PRESET: mark("This server has no house rules of that name."),
    TableReason.NOT_ALLOWED_HERE: mark("Only people who may manage messages here can do that."),
    TableReason.TOO_FEW: mark(
        "There are too few players yet: {seats} of at least {needed}. **House player** adds one."
    ),
    TableReason.SEATS: mark("With {seats} players this cannot be played; possible: {possible}."),
    TableReason.RULES: mark(
        "These house rules are for {possible} players, and {seats} are here. Change one of them."
    ),
    TableReason.NO_HOUSE: mark("No house player sits here."),
    TableReason.NO_PARTNERS: mark("There are no partners in this game."),
    TableReason.NO_SUCH_SEAT: mark("Nobody like that sits here."),
    TableReason.NO_SUCH_GAME: mark("I do not know that game."),
    TableReason.NO_SUCH_RULE: mark("I do not know that house rule."),
    TableReason.STOPPING: mark("I am about to restart. Please try again in a moment."),
    TableReason.CHANNEL_LIMIT: mark(
        "There are already {limit} tables in this channel. Wait for one to end or use another."
    ),
    TableReason.PERSON_LIMIT: mark(
        "You already sit at {limit} tables. Finish one, or stand up from one first."
    ),
    TableReason.CHANNEL_NOT_ALLOWED: mark(
        "This server has not allowed tables in this channel. Try another one."
    ),
    TableReason.BARRED: mark("The people who run this server do not let you play here."),
    TableReason.LOBBY_LIMIT: mark(
        "You already have an open lobby, table {table}. Start it, or leave it first."
    ),
    TableReason.LOCKED: mark("Your false call keeps you from acting for a moment."),
    TableReason.RESUMING: mark("Play goes on in a moment."),
    TableReason.OVERTAKEN: mark("Too late: somebody was quicker."),
    TableReason.CONFIRM: mark("That would be out of turn. Use the button for it, and confirm."),
    TableReason.NEEDS_VOTE: mark("The table has to vote on that first. Use /accuse."),
    TableReason.NO_VOTERS: mark("It takes at least two people who may vote, and there are not."),
    TableReason.VOTE_OPEN: mark("A vote is open already. Wait for its end."),
    TableReason.NO_VOTE: mark("No vote is open."),
    TableReason.NOT_A_VOTER: mark("You have no vote in this one."),
    TableReason.ALREADY_VOTED: mark("You have voted already."),
    TableReason.REPLACED: mark("Your later press has taken the place of this one."),
    TableReason.NOT_OVER: mark("The game is not over yet."),
    TableReason.VOIDED: mark("I had lost the connection, so no call counts. Please call again."),
    TableReason.STORAGE: mark("I could not save that, so nothing has happened. Please try again."),
    TableReason.BROKEN: mark(
        "Something went wrong on my side, nothing has happened. Error {error}."
    ),
}
"""The table's; the places are filled from `Refusal.details`."""


def english(reason: Reason | TableReason) -> str:
    """Return the sentence of a reason, the rules' or the table's, as the catalogues know it."""
    return BROAD[reason].sentence if isinstance(reason, Reason) else SENTENCES[reason]


def sentence(reason: Reason | TableReason, details: Mapping[str, object], t: Translator) -> str:
    """Return the sentence of a reason, its places filled from the details."""
    return t(english(reason), **{key: _words(value, t) for key, value in details.items()})


def refused(refusal: Refusal, t: Translator) -> str:
    """Return what a refusal says: the rules' own words where it is they who refuse."""
    if refusal.ruled is not None:
        return t(refusal.ruled.sentence)
    return sentence(refusal.reason, refusal.details, t)


def named(card: str, t: Translator) -> str:
    """Return what a card that does not fit is refused with, by its name."""
    return t("The {card} does not fit anywhere now.", card=card)


def stale(t: Translator) -> str:
    """Return what a press from an old screen is told; it is shown with the new screen."""
    return t("This button is from another time. Here is how it stands now.")


def missed(t: Translator) -> str:
    """Return what a hand says of presses nobody told of: in which order they came is unknown."""
    return t("I had lost the connection, so your last presses do not count. Please press again.")


def unknown(t: Translator) -> str:
    """Return what a press of something that is not ours any more is told."""
    return t("This button is from another time.")


def unexpected(number: str, t: Translator) -> str:
    """Return the sentence of an unexpected error; `number` is in the log too."""
    return t("Something went wrong on my side. Error {number}.", number=number)


def _words(value: Any, t: Translator) -> str:
    """Return a detail in words: a list as "2, 3 or 4", a number as the language writes it."""
    if isinstance(value, tuple | list | frozenset | set):
        return t.list([_words(item, t) for item in value], "or")
    return t.number(value) if isinstance(value, int | float) else str(value)

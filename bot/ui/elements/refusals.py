"""Every reason why something is refused, as one friendly sentence."""

from collections.abc import Mapping
from typing import Any

from bot.locale import Translator, mark
from bot.tables.replies import TableReason
from engine.errors import Reason, Why

SENTENCES: Mapping[str, str] = {
    Reason.UNREADABLE: mark("I cannot read that as a move of this game. Pick one from the list."),
    Reason.NOT_SEATED: mark("You have no seat at this table."),
    Reason.GAME_OVER: mark("This game is over."),
    Reason.NOT_YOUR_TURN: mark("It is not your turn."),
    Reason.NO_SUCH_CARD: mark("There is no such card."),
    Reason.DOES_NOT_FIT: mark("That card does not fit anywhere now."),
    Reason.MUST_FOLLOW: mark("Another card has to be played first."),
    Reason.NOT_ALLOWED: mark("The rules of this table do not allow that."),
    Reason.NOTHING_TO_CALL: mark("There is nothing you can call now."),
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
"""By the reason's value; the places are filled from `Refusal.details`."""

WHYS: Mapping[str, str] = {
    Why.TABLES_OWN.key: mark("That happens by itself; nobody does it."),
    Why.STRICT_ONLY.key: mark("That is for tables with the strict rules of 1913."),
    Why.NO_PARTNERS.key: mark("You have no partner at this table."),
    Why.NO_CALLS.key: mark("Nothing is called at this table: I insist on every duty myself."),
    Why.OWN_CALL.key: mark("You cannot call yourself."),
    Why.PARTNERS_CALL.key: mark("You cannot call your own partner."),
    Why.CALLED.key: mark("You have called that already."),
    Why.CALL_LOCKED.key: mark("After your false call you may not call before your next turn."),
    Why.OWN_DEMAND.key: mark("You cannot demand a card of yourself or your partner."),
    Why.NO_DEMAND.key: mark(
        "A shown card can be demanded once, in its player's turn and before the first card of it."
    ),
    Why.OWN_JUDGED.key: mark("You cannot accuse yourself."),
    Why.PARTNER_JUDGED.key: mark("You cannot accuse your own partner."),
    Why.JUDGED.key: mark("That player has been judged in this turn already."),
    Why.NOT_TOGETHER.key: mark(
        "These cards cannot be laid together: take cards of one rank, or a whole hand of one suit."
    ),
    Why.WRONG_TOP.key: mark("The top card of several must be of the suit."),
    Why.DEMANDED.key: mark("The card that was demanded of you comes first."),
    Why.OWED.key: mark("A duty comes first: another of your cards has to be played."),
    Why.HAND_LEFT.key: mark("You still have cards in your hand: lay one down to end your turn."),
    Why.BLOCKED.key: mark("Nobody else can go on, so you have to play a card that fits."),
    Why.LAY_ONE.key: mark("A 1 is never laid down. Play it, or lay another card."),
    Why.PLACE_NEEDED.key: mark("All your places are taken: choose the one to lay the card on."),
    Why.PLACE_FREE.key: mark("One of your places is empty, and a card is laid there first."),
    Why.BARRED.key: mark("That card has just been favoured, so it waits for one round."),
    Why.FACE_DOWN.key: mark("The cards are not turned up yet."),
    Why.FROZEN_PAIR.key: mark("At this table no card is played onto a pair."),
    Why.NO_SEVERAL.key: mark("At this table cards are played one at a time."),
    Why.NO_SEVERAL_LED.key: mark("While the suit is open only one card is played."),
    Why.NO_WHOLE_HAND.key: mark("At this table a hand of one suit is not played at once."),
    Why.SUIT_OPEN.key: mark("The suit is open: play any card instead of taking the pile."),
    Why.FOLLOW_SUIT.key: mark("You hold a card of the suit, so you may not take the pile."),
    Why.PLAY_ACE.key: mark("You hold an ace, and at this table it is played before the pile."),
}
"""By the key of what exactly a broad reason of the rules is about."""

HALF_REASONS: Mapping[str, str] = {
    "empty-number": mark("There is no card at that number."),
    "choose-card": mark("Choose the card first."),
    "choose-place": mark("Choose the place, A to E, to lay it on."),
    "nothing-to-cancel": mark("There is nothing to cancel."),
    "too-few-cards": mark("Choose at least two cards first."),
    "buttons-only": mark("In rated games only buttons and commands count here."),
    "card-needed": mark("That is not something you can press here."),
    Why.NOT_TOGETHER.key: WHYS[Why.NOT_TOGETHER.key],
    Why.WRONG_TOP.key: WHYS[Why.WRONG_TOP.key],
}
"""Why a press asks for nothing possible (`renderer.Say.reason`)."""


def sentence(reason: str, details: Mapping[str, object], t: Translator) -> str:
    """Return the sentence of a refusal (engine, table or `Say` reason)."""
    why = WHYS.get(str(details.get("why", "")))
    text = why or SENTENCES.get(reason) or HALF_REASONS[reason]
    return t(text, **{key: _words(value, t) for key, value in details.items()})


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

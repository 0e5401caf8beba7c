"""Every reason why something is refused, as one friendly sentence."""

from collections.abc import Mapping
from typing import Any

from bot.locale import Translator, mark, plural
from bot.tables.replies import Refusal, TableReason
from engine.errors import BROAD, Reason

SENTENCES: Mapping[TableReason, str] = {
    TableReason.NO_TABLE: mark("That table is gone. Open a new one with /play."),
    TableReason.NOT_A_LOBBY: mark(
        "This game has already started or ended. Open a new table with /play."
    ),
    TableReason.NOT_PLAYING: mark("No game is on at this table."),
    TableReason.SET_ASIDE: mark(
        "I can't read this table's saved game, so it stands still. "
        "Whoever manages the server can end it with /tables."
    ),
    TableReason.ALREADY_SEATED: mark("You're already at this table."),
    TableReason.NOT_AT_TABLE: mark(
        "You're not at this table. Follow it with /watch, or open one with /play."
    ),
    TableReason.LEFT: mark(
        "You left this game. To come back, press **{shared:Take a seat}** under the table "
        "or use /join."
    ),
    TableReason.REPLACED_HERE: mark("You left this game, and someone else has your seat now."),
    TableReason.RESIGNED: mark("You resigned from this game."),
    TableReason.KICKED: mark("You were removed from this game."),
    TableReason.NO_FREE_SEAT: mark(
        "Nobody is missing, so no seat is free. You can follow the game with /watch."
    ),
    TableReason.NOBODY_TO_REMOVE: mark(
        "You can only remove someone else at this table. To go yourself, use /leave."
    ),
    TableReason.FULL: mark("This table is full. Open another with /play."),
    TableReason.NO_ROOM: mark(
        "Every seat is taken. Take an invitation back or remove a bot first."
    ),
    TableReason.GUEST_SEATED: mark("That person is already at this table."),
    TableReason.GUEST_BARRED: mark("This server's moderators don't let that person play here."),
    TableReason.NOT_INVITED: mark("You have no invitation here, so there's nothing to decline."),
    TableReason.NOT_HOST: mark("Only the host can do that. Ask {host}."),
    TableReason.NOT_MANAGER: mark("You need the Manage Server permission for that."),
    TableReason.NOT_OPENER: mark(
        "You need the role {role} to open tables here. Take a seat at an open one with /join."
    ),
    TableReason.NO_SUCH_PRESET: mark(
        "This server has no saved rules by that name. Pick some from the list."
    ),
    TableReason.NOT_ALLOWED_HERE: mark(
        "You need the Manage Messages permission here. Ask a moderator."
    ),
    TableReason.TOO_FEW: mark(
        "You have {seats} of at least {needed} players. Press **{shared:Add bot}** to fill up."
    ),
    TableReason.SEATS: mark("You can't play this with {seats}. It takes {possible} players."),
    TableReason.NO_HOUSE: mark("There's no bot at this table."),
    TableReason.NO_PARTNERS: mark("There are no partners in this game."),
    TableReason.NO_SUCH_SEAT: mark(
        "No other person at this table goes by that name. Pick one from the list."
    ),
    TableReason.NO_SUCH_GAME: mark("I don't know that game. Pick one from the list."),
    TableReason.NO_SUCH_RULE: mark("I don't know that house rule. Pick one from the list."),
    TableReason.STOPPING: mark("I'm about to restart. Try again in a moment."),
    TableReason.CHANNEL_NOT_ALLOWED: mark(
        "This server doesn't allow tables in this channel. Try {channels}."
    ),
    TableReason.BARRED: mark("This server's moderators don't let you play here. Ask them why."),
    TableReason.LOBBY_LIMIT: mark(
        "You already have a lobby open, table {table}. Start it or leave it first."
    ),
    TableReason.LOCKED: mark("Wrong call: you're locked out, so wait a moment."),
    TableReason.RESUMING: mark("The game resumes in a moment. Try again then."),
    TableReason.OVERTAKEN: mark("Too late: someone beat you to it."),
    TableReason.CONFIRM: mark(
        "It's not your turn. To try anyway, press **Play out of turn** and confirm."
    ),
    TableReason.NEEDS_VOTE: mark("The table has to vote on that. Start the vote with /accuse."),
    TableReason.NO_VOTERS: mark("A vote needs at least two voters, and this table has fewer."),
    TableReason.VOTE_OPEN: mark("There's already a vote on. Wait for it to end."),
    TableReason.NO_VOTE: mark("There's no vote on right now."),
    TableReason.NOT_A_VOTER: mark("You can't vote on this one."),
    TableReason.ALREADY_VOTED: mark("You already voted."),
    TableReason.REPLACED: mark("Your newer press replaced this one."),
    TableReason.NOT_OVER: mark("The game isn't over yet."),
    TableReason.VOIDED: mark("I lost my connection, so no call counts. Call again."),
    TableReason.STORAGE: mark("I couldn't save that, so nothing changed. Try again."),
    TableReason.BROKEN: mark(
        "Something went wrong on my side, so nothing changed. Try again. Error {error}."
    ),
}
"""The table's; the places are filled from `Refusal.details`."""

HOST = "host"
"""The detail that is a person, who is named as Discord does it; nobody is pinged by that."""

CHANNELS = "channels"
"""The detail that is channels, each one press away."""

FEW = 3
"""Channels that are named of many."""

COUNTED: Mapping[TableReason, tuple[str, tuple[str, str]]] = {
    TableReason.CHANNEL_LIMIT: (
        "limit",
        plural(
            "This channel already has {n} table. Wait for it to end, or try another channel.",
            "This channel already has {n} tables. Wait for one to end, or try another channel.",
        ),
    ),
    TableReason.PERSON_LIMIT: (
        "limit",
        plural(
            "You're already at {n} table. Finish it or leave it first.",
            "You're already at {n} tables. Finish one or leave one first.",
        ),
    ),
    TableReason.RULES: (
        "seats",
        plural(
            "These house rules need {possible} players, and there is {n}. Add players, or change "
            "the rules.",
            "These house rules need {possible} players, and there are {n}. Add players, or change "
            "the rules.",
        ),
    ),
}
"""Those in which a number stands: by which detail they are counted, and their forms."""


def english(reason: Reason | TableReason) -> str:
    """Return the sentence of a reason, the rules' or the table's, as the catalogues know it."""
    return BROAD[reason].sentence if isinstance(reason, Reason) else SENTENCES[reason]


def sentence(reason: Reason | TableReason, details: Mapping[str, object], t: Translator) -> str:
    """Return the sentence of a reason, its places filled from the details."""
    said = {key: _words(value, t) for key, value in details.items()}
    if HOST in details:
        said[HOST] = f"<@{details[HOST]}>"
    channels = details.get(CHANNELS)
    if isinstance(channels, tuple | list):
        said[CHANNELS] = t.list([f"<#{each}>" for each in channels[:FEW]], "or")
    if isinstance(reason, TableReason) and reason in COUNTED:
        by, (one, many) = COUNTED[reason]
        return t.n(one, many, int(str(details[by])), **said)
    return t(english(reason), **said)


def refused(refusal: Refusal, t: Translator) -> str:
    """Return what a refusal says: the rules' own words where it is they who refuse."""
    if refusal.ruled is not None:
        return t(refusal.ruled.sentence)
    return sentence(refusal.reason, refusal.details, t)


def stale(t: Translator) -> str:
    """Return what a press from an old screen is told, by button or reaction, with the new one."""
    return t("That's out of date. Here's how things stand.")


def missed(t: Translator) -> str:
    """Return what a hand says of presses nobody told of: in which order they came is unknown."""
    return t("I lost my connection, so your last presses don't count. Press again.")


def unknown(t: Translator) -> str:
    """Return what a press of something that is not ours any more is told."""
    return t("That button is out of date.")


def unexpected(number: str, t: Translator) -> str:
    """Return the sentence of an unexpected error; `number` is in the log too."""
    return t("Something went wrong on my side. Try again. Error {number}.", number=number)


def away(t: Translator) -> str:
    """Return what is said where something is to be read while the database cannot be."""
    return t("I can't get at my records right now. Try again in a moment.")


def _words(value: Any, t: Translator) -> str:
    """Return a detail in words: a list as "2, 3 or 4", a number as the language writes it."""
    if isinstance(value, tuple | list | frozenset | set):
        return t.list([_words(item, t) for item in value], "or")
    return t.number(value) if isinstance(value, int | float) else str(value)

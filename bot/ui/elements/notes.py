"""What a table notes (`bot.tables.notes`), in one line each for "what happened last"."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from bot.locale import Translator, mark
from bot.tables import notes
from bot.tables.model import CallMade, Table, Vote
from bot.tables.notes import Note
from bot.ui.elements.links import relative
from bot.ui.elements.names import escape, short


def tell(note: Note, table: Table, names: Sequence[str], shout: str, t: Translator) -> str | None:
    """Return a note in one line; None for what a screen shows by itself.

    Args:
        note: what is told.
        table: as it is now.
        names: per seat, of who held it then, escaped.
        shout: the game's call as people say it.
        t: the reader's language.
    """
    match note:
        case notes.CallJudged() | notes.CallLate() | notes.CallVoided():
            return _call(note, names, shout, t)
        case notes.VoteOpened() | notes.VoteClosed():
            return _vote(note, names, t)
        case notes.TimedOut() | notes.Forced() | notes.StoodIn() | notes.Returned() | notes.SatIn():
            return _attendance(note, names, t)
        case notes.WentAway():
            return _went_away(note, table, names[note.seat], t)
        case notes.Resumed():
            return t("The game resumes.")
        case notes.ActHeld(seat=seat):
            return t(
                "{name}'s first card waits in case someone demands a shown one.", name=names[seat]
            )
        case notes.Restored():
            return t("I was offline for a moment. Unfinished choices are gone, but I added time.")
        case notes.HostChanged(after=after):
            host = escape(short(table.name_of(after)))
            return t("{name} is the host now.", name=host) if host else None
        case notes.Uninvited(name=name):
            return t("{name} is no longer invited.", name=escape(short(name)))
        case notes.Declined(name=name):
            return t("{name} declined the invitation.", name=escape(short(name)))
        case notes.InvitationsOver(people=people):
            return t.n(
                "An invitation ran out, so that seat is free again.",
                "{n} invitations ran out, so those seats are free again.",
                len(people),
            )
        case (
            notes.Opened()
            | notes.Invited()
            | notes.Started()
            | notes.CallOpened()
            | notes.Ended()
            | notes.Paused()
            | notes.LobbyClosed()
            | notes.RematchOpened()
            | notes.SetAside()
        ):
            return None
    assert_never(note)


def _attendance(
    note: notes.TimedOut | notes.Forced | notes.StoodIn | notes.Returned | notes.SatIn,
    names: Sequence[str],
    t: Translator,
) -> str:
    name = names[note.seat]
    match note:
        case notes.TimedOut():
            return t("{name} ran out of time, so I played for them.", name=name)
        case notes.Forced():
            return t("{name} had only one move, so I played it.", name=name)
        case notes.StoodIn():
            return t("{name} is away: a bot plays until {name} comes back.", name=name)
        case notes.Returned():
            return t("{name} is back.", name=name)
        case notes.SatIn():
            return t("{name} took a seat.", name=name)
    assert_never(note)


def _went_away(note: notes.WentAway, table: Table, name: str, t: Translator) -> str:
    match note.how:
        case "left":
            said = t("{name} left.", name=name)
        case "resigned":
            said = t("{name} resigned.", name=name)
        case "kicked":
            said = t("{name} was removed from the table.", name=name)
        case _:
            assert_never(note.how)
    return said + " " + t("A bot takes over.") if table.status == "playing" else said


def margin(calls: Sequence[CallMade]) -> float:
    """Return the seconds between the earliest and the latest of these calls."""
    stamps = [call.stamp for call in calls]
    return max(stamps) - min(stamps)


def seconds(value: float, t: Translator) -> str:
    """Return a short time, hundredths of a second: "0.31 s"."""
    return t("{seconds} s", seconds=t.fixed(value))


def race(note: notes.CallJudged, names: Sequence[str], t: Translator) -> str | None:
    """Return who was first by how much; None where nobody was close."""
    tied = [call for call in note.calls if call.seat in note.tied]
    slower = [call for call in note.calls if call.seat in note.slower]
    sentences: list[str] = []
    if len(tied) > 1:
        who = t.list([names[call.seat] for call in tied])
        sentences.append(
            t(
                "{names} called at the same time ({time} apart).",
                names=who,
                time=seconds(margin(tied), t),
            )
        )
        if note.coin is not None:
            sentences.append(t("A coin toss picked {name}.", name=names[note.callers[0]]))
    for call in slower:
        ahead = call.stamp - min(one.stamp for one in tied or note.calls)
        sentences.append(
            t(
                "{first} beat {second} by {time}.",
                first=names[note.callers[0]],
                time=seconds(ahead, t),
                second=names[call.seat],
            )
        )
    return " ".join(sentences) or None


def _call(
    note: notes.CallJudged | notes.CallLate | notes.CallVoided,
    names: Sequence[str],
    shout: str,
    t: Translator,
) -> str | None:
    match note:
        case notes.CallJudged():
            return race(note, names, t)
        case notes.CallLate(seats=seats):
            who = t.list([names[seat] for seat in seats])
            return t("{names} called {call} too late.", names=who, call=shout)
        case notes.CallVoided(seats=seats):
            who = t.list([names[seat] for seat in seats])
            return t.n(
                "I was cut off, so the call by {names} doesn't count.",
                "I was cut off, so the calls by {names} don't count.",
                len(seats),
                names=who,
            )
    assert_never(note)


def _vote(
    note: notes.VoteOpened | notes.VoteClosed, names: Sequence[str], t: Translator
) -> str | None:
    match note:
        case notes.VoteOpened():
            return None
        case notes.VoteClosed(accused=about, result=result, kind=kind):
            if about is None:
                return t(VOTED_END[result])
            said = VOTED_REMOVAL if kind == "kick" else VOTED
            return t(said[result], name=names[about])
    assert_never(note)


VOTED: Mapping[notes.VoteResult, str] = {
    "passed": mark("The vote against {name} passed."),
    "failed": mark("The vote against {name} failed."),
    "moot": mark("The vote against {name} doesn't count any more."),
    "voided": mark("The vote against {name} doesn't count any more."),
}
VOTED_REMOVAL: Mapping[notes.VoteResult, str] = {
    "passed": mark("The table voted to remove {name}."),
    "failed": mark("Not enough votes, so {name} stays."),
    "moot": mark("The vote to remove {name} doesn't count any more."),
    "voided": mark("The vote to remove {name} doesn't count any more."),
}
VOTED_END: Mapping[notes.VoteResult, str] = {
    "passed": mark("The table voted to end the game."),
    "failed": mark("Not enough votes to end the game, so it goes on."),
    "moot": mark("The vote to end the game doesn't count any more."),
    "voided": mark("The vote to end the game doesn't count any more."),
}


def vote(table: Table, names: Sequence[str], t: Translator) -> str | None:
    """Return the open vote in words; None without one."""
    open_vote = table.vote
    if open_vote is None:
        return None
    who, about = names[open_vote.accuser], open_vote.accused
    match open_vote.kind:
        case "accuse":
            assert about is not None, "somebody is accused"
            reason = escape(" ".join(open_vote.reason.split())[:100])
            said = t(
                "{accuser} accuses {accused}: {reason}",
                accuser=who,
                accused=names[about],
                reason=reason,
            )
        case "kick":
            assert about is not None, "somebody is to be removed"
            said = t("{name} wants to remove {other} from the table.", name=who, other=names[about])
        case "end":
            said = t("{name} wants to end the game with no result.", name=who)
        case _:
            assert_never(open_vote.kind)
    return said + "\n" + _voices(open_vote, t, ends=table.paused is None)


def _voices(open_vote: Vote, t: Translator, *, ends: bool) -> str:
    """Return how it stands, and when it ends if that is known: in a pause it stands still."""
    if not ends:
        return t.n(
            "{yes} of {n} yes vote so far.",
            "{yes} of {n} yes votes so far.",
            open_vote.needed,
            yes=t.number(len(open_vote.yes)),
        )
    return t.n(
        "{yes} of {n} yes vote so far. Voting ends {until}.",
        "{yes} of {n} yes votes so far. Voting ends {until}.",
        open_vote.needed,
        yes=t.number(len(open_vote.yes)),
        until=relative(open_vote.until),
    )

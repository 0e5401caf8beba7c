"""What a person reads in answer to a press or command: one private sentence."""

from collections.abc import Sequence
from typing import assert_never

from bot.locale import Translator, mark
from bot.tables.model import Table
from bot.tables.replies import (
    Acted,
    Answer,
    Done,
    Late,
    Pending,
    Refusal,
    Slower,
    Stale,
    TableReason,
)
from bot.tables.step import winners_of
from bot.ui.contract.renderer import AnyRenderer, Source
from bot.ui.elements import controls, frame, notes, refusals
from bot.ui.elements.controls import Control
from bot.ui.elements.links import code, link, relative
from bot.ui.elements.names import escape, texts
from bot.ui.elements.screen import Button, Row, Screen, Text, plain, rows
from engine import errors


def sentence(answer: Answer, t: Translator, *, call: bool = False, card: str = "") -> str:
    """Return what an answer says; for `Done` and `Acted` that it is done.

    Args:
        answer: the table's.
        t: the reader's language.
        call: whether the press was a call, of which only the verdict on the table tells more.
        card: the one card it would have moved, as the reader knows it; "" where it is none.
    """
    match answer:
        case Refusal(ruled=errors.Refusal(named=words)) if words and card:
            return t(words, card=card)
        case Refusal():
            return refusals.refused(answer, t)
        case Stale():
            return refusals.stale(t)
        case Late():
            return t("Too late, that chance is gone. No penalty.")
        case Slower(seconds=late):
            return t("Right call, but {time} too late.", time=notes.seconds(late, t))
        case Pending(kind="call"):
            return t("Got your call. Checking…")
        case Pending(until=until):
            return t(
                "Noted. Unless someone demands a shown card first, your play counts {when}.",
                when=relative(until),
            )
        case Done() | Acted():
            return t("Called.") if call else t("Done.")
    assert_never(answer)


def unreadable(example: Source | None, t: Translator) -> str:
    """Return the refusal of a typed move that cannot be read; `example`: one of their own."""
    if example is None:
        return t(errors.UNREADABLE.sentence)
    return t(
        "I don't know that move. Pick one from the list, or type one like {label} or {notation}.",
        label=code(example.label),
        notation=code(example.notation),
    )


def which_card(meant: Sequence[Source], t: Translator) -> str:
    """Return the question which of several plays a card named alone means."""
    lines = (f"- {code(each.notation)} {each.label}" for each in meant)
    return "\n".join((t("Which one do you mean? Type it like this:"), *lines))


def example(source: Source, t: Translator) -> str:
    """Return an example of what can be typed."""
    return t("For example {notation}: {label}.", notation=code(source.notation), label=source.label)


def aside(answer: Answer, t: Translator, *, card: str = "") -> str:
    """Return what an answer says in the short line below a table, after the presser's name.

    Args:
        answer: the table's.
        t: the channel's language.
        card: the one card the press would have moved, as everybody sees it; "" where it is none.
    """
    match answer:
        case Stale() | Late() | Refusal(reason=TableReason.OVERTAKEN):
            return t("too late.")
        case Refusal(reason=TableReason.LOCKED):
            return t("wait, you're still locked out.")
        case Refusal(reason=TableReason.RESUMING):
            return t("not yet.")
        case Refusal(ruled=errors.Refusal(aside=words)) if words and (card or "{" not in words):
            return t(words, card=card)
    return sentence(answer, t, card=card)


def lasts(answer: Answer) -> float:
    """Return the seconds for which an answer is true; 0 where it does not end by itself."""
    details = answer.details if isinstance(answer, Refusal) else {}
    left = details.get("seconds", 0.0)
    assert isinstance(left, float), "a time left is in seconds"
    return left


def opened(table: Table, t: Translator, url: str) -> Screen:
    """Return the answer to `/play`."""
    return plain(linked(t("Table {number} is open.", number=table.id), url, t))


def moved(url: str, t: Translator) -> str:
    """Return what a press on a message is told that is the table's no more."""
    return linked(t("This table has moved."), url, t)


def linked(text: str, url: str, t: Translator) -> str:
    """Return a sentence with the address of its table."""
    return text + " " + link(t("Go to table"), url)


def begun(table: Table, t: Translator) -> str:
    """Return the answer to starting a game."""
    return t("Table {number} has started.", number=table.id)


def again(table: Table, t: Translator) -> str:
    """Return the answer to playing again; `table` is the new one, which may have begun by it."""
    if table.status == "playing":
        return begun(table, t)
    return t("You're in. The next game is at table {number}.", number=table.id)


def seated(table: Table, t: Translator) -> str:
    """Return the answer to sitting down."""
    return t("You're at table {number}.", number=table.id)


def stood_up(table: Table, t: Translator) -> str:
    """Return the answer to standing up."""
    return t("You left table {number}.", number=table.id)


def went(table: Table, t: Translator) -> str:
    """Return the answer to leaving, of the lobby or of a game; `table` as it is now."""
    if table.status == "ended" and table.outcome is not None:
        one, several = (
            mark("You left table {number}, so {names} wins."),
            mark("You left table {number}, so {names} win."),
        )
        return _won(table, one, several, t)
    said = stood_up(table, t)
    if table.status == "ended" and table.end_reason in frame.REASONS:
        return said + " " + t(frame.REASONS[table.end_reason])
    if table.status != "playing":
        return said
    return said + " " + t("A bot plays on for you. While your seat is free, /join brings you back.")


def sure_to_leave(after: Table, t: Translator) -> Screen:
    """Return the one question before somebody leaves a game that is lost by that.

    Args:
        after: the table as it would be then.
        t: the reader's language.
    """
    one, several = (
        mark("Leave table {number}? {names} wins, and you can't come back."),
        mark("Leave table {number}? {names} win, and you can't come back."),
    )
    button = Button(frame.control(after, controls.GO), t("Leave"), "danger")
    text = Text(_won(after, one, several, t))
    return Screen((text, Row((button,))), accent=frame.PRIVATE)


def _won(table: Table, one: str, several: str, t: Translator) -> str:
    """Return a sentence with the table's number and the names of who has won."""
    assert table.outcome is not None, "somebody has won"
    names = texts(table, t)
    won = [names[seat] for seat in winners_of(table, table.outcome)]
    return t(one if len(won) == 1 else several, number=table.id, names=t.list(won))


def sure_to_resign(table: Table, t: Translator) -> Screen:
    """Return the one question before somebody gives up."""
    text = t("Resign at table {number}? You can't come back.", number=table.id)
    row = Row((Button(frame.control(table, controls.RESIGN), t("Resign"), "danger"),))
    return Screen((Text(text), row), accent=frame.PRIVATE)


def resigned(table: Table, t: Translator) -> str:
    """Return the answer to giving up."""
    return t("You resigned at table {number}.", number=table.id)


def put_to_vote(t: Translator) -> str:
    """Return the answer to asking for what the table decides by a vote."""
    return t("The table is voting on it.")


def removed(table: Table, seat: int, t: Translator) -> str:
    """Return the answer to removing somebody; `table` as it was."""
    return t("{name} was removed from the table.", name=texts(table, t)[seat])


def ended(table: Table, t: Translator) -> str:
    """Return the answer to ending a table; `table` as it is now."""
    if table.vote is not None:
        return put_to_vote(t)
    if table.status == "closed":
        return t("Table {number} is closed.", number=table.id)
    return t("Table {number} has ended.", number=table.id)


def hand_over(reason: TableReason, t: Translator, url: str) -> Screen:
    """Return what a hand becomes whose person owns the seat no more: why, and a link."""
    lines = [refusals.sentence(reason, {}, t), link(t("Go to table"), url)]
    return plain("\n".join(lines))


def no_table(t: Translator, here: Table | None = None, *, ended: bool = False) -> str:
    """Return the answer to a command where no table can be meant.

    Args:
        t: the language.
        here: a table of this channel that the command cannot be about, lobby or running game.
        ended: a game that has just ended here would have been meant too.
    """
    if here is None and ended:
        return t(
            "No game is on here, and none has just ended. "
            "Open a table with /play; /replay has older games."
        )
    if here is None:
        return t("No table is open here or waiting for you. Open one with /play.")
    if here.status == "lobby":
        return t(
            "Table {number} hasn't started; the host starts it with **{shared:Start}**.",
            number=here.id,
        )
    return t("Table {number} has already started. Open another with /play.", number=here.id)


def no_game(renderer: AnyRenderer, t: Translator) -> Screen:
    """Return the answer to a call with no such game here: the offer to start one."""
    text = t("Nobody is playing {game} here yet.", game=renderer.name)
    act = controls.OPEN + renderer.key
    start = Button(Control(0, 0, 0, 0, act).custom_id, t("Open a table"), "success")
    return Screen((Text(text), Row((start,))), accent=frame.PRIVATE)


def clear(t: Translator) -> str:
    """Return what a private sentence becomes that is no longer so, where it must not vanish.

    It may be one's own wrong call that ended it: nothing that sounds like praise.
    """
    return t("That no longer applies.")


def hand_is_there(url: str, t: Translator) -> str:
    """Return where one's hand is."""
    there = t("Go to my hand")
    return t("Your cards are in your DMs: {link}", link=link(there, url))


def hands(t: Translator) -> str:
    """Return what comes before hands of several tables, each a message of its own."""
    return t("You're playing at several tables. Here is each hand.")


def no_hand(renderer: AnyRenderer, t: Translator) -> str:
    """Return the answer to "My hand" where every card lies open."""
    return t(
        "{game} has no hands: the cards you can play are face up on the table.", game=renderer.name
    )


def which(
    tables: Sequence[tuple[Table, AnyRenderer, str, str]], t: Translator, *, call: bool = False
) -> Screen:
    """Return the question which table is meant.

    Args:
        tables: each with its renderer, what tells it apart, and its address.
        t: the reader's language.
        call: whether it is about a call: the button of a table then calls there.
    """
    lines = [t("Which table? Pick it with the “table” option.")]
    if call:
        lines = [t("At which table do you call? It counts as of when you typed it.")]
    lines += ["- " + link(escape(label), url) for _, _, label, url in tables]
    if not call:
        return plain("\n".join(lines))
    buttons = tuple(
        Button(
            Control(0, 0, table.ply, 0, f"{controls.MEANT}{table.id}").custom_id,
            f"{renderer.name} {table.id}",
            "danger",
        )
        for table, renderer, _, _ in tables
    )
    return Screen((Text("\n".join(lines)), *rows(buttons)), accent=frame.PRIVATE)


def same_name(names: Sequence[str], t: Translator) -> str:
    """Return the question who of several people of one name is meant."""
    listed = t.list([escape(each) for each in names], "or")
    return t("Several people here have that name: {names}. Choose one from the list.", names=listed)

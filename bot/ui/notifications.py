"""Fresh lines that reach people: edits do not notify, these do."""

from bot.locale import Translator
from bot.tables.model import Table
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import frame
from bot.ui.elements.links import link, relative
from bot.ui.elements.names import texts
from bot.ui.elements.replies import linked
from bot.ui.elements.screen import Screen, Text, plain


def your_turn(table: Table, t: Translator, url: str, mention: int | None = None) -> Screen:
    """Return "Your turn at table 12" with a link; `mention` pings where a DM cannot be sent."""
    text = t("Your turn at table {number}", number=table.id)
    return _notice(_linked(text, url, t), mention)


def reminder(table: Table, t: Translator, url: str, mention: int | None = None) -> Screen:
    """Return the one reminder at half the remaining time."""
    text = t("Still your turn at table {number}", number=table.id)
    if table.deadline is not None:
        text += " · " + t("turn ends {when}", when=relative(table.deadline))
    return _notice(_linked(text, url, t), mention)


def invited(
    table: Table, renderer: AnyRenderer, t: Translator, people: tuple[int, ...], url: str
) -> Screen:
    """Return the line for people who were invited when the lobby stood there already."""
    text = t(
        "{people}: {host} is holding a seat for you. {game}, table {number}.",
        people=t.list([f"<@{person}>" for person in people]),
        host=next(
            name
            for seat, name in zip(table.seats, texts(table, t), strict=True)
            if seat.person == table.host
        ),
        game=renderer.name,
        number=table.id,
    )
    return plain(linked(text, url, t))


def hands(
    table: Table, t: Translator, undelivered: tuple[int, ...], *, sent: bool
) -> Screen | None:
    """Return the line about hands; None: there is nothing to say.

    Args:
        table: the table.
        t: the channel's language.
        undelivered: people whom no DM reaches, by mention.
        sent: whether it says that hands come by DM.
    """
    lines: list[str] = []
    if sent:
        lines.append(
            t("Your cards are in your DMs. **{shared:My hand}** under the table shows them too.")
        )
    if undelivered:
        lines.append(
            t(
                "{people}: I can't DM you your hand. To see it, press **{shared:My hand}** under "
                "table {number}.",
                people=t.list([f"<@{person}>" for person in undelivered]),
                number=table.id,
            )
        )
    return plain(*lines) if lines else None


def gathered(table: Table, t: Translator, people: tuple[int, ...]) -> Screen:
    """Return the line that brings the seated people into a table's own thread."""
    who = t.list([f"<@{person}>" for person in people])
    text = t("{people}: here's your table, number {number}.", people=who, number=table.id)
    return plain(text, mentions=people)


def result(table: Table, renderer: AnyRenderer, t: Translator, url: str) -> Screen:
    """Return the line in the channel for a game that was played in a thread."""
    names = frame.winners(table, texts(table, t), t)
    text = frame.heading(table, renderer, t) + "\n" + (names or t("The game is over."))
    return Screen((Text(text + "\n" + link(t("Go to table"), url)),), accent=frame.OVER)


def gave_way(table: Table, renderer: AnyRenderer, t: Translator, url: str) -> Screen:
    """Return what people are told whose abandoned table has ended for another one."""
    text = frame.heading(table, renderer, t) + "\n" + t(frame.REASONS["abandoned"])
    return Screen((Text(text + "\n" + link(t("Go to table"), url)),), accent=frame.OVER)


def unarchived(table: Table, t: Translator) -> Screen:
    """Return the line that brings a thread back from the archive while its game runs."""
    return plain(t("Table {number} continues here.", number=table.id))


def unshown(t: Translator) -> str:
    """Return what hands say once while the channel does not take the table."""
    return t("I can't show the table in its channel right now. Keep playing here.")


def stands_still(table: Table, renderer: AnyRenderer, t: Translator) -> Screen:
    """Return what a person without a hand is told while the channel does not take the table."""
    channel = f"<#{table.where}>"
    text = t(
        "{game}, table {number}: I can't show it in {channel} any more. It continues once I can "
        "see the channel and write there again. Ask a server manager to allow that.",
        game=renderer.name,
        number=table.id,
        channel=channel,
    )
    return plain(text)


def unreadable(table: Table, t: Translator, error: str) -> Screen:
    """Return what a channel is told once of a stored game that cannot be loaded."""
    return plain(
        t(
            "I couldn't load table {number}, but I've kept it. Error {error}.",
            number=table.id,
            error=error,
        )
    )


def _linked(text: str, url: str, t: Translator) -> str:
    return f"{text} · " + link(t("go to table"), url)


def _notice(text: str, mention: int | None) -> Screen:
    if mention is None:
        return plain(text)
    return plain(f"<@{mention}> {text}", mentions=(mention,))

"""What the public tables and hands of all games have in common, around the game's own layout."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.db.records import Away
from bot.locale import Translator, mark
from bot.tables.model import Table
from bot.tables.step import places_of, winners_of
from bot.ui import rating
from bot.ui.contract.renderer import Deed, HandSight, History, PublicSight, Renderer
from bot.ui.elements import controls, notes
from bot.ui.elements.controls import Control
from bot.ui.elements.links import code, countdown, link, relative
from bot.ui.elements.look import Look
from bot.ui.elements.names import at_the_time, texts
from bot.ui.elements.screen import Attachment, Button, Part, Row, Screen, Select, Text

PLAYING, OVER, PRIVATE = 0x2F855A, 0x718096, 0x3182CE
"""Accents: a running table, one that is over or closed, what one person alone sees."""

BLANK = "\u200b"
"""A line that Discord shows though nothing stands in it."""

LINES = 3
"""Lines of what happened last on a table; two on a hand."""

FINGERPRINT = 16
"""Digits of a fingerprint that are shown; the whole one stands in the closed lobby's message."""

PRACTICE = 0
"""The number of a practice table (`/learn`): it is none of the database's."""


def control(table: Table, act: str, number: int = 0) -> str:
    """Return the `custom_id` of a control of this table as it stands.

    Which of the table's public messages it stands on is filled in by whoever posts that one.
    """
    return Control(table.id, 0, table.ply, number, act).custom_id


def button(table: Table, act: str, label: str, emoji: str | None = None) -> Button:
    """Return a plain button of this table."""
    return Button(control(table, act), label, emoji=emoji)


def call_button(table: Table, renderer: Renderer[Any], t: Translator) -> Button:
    """Return the button of the call people race for."""
    label = t("{call}", call=renderer.shout)
    return Button(control(table, renderer.call), label, "danger", emoji=renderer.call_emoji)


def share_button(what: str, ply: int, t: Translator) -> Button:
    """Return the button that posts to the channel what an act of this ply shows."""
    return Button(Control(0, 0, ply, 0, controls.SHARE + what).custom_id, t("Share"), emoji="📣")


def without_controls(screen: Screen) -> Screen:
    """Return a screen as it is read by whoever has nothing to press there."""
    parts = tuple(part for part in screen.parts if not isinstance(part, Row | Select))
    return Screen(parts, accent=OVER, attachments=screen.attachments)


def hand_button(table: Table, t: Translator) -> Button:
    """Return "My hand", which is always there for everyone."""
    return Button(control(table, controls.HAND), t("My hand"), "primary", emoji="🫴")


def heading(table: Table, renderer: Renderer[Any], t: Translator) -> str:
    """Return the game and the number of the table; of a practice table that it is one."""
    if table.id == PRACTICE:
        return "### " + t("{game} · practice table", game=renderer.name)
    return "### " + t("{game} · table {number}", game=renderer.name, number=table.id)


def happened(
    history: History, table: Table, renderer: Renderer[Any], look: Look, lines: int = LINES
) -> tuple[str, ...]:
    """Return the last lines of what happened, oldest first."""
    told: list[str] = []
    for past in reversed(history):
        names = at_the_time(table, past.people, look.t)
        if isinstance(past, Deed):
            line = renderer.tell(past, names, look)
        else:
            line = notes.tell(past.note, table, names, renderer.shout, look.t)
        if line:
            told.append(line)
        if len(told) == lines:
            break
    return tuple(reversed(told))


def lit(told: Sequence[str]) -> list[str]:
    """Return what happened so that the last act catches the eye: what was before it is small."""
    lines = ["\n".join(f"-# {line}" for line in each.split("\n")) for each in told[:-1]]
    return lines + ["\n".join(f"> **{line}**" for line in each.split("\n")) for each in told[-1:]]


def being_judged(table: Table, renderer: Renderer[Any], t: Translator) -> str | None:
    """Return who called, while the call is being judged; nothing of whether it is good."""
    if table.race is None:
        return None
    names = texts(table, t)
    first = table.race.calls[0].seat
    return t("{name} calls {call} Checking…", name=names[first], call=renderer.shout)


def awaited(table: Table, turn: int | None, t: Translator, *, own: int | None = None) -> list[str]:
    """Return what the table waits for: whose turn it is and until when; in a pause anybody."""
    if table.paused is not None:
        return paused(table, t)
    if turn is None:
        return []
    name = texts(table, t)[turn]
    lines = [t("**Your turn**") if turn == own else t("**{name}'s turn**", name=name)]
    if table.deadline is not None:
        lines.append("-# " + t("turn ends {when}", when=relative(table.deadline)))
    return lines


def public(
    sight: PublicSight[Any],
    renderer: Renderer[Any],
    body: Sequence[Part],
    rows: Sequence[Part],
    look: Look,
    turn: int | None = None,
    *,
    more: Sequence[str] = (),
    steady: int = 0,
) -> Screen:
    """Return a running table: heading, what happened, whose turn, the game's `body`, controls.

    Args:
        sight: what it is drawn from.
        renderer: the game's.
        body: the game's layout in text.
        rows: its controls.
        look: the reader's.
        turn: whose turn it is; None without turns.
        more: lines of the game's own below what happened.
        steady: the number of lines above the layout, where cards and controls must not move under
            a quick finger: the newest are kept, whatever is said below them the last one of what
            happened, missing ones left blank; 0, or in a pause: as many as there are.
    """
    table, t = sight.table, look.t
    told = happened(sight.history, table, renderer, look)
    lines = [*(told if turn is None else lit(told)), *more]
    lines += [line for line in (being_judged(table, renderer, t), sight.aside) if line]
    if table.resumes is not None:
        lines.append(t("The game resumes {when}.", when=countdown(table.resumes)))
    lines += [*awaited(table, turn, t), *standins(table, t)]
    if steady and table.paused is None:
        lines = "\n".join(lines).splitlines()
        newest = told[-1].splitlines()[-1:] if told else []
        kept = lines[-steady:]
        lines = kept if not newest or newest[0] in kept else [*newest, *kept[1:]]
        lines += [BLANK] * (steady - len(lines))
    lines.insert(0, heading(table, renderer, t))
    vote = notes.vote(table, texts(table, t), t)
    parts: list[Part] = [Text("\n".join(lines)), *_layout(sight, body), *rows]
    if vote is not None:
        parts += [Text(vote), Row(vote_buttons(table, t))]
    if any(seat.free for seat in table.seats):
        parts.append(Row((button(table, controls.SIT_IN, t("Take a seat"), emoji="🪑"),)))
    return Screen(
        tuple(parts), accent=PLAYING, reactions=renderer.reactions, attachments=_files(sight)
    )


def _layout(sight: PublicSight[Any], body: Sequence[Part]) -> Sequence[Part]:
    """Return the game's layout; where the table is a picture, that stands in its place."""
    return [picture for picture, _ in sight.figures] or body


def _files(sight: PublicSight[Any]) -> tuple[Attachment, ...]:
    return tuple(file for _, file in sight.figures)


def paused(table: Table, t: Translator) -> list[str]:
    """Return that everybody is away, how to go on, and when the table ends otherwise."""
    lines = [t("**Paused**: everyone is away. If you're playing here, press anything to resume.")]
    if table.deadline is not None:
        ends = t("Otherwise the table ends with no result {when}.", when=relative(table.deadline))
        lines.append("-# " + ends)
    return lines


def watched(screen: Screen, url: str, t: Translator, *, live: bool = True) -> Screen:
    """Return a public table as somebody watches it: nothing to press, a link to the table.

    `live`: whether it is followed; else it says how to go on watching.
    """
    parts = tuple(part for part in screen.parts if not isinstance(part, Row | Select))
    lines = [] if live else [t("I've stopped updating this view. To keep watching, use /watch.")]
    lines.append(link(t("Go to table"), url))
    return Screen((*parts, Text("\n".join(lines))), accent=screen.accent)


def standins(table: Table, t: Translator) -> list[str]:
    """Return for whom a house player stands in, as one line, or none; in a pause nobody plays."""
    if table.paused is not None:
        return []
    names = texts(table, t)
    away = [name for seat, name in zip(table.seats, names, strict=True) if seat.standin]
    if not away:
        return []
    told = t.n(
        "A bot is playing for {names}.",
        "Bots are playing for {names}.",
        len(away),
        names=t.list(away),
    )
    return ["-# " + told]


def vote_buttons(table: Table, t: Translator, seat: int | None = None) -> tuple[Button, ...]:
    """Return the buttons of an open vote, if there is one; a voice counts in this one alone.

    On the hand of a `seat` there are none where its person has voted, or may not.
    """
    vote = table.vote
    if vote is None or (seat is not None and not vote.awaits(table.seats[seat].owner)):
        return ()
    number = vote.number
    return (
        Button(control(table, f"{controls.VOTE_YES}{number}"), t("Yes"), "success"),
        Button(control(table, f"{controls.VOTE_NO}{number}"), t("No"), "danger"),
    )


def over(
    sight: PublicSight[Any],
    renderer: Renderer[Any],
    body: Sequence[Part],
    left: Sequence[int],
    look: Look,
) -> Screen:
    """Return a table whose game is over: the result, the last layout, and what may follow."""
    table, t = sight.table, look.t
    lines = [heading(table, renderer, t), *happened(sight.history, table, renderer, look, 2)]
    told = Text(how_it_ended(sight, renderer, left, t))
    parts: list[Part] = [Text("\n".join(lines)), told, *_layout(sight, body)]
    ratings = rating.told(rating.ending(sight.history), table, t)
    if ratings:
        parts.append(Text(ratings))
    ways = [
        rematch_button(table, t),
        button(table, controls.AGAIN, t("Replay")),
        share_button(f"{controls.PICTURE}{table.id}", table.ply, t),
    ]
    if table.seed:
        ways.append(button(table, controls.FAIR, t("Fair deal")))
    parts.append(Row(tuple(ways)))
    return Screen(tuple(parts), accent=OVER, attachments=_files(sight))


def how_it_ended(
    sight: PublicSight[Any], renderer: Renderer[Any], left: Sequence[int], t: Translator
) -> str:
    """Return the result of a game that is over, and the one fact of it, if there is one."""
    told = result(sight.table, renderer, left, t)
    if sight.fact is None or sight.table.outcome is None:
        return told
    names = at_the_time(sight.table, sight.fact.deed.people, t)
    return f"{told}\n-# {sight.fact.tell(names, t)}"


def rematch_button(table: Table, t: Translator) -> Button:
    """Return the button by which a game that is over is played again."""
    return Button(control(table, controls.REMATCH), t("Rematch"), "success")


def hand_over(
    sight: HandSight[Any], renderer: Renderer[Any], left: Sequence[int], t: Translator
) -> Screen:
    """Return the hand of a game that is over: the result, and how to play again."""
    head = hand_heading(sight, renderer, t)
    told = Text(result(sight.table, renderer, left, t))
    return Screen((Text(head), told, Row((rematch_button(sight.table, t),))), accent=OVER)


def kept(table: Table, renderer: Renderer[Any], t: Translator) -> Screen:
    """Return a game of which only the result is kept any more."""
    names = texts(table, t)
    lines = [heading(table, renderer, t)]
    if table.outcome is not None:
        lines.append("## " + winners(table, names, t))
        places = places_of(table, table.outcome)
        order = sorted(range(len(names)), key=lambda seat: (places[seat], seat))
        lines += [f"{t.ordinal(places[seat])} {names[seat]}" for seat in order]
    else:
        lines.append(t(REASONS.get(table.end_reason or "", OVER_PLAINLY)))
    return Screen((Text("\n".join(lines)),), accent=OVER)


OVER_PLAINLY = mark("The game is over.")

GONE: Mapping[Away, str] = {
    "left": mark("left"),
    "resigned": mark("resigned"),
    "kicked": mark("removed"),
}
"""How somebody went away before the end, beside the place that it cost (`places_of`)."""

REASONS = {
    "cap": mark("The game reached its length limit, so the fewest cards win."),
    "locked": mark("Nobody can play any more, so the fewest cards win."),
    "time": mark("The game ran out of time, so the fewest cards win."),
    "ended": mark("A moderator ended the table with no result."),
    "unreadable": mark("I couldn't load this game any more, so there's no result."),
    "empty": mark("Nobody is left at the table, so there's no result."),
    "idle": mark("Everyone was away too long, so there's no result."),
    "abandoned": mark(
        "Everyone was away, and another table needed the place, so there's no result."
    ),
    "left": mark("Everyone else left."),
    "gone": mark("I can't reach this table's channel any more, so there's no result."),
    "voted": mark("The table voted to end the game with no result."),
}
"""Why a game is over, where it was not simply won."""


def result(table: Table, renderer: Renderer[Any], left: Sequence[int], t: Translator) -> str:
    """Return who won, why it is over, and the places with the cards each seat had left."""
    names = texts(table, t)
    lines = [t(REASONS[table.end_reason])] if table.end_reason in REASONS else []
    if table.outcome is None:
        return "\n".join(lines) or t("The game is over.")
    places = standings(table, renderer, names, left, t)
    return "\n".join(["## " + winners(table, names, t), *lines, *places])


def standings(
    table: Table, renderer: Renderer[Any], names: Sequence[str], left: Sequence[int], t: Translator
) -> tuple[str, ...]:
    """Return every seat with its place and the cards it had left, best first."""
    outcome = table.outcome
    if outcome is None:
        return ()
    places = places_of(table, outcome)
    lines = [t(renderer.counted)] if renderer.counted else []
    for seat in sorted(range(len(names)), key=lambda seat: (places[seat], seat)):
        number = left[seat]
        cards = t.n("{n} card", "{n} cards", number)
        shown = t.number(number) if renderer.counted else cards
        away = table.seats[seat].away
        told = "" if away is None else " · " + t(GONE[away])
        lines.append(f"{t.ordinal(places[seat])} {names[seat]} · {shown}{told}")
    return tuple(lines)


def winners(table: Table, names: Sequence[str], t: Translator) -> str:
    """Return who won, or that it is a draw; "" without an outcome."""
    if table.outcome is None:
        return ""
    won = winners_of(table, table.outcome)
    if not won and table.outcome.winners:
        away = [names[at] for at in table.outcome.winners]
        return t.n(
            "The bot playing for {names} wins",
            "The bots playing for {names} win",
            len(away),
            names=t.list(away),
        )
    if not won:
        return t("It's a draw")
    return t.n("{names} wins", "{names} win", len(won), names=t.list([names[at] for at in won]))


def proof(table: Table, t: Translator) -> str:
    """Return the seed of a game that is over and the commitment it was published under."""
    assert not table.active, "the seed is shown only after the game"
    return "-# " + t(
        "Shuffle seed: {seed} · SHA-256: {commitment}",
        seed=code(table.seed),
        commitment=code(fingerprint(table)),
    )


def fingerprint(table: Table) -> str:
    """Return the commitment as it is shown everywhere but once: its first digits."""
    return table.commitment[:FINGERPRINT] + "…"


def hand_head(sight: HandSight[Any], renderer: Renderer[Any], turn: int, look: Look) -> list[str]:
    """Return what stands above the cards of a hand: where it belongs, and what goes on there."""
    table, t = sight.table, look.t
    said = (being_judged(table, renderer, t), notes.vote(table, texts(table, t), t))
    return [
        hand_heading(sight, renderer, t),
        *happened(sight.history, table, renderer, look, 2),
        *(line for line in said if line is not None),
        *awaited(table, turn, t, own=sight.seat),
    ]


def hand_heading(sight: HandSight[Any], renderer: Renderer[Any], t: Translator) -> str:
    """Return which table this hand belongs to, in which server and channel, with the link."""
    table = sight.table
    if table.id == PRACTICE:
        return heading(table, renderer, t)
    place = f"<#{table.where}>"
    if sight.url is not None:
        place += " · " + link(t("go to table"), sight.url)
    server = f"{sight.server} · " if sight.server else ""
    return f"{heading(table, renderer, t)}\n-# {server}{place}"

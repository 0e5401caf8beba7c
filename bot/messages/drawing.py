"""Which screen shows what: chosen by the table's state, drawn by `bot.ui`; pictures of tables."""

import asyncio

from msgspec import structs

from bot.locale import Translator
from bot.messages.language import Looks
from bot.messages.scene import Scene
from bot.pictures import Drawing, of_table
from bot.tables.absence import why_not_seated
from bot.ui import first_game, lobby, preferences
from bot.ui.elements import controls, frame, replies
from bot.ui.elements.links import channel_url
from bot.ui.elements.look import Look
from bot.ui.elements.screen import Button, Part, Picker, Row, Screen, Select, Text, plain


def public(scene: Scene, look: Look, drawing: Drawing | None = None) -> Screen:
    """Draw the table's public message: lobby, game, result, or a lobby that closed.

    `drawing`: the layout of a game, where it is shown as a picture.
    """
    table = scene.table
    if table.status == "lobby":
        history = scene.history(None)
        return lobby.draw(table, scene.game, scene.renderer, look, history, scene.aside(look.t))
    if table.status == "ended" and table.state is None:
        return frame.kept(table, scene.renderer, look.t)
    if table.status == "closed" or table.state is None:
        return lobby.closed(table, scene.renderer, look.t)
    sight = scene.public_sight(look.t)
    if drawing is not None:
        sight = structs.replace(sight, figures=drawing.figures)
    screen = scene.renderer.public(sight, look)
    return first_game.told(screen, table, scene.game, scene.renderer, look.t)


def in_short(scene: Scene, t: Translator) -> str:
    """Return what is said above a picture of a table: which it is, and how it ended."""
    head = frame.heading(scene.table, scene.renderer, t)
    if scene.playing:
        return head
    sight = scene.public_sight(t)
    left = scene.renderer.left(sight.view)
    return f"{head}\n{frame.how_it_ended(sight, scene.renderer, left, t)}"


def hand_over(looks: Looks, scene: Scene, seat: int, person: int) -> Screen:
    """Draw what is left of a hand whose person owns the seat no more, or has a newer message.

    Of a game that is over it is the result, as for everybody else, with nothing to press: the
    message is no longer theirs.
    """
    t = looks.person(person, scene.table)
    if scene.table.seats[seat].owner == person:
        return plain(t("Your hand is in a newer message."))
    if scene.table.status == "ended" and scene.table.state is not None:
        return frame.without_controls(hand(looks, scene, seat, person))
    reason = why_not_seated(scene.table, person)
    return replies.hand_over(reason, t, table_address(scene))


def hand(looks: Looks, scene: Scene, seat: int, person: int) -> Screen:
    """Draw one seat's hand in its person's language.

    What a first game offers at its end stands under the table alone: by DM no table is opened.
    """
    look, server = looks.private(person, scene.table), looks.server(scene.table.guild)
    screen = scene.renderer.hand(scene.hand_sight(seat, server, look.t), look)
    if scene.table.active:
        screen = first_game.told(screen, scene.table, scene.game, scene.renderer, look.t)
    most = preferences.REACTIONS[looks.preferences(person).reactions]
    return structs.replace(screen, reactions=screen.reactions[:most])


def moved(scene: Scene, look: Look, *, begun: bool) -> Screen:
    """Draw an old message of the table: the lobby of a game that has begun, or an old board."""
    table = scene.table
    address = scene.url
    if begun:
        return lobby.started(table, scene.game, scene.renderer, look.t, address)
    return lobby.moved(table, scene.renderer, look.t, address)


def table_address(scene: Scene) -> str:
    """Return the address of the table's message, or of its channel until there is one."""
    return scene.url or channel_url(scene.table.guild, scene.table.where)


def thread_name(scene: Scene, t: Translator) -> str:
    """Return the name of a table's own thread."""
    name = scene.renderer.name
    return t("{game} · table {number}", game=name, number=scene.table.id)[:100]


def in_round(screen: Screen, number: int) -> Screen:
    """Return a public screen whose controls say on which of the table's messages they stand."""

    def part_of(part: Part) -> Part:
        match part:
            case Row(buttons=buttons):
                return Row(
                    tuple(
                        structs.replace(each, custom_id=controls.in_round(each.custom_id, number))
                        if isinstance(each, Button)
                        else each
                        for each in buttons
                    )
                )
            case Select() | Picker():
                return structs.replace(part, custom_id=controls.in_round(part.custom_id, number))
        return part

    return structs.replace(screen, parts=tuple(part_of(part) for part in screen.parts))


def with_text(text: str, screen: Screen) -> Screen:
    """Return a screen with a sentence above it."""
    if not text:
        return screen
    parts = (Text(text), *screen.parts)
    return Screen(parts=parts, accent=screen.accent, attachments=screen.attachments)


async def drawn(scene: Scene, t: Translator, *, headed: bool = True) -> Drawing:
    """Draw a table as it is now, in a thread: seconds of a busy machine hold up nobody.

    `headed`: what it shows says by itself which table it is, and how it ended.
    """
    sight = scene.public_sight(t)
    return await asyncio.to_thread(of_table, sight, scene.renderer, t, headed=headed)


def illustrated(text: str, drawing: Drawing | None) -> Screen:
    """Return a sentence and below it the picture, if there is one."""
    if drawing is None:
        return plain(text)
    return Screen(parts=(Text(text), *drawing.parts), attachments=drawing.attachments)

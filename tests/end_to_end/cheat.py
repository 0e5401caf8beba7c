"""What a modified client sends: presses and choices that no message offers."""

import contextlib
import sqlite3

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model import client_view
from bot.sandbox.model.objects import COMPONENT, Json
from bot.sandbox.people import client
from bot.sandbox.people.person import Person
from tests.end_to_end.harness import Club

BUTTON, SELECT = 2, 3
ACKNOWLEDGED = 6
"""The answer that brings no message of its own."""


async def forged(
    person: Person, message_id: int, custom_id: str, values: list[str] | None = None
) -> Interaction:
    """Send a press of a control the message need not have, and wait for the first answer."""
    world = person.world
    message = world.messages[message_id]
    data: Json = {"component_type": BUTTON, "custom_id": custom_id, "id": 1}
    if values is not None:
        data |= {"component_type": SELECT, "values": values}
    bot = world.bots[message.author.id]
    interaction = person.interactions.start(
        bot, person.user, message.channel, COMPONENT, data, source=message
    )
    await client.finished(person, interaction)
    return interaction


def said(person: Person, interaction: Interaction) -> str:
    """Return what an interaction told this person alone, or shows on the message it changed.

    What is refused at a running table is told by the person's one private line there.
    """
    if interaction.original is None:
        return ""
    room = person.messages(interaction.channel.id)
    private = [seen.text for seen in room if seen.ephemeral and seen.id > interaction.original.id]
    if interaction.kind == ACKNOWLEDGED and private:
        return private[-1]
    return client_view.message(person.world, person.id, interaction.original).text


def plies(place: Club, table: int) -> int:
    """Return how many actions of a table are stored."""
    with contextlib.closing(sqlite3.connect(place.bot.database)) as database:
        (number,) = database.execute(
            'SELECT max(ply) FROM events WHERE "table" = ?', (table,)
        ).fetchone()
    return int(number)

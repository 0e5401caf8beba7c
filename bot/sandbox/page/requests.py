"""What the page can ask for in somebody's name."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model.errors import ApiError, InteractionFailed, Outdated, Refused
from bot.sandbox.page import shapes
from bot.sandbox.people.person import Person

Json = dict[str, Any]

LANGUAGES = ("en-US", "es-ES")


@dataclass(slots=True)
class Desk:
    """One window's desk: who acts in it, and the forms open in it by the id of what opened them."""

    person: Person
    forms: dict[str, Interaction]


async def say(desk: Desk, asked: Json) -> Json | None:
    """Write a message."""
    seen = await desk.person.say(int(asked["channel"]), str(asked["text"]))
    return {"message": str(seen.id)}


async def react(desk: Desk, asked: Json) -> Json | None:
    """Add a reaction, or take one's own away if ``on`` is false."""
    change = desk.person.react if asked["on"] else desk.person.unreact
    await change(int(asked["message"]), str(asked["emoji"]))
    return None


async def dismiss(desk: Desk, asked: Json) -> Json | None:
    """Remove an ephemeral message from one's own view, or delete a message."""
    await desk.person.delete(int(asked["message"]))
    return None


async def press(desk: Desk, asked: Json) -> Json | None:
    """Press a button."""
    answer = await desk.person.press(int(asked["message"]), str(asked["custom_id"]))
    return _answered(desk, answer)


async def select(desk: Desk, asked: Json) -> Json | None:
    """Choose from a select."""
    values = [str(each) for each in asked["values"]]
    answer = await desk.person.select(int(asked["message"]), str(asked["custom_id"]), values)
    return _answered(desk, answer)


async def submit(desk: Desk, asked: Json) -> Json | None:
    """Send a form that was opened in this window."""
    opened = desk.forms.get(str(asked["interaction"]))
    if opened is None:
        raise Refused("This form is from another time; open it again.")
    answer = await desk.person.submit(opened, **asked["values"])
    if not answer.failed:
        desk.forms.pop(str(asked["interaction"]), None)
    return _answered(desk, answer)


async def slash(desk: Desk, asked: Json) -> Json | None:
    """Send a slash command."""
    answer = await desk.person.slash(int(asked["channel"]), str(asked["name"]), **asked["options"])
    return _answered(desk, answer)


async def commands(desk: Desk, asked: Json) -> Json | None:
    """List the slash commands offered in a channel."""
    offered = desk.person.commands(int(asked["channel"]))
    return {"commands": [shapes.command(each) for each in offered]}


async def autocomplete(desk: Desk, asked: Json) -> Json | None:
    """Ask the bot for suggestions."""
    found = await desk.person.autocomplete(
        int(asked["channel"]),
        str(asked["name"]),
        str(asked["option"]),
        str(asked["typed"]),
        **asked["options"],
    )
    return {"choices": [{"name": each.name, "value": each.value} for each in found]}


async def settings(desk: Desk, asked: Json) -> Json | None:
    """Change the person's language, or whether direct messages from bots are accepted."""
    if asked.get("locale") in LANGUAGES:
        desk.person.locale = asked["locale"]
    if asked.get("closed") is True:
        desk.person.close_dms()
    elif asked.get("closed") is False:
        desk.person.open_dms()
    return None


ACTS: dict[str, Callable[[Desk, Json], Awaitable[Json | None]]] = {
    each.__name__: each
    for each in (
        say,
        react,
        dismiss,
        press,
        select,
        submit,
        slash,
        commands,
        autocomplete,
        settings,
    )
}


async def perform(desk: Desk, asked: Json) -> Json | None:
    """Do what the page asks for.

    Raises:
        Refused: With the sentence to show, also for what Discord or this page does not allow.
    """
    act = ACTS.get(str(asked.get("act")))
    if act is None:
        raise Refused("This page and the sandbox do not fit together; load the page again.")
    try:
        return await act(desk, asked)
    except Outdated as error:
        raise Refused("That changed just before your press. Look again.") from error
    except ApiError as error:
        raise Refused(error.message) from error
    except InteractionFailed as error:
        raise Refused("The application did not answer in time.") from error
    except LookupError as error:
        raise Refused("That is gone, or it cannot be seen from here.") from error


def _answered(desk: Desk, interaction: Interaction) -> Json:
    if interaction.modal is not None:
        desk.forms[str(interaction.id)] = interaction
    return shapes.outcome(interaction)

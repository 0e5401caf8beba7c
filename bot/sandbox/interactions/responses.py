"""Answers to interactions: callback, ``@original``, follow-ups (`discord.md` section 2)."""

from collections.abc import Sequence
from typing import Final

from bot.sandbox.interactions import modals
from bot.sandbox.interactions.delivery import Interactions
from bot.sandbox.interactions.interaction import ANSWER_WITHIN, Interaction
from bot.sandbox.model import messages, payloads
from bot.sandbox.model.attachments import Upload
from bot.sandbox.model.changes import Change
from bot.sandbox.model.errors import ApiError, FormErrors, invalid, unknown_message
from bot.sandbox.model.messages import Origin
from bot.sandbox.model.objects import (
    AUTOCOMPLETE,
    COMMAND,
    EPHEMERAL,
    LOADING,
    MODAL_SUBMIT,
    Choice,
    Json,
    Message,
)
from bot.sandbox.model.state import State

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
MOST_CHOICES: Final = 25


def first(
    interactions: Interactions,
    interaction_id: int,
    token: str,
    body: Json,
    uploads: Sequence[Upload] = (),
) -> Interaction:
    """Take the first answer to an interaction.

    Raises:
        ApiError: 10062 (unknown, or three seconds have passed), 40060 (answered before), 50035.
    """
    world = interactions.world
    interaction = interactions.find(token)
    if interaction is None or interaction.id != interaction_id:
        raise ApiError(404, 10062, "Unknown interaction")
    if interaction.kind is not None:
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    late = world.clock.now() - interaction.created > ANSWER_WITHIN
    if late or interaction.state == "failed":
        raise ApiError(404, 10062, "Unknown interaction")
    kind = body.get("type")
    if kind not in _allowed(interaction):
        allowed = ", ".join(str(each) for each in _allowed(interaction))
        raise invalid(
            ("type",), "INTERACTION_CALLBACK_TYPE", f"Value must be one of {{{allowed}}}."
        )
    _apply(world, interaction, int(kind), body.get("data") or {}, uploads)
    interaction.answer(int(kind))
    world.changes.tell(
        Change("interaction", interaction.channel.id, interaction.message_id, interaction.user.id)
    )
    return interaction


def _allowed(interaction: Interaction) -> tuple[int, ...]:
    if interaction.type == AUTOCOMPLETE:
        return (CHOICES,)
    kinds: tuple[int, ...] = (MESSAGE, DEFER)
    if interaction.acts_on_message:
        kinds += (DEFER_UPDATE, UPDATE)
    if interaction.type != MODAL_SUBMIT:
        kinds += (MODAL,)
    return kinds


def _apply(
    world: State,
    interaction: Interaction,
    kind: int,
    data: Json,
    uploads: Sequence[Upload],
) -> None:
    match kind:
        case 4:
            interaction.original = messages.answer(world, _origin(interaction), data, uploads)
        case 5:
            interaction.original = messages.thinking(
                world,
                _origin(interaction),
                ephemeral=bool((data.get("flags") or 0) & EPHEMERAL),
            )
        case 6:
            interaction.original = _source(interaction)
        case 7:
            message = _source(interaction)
            if message.deleted:
                raise unknown_message()
            messages.edit(world, message, data, uploads)
            interaction.original = message
        case 8:
            interaction.choices = _choices(data.get("choices") or [], interaction.user.locale)
        case _:
            interaction.modal = modals.check(world, data)


def _origin(interaction: Interaction) -> Origin:
    source = interaction.source or (interaction.parent.source if interaction.parent else None)
    if interaction.type == COMMAND or source is None:
        return _from(interaction, type_=20)
    return _from(interaction, reply_to=None if source.deleted else source)


def _from(interaction: Interaction, *, type_: int = 0, reply_to: Message | None = None) -> Origin:
    bot = interaction.world.bots[interaction.application_id].user
    return Origin(interaction.channel, bot, interaction.trigger, type_, reply_to)


def _source(interaction: Interaction) -> Message:
    source = interaction.source or (interaction.parent.source if interaction.parent else None)
    assert source is not None, "only presses, and modals opened by them, act on a message"
    return source


def _choices(choices: list[Json], locale: str) -> tuple[Choice, ...]:
    form = FormErrors()
    if len(choices) > MOST_CHOICES:
        form.add(
            ("data", "choices"),
            "BASE_TYPE_MAX_LENGTH",
            f"Must be {MOST_CHOICES} or fewer in length.",
        )
    shown = []
    for index, choice in enumerate(choices):
        name, value = str(choice.get("name") or ""), choice.get("value")
        form.length(("data", "choices", index, "name"), name, 1, 100)
        if isinstance(value, str):
            form.length(("data", "choices", index, "value"), value, 0, 100)
        localised = (choice.get("name_localizations") or {}).get(locale)
        shown.append(Choice(localised or name, value if value is not None else ""))
    form.done()
    return tuple(shown)


def by_token(interactions: Interactions, webhook_id: int, token: str) -> Interaction:
    """Return the interaction whose token a webhook route carries.

    Raises:
        ApiError: 10015 (no such application, or nothing was answered yet), 50027 (wrong, or older
            than 15 minutes).
    """
    if webhook_id not in interactions.world.bots:
        raise ApiError(404, 10015, "Unknown Webhook")
    interaction = interactions.find(token)
    if interaction is None or interaction.application_id != webhook_id or interaction.expired:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    if interaction.kind is None:
        raise ApiError(404, 10015, "Unknown Webhook")
    return interaction


def message_of(interaction: Interaction, which: str) -> Message:
    """Return ``@original`` or a follow-up of an interaction.

    Raises:
        ApiError: 10008, there is none or it is another's.
    """
    world = interaction.world
    if which == "@original":
        message = interaction.original
    else:
        message = world.messages.get(int(which)) if which.isdigit() else None
        own = message is not None and (
            message.id in interaction.followups or message is interaction.original
        )
        message = message if own else None
    if message is None or message.deleted:
        raise unknown_message()
    return message


def edit(
    interaction: Interaction, message: Message, body: Json, uploads: Sequence[Upload] = ()
) -> None:
    """Edit ``@original`` or a follow-up by the token; a thinking message gets its content."""
    messages.edit(interaction.world, message, body, uploads)
    if message is interaction.original and interaction.state == "deferred":
        interaction.state = "answered"
    interaction.world.changes.tell(
        Change("interaction", message.channel.id, message.id, interaction.user.id)
    )


def follow_up(interaction: Interaction, body: Json, uploads: Sequence[Upload] = ()) -> Message:
    """Send a follow-up; the first one after a defer fills the thinking message instead."""
    world = interaction.world
    original = interaction.original
    if original is not None and not original.deleted and original.flags & LOADING:
        edit(interaction, original, _keep_privacy(original, body), uploads)
        return original
    reply_to = None if original is None or original.deleted else original
    message = messages.answer(world, _from(interaction, reply_to=reply_to), body, uploads)
    interaction.followups.append(message.id)
    return message


def _keep_privacy(original: Message, body: Json) -> Json:
    """Let the thinking message keep its own ephemeral flag, whatever the follow-up says."""
    flags = (body.get("flags") or 0) & ~EPHEMERAL
    return body | {"flags": flags | (original.flags & EPHEMERAL)}


def response(interaction: Interaction) -> Json:
    """Return the answer to a callback sent with ``with_response``."""
    message = interaction.original
    kind = interaction.kind
    body: Json = {"id": str(interaction.id), "type": interaction.type}
    answer: Json = {"interaction": body}
    if kind in (MESSAGE, DEFER, UPDATE, DEFER_UPDATE) and message is not None:
        body["response_message_id"] = str(message.id)
        body["response_message_loading"] = bool(message.flags & LOADING)
        body["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
    body["channel_id"] = str(interaction.channel.id)
    if interaction.channel.guild is not None:
        body["guild_id"] = str(interaction.channel.guild.id)
    if kind in (MESSAGE, UPDATE) and message is not None:
        world = interaction.world
        bot = world.bots[interaction.application_id]
        answer["resource"] = {"type": kind, "message": payloads.message(world, message, bot)}
    return answer

"""Routes of interactions: the callback and the webhook of each token."""

from bot.sandbox.interactions import responses
from bot.sandbox.interactions.interaction import Interaction
from bot.sandbox.model import payloads
from bot.sandbox.model.messages import remove
from bot.sandbox.model.objects import Message
from bot.sandbox.rest import rate_limits
from bot.sandbox.rest.call import NOTHING, Answer, Call, Endpoint


def callback(call: Call) -> Answer:
    """Take the first answer; with ``with_response`` say what it made."""
    interaction = responses.first(
        call.interactions,
        call.id("interaction_id"),
        call.params["interaction_token"],
        call.json,
        call.uploads,
    )
    if call.query.get("with_response", "false").lower() not in ("1", "true"):
        return NOTHING
    return Answer(body=responses.response(interaction))


def follow_up(call: Call) -> Answer:
    """Send a follow-up, or fill the thinking message."""
    interaction = _interaction(call)
    call.limits.enter_channel_follow_up(interaction.channel.id)
    return _message(call, interaction, responses.follow_up(interaction, call.json, call.uploads))


def get(call: Call) -> Answer:
    """Return ``@original`` or a follow-up."""
    interaction = _interaction(call)
    return _message(call, interaction, responses.message_of(interaction, _which(call)))


def edit(call: Call) -> Answer:
    """Edit ``@original`` or a follow-up, ephemeral ones too."""
    interaction = _interaction(call)
    message = responses.message_of(interaction, _which(call))
    responses.edit(interaction, message, call.json, call.uploads)
    return _message(call, interaction, message)


def delete(call: Call) -> Answer:
    """Delete ``@original`` or a follow-up."""
    interaction = _interaction(call)
    remove(call.world, responses.message_of(interaction, _which(call)))
    return NOTHING


def _interaction(call: Call) -> Interaction:
    return responses.by_token(
        call.interactions, call.id("webhook_id"), call.params["webhook_token"]
    )


def _which(call: Call) -> str:
    return call.params.get("message_id", "@original")


def _message(call: Call, interaction: Interaction, message: Message) -> Answer:
    bot = call.world.bots[interaction.application_id]
    return Answer(body=payloads.message(call.world, message, bot))


_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


def _on(path: str) -> tuple[Endpoint, ...]:
    return (
        Endpoint("GET", path, get, "token", rate_limits.TOKEN),
        Endpoint("PATCH", path, edit, "token", rate_limits.TOKEN),
        Endpoint("DELETE", path, delete, "token", rate_limits.TOKEN),
    )


ENDPOINTS = (
    Endpoint(
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        callback,
        "token",
        rate_limits.CALLBACK,
    ),
    Endpoint("POST", _WEBHOOK, follow_up, "token", rate_limits.TOKEN),
    *_on(f"{_WEBHOOK}/messages/@original"),
    *_on(f"{_WEBHOOK}/messages/{{message_id}}"),
)

"""One REST request as its endpoint gets it, and the answer it gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.sandbox.interactions.delivery import Interactions
from bot.sandbox.model.attachments import Upload
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.errors import invalid
from bot.sandbox.model.objects import Guild, Json, Message
from bot.sandbox.model.state import State
from bot.sandbox.rest.rate_limits import Limits, Rule, default


@dataclass(frozen=True, slots=True)
class Call:
    """A request that was let in.

    Attributes:
        bot: Who asks; on interaction routes, whose token it is, checked by the endpoint.
        params: The parts of the address, decoded.
        body: The JSON, or the ``payload_json`` of a multipart body.
    """

    world: State
    interactions: Interactions
    limits: Limits
    caller: Bot | None
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    uploads: tuple[Upload, ...] = ()

    @property
    def bot(self) -> Bot:
        """Return the bot that asks."""
        assert self.caller is not None, "interaction routes have no caller"
        return self.caller

    @property
    def json(self) -> Json:
        """Return the body as an object, empty if there is none."""
        return self.body if isinstance(self.body, dict) else {}

    def id(self, name: str) -> int:
        """Return an id from the address.

        Raises:
            ApiError: 50035, it is no snowflake.
        """
        return self.snowflake(self.params[name], name)

    def snowflake(self, value: object, *path: str | int) -> int:
        """Return an id from the body.

        Raises:
            ApiError: 50035, it is no snowflake.
        """
        if not str(value).isdigit():
            raise invalid(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return int(str(value))

    def number(self, name: str, fallback: int, low: int, high: int) -> int:
        """Return a number from the query, within bounds.

        Raises:
            ApiError: 50035.
        """
        value = self.query.get(name)
        if value is None:
            return fallback
        if not value.isdigit() or not low <= int(value) <= high:
            text = f"int value should be between {low} and {high}."
            raise invalid((name,), "NUMBER_TYPE_MAX", text)
        return int(value)

    def message(self) -> Message:
        """Return the message the address names, as everybody there can see it."""
        return self.world.message(self.id("channel_id"), self.id("message_id"))

    def guild(self) -> Guild:
        """Return the guild the address names, which the bot must be in.

        Raises:
            ApiError: 10004.
        """
        return self.world.guild_of(self.bot, self.id("guild_id"))


@dataclass(frozen=True, slots=True)
class Answer:
    """Status and JSON of an answer; no JSON with 204."""

    status: int = 200
    body: Any = None


NOTHING = Answer(204)

Handler = Callable[[Call], Answer]
Auth = Literal["bot", "token", "none"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route: its template as in Discord's OpenAPI description, and what serves it.

    Attributes:
        auth: "bot" needs the Authorization header; "token" carries its token in the address and
            does not count to the global limit; "none" is open.
    """

    method: str
    template: str
    handler: Handler
    auth: Auth = "bot"
    rule: Rule | None = None
    limit: Rule = field(init=False)

    def __post_init__(self) -> None:
        limit = self.rule or default(self.method, self.template)
        object.__setattr__(self, "limit", limit)

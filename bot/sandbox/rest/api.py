"""The REST API over HTTP: letting requests in, counting, delaying, recording, answering."""

import json
import traceback
from typing import Any, Final, Protocol

from aiohttp import web

from bot.sandbox.interactions.delivery import Interactions
from bot.sandbox.model.attachments import Upload
from bot.sandbox.model.bots import Bot
from bot.sandbox.model.delays import Delays
from bot.sandbox.model.errors import ApiError, unauthorized
from bot.sandbox.model.objects import Json
from bot.sandbox.model.record import RequestRecord, scrub, without_token
from bot.sandbox.model.state import State
from bot.sandbox.rest import applications, channels, guilds, interactions, messages, users
from bot.sandbox.rest.call import Answer, Call, Endpoint
from bot.sandbox.rest.fault import Fault, Mischief
from bot.sandbox.rest.rate_limits import Limits

PREFIX: Final = "/api/v10"
MOST_BYTES: Final = 25 * 1024 * 1024

ENDPOINTS: Final = (
    *users.ENDPOINTS,
    *guilds.ENDPOINTS,
    *channels.ENDPOINTS,
    *messages.ENDPOINTS,
    *applications.ENDPOINTS,
    *interactions.ENDPOINTS,
)


class Watcher(Protocol):
    """Who checks requests and answers against Discord's OpenAPI description."""

    def request(self, method: str, template: str, body: Any) -> None:
        """Look at what a bot sent, unless it was refused for its form."""

    def response(self, method: str, template: str, status: int, body: Any) -> None:
        """Look at what was answered."""


class Rest:
    """Serves the endpoints of a world.

    Args:
        world: Whose they are.
        interactions: Whose tokens are good.
        faults: What goes wrong on purpose.
        limits: The counters of requests.
        delays: Of requests and answers.
        watcher: Checks all bodies, if given.
    """

    def __init__(
        self,
        world: State,
        interactions: Interactions,
        faults: Mischief,
        limits: Limits,
        delays: Delays,
        watcher: Watcher | None,
    ) -> None:
        self._world = world
        self._interactions = interactions
        self._faults = faults
        self._limits = limits
        self._delays = delays
        self._watcher = watcher
        self.unknown: list[str] = []
        self.crashes: list[str] = []

    def attach(self, app: web.Application) -> None:
        """Add every route, and one for those that do not exist."""
        for endpoint in ENDPOINTS:
            app.router.add_route(
                endpoint.method, PREFIX + endpoint.template, self._handler(endpoint)
            )
        app.router.add_route("*", "/api/{tail:.*}", self._unknown)

    def _handler(self, endpoint: Endpoint) -> Any:
        async def handle(request: web.Request) -> web.StreamResponse:
            return await self._serve(endpoint, request)

        return handle

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        self.unknown.append(f"{request.method} {without_token(request.path)}")
        body = {"message": "This route is not part of the sandbox", "code": 0}
        return self._response(Answer(501, body), {})

    async def _serve(self, endpoint: Endpoint, request: web.Request) -> web.StreamResponse:
        world = self._world
        record = RequestRecord(
            world.clock.now(), request.method, without_token(request.path), endpoint.template, None
        )
        world.record.requests.append(record)
        self._name_interaction(record, dict(request.match_info))
        there, back = self._delays.draw_round_trip()
        fault: Fault | None = None
        try:
            body, uploads = await _read(request)
            record.body = scrub(body) if world.record.keeps else body
            record.files = tuple(each.filename for each in uploads)
            await self._delays.pass_by(there)
            fault = self._faults.take(record)
            if fault is not None:
                record.fault = fault.kind
            if fault is not None and not fault.after_effect:
                return await self._struck(request, record, fault)
            answer, headers = self._answer(endpoint, request, record, body, uploads)
        except ApiError as error:
            answer, headers = Answer(error.status, error.body), error.headers
        if fault is not None:
            return await self._struck(request, record, fault)
        self._note(record, answer)
        if self._watcher is not None and answer.status < 500:
            self._watcher.response(endpoint.method, endpoint.template, answer.status, answer.body)
        await self._delays.pass_by(back)
        record.answered = world.clock.now()
        return self._response(answer, headers)

    def _answer(
        self,
        endpoint: Endpoint,
        request: web.Request,
        record: RequestRecord,
        body: Any,
        uploads: tuple[Upload, ...],
    ) -> tuple[Answer, dict[str, str]]:
        """Let a request in and serve it; all of it happens at one moment."""
        world = self._world
        caller = self._caller(endpoint, request)
        params = dict(request.match_info)
        record.bot_id = caller.id if caller else None
        self._name_interaction(record, params)
        per = endpoint.limit.per
        key = f"{record.bot_id}:{params.get(per, '') if per else ''}"
        headers = self._limits.enter(record.bot_id, endpoint.limit, key)
        record.effect = world.clock.now()
        call = Call(
            world, self._interactions, self._limits, caller, params, request.query, body, uploads
        )
        try:
            answer = endpoint.handler(call)
        except ApiError as error:
            answer, headers = Answer(error.status, error.body), headers | error.headers
        except Exception:
            self.crashes.append(f"{record.method} {record.path}\n{traceback.format_exc()}")
            answer = Answer(500, {"message": "The sandbox made a mistake", "code": 0})
        if self._watcher is not None and body is not None and answer.status not in (400, 500):
            self._watcher.request(endpoint.method, endpoint.template, body)
        return answer, headers

    def _caller(self, endpoint: Endpoint, request: web.Request) -> Bot | None:
        if endpoint.auth != "bot":
            return None
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        bot = self._world.bot_of(token) if scheme == "Bot" else None
        if bot is None:
            raise unauthorized()
        return bot

    def _name_interaction(self, record: RequestRecord, params: dict[str, str]) -> None:
        token = params.get("interaction_token") or params.get("webhook_token")
        interaction = self._interactions.find(token)
        if interaction is not None:
            record.interaction_id = interaction.id
            record.bot_id = None

    def _note(self, record: RequestRecord, answer: Answer) -> None:
        record.status = answer.status
        if self._world.record.keeps:
            record.answer = scrub(answer.body)
        self._limits.note(answer.status)

    async def _struck(
        self, request: web.Request, record: RequestRecord, fault: Fault
    ) -> web.StreamResponse:
        if fault.kind == "garble":
            record.status, record.answered = fault.status, self._world.clock.now()
            body = fault.text.encode()
            return web.Response(body=body, status=fault.status, headers=fault.headers)
        if fault.kind == "answer":
            answer = Answer(fault.status, fault.body)
            self._note(record, answer)
            record.answered = self._world.clock.now()
            return self._response(answer, fault.headers, via=fault.via)
        if fault.kind == "hang":
            await self._world.clock.sleep(fault.seconds)
        if request.transport is not None:
            request.transport.abort()
        raise web.HTTPServiceUnavailable

    def _response(
        self, answer: Answer, headers: dict[str, str], *, via: bool = True
    ) -> web.Response:
        if via:
            headers = headers | {"Via": "1.1 sandbox"}
        if answer.status == 204:
            return web.Response(status=204, headers=headers)
        text = json.dumps(answer.body).encode()
        return web.Response(
            body=text, status=answer.status, headers=headers, content_type="application/json"
        )


async def _read(request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
    """Return a request's JSON and files.

    Raises:
        ApiError: 40005 (too large), 50109 (no JSON).
    """
    if not request.can_read_body:
        return None, ()
    try:
        if request.content_type.startswith("multipart/"):
            return await _read_multipart(request)
        text = await request.read()
        return (json.loads(text) if text else None), ()
    except web.HTTPRequestEntityTooLarge:
        raise ApiError(413, 40005, "Request entity too large") from None
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


async def _read_multipart(request: web.Request) -> tuple[Json, tuple[Upload, ...]]:
    form = await request.post()
    body: Json = {}
    uploads: list[Upload] = []
    for name, value in form.items():
        if isinstance(value, web.FileField):
            number = name.removeprefix("files[").removesuffix("]")
            uploads.append(
                Upload(
                    int(number) if number.isdigit() else len(uploads),
                    value.filename,
                    value.content_type,
                    value.file.read(),
                )
            )
        elif name == "payload_json":
            body = json.loads(value if isinstance(value, str) else bytes(value))
    return body, tuple(uploads)

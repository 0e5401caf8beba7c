"""One interaction gets one answer, whoever gives it, and whatever Discord says to it."""

import asyncio
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.db.inbox import Letter
from bot.discord_api import interaction
from bot.discord_api.components import COMPONENTS_V2, EPHEMERAL
from bot.discord_api.interaction import Incoming
from bot.ui.elements.screen import Attachment, Button, Field, Form, Picture, Row, Screen, plain
from tests.messages.stage import Refused

ANSWERS = {4: "message", 5: "thinking", 6: "nothing", 7: "edit"}


UNKNOWN = discord.NotFound(
    SimpleNamespace(status=404, reason=""), {"code": 10015, "message": "Unknown Webhook"}
)
"""What Discord says to a token whose interaction has no answer yet."""


class Adapter:
    """Takes what is sent by a token, after a moment, as Discord does."""

    def __init__(self, *failures: Exception) -> None:
        self.sent: list[str] = []
        self.ways: list[tuple[str, str, Any]] = []
        """Method, path and query of each request."""
        self.bodies: list[Any] = []
        self._failures = [*failures]
        self._answering = False

    async def request(
        self,
        route: Route,
        *,
        session: Any,
        proxy: Any,
        proxy_auth: Any,
        payload: Any,
        multipart: Any,
        files: Any,
        params: Any,
    ) -> Any:
        """Note what was sent; say what message it made."""
        assert (session, proxy, proxy_auth) == ("session", "proxy", "its password")
        assert bool(files) == bool(multipart)
        payload = json.loads(multipart[0]["value"]) if multipart else payload
        self.ways.append((route.method, route.url.removeprefix(Route.BASE), params))
        self.bodies.append(payload)
        if route.path.endswith("/callback"):
            self.sent.append(ANSWERS[payload["type"]])
            self._answering = True
            await asyncio.sleep(0)
            self._answering = False
        else:
            if self._answering:
                raise UNKNOWN
            edited = route.path.rpartition("/")[2].replace("@original", "the answer")
            self.sent.append("follow-up" if route.method == "POST" else f"edit of {edited}")
            await asyncio.sleep(0)
        if self._failures:
            raise self._failures.pop(0)
        return {"interaction": {"response_message_id": "9"}, "id": str(9 + len(self.sent))}


class Interaction:
    """As much of an interaction as its answer needs."""

    guild_id: int | None = None
    created_at = discord.utils.snowflake_time(1 << 40)
    id, token, application_id = 1, "token", 2
    message: Any = None
    _session = "session"

    class _state:  # noqa: N801 - the library's name
        class http:  # noqa: N801 - the library's name
            proxy, proxy_auth = "proxy", "its password"

    def __init__(self, guild: int | None, *, files: bool) -> None:
        self.guild_id = guild
        self.app_permissions = discord.Permissions(attach_files=files)


ARRIVED = 100.0


@pytest.fixture(autouse=True)
def apart() -> Iterator[None]:
    """Let nobody else's answers be taken here: a test without a loop leaves what it sets."""
    before = async_context.set(async_context.get())
    yield
    async_context.reset(before)


def incoming(
    *failures: Exception,
    letter: Letter | None = None,
    guild: int | None = None,
    files: bool = False,
    parting: Any = None,
) -> tuple[Incoming, Adapter]:
    """Return a press, and who takes its answers, after so many failures."""
    adapter: Any = Adapter(*failures)
    async_context.set(adapter)
    made: Any = Interaction(guild, files=files)
    press = Incoming(made, ARRIVED, "tag", letter=letter, parting=parting)
    press.excuse = lambda *_: plain("Something went wrong.")
    return press, adapter


def texts(body: Any) -> list[str]:
    """Return what a message says that is the answer to a press."""
    return [part["content"] for part in body["data"]["components"][0]["components"]]


async def test_press_is_answered_once_whoever_is_first() -> None:
    """The timer acknowledges while the answer is under way: one answer leaves, not two."""
    press, response = incoming()
    screen = plain("Yes.")
    await asyncio.gather(press.update(screen), press.acknowledge(), press.update(screen))
    assert response.sent == ["edit"]
    assert not await press.acknowledge()
    assert response.sent == ["edit"]
    assert press.said is None, "it has made no message"


async def test_what_is_said_after_an_answer_follows_up() -> None:
    """A second sentence is a message of its own, never a second answer."""
    press, response = incoming()
    assert await press.say(plain("One."))
    assert await press.say(plain("Two."))
    assert response.sent == ["message", "follow-up"]
    assert press.said is not None
    assert press.said.message == 11


async def test_what_is_said_is_for_the_presser_alone() -> None:
    """As the answer, while he is let wait, and afterwards; to all only where that is asked for."""
    press, response = incoming()
    await press.say(plain("One."))
    await press.say(plain("Two."), to_all=True)
    thinks, waits = incoming()
    await thinks.think()
    assert response.bodies[0]["data"]["flags"] & EPHEMERAL
    assert response.bodies[1]["flags"] & EPHEMERAL, "what follows a private answer is private"
    assert waits.bodies[0]["data"]["flags"] == EPHEMERAL
    loud, heard = incoming()
    await loud.say(plain("All."), to_all=True)
    assert heard.bodies[0]["data"]["flags"] == COMPONENTS_V2


async def test_what_is_said_first_takes_the_place_of_thinking() -> None:
    """Only what is said after that is a message of its own."""
    press, response = incoming()
    await press.think()
    assert await press.say(plain("One."))
    assert await press.say(plain("Two."))
    assert response.sent == ["thinking", "edit of the answer", "follow-up"]
    assert press.said is not None
    assert press.said.message == 12


async def test_everything_goes_its_way() -> None:
    """By the token of its interaction; an answer that posts asks for the id of what it made."""
    press, response = incoming()
    asks, callback = {"with_response": "1"}, "/interactions/1/token/callback"
    await press.say(plain("One."))
    await press.say(plain("Two."))
    assert await press.token.edit(plain("Three.")) == 12
    assert await press.token.restate(7, plain("Four."))
    await press.token.unsay(7)
    thinks, thinking = incoming()
    await thinks.think()
    assert response.ways + thinking.ways == [
        ("POST", callback, asks),
        ("POST", "/webhooks/2/token", None),
        ("PATCH", "/webhooks/2/token/messages/@original", None),
        ("PATCH", "/webhooks/2/token/messages/7", None),
        ("DELETE", "/webhooks/2/token/messages/7", None),
        ("POST", callback, None),
    ]
    assert response.bodies[-1] is None


async def test_what_is_gone_is_not_there_to_be_read() -> None:
    """A dismissed message, or a token that has ended."""
    press, response = incoming(Refused(404, 10008), Refused(404, 10008))
    assert not await press.token.restate(7, plain("One."))
    await press.token.unsay(7)
    assert len(response.ways) == 2


def test_token_serves_for_fourteen_minutes() -> None:
    """Discord keeps it for fifteen."""
    token = incoming()[0].token
    assert token.fresh(ARRIVED + 14 * 60 - 1)
    assert not token.fresh(ARRIVED + 14 * 60)


async def test_every_answer_carries_the_databases_tag() -> None:
    """So that its controls are known as this database's."""
    pressable = Screen((Row((Button("k1:7:1:0:0:join", "Join"),)),))
    press, response = incoming()
    await press.update(pressable)
    await press.token.edit(pressable)
    await press.token.restate(7, pressable)
    await press.say(pressable)
    new, first = incoming()
    await new.say(pressable)
    assert len(response.bodies + first.bodies) == 5
    for body in response.bodies + first.bodies:
        assert "k2:tag:7:1:0:0:join" in str(body)


async def test_files_of_before_are_taken_away_where_another_screen_comes() -> None:
    """A screen put in another's place shows none of its pictures; newest states keep theirs."""
    first, response = incoming()
    await first.replace(plain("One."))
    await first.replace(plain("Two."))
    await first.token.edit(plain("Three."))
    second, updated = incoming()
    await second.update(plain("Four."))
    bodies = [response.bodies[0]["data"], *response.bodies[1:], updated.bodies[0]["data"]]
    assert [body.get("attachments") for body in bodies] == [[], [], None, None]
    assert response.sent == ["edit", "edit of the answer", "edit of the answer"]


@pytest.mark.parametrize(
    ("guild", "files", "drawn"), [(None, False, True), (7, True, True), (7, False, False)]
)
async def test_picture_is_told_in_words_where_no_files_may_be_sent(
    guild: int | None, files: bool, drawn: bool
) -> None:
    """Without Attach Files in that channel; in direct messages nobody has to be asked."""
    press, response = incoming(guild=guild, files=files)
    assert await press.say(PICTURED)
    assert await press.say(PICTURED)
    assert await press.token.edit(PICTURED)
    for body in response.bodies:
        assert ("Two rows of cards" in str(body), "-# Two rows of cards" in str(body)) == (
            True,
            not drawn,
        )


async def test_whoever_answers_stops_the_timer() -> None:
    """What would acknowledge the press is not needed any more; a second answer stops nothing."""
    press, _ = incoming()
    stopped = list[None]()
    timer: Any = SimpleNamespace(cancel=lambda: stopped.append(None))
    press.timer = timer
    await press.acknowledge()
    await press.acknowledge()
    assert stopped == [None]


async def test_what_cannot_be_said_twice_is_parted_from_first() -> None:
    """Where another process would say it again if this one died; an edit may be done twice."""
    letter = Letter(kind="INTERACTION_CREATE", stamp=0.0, about=1, waiting=True, data={})
    order = list[int]()

    async def parting() -> None:
        order.append(len(response.sent))

    press, response = incoming(letter=letter, parting=parting)
    await press.say(plain("One."))
    await press.say(plain("Two."))
    assert response.sent == ["edit of the answer", "follow-up"]
    assert order == [1]


def test_when_what_it_answers_was_made_is_told_with_a_press() -> None:
    """As of the command whose answer was pressed; there is none of a message of another kind."""
    press, _ = incoming()
    made: Any = press.interaction
    assert press.asked is None
    made.message = SimpleNamespace(interaction_metadata=None)
    assert press.asked is None
    made.message.interaction_metadata = SimpleNamespace(created_at=made.created_at)
    assert press.asked == press.stamp > 0


@pytest.mark.parametrize("failure", [None, Refused(400, 50035)])
async def test_form_that_discord_refuses_is_told_by_a_number(failure: Exception | None) -> None:
    """Where it is taken nothing else is said."""
    press, response = incoming()
    opened = list[str]()

    async def send_modal(window: Any) -> None:
        opened.append(window.custom_id)
        if failure is not None:
            raise failure

    made: Any = press.interaction
    made.response = SimpleNamespace(send_modal=send_modal)
    form = Form("k1:7:1:0:0:x", "Title", (Field("a", "A"),))
    assert await press.form(form) is (failure is None)
    assert opened == ["k2:tag:7:1:0:0:x"]
    assert [texts(each) for each in response.bodies] == (
        [] if failure is None else [["Something went wrong."]]
    )
    assert all(body["data"]["flags"] & EPHEMERAL for body in response.bodies)


async def test_a_screen_for_the_presser_is_never_put_on_what_others_see() -> None:
    """Where others see the pressed message it is said to the presser alone."""
    for guild, ephemeral in ((None, False), (1, True), (1, False)):
        for acknowledged in (False, True):
            press, response = incoming()
            made: Any = press.interaction
            made.guild_id = guild
            made.message = SimpleNamespace(flags=SimpleNamespace(ephemeral=ephemeral))
            if acknowledged:
                await press.acknowledge()
            await press.replace(plain("Yours."))
            private = guild is None or ephemeral
            edited, said = (
                ("edit of the answer", "follow-up") if acknowledged else ("edit", "message")
            )
            assert response.sent[-1] == (edited if private else said)
            body = response.bodies[-1]
            assert private or body.get("data", body)["flags"] & EPHEMERAL


async def test_nothing_goes_by_a_token_before_the_answer_has_come_back() -> None:
    """Discord knows no such token before; whoever is acknowledged by the timer reads it all."""
    press, response = incoming()
    assert all(await asyncio.gather(press.think(), press.say(plain("One."))))
    assert response.sent == ["thinking", "edit of the answer"]
    press, response = incoming()
    await asyncio.gather(press.acknowledge(), press.replace(plain("Two.")))
    assert response.sent == ["nothing", "edit of the answer"]
    press, response = incoming()

    async def edited() -> None:
        await press.acknowledge()
        await press.token.edit(plain("Three."))

    await asyncio.gather(press.acknowledge(), edited())
    assert response.sent == ["nothing", "edit of the answer"]


async def test_each_message_of_an_answer_is_kept_up_to_date_by_itself() -> None:
    """What follows as well, and none of them edits another."""
    press, response = incoming()
    said = []
    for words in ("One.", "Two.", "Three."):
        await press.say(plain(words))
        assert press.said is not None
        said.append(press.said)
    for each in said:
        await each.token.edit(plain("Later."))
    assert response.sent[3:] == ["edit of the answer", "edit of 11", "edit of 12"]


@pytest.mark.parametrize("handed_on", [True, False])
async def test_answer_waits_for_the_acknowledgement_of_another_process(
    monkeypatch: pytest.MonkeyPatch, handed_on: bool
) -> None:
    """Its token serves nothing before; one that was acknowledged here does not exist any more."""
    monkeypatch.setattr(interaction, "OPENING", (0.0, 0.0, 0.0))
    letter = Letter(kind="INTERACTION_CREATE", stamp=0.0, about=1, waiting=True, data={})
    press, response = incoming(UNKNOWN, UNKNOWN, letter=letter if handed_on else None)
    if handed_on:
        assert await press.say(plain("One."))
        assert response.sent == ["edit of the answer"] * 3
        return
    press.answered = True
    press.excuse = None
    assert not await press.say(plain("One."))
    assert response.sent == ["follow-up"]


async def test_press_that_another_process_acknowledged_is_answered_by_a_message() -> None:
    """It was acknowledged by nothing: there is no "thinking" whose place this could take."""
    letter = Letter(kind="INTERACTION_CREATE", stamp=0.0, about=1, data={})
    press, response = incoming(letter=letter)
    assert await press.say(plain("One."))
    assert response.sent == ["follow-up"]


async def test_answer_does_not_wait_for_what_will_not_come() -> None:
    """A message that was deleted is no acknowledgement under way."""
    letter = Letter(kind="INTERACTION_CREATE", stamp=0.0, about=1, waiting=True, data={})
    gone = discord.NotFound(SimpleNamespace(status=404, reason=""), {"code": 10008, "message": ""})
    press, response = incoming(gone, letter=letter)
    assert not await press.say(plain("One."))
    assert response.sent == ["edit of the answer"]


@pytest.mark.parametrize("failure", [TypeError("a string is no message"), KeyError("id")])
async def test_answer_of_discord_that_cannot_be_read_counts_as_answered(
    failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """It costs an error number in the log, and never a second attempt."""
    press, response = incoming(failure)
    assert not await press.say(plain("One."))
    assert press.answered
    assert response.sent == ["message"]
    assert "could not be read" in caplog.text


PICTURED = Screen(
    parts=(*plain("The table.").parts, Picture("a.png", "Two rows of cards")),
    attachments=(Attachment("a.png", b"drawn"),),
)


async def test_picture_that_discord_refuses_is_told_in_words() -> None:
    """Too large, say: nobody reads that the bot did not respond."""
    press, response = incoming(Refused(413, 40005))
    assert not await press.say(PICTURED)
    assert response.sent == ["message", "message"]
    assert texts(response.bodies[1]) == ["The table.", "-# Two rows of cards"]


async def test_answer_that_discord_does_not_understand_is_told_by_its_number(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One sentence with a number that the log has too."""
    press, response = incoming(Refused(400, 50035))
    await press.say(plain("One."))
    assert [texts(each) for each in response.bodies] == [["One."], ["Something went wrong."]]
    assert "an answer was refused" in caplog.text


async def test_without_an_excuse_nothing_else_is_said() -> None:
    """Before there is a context nobody knows the language to say it in."""
    press, response = incoming(Refused(400, 50035))
    press.excuse = None
    assert not await press.say(plain("One."))
    assert response.sent == ["message"]


async def test_choices_are_an_answer_of_their_own() -> None:
    """Offered once."""
    press, response = incoming()
    offered = list[Any]()

    async def autocomplete(choices: Any) -> None:
        offered.append(choices)

    made: Any = press.interaction
    made.response = SimpleNamespace(autocomplete=autocomplete)
    assert await press.choices([])
    assert not await press.choices([])
    assert (offered, response.sent) == ([[]], [])


async def test_edit_that_discord_refuses_is_acknowledged() -> None:
    """Whoever writes the message tries it again; the press has its answer."""
    press, response = incoming(Refused(400, 50035))
    assert not await press.update(plain("One."))
    assert response.sent == ["edit", "nothing"]


@pytest.mark.parametrize("failure", [Refused(404, 10062), Refused(400, 40060), OSError()])
async def test_answer_that_may_have_been_taken_is_never_given_twice(failure: Exception) -> None:
    """Refused as given already, or lost: it counts as given (`architecture.md`, Decisions)."""
    press, response = incoming(failure)
    assert not await press.say(PICTURED)
    assert response.sent == ["message"]


def test_failed_request_is_logged_without_its_address() -> None:
    """Which holds the token: by the class, and what Discord said."""
    assert interaction.describe(Refused(404, 10062)) == "Refused 404 10062"
    assert interaction.describe(OSError("https://x/token")) == "OSError"


READABLE = {"id": "5", "token": "t", "type": 3, "guild_id": "7", "locale": "es-ES"}


@pytest.mark.parametrize(
    ("told", "known"),
    [
        (READABLE, (5, "t", 3, 7, "es-ES")),
        ({**READABLE, "id": 5}, (5, "t", 3, 7, "es-ES")),
        ({"id": "5", "token": "t"}, (5, "t", 0, None, "en-US")),
        (
            {"id": "5", "token": "t", "type": "x", "guild_id": "x", "locale": 7},
            (5, "t", 0, None, "en-US"),
        ),
        ({**READABLE, "guild_id": str(2**64)}, (5, "t", 3, None, "es-ES")),
        ({**READABLE, "id": str(2**64 - 1)}, (2**64 - 1, "t", 3, 7, "es-ES")),
        (None, None),
        ([READABLE], None),
        ({**READABLE, "id": str(2**64)}, None),
        ({**READABLE, "id": "²"}, None),
        ({**READABLE, "id": None}, None),
        ({**READABLE, "id": 5.0}, None),
        ({**READABLE, "token": ""}, None),
        ({**READABLE, "token": 7}, None),
    ],
)
async def test_what_can_be_read_of_an_interaction_is_what_can_be_answered(
    told: Any, known: tuple[object, ...] | None
) -> None:
    """Its id and token at least; the rest says how: to which kind, where, and in which language."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        who: Any = {"id": "2", "username": "k", "discriminator": "0", "avatar": None}
        client._connection.user = discord.ClientUser(state=client._connection, data=who)
        left = interaction.remains(told, client._connection, 2)
    if known is None:
        assert left is None
        return
    assert left is not None
    kind, language = left.type.value, left.locale.value
    assert (left.id, left.token, kind, left.guild_id, language) == known
    assert left.application_id == 2

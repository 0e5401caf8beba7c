"""Rate limits (`discord.md` sections 1.1 to 1.3)."""

import pytest

from bot.sandbox.model.clock import Clock
from bot.sandbox.model.errors import ApiError
from bot.sandbox.rest.rate_limits import REACT, TOKEN, WRITE, Limits, Rule
from bot.sandbox.server import Sandbox
from tests.sandbox.conftest import Client, Raw, Town
from tests.sandbox.scenes import callback_path, unanswered, webhook_path


def _limits() -> tuple[Limits, Clock]:
    clock = Clock(start=1_700_000_000.0, running=False)
    return Limits(clock), clock


def _refused(limits: Limits, rule: Rule, key: str = "1", bot: int | None = None) -> ApiError | None:
    try:
        limits.enter(bot, rule, key)
    except ApiError as error:
        return error
    return None


def test_headers_count_down_and_reset() -> None:
    """Limit, remaining, reset and bucket stand on every answer."""
    limits, clock = _limits()
    first = limits.enter(None, WRITE, "1")
    clock.advance(2)
    second = limits.enter(None, WRITE, "1")
    assert (first["X-RateLimit-Limit"], first["X-RateLimit-Remaining"]) == ("5", "4")
    assert (second["X-RateLimit-Remaining"], second["X-RateLimit-Reset-After"]) == ("3", "3.000")
    assert second["X-RateLimit-Reset"] == "1700000005.000"
    assert first["X-RateLimit-Bucket"] == second["X-RateLimit-Bucket"]


def test_sixth_write_waits_for_the_window() -> None:
    """5 in 5 s per channel, another channel free; after the window it goes on."""
    limits, clock = _limits()
    assert [_refused(limits, WRITE) for _ in range(5)] == [None] * 5
    error = _refused(limits, WRITE)
    assert error is not None
    assert (error.status, error.body["global"], error.body["retry_after"]) == (429, False, 5.0)
    assert error.headers["X-RateLimit-Scope"] == "user"
    assert _refused(limits, WRITE, "2") is None
    clock.advance(5)
    assert _refused(limits, WRITE) is None


def test_reactions_go_one_in_a_quarter_second() -> None:
    """All kinds of reaction requests share it."""
    limits, clock = _limits()
    assert _refused(limits, REACT) is None
    assert _refused(limits, REACT) is not None
    clock.advance(0.25)
    assert _refused(limits, REACT) is None


def test_global_limit_is_50_a_second_per_token() -> None:
    """The fifty-first is a global 429; interaction routes do not count."""
    limits, clock = _limits()
    for number in range(50):
        assert _refused(limits, WRITE, str(number), bot=1) is None
    error = _refused(limits, WRITE, "50", bot=1)
    assert error is not None
    assert error.body["global"]
    assert error.headers["X-RateLimit-Scope"] == "global"
    assert _refused(limits, WRITE, "50", bot=2) is None
    assert _refused(limits, TOKEN, "t", bot=None) is None
    clock.advance(1)
    assert _refused(limits, WRITE, "51", bot=1) is None


def test_follow_ups_of_a_channel_are_30_a_minute() -> None:
    """Shared by all tokens; the scope says so."""
    limits, clock = _limits()
    for _ in range(30):
        limits.enter_channel_follow_up(1)
    with pytest.raises(ApiError) as caught:
        limits.enter_channel_follow_up(1)
    assert caught.value.headers["X-RateLimit-Scope"] == "shared"
    limits.enter_channel_follow_up(2)
    clock.advance(60)
    limits.enter_channel_follow_up(1)


def test_off_means_off() -> None:
    """Without limits everything passes, headers included."""
    limits, _ = _limits()
    limits.enabled = False
    for _ in range(100):
        headers = limits.enter(1, WRITE, "1")
    limits.enter_old_edit(1)
    assert headers["X-RateLimit-Remaining"] == "4"


async def test_sends_and_edits_share_a_bucket(raw: Raw, town: Town, sandbox: Sandbox) -> None:
    """Post and patch count together; the 429 has Via and what the library reads."""
    path = f"/channels/{town.room.id}/messages"
    _, made, first = await raw("POST", path, {"content": "0"})
    statuses = []
    for number in range(5):
        status, body, response = await raw(
            "PATCH", f"{path}/{made['id']}", {"content": str(number)}
        )
        statuses.append(status)
        assert response.headers["X-RateLimit-Bucket"] == first.headers["X-RateLimit-Bucket"]
    assert statuses == [200, 200, 200, 200, 429]
    assert response.headers["Via"]
    assert 0 < body["retry_after"] <= 5
    assert sandbox.limits.refused == 1
    assert sandbox.limits.invalid == 1


async def test_all_reaction_requests_share_a_bucket(raw: Raw, town: Town) -> None:
    """Adding one and taking it away at once is too fast."""
    said = await town.ana.say(town.room.id, "x")
    path = f"/channels/{town.room.id}/messages/{said.id}/reactions/%E2%9C%8B/@me"
    assert (await raw("PUT", path))[0] == 204
    assert (await raw("DELETE", path))[0] == 429
    town.clock.advance(0.25)
    assert (await raw("DELETE", path))[0] == 204


async def test_every_answer_has_headers(raw: Raw, town: Town) -> None:
    """Also refusals, or the library would serialise the route."""
    for path in ("/users/@me", "/channels/1", f"/channels/{town.room.id}/messages/1"):
        _, _, response = await raw("GET", path)
        names = ("Limit", "Remaining", "Reset", "Reset-After", "Bucket")
        assert all(f"X-RateLimit-{name}" in response.headers for name in names)


async def test_library_paces_itself_and_is_never_refused(
    client: Client, town: Town, sandbox: Sandbox
) -> None:
    """Awaited reactions pass without a 429: discord.py reads the headers."""
    message = await client.get_partial_messageable(town.room.id).send("x")
    for emoji in ("🪑", "▶️", "✋"):
        await message.add_reaction(emoji)
    assert sandbox.limits.refused == 0
    assert [each.emoji for each in town.ana.message(message.id).reactions] == ["🪑", "▶️", "✋"]


async def test_library_waits_out_a_429(client: Client, town: Town, sandbox: Sandbox) -> None:
    """A refused request is sent again after retry_after and takes effect once."""
    message = await client.get_partial_messageable(town.room.id).send("x")
    town.world.faults.rate_limit("messages", 0.01, times=2)
    await message.edit(content="y")
    assert town.ana.message(message.id).text == "y"
    assert [each.status for each in town.world.record.find("PATCH")] == [429, 429, 200]


async def test_token_takes_five_requests_in_two_seconds(
    client: Client, town: Town, raw: Raw
) -> None:
    """Per interaction, and new follow-ups 30 a minute per channel on top of it."""
    interaction, press = await unanswered(client, town)
    await raw("POST", callback_path(interaction), {"type": 6}, token=None)
    await press
    path = webhook_path(town, interaction)
    statuses = []
    for number in range(31):
        if number and number % 5 == 0:
            statuses.append((await raw("POST", path, {"content": "x"}, token=None))[0])
            town.clock.advance(2)
        status, body, _ = await raw("POST", path, {"content": str(number)}, token=None)
        statuses.append(status)
    assert statuses == [200] * 5 + [429, 200, 200, 200, 200, 200] * 5 + [429, 429]
    assert body["code"] == 20028

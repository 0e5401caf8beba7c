"""Logging in and the first events (`discord.md` section 13)."""

from tests.sandbox.conftest import Client, Raw, Town


async def test_login_makes_the_bot_ready_with_its_guild(client: Client, town: Town) -> None:
    """An unmodified discord.py logs in, gets READY and its guild with channels and roles."""
    assert client.user is not None
    assert client.user.id == town.bot.id
    assert client.application_id == town.bot.id
    guild = client.get_guild(town.guild.id)
    assert guild is not None
    assert guild.get_channel(town.room.id) is not None
    assert guild.me.guild_permissions.add_reactions


async def test_login_is_refused_with_a_wrong_token(raw: Raw) -> None:
    """A token nobody has is answered with 401."""
    status, body, _ = await raw("GET", "/users/@me", token="wrong")
    assert (status, body["code"]) == (401, 0)


async def test_answer_is_exactly_json(raw: Raw) -> None:
    """The content type carries no charset, or the library would not read the body."""
    _, _, response = await raw("GET", "/gateway/bot")
    assert response.headers["Content-Type"] == "application/json"

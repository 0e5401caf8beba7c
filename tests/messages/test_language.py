"""How screens look to whom: the server's settings, a person's preferences."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from bot.db.records import Preferences, ServerSettings
from bot.discord_api.users import People
from bot.messages.language import Looks
from bot.tables.guild_settings import Servers
from bot.tables.model import Table
from tests.storage import Kept

ANA, GUILD = 101, 7
EMOJIS = {"f7": "<:f7:123456789012345678>"}


class Memory:
    """One start of the bot: what it knows of people and servers, and how screens look."""

    def __init__(self, kept: Kept) -> None:
        self.people = People(kept.reader, kept.store, kept.tasks)
        self.servers = Servers(kept.reader, kept.store)
        self.looks = Looks(self.people, self.servers, lambda guild: "en-GB", lambda guild: "", "en")
        self.looks.emojis = EMOJIS


@pytest.fixture
def start(kept: Kept) -> Callable[[], Memory]:
    """Return what starts the bot anew on one database."""
    return lambda: Memory(kept)


def table() -> Table:
    """Return a table of the server."""
    return Table(
        id=1,
        game="toy",
        chosen={},
        options={},
        pace="live",
        level="normal",
        guild=GUILD,
        channel=2,
        host=ANA,
        seats=(),
        created=datetime(2026, 1, 1, tzinfo=UTC),
    )


async def test_buttons_are_named_as_they_read_where_they_stand(start: Callable[[], Memory]) -> None:
    """At a table in its server's language; away from any, in the reader's own."""
    now = start()
    await now.people.prefer(ANA, Preferences(language="es"))
    named = "{shared:Play with bots}"
    assert now.looks.person(ANA, table())(named) == "Play with bots"
    assert now.looks.person(ANA)(named) == "Jugar con bots"


async def test_private_screens_look_as_the_person_prefers(start: Callable[[], Memory]) -> None:
    """Language, text instead of emojis, big print; the public screen stays as it is."""
    now = start()
    await now.people.prefer(ANA, Preferences(language="es", text=True, big=True))
    look = now.looks.private(ANA, table())
    assert (look.t.language, look.emojis, look.big) == ("es", {}, True)
    public = now.looks.public(table())
    assert (public.t.language, public.emojis, public.big) == ("en", EMOJIS, False)


async def test_language_chosen_is_above_the_one_seen(start: Callable[[], Memory]) -> None:
    """What Discord tells of a person's language does not change what the person has chosen."""
    now = start()
    now.people.heard(ANA, "es-ES", None, "Ana")
    assert now.looks.person(ANA).language == "es"
    await now.people.prefer(ANA, Preferences(language="en"))
    now.people.heard(ANA, "es-ES", GUILD, "Ana")
    assert now.looks.person(ANA).language == "en"


async def test_preferences_are_known_from_the_start(start: Callable[[], Memory]) -> None:
    """After a restart, before the person has pressed anything; nothing set is nothing kept."""
    before = start()
    await before.people.prefer(ANA, Preferences(hands="button", notice="none"))
    await before.people.prefer(ANA + 1, Preferences())
    again = start()
    await again.people.remember()
    assert again.people.preferences(ANA) == Preferences(hands="button", notice="none")
    assert again.people.preferences(ANA + 1) == Preferences()


async def test_public_screens_speak_the_servers_language(start: Callable[[], Memory]) -> None:
    """The one of `/settings`; without it the server's at Discord."""
    now = start()
    assert now.looks.public(table()).t.language == "en"
    await now.servers.change(GUILD, lambda _: ServerSettings(language="es"))
    assert now.looks.public(table()).t.language == "es"

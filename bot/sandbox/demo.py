"""The world of ``make demo``: one server, a few channels, a few people, one bot."""

from bot.sandbox.model import permissions
from bot.sandbox.model.clock import Clock
from bot.sandbox.page.sentences import mark
from bot.sandbox.world import World

NAMES = ("Ben", "Carla", "Dan")


def furnished(token: str = "sandbox-demo", clock: Clock | None = None) -> World:
    """Build the demo's guild, which Ana owns; the first browser's language is everybody's.

    Each one's is chosen on the page.
    """
    world = World(clock)
    ana = world.add_user("Ana")
    guild = world.add_guild("Card Club", owner=ana)
    admin = world.add_role(guild, "Admin", permissions.ADMINISTRATOR)
    world.give_role(guild, ana.id, admin)
    for name in NAMES:
        world.add_user(name, guild=guild)
    for name, topic in (
        ("card-table", mark("Type /play to open a table")),
        ("second-table", mark("Another table, for a second game")),
        ("chat", mark("Everything else")),
    ):
        world.add_channel(guild, name, topic=topic)
    world.add_bot(token, guilds=(guild,))
    return world

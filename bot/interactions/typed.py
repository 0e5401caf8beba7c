"""When a command arrived: noted by the client before the library's own task for it runs."""

import time

from bot.discord_api.interaction import AnyInteraction

ARRIVED = "arrived"


def typed(interaction: AnyInteraction) -> float:
    """Return the arrival of an interaction, in seconds of the monotonic clock."""
    arrived = interaction.extras.get(ARRIVED)
    return float(arrived) if arrived is not None else time.monotonic()

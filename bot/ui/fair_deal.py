"""**Fair deal** of a result: how anybody can check the shuffle of a game (`fairness.md`)."""

from bot.locale import Translator
from bot.tables.model import Table
from bot.ui.elements import frame
from bot.ui.elements.links import code
from bot.ui.elements.screen import Screen, Text


def draw(table: Table, t: Translator) -> Screen:
    """Return how anybody can check the shuffle of a game that is over."""
    lines = [
        "### " + t("Fair deal"),
        t("I fixed the shuffle before the first card and showed its fingerprint back then."),
        frame.proof(table, t),
        "-# "
        + t(
            "The whole fingerprint is in the message that says the game started. "
            "**{shared:Replay}** has the log, which {verify} checks.",
            verify=code("kalamazoo verify"),
        ),
    ]
    return Screen((Text("\n".join(lines)),), accent=frame.PRIVATE)

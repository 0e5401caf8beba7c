"""`/help`: what can be played, how to start, where more help is."""

from collections.abc import Iterable

from bot.locale import Translator
from bot.ui import controls, frame
from bot.ui.controls import Control
from bot.ui.renderer import AnyRenderer
from bot.ui.screen import Button, Part, Screen, Text, rows


def draw(renderers: Iterable[AnyRenderer], t: Translator) -> Screen:
    """Return the first thing a newcomer reads."""
    games = tuple(renderers)
    lines = ["### " + t("What can be played here")]
    lines += [f"**{each.name}**: {each.blurb(t)}" for each in games]
    how = [
        t("**How to start**"),
        t("/play and the game opens a table here; others press Join, then you press Start."),
        t("House players fill empty seats, so you can also play alone."),
        t("Your cards come by DM. If none arrives, press My hand under the table, or use /hand."),
        t("Press the reactions or the buttons, or type with /move: all three do the same."),
        t("/learn teaches you a game in five minutes, step by step, at a practice table."),
        t("/rules has the rules page by page; /preferences sets your language and card faces."),
        t("/table brings the table to the bottom of the channel, /why explains a penalty."),
    ]
    starts = (
        Button(
            Control(0, 0, 0, 0, controls.OPEN + each.key).custom_id,
            t("Start {game}", game=each.name),
            "success",
        )
        for each in games
    )
    parts: list[Part] = [Text("\n".join(lines)), Text("\n".join(how)), *rows(starts)]
    return Screen(tuple(parts), accent=frame.PRIVATE)

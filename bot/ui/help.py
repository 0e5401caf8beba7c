"""`/help`: what can be played, how to start, where more help is."""

from collections.abc import Iterable

from bot.locale import Translator
from bot.ui.contract.renderer import AnyRenderer
from bot.ui.elements import controls, frame
from bot.ui.elements.controls import Control
from bot.ui.elements.screen import Button, Part, Screen, Text, rows


def draw(renderers: Iterable[AnyRenderer], t: Translator, *, direct: bool = False) -> Screen:
    """Return the first thing a newcomer reads.

    Args:
        renderers: the games, in order.
        t: the reader's language.
        direct: whether it is read by direct message, where no table can be opened.
    """
    games = tuple(renderers)
    lines = ["### " + (t("What can be played") if direct else t("What can be played here"))]
    lines += [f"**{each.name}**: {each.blurb(t)}" for each in games]
    hints = _by_message(t) if direct else _in_server(t)
    how = [t("**How to start**"), *(f"- {hint}" for hint in hints)]
    buttons = [_rules(each, t) if direct else _start(each, t) for each in games]
    parts: list[Part] = [Text("\n".join(lines)), Text("\n".join(how)), *rows(buttons)]
    return Screen(tuple(parts), accent=frame.PRIVATE)


def _in_server(t: Translator) -> list[str]:
    return [
        t("/play and the game opens a table here; others press Join, then you press Start."),
        t("House players fill empty seats, so you can also play alone."),
        t("Your cards come by DM. If none arrives, press My hand under the table, or use /hand."),
        t("Press the reactions or the buttons, or type with /move: all three do the same."),
        _learn(t),
        _rules_and_preferences(t),
        t("/table brings the table to the bottom of the channel, /why explains a penalty."),
    ]


def _by_message(t: Translator) -> list[str]:
    return [
        t("Tables are opened in a server: type /play there. Your cards come to you here."),
        t("/hand shows them again, /move plays them, /leave and /resign take you out of a game."),
        _learn(t),
        _rules_and_preferences(t),
        t("/privacy says what is kept about you, /mydata shows or deletes it."),
    ]


def _learn(t: Translator) -> str:
    return t("/learn teaches you a game in five minutes, step by step, at a practice table.")


def _rules_and_preferences(t: Translator) -> str:
    return t("/rules has the rules page by page; /preferences sets your language and card faces.")


def _start(renderer: AnyRenderer, t: Translator) -> Button:
    act = controls.OPEN + renderer.key
    label = t("Start {game}", game=renderer.name)
    return Button(Control(0, 0, 0, 0, act).custom_id, label, "success")


def _rules(renderer: AnyRenderer, t: Translator) -> Button:
    act = f"{controls.READ}{renderer.key}-0"
    label = t("Rules of {game}", game=renderer.name)
    return Button(Control(0, 0, 0, 0, act).custom_id, label)

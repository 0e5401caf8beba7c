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
    title = "### " + (t("Games you can play") if direct else t("Games you can play here"))
    lines = [title, *(f"**{each.name}**: {each.blurb(t)}" for each in games)]
    hints = _by_message(t) if direct else _in_server(t)
    how = [t("**How to start**"), *(f"- {hint}" for hint in hints)]
    buttons = [_rules(each, t) if direct else _start(each, t) for each in games]
    parts: list[Part] = [*map(Text, lines), Text("\n".join(how)), *rows(buttons)]
    return Screen(tuple(parts), accent=frame.PRIVATE)


def _in_server(t: Translator) -> list[str]:
    return [
        t(
            "Type /play to open a table. Others press **{shared:Join}**, "
            "then you press **{shared:Start}**."
        ),
        t(
            "On your own? Press **{shared:Play with bots}**: they fill the seats and the game "
            "starts."
        ),
        t(
            "I DM you your cards. If nothing arrives, press **{shared:My hand}** under the "
            "table or use /hand."
        ),
        t("Use the reactions, the buttons or /move: they all do the same."),
        _learn(t),
        _rules_and_preferences(t),
        t("/table brings the table to the bottom of the channel, /why explains a penalty."),
    ]


def _by_message(t: Translator) -> list[str]:
    return [
        t("Open a table in a server: type /play there. I send your cards here."),
        t("/hand shows them again, /move plays one, /leave or /resign gets you out of a game."),
        _learn(t),
        _rules_and_preferences(t),
        t(
            "/privacy says what I keep about you; /mydata export sends it, /mydata delete "
            "deletes it."
        ),
    ]


def _learn(t: Translator) -> str:
    return t("/learn teaches you a game in five minutes, at a practice table.")


def _rules_and_preferences(t: Translator) -> str:
    return t(
        "/rules has the rules page by page; /preferences sets your language and how cards look."
    )


def _start(renderer: AnyRenderer, t: Translator) -> Button:
    act = controls.OPEN + renderer.key
    label = t("Play {game}", game=renderer.name)
    return Button(Control(0, 0, 0, 0, act).custom_id, label, "success")


def _rules(renderer: AnyRenderer, t: Translator) -> Button:
    act = f"{controls.READ}{renderer.key}-0"
    label = t("Read {game} rules", game=renderer.name)
    return Button(Control(0, 0, 0, 0, act).custom_id, label)

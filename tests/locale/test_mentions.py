"""Commands named in a text can be pressed (`discord.md` section 7)."""

import ast
import re
from functools import cache
from typing import Any

import pytest

from bot.locale import LANGUAGES, Translator, translator
from bot.locale.commands import COMMANDS, LOCALES, TYPED, Localised, localised
from bot.locale.mentions import Mentions
from bot.ui import rules
from bot.ui.elements.screen import Text
from tests.games import GAMES, RENDERERS
from tests.locale.test_catalogues import FOLDERS, ROOT
from tests.locale.test_terms import texts

BELOW = {"mydata": ("export", "delete")}
"""The commands that have subcommands, besides `/play`."""

NAMED = re.compile(r"(?<![\w/<.])/[a-zà-ÿ]{2,}")
"""A command in a text that is none of Discord's mentions."""


def payload(words: Localised, below: tuple[Localised, ...] = ()) -> dict[str, Any]:
    """Return what of a registered command tells its names."""
    options = [{**payload(each), "type": 1} for each in below]
    return {"name": words.name, "name_localizations": words.names, "options": options}


def game(key: str) -> Localised:
    """Return the wording of a game's subcommand, named alike in every language."""
    return Localised(key, "", dict.fromkeys(LOCALES, key), {})


def registered() -> Mentions:
    """Return the mentions of a bot whose commands are all registered, the first as number 1001."""
    below = {key: tuple(localised(COMMANDS[each]) for each in keys) for key, keys in BELOW.items()}
    below["play"] = tuple(game(each.key) for each in RENDERERS)
    parts = {each for keys in BELOW.values() for each in keys}
    commands = [
        payload(localised(each), below.get(key, ()))
        for key, each in COMMANDS.items()
        if key not in parts
    ]
    calls = [each.wordings[each.command] for each in RENDERERS if each.command]
    commands += [payload(localised(each)) for each in calls]
    known = Mentions(TYPED)
    known.learn(commands, {each["name"]: 1001 + at for at, each in enumerate(commands)})
    return known


KNOWN = registered()

MESSAGES = {"t", "n", "mark", "plural", "Argument"}
"""Calls whose texts are messages of the catalogues, or of the command line's own help."""

PLAIN = {"Button", "LinkButton", "Choice", "Select", "Picker", "Field", "Form", "Picture"}
"""Parts of a screen in which Discord makes nothing pressable."""


def name(call: ast.AST) -> str:
    """Return what is called; "" where nothing is."""
    if not isinstance(call, ast.Call):
        return ""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def texts_in(node: ast.AST) -> dict[int, ast.Constant]:
    """Return the texts in a part of the code by their identity."""
    return {
        id(each): each
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


@cache
def code() -> tuple[ast.Module, ...]:
    """Return the code of engine and bot; the sandbox says nothing in the bot's name."""
    files = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))
    own = (path for path in files if ROOT / "bot/sandbox" not in path.parents)
    return tuple(ast.parse(path.read_text()) for path in own)


def names_command(text: ast.Constant) -> bool:
    """Say whether a text in the code names a command."""
    return any(each[1:] in COMMANDS for each in NAMED.findall(str(text.value)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_is_named_that_cannot_be_pressed(language: str) -> None:
    """Every sentence of the catalogues and of the rules becomes one in which commands are links.

    But the commands' own names, which are no sentences.
    """
    t = translator(language).pressing(KNOWN)
    sentences = (text for text in texts(language) if not re.fullmatch(r"/[\w-]+", text))
    assert [text for text in sentences if NAMED.search(t.pressable(text))] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", range(len(GAMES)), ids=[each.key for each in GAMES])
def test_commands_on_the_pages_of_rules_can_be_pressed(at: int, language: str) -> None:
    """In their statements, house rules and captions."""
    game, renderer, t = GAMES[at], RENDERERS[at], translator(language).pressing(KNOWN)
    pages = rules.pages(game, renderer, None, t)
    drawn = [
        rules.draw(game, renderer, number, None, t, [()] * len(page.shown))
        for number, page in enumerate(pages)
    ]
    said = [part.text for screen in drawn for part in screen.parts if isinstance(part, Text)]
    assert [text for text in said if NAMED.search(text)] == []


def test_no_command_is_named_outside_the_catalogues() -> None:
    """No other text in the code names a command: what is not a message is not made pressable."""
    found = []
    for tree in code():
        said = texts_in(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr):
                said.pop(id(node.value), None)
            elif name(node) in MESSAGES:
                within = texts_in(node)
                said = {key: text for key, text in said.items() if key not in within}
        found += [each.value for each in said.values() if names_command(each)]
    assert found == []


def test_no_command_is_named_where_nothing_can_be_pressed() -> None:
    """On buttons, in lists and forms a mention would be read as it is written."""
    found = [
        each.value
        for tree in code()
        for node in ast.walk(tree)
        if name(node) in PLAIN
        for each in texts_in(node).values()
        if names_command(each)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "This game is over. Play again with </rematch:77>."),
        ("es", "Esta partida terminó. Juega otra con </rematch:77>."),
    ],
)
def test_a_command_is_mentioned_by_its_registered_name(language: str, said: str) -> None:
    """In Spanish too: Discord shows it in the reader's own words."""
    known = Mentions(TYPED)
    known.learn([payload(localised(COMMANDS["rematch"]))], {"rematch": 77})
    t = translator(language).pressing(known)
    assert t("This game is over. Play again with /rematch.") == said


def test_a_command_of_unknown_id_stands_as_it_is_typed() -> None:
    """Before Discord has told its id, and where no mention can be pressed."""
    t = Translator("es").pressing(Mentions(TYPED))
    assert t("No table is open here or waiting for you. Open one with /play.").endswith("/jugar.")
    assert "</" not in translator("es").pressing(KNOWN).plain(
        "This game is over. Play again with /rematch."
    )


def test_any_subcommand_is_meant_by_a_command_that_has_some() -> None:
    """It is itself no command: nothing would happen when it is pressed."""
    t = translator("en").pressing(KNOWN)
    assert re.fullmatch(
        r"Table 7 has already started\. Open another with "
        r"</play flinch:1001>, </play flip:1001>,( </play \w+:1001>,)* or </play \w+:1001>\.",
        t("Table {number} has already started. Open another with /play.", number=7),
    )
    assert t("/mydata export sends you a file with everything about you.").startswith("</mydata ")


def test_what_people_write_is_never_a_command() -> None:
    """A name that looks like a command is a name."""
    t = translator("en").pressing(KNOWN)
    assert t("**{name}'s turn**", name="/resign") == "**/resign's turn**"


def test_translators_that_say_the_same_are_equal() -> None:
    """A picture drawn with one is the picture of the other; with commands to press it is not."""
    mentions = Mentions({"en": "en-US"})
    spanish = translator("es")
    assert spanish.beside(translator("en")) == spanish.beside(translator("en"))
    assert hash(spanish.pressing(mentions)) == hash(spanish.pressing(mentions))
    assert spanish.pressing(mentions).plain == spanish
    assert spanish.pressing(mentions) != spanish != spanish.beside(translator("en"))

"""Names of commands and options: valid for Discord in every language, unique, localised."""

import re
from itertools import groupby

import pytest

from bot.locale import LANGUAGES, Translator
from bot.locale.commands import COMMANDS, LOCALES, OPTIONS, PLAY, Wording, localised
from tests.games import GAMES, RENDERERS
from tests.locale.test_terms import texts

NAME = re.compile(r"^[-_'\w]{1,32}$")
TRANSLATORS = [Translator(language) for language in LANGUAGES]
GAME_WORDINGS = [(r, key) for r in RENDERERS for key in r.wordings]


def every() -> list[tuple[str, Wording]]:
    """Return every wording there is, with the group in which its name must be unique."""
    games = [
        (f"{r.key}" if key != r.command else "commands", r.wordings[key])
        for r, key in GAME_WORDINGS
    ]
    shared = [(r.key, wording) for r in RENDERERS for wording in OPTIONS.values()]
    return [*(("commands", one) for one in COMMANDS.values()), *games, *shared]


@pytest.mark.parametrize("wording", [one for _, one in every()], ids=lambda one: one.name)
def test_wording_is_valid_for_discord(wording: Wording) -> None:
    """Names are lower case, 1 to 32 characters; descriptions 1 to 100 (`discord.md` section 8)."""
    texts = localised(wording)
    assert set(texts.names) == set(texts.descriptions) == set(LOCALES)
    for name in (texts.name, *texts.names.values()):
        assert NAME.fullmatch(name), name
        assert name == name.lower()
    for description in (texts.description, *texts.descriptions.values()):
        assert 1 <= len(description) <= 100, description


@pytest.mark.parametrize("locale", LOCALES)
def test_names_are_unique_per_language(locale: str) -> None:
    """No two commands, nor two options of one game's command, share a name in any language."""
    named = sorted((group, localised(one).names[locale]) for group, one in every())
    for _, members in groupby(named, key=lambda pair: pair[0]):
        names = [name for _, name in members]
        assert len(set(names)) == len(names)


def test_base_name_is_the_real_name() -> None:
    """The default name is the key by which the bot knows the command or option."""
    for key, wording in {**COMMANDS, **OPTIONS}.items():
        assert localised(wording).name == key
    for renderer, key in GAME_WORDINGS:
        assert localised(renderer.wordings[key]).name == key


def test_spanish_names_are_spanish() -> None:
    """Spanish people type `/jugar`, `con`, `/mano`."""
    assert localised(COMMANDS["play"]).names["es-ES"] == "jugar"
    assert localised(COMMANDS["hand"]).names["es-ES"] == "mano"
    assert localised(OPTIONS["with"]).names["es-ES"] == "con"
    assert localised(COMMANDS["play"]).names["en-US"] == "play"


def test_spanish_sentences_name_spanish_commands() -> None:
    """A command is named as its reader types it, in every sentence and on every rules page."""
    named = {f"/{name}": localised(one) for name, one in COMMANDS.items()}
    english = [name for name, one in named.items() if one.names["es-ES"] != name[1:]]
    found = [
        text
        for text in texts("es")
        if any(re.search(rf"(?<![\w/]){name}\b", text) for name in english)
    ]
    assert found == []


def test_every_house_rule_has_words() -> None:
    """Every option of every game has a wording, a name and a word for each choice."""
    for game, renderer in zip(GAMES, RENDERERS, strict=True):
        assert set(renderer.wordings) - {renderer.command} == {spec.key for spec in game.options}
        for spec in game.options:
            assert all(renderer.option(spec.key, t) for t in TRANSLATORS)
            labels = [
                renderer.choice(spec.key, value, t) for value in spec.choices for t in TRANSLATORS
            ]
            assert all(1 <= len(label) <= 100 for label in labels)
            assert len(set(labels)) == len(labels)


def test_description_of_a_games_subcommand_fits() -> None:
    """`/play flinch` and its siblings are described within 100 characters."""
    for renderer in RENDERERS:
        for text in (t(PLAY, game=renderer.name) for t in TRANSLATORS):
            assert renderer.name in text
            assert len(text) <= 100

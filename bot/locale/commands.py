"""Names and descriptions of slash commands and their options, in every language of Discord.

In the catalogues a command's name stands as `/play` and an option's as `with:`, as Discord shows
them, so that they are not taken for words of a sentence. A game's own (its call, its house rules)
are declared by its renderer in the same form.
"""

from collections.abc import Callable

from msgspec import Struct

from bot.locale import Translator, mark, translator

LOCALES = {"en-US": "en", "en-GB": "en", "es-ES": "es"}
"""Discord's locales we fill; es-419 falls back to es-ES at Discord (`discord.md` section 7)."""


class Wording(Struct, frozen=True):
    """What a command (`/play`), subcommand or option (`with:`) is called, and does, in English."""

    name: str
    description: str


class Localised(Struct, frozen=True):
    """A wording as Discord takes it: the defaults, and per Discord locale."""

    name: str
    description: str
    names: dict[str, str]
    descriptions: dict[str, str]


def localised(wording: Wording) -> Localised:
    """Return a wording in every locale."""
    return Localised(
        name=_bare(wording.name),
        description=wording.description,
        names={key: _bare(text) for key, text in everywhere(lambda t: t(wording.name)).items()},
        descriptions=everywhere(lambda t: t(wording.description)),
    )


def everywhere(say: Callable[[Translator], str]) -> dict[str, str]:
    """Return a text (a choice's name, say) in every locale."""
    return {locale: say(translator(language)) for locale, language in LOCALES.items()}


def _bare(name: str) -> str:
    return name.removeprefix("/").removesuffix(":")


COMMANDS = {
    "play": Wording(mark("/play"), mark("Open a table for a game here")),
    "join": Wording(mark("/join"), mark("Sit down at a table that has not started")),
    "leave": Wording(mark("/leave"), mark("Leave a table; a house player goes on in a game")),
    "start": Wording(mark("/start"), mark("Start the game at your table")),
    "move": Wording(mark("/move"), mark("Play a card or take another action of yours")),
    "hand": Wording(mark("/hand"), mark("See your cards, for your eyes only")),
    "table": Wording(mark("/table"), mark("Show the table anew at the bottom of the channel")),
    "accuse": Wording(mark("/accuse"), mark("Accuse a player of an irregularity (strict rules)")),
    "resign": Wording(mark("/resign"), mark("Give up your game")),
    "kick": Wording(mark("/kick"), mark("Have somebody removed who does not play any more")),
    "watch": Wording(mark("/watch"), mark("Watch a game, for your eyes only")),
    "end": Wording(mark("/end"), mark("End a table without a result")),
    "rematch": Wording(mark("/rematch"), mark("Play again with the same people")),
    "why": Wording(
        mark("/why"), mark("Explain the last race, penalty or time-out, or why it is unrated")
    ),
    "leaderboard": Wording(mark("/leaderboard"), mark("Who plays how well, by season or ever")),
    "stats": Wording(mark("/stats"), mark("Games, ratings and calls of a player here")),
    "history": Wording(mark("/history"), mark("The last games of a player here, with links")),
    "replay": Wording(mark("/replay"), mark("Go through a finished game step by step")),
    "privacy": Wording(mark("/privacy"), mark("What I keep of you, why, and how long")),
    "mydata": Wording(mark("/mydata"), mark("Have your own data sent to you, or deleted")),
    "export": Wording(mark("/export"), mark("Everything I keep of you, as a file")),
    "delete": Wording(mark("/delete"), mark("Forget me: everything I keep of you, at once")),
    "settings": Wording(mark("/settings"), mark("What holds in this server, for its managers")),
    "tables": Wording(mark("/tables"), mark("All open tables of this server, for its managers")),
    "preferences": Wording(
        mark("/preferences"), mark("Your language, how you see cards and how I tell you things")
    ),
    "rules": Wording(mark("/rules"), mark("The rules of a game, page by page")),
    "learn": Wording(mark("/learn"), mark("Learn a game step by step at a practice table")),
    "check": Wording(mark("/check"), mark("What I am not allowed to do in this channel")),
    "help": Wording(mark("/help"), mark("What can be played and how to start")),
}
"""The commands that belong to no game; `/play` has one subcommand per game."""

PLAY = mark("Open a table of {game} here")
"""Description of a game's subcommand of `/play`."""

OPTIONS = {
    "with": Wording(mark("with:"), mark("Somebody whose seat is kept for ten minutes")),
    "house": Wording(mark("house:"), mark("How many house players join")),
    "level": Wording(mark("level:"), mark("How well the house players play")),
    "pace": Wording(mark("pace:"), mark("How much time there is for a turn")),
    "table": Wording(
        mark("table:"), mark("Which table; without it the one here or waiting for you")
    ),
    "action": Wording(mark("action:"), mark("What you do; choose from the list or type it")),
    "player": Wording(mark("player:"), mark("Who is meant")),
    "reason": Wording(mark("reason:"), mark("What happened")),
    "where": Wording(mark("where:"), mark("Games of this server alone, or of all of them")),
    "season": Wording(mark("season:"), mark("Which quarter of a year; without it all time")),
    "chart": Wording(mark("chart:"), mark("Also as a chart")),
    "game": Wording(mark("game:"), mark("Which game")),
    "preset": Wording(mark("preset:"), mark("House rules of this server with a name")),
    "picture": Wording(mark("picture:"), mark("Also as a picture")),
}
"""The options that belong to no game."""


def nth_with(number: int) -> Localised:
    """Return the wording of `with-2`, `with-3` …: as `with`, the names numbered."""
    first = localised(OPTIONS["with"])
    return Localised(
        name=f"{first.name}-{number}",
        description=first.description,
        names={locale: f"{name}-{number}" for locale, name in first.names.items()},
        descriptions=first.descriptions,
    )

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

TYPED = {language: locale for locale, language in LOCALES.items()}
"""By each language a locale in which Discord shows its names."""


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
    "play": Wording(mark("/play"), mark("Open a table here")),
    "join": Wording(mark("/join"), mark("Join a table, or come back to your seat")),
    "leave": Wording(mark("/leave"), mark("Leave a table; if the game is on, a bot takes over")),
    "start": Wording(mark("/start"), mark("Start the game at your table")),
    "move": Wording(mark("/move"), mark("Play a card or make any other move")),
    "hand": Wording(mark("/hand"), mark("See your cards; nobody else can")),
    "table": Wording(mark("/table"), mark("Bring the table to the bottom of the channel")),
    "accuse": Wording(
        mark("/accuse"), mark("Accuse a player of breaking the rules (strict rules only)")
    ),
    "resign": Wording(mark("/resign"), mark("Resign from your game")),
    "kick": Wording(mark("/kick"), mark("Remove someone who has stopped playing")),
    "watch": Wording(mark("/watch"), mark("Watch a game; only you see it")),
    "end": Wording(mark("/end"), mark("End a table; nobody wins or loses")),
    "rematch": Wording(mark("/rematch"), mark("Play again with the same people")),
    "why": Wording(
        mark("/why"), mark("Explain the last call, penalty or timeout, or why a game is unrated")
    ),
    "leaderboard": Wording(mark("/leaderboard"), mark("See who plays best, by season or all time")),
    "stats": Wording(mark("/stats"), mark("A player's games, ratings and calls here")),
    "history": Wording(mark("/history"), mark("A player's latest games here, with links")),
    "replay": Wording(mark("/replay"), mark("Replay a finished game step by step")),
    "privacy": Wording(mark("/privacy"), mark("What I keep about you, why, and for how long")),
    "mydata": Wording(mark("/mydata"), mark("Get or delete your data")),
    "export": Wording(mark("/export"), mark("Get everything I keep about you as a file")),
    "delete": Wording(mark("/delete"), mark("Delete everything I keep about you, right away")),
    "settings": Wording(
        mark("/settings"), mark("Set Kalamazoo up for this server (server managers only)")
    ),
    "tables": Wording(
        mark("/tables"), mark("See every open table in this server (server managers only)")
    ),
    "preferences": Wording(
        mark("/preferences"), mark("Choose your language, how cards look and how I notify you")
    ),
    "rules": Wording(mark("/rules"), mark("The rules of a game, page by page")),
    "learn": Wording(mark("/learn"), mark("Learn a game step by step at a practice table")),
    "check": Wording(mark("/check"), mark("Check which permissions I'm missing in this channel")),
    "help": Wording(mark("/help"), mark("See the games and how to start")),
}
"""The commands that belong to no game; `/play` has one subcommand per game."""

PLAY = mark("Open a {game} table here")
"""Description of a game's subcommand of `/play`."""

OPTIONS = {
    "with": Wording(mark("with:"), mark("Who to invite; I hold their seat for ten minutes")),
    "bots": Wording(mark("bots:"), mark("How many bots to add")),
    "level": Wording(mark("level:"), mark("How good the bots are")),
    "pace": Wording(mark("pace:"), mark("How long a turn lasts")),
    "table": Wording(
        mark("table:"), mark("Which table; leave empty for the one here or waiting for you")
    ),
    "action": Wording(mark("action:"), mark("Your move: pick it from the list or type it")),
    "player": Wording(mark("player:"), mark("Which player")),
    "reason": Wording(mark("reason:"), mark("What happened")),
    "where": Wording(mark("where:"), mark("Games in this server only, or in all servers")),
    "season": Wording(mark("season:"), mark("Which quarter; leave empty for all time")),
    "chart": Wording(mark("chart:"), mark("Add a chart")),
    "game": Wording(mark("game:"), mark("Which game")),
    "preset": Wording(mark("preset:"), mark("A set of house rules saved in this server")),
    "picture": Wording(mark("picture:"), mark("Add a picture")),
}
"""The options that belong to no game."""

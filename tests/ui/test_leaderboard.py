"""`/leaderboard` and `/help`."""

from bot.locale import LANGUAGES, translator
from bot.records.leaderboard import Standing
from bot.ui import help as help_screen
from bot.ui import leaderboard
from bot.ui.renderers import RENDERERS
from bot.ui.screen import Screen, Text

T = translator("en")


def text(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def standing(place: int, person: int, wins: int, name: str = "") -> Standing:
    """Return one line of a leaderboard."""
    return Standing(place=place, person=person, name=name or f"P{person}", wins=wins, games=9)


def test_readers_own_place_is_always_shown() -> None:
    """Ten lines, then one's own place if it is below them."""
    standings = [standing(person + 1, person, 50 - person) for person in range(15)]
    shown = text(leaderboard.draw(standings, RENDERERS[0], 14, "Server", T))
    assert shown.count("wins") == 11
    assert "15th P14 · 36 wins · 9 games" in shown
    assert text(leaderboard.draw(standings, RENDERERS[0], 3, "Server", T)).count("P3") == 1


def test_names_on_the_leaderboard_are_harmless() -> None:
    """Names as last seen are escaped and mention nobody."""
    one = standing(1, 1, 2, "@everyone **x**")
    screen = leaderboard.draw([one], RENDERERS[0], 1, "*Server*", T)
    assert "@everyone" not in text(screen)
    assert r"\*\*x\*\*" in text(screen)
    assert screen.mentions == ()


def test_empty_leaderboard_says_so() -> None:
    """Before the first game there is a sentence."""
    assert "No game has been finished here yet." in text(
        leaderboard.draw([], RENDERERS[0], 1, "", T)
    )


def test_help_offers_every_game() -> None:
    """`/help` says what can be played and starts it by a button."""
    for language in LANGUAGES:
        screen = help_screen.draw(RENDERERS, translator(language))
        for renderer in RENDERERS:
            assert renderer.blurb(translator(language)) in text(screen)
        acts = [button.custom_id.rsplit(":", 1)[1] for button in screen.buttons()]
        assert acts == [f"open-{renderer.key}" for renderer in RENDERERS]
        assert screen.fits()

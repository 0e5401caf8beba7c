"""What an operator may set about tables, in seconds and counts."""

from collections.abc import Mapping

from msgspec import Struct, field

from bot.config import Settings
from bot.db.records import Pace


class TableSettings(Struct, frozen=True, kw_only=True):
    """Times in seconds; defaults as in `config.example.toml`.

    Attributes:
        paces: time a turn.
        turnless: time without an accepted action, in a game without turns, that counts as a
            time-out of whoever could act.
        turnless_longest: after this a game without turns ends as its cap would end it.
        most: a turn lasts at most so many times the pace.
        window, margins: see `race_judge.py`.
        delivery: how long the first deadline waits for hands to be delivered or announced.
        unseen: after this a state counts as seen though no edit was confirmed, so that a failing
            Discord does not stop house players.
        resume: countdown after a restart before a game without turns goes on.
        countdown_speed: how much faster than the rules say the game's own actions come, and play
            goes on after a restart.
        pause, pause_daily: how long a table waits for anybody at all to come back.
        heartbeat: how often the database learns that the process lives.
    """

    paces: Mapping[Pace, float] = field(
        default_factory=lambda: {"live": 60.0, "relaxed": 600.0, "daily": 86_400.0}
    )
    turnless: float = 60.0
    turnless_longest: float = 1_800.0
    most: float = 3.0
    lobby_idle: float = 600.0
    lobby_idle_daily: float = 86_400.0
    invitation: float = 600.0
    rematch: float = 120.0
    vote: float = 60.0
    window: float = 0.3
    button_margin: float = 0.05
    reaction_margin: float = 0.15
    mixed_margin: float = 0.15
    few_samples_margin: float = 0.3
    delivery: float = 15.0
    unseen: float = 10.0
    resume: float = 3.0
    pause: float = 86_400.0
    pause_daily: float = 604_800.0
    heartbeat: float = 5.0
    house_speed: float = 1.0
    countdown_speed: float = 1.0
    tables_per_channel: int = 3
    tables_per_person: int = 3
    lobbies_per_person: int = 1


def table_settings(settings: Settings) -> TableSettings:
    """Return the part of the settings that tables use."""
    return TableSettings(
        paces={
            "live": settings.pace_live,
            "relaxed": settings.pace_relaxed,
            "daily": settings.pace_daily,
        },
        lobby_idle=settings.lobby_idle,
        lobby_idle_daily=settings.lobby_idle_daily,
        invitation=settings.invitation,
        rematch=settings.rematch,
        vote=settings.accuse_vote,
        window=settings.call_window_ms / 1000,
        button_margin=settings.button_margin_ms / 1000,
        reaction_margin=settings.reaction_margin_ms / 1000,
        mixed_margin=settings.mixed_margin_ms / 1000,
        few_samples_margin=settings.few_samples_margin_ms / 1000,
        house_speed=settings.house_speed,
        countdown_speed=settings.countdown_speed,
        tables_per_channel=settings.tables_per_channel,
        tables_per_person=settings.tables_per_person,
        lobbies_per_person=settings.lobbies_per_person,
    )

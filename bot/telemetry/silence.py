"""What stands in place of the figures where nobody can ask for them."""

from collections.abc import Callable, Mapping

import aiohttp


class Silence:
    """Counts nothing, at no cost; each method as of `bot.telemetry.figures.Figures`."""

    def gauge(
        self, name: str, about: str, label: str, values: Mapping[str, Callable[[], float]]
    ) -> None:
        """Ask for nothing."""

    def moved(self, game: str, actions: int) -> None:
        """Let actions pass."""

    def happened(self, kind: str, interaction: int | None = None) -> None:
        """Let what a person did pass."""

    def handed_on(self) -> None:
        """Let an answer pass."""

    def stored(self, changes: int, seconds: float) -> None:
        """Let a transaction pass."""

    def listen(self, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Return it as it is."""
        return config

    def watch(self) -> None:
        """Look at nothing."""

    def close(self) -> None:
        """Look no more."""

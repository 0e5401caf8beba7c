"""**Share** in words: where it is, and why something cannot be shared."""

from datetime import datetime

from bot.locale import Translator
from bot.ui.elements.links import link, relative


def done(url: str, t: Translator) -> str:
    """Return the answer once it is there."""
    return t("Shared.") + " " + link(t("Go to post"), url)


def gone(t: Translator) -> str:
    """Return the answer where what was to be shared is no longer there."""
    return t("There's nothing left to share here.")


def may_not_write(t: Translator) -> str:
    """Return the answer to somebody who may not write in the channel."""
    return t("You can't write in this channel, so you can't share anything here.")


def cannot_write(t: Translator) -> str:
    """Return the answer where the bot may not write."""
    return t("I can't write in this channel. See what I'm missing with /check.")


def busy(t: Translator) -> str:
    """Return the answer where Discord fails."""
    return t("Discord isn't taking posts right now. Try again in a moment.")


def elsewhere(channel: int, t: Translator) -> str:
    """Return the answer where not everybody who reads the channel may see the table's."""
    place = f"<#{channel}>"
    return t("Not everyone here can see that table. Share it in {channel}.", channel=place)


def again(when: datetime, t: Translator) -> str:
    """Return the answer to who has shared something a moment ago."""
    return t("You just shared something. You can share again {when}.", when=relative(when))

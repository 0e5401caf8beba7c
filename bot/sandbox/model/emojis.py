"""Emojis as Discord takes them: standard ones by their characters, others by name and id."""

import re
from typing import Final
from urllib.parse import unquote

from bot.sandbox.model.bots import Bot
from bot.sandbox.model.errors import ApiError
from bot.sandbox.model.objects import AppEmoji, Emoji
from bot.sandbox.model.state import State

_BASE: Final = (
    "©®‼⁉™ℹ↔-↙↩↪⌚⌛⌨⏏⏩-⏳⏸-⏺Ⓜ▪▫▶◀◻-◾☀-☄☎☑☔☕☘☝☠☢☣☦☪☮☯☸-☺♀♂♈-♓♟♠♣♥♦♨♻♾♿"
    "⚒-⚗⚙⚛⚜⚠⚡⚧⚪⚫⚰⚱⚽⚾⛄⛅⛈⛎⛏⛑⛓⛔⛩⛪⛰-⛵⛷-⛺⛽✂✅✈-✍✏✒✔✖✝✡✨✳✴❄❇❌❎❓-❕❗❣❤➕-➗➡➰➿"
    "⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙"
    "\U0001f004\U0001f0cf\U0001f170\U0001f171\U0001f17e\U0001f17f\U0001f18e"
    "\U0001f191-\U0001f19a\U0001f201\U0001f202\U0001f21a\U0001f22f\U0001f232-\U0001f23a"
    "\U0001f250\U0001f251\U0001f300-\U0001f321\U0001f324-\U0001f393\U0001f396\U0001f397"
    "\U0001f399-\U0001f39b\U0001f39e-\U0001f3f0\U0001f3f3-\U0001f3f5\U0001f3f7-\U0001f4fd"
    "\U0001f4ff-\U0001f53d\U0001f549-\U0001f54e\U0001f550-\U0001f567\U0001f56f\U0001f570"
    "\U0001f573-\U0001f57a\U0001f587\U0001f58a-\U0001f58d\U0001f590\U0001f595\U0001f596"
    "\U0001f5a4\U0001f5a5\U0001f5a8\U0001f5b1\U0001f5b2\U0001f5bc\U0001f5c2-\U0001f5c4"
    "\U0001f5d1-\U0001f5d3\U0001f5dc-\U0001f5de\U0001f5e1\U0001f5e3\U0001f5e8\U0001f5ef"
    "\U0001f5f3\U0001f5fa-\U0001f64f\U0001f680-\U0001f6c5\U0001f6cb-\U0001f6d2"
    "\U0001f6d5-\U0001f6d7\U0001f6dc-\U0001f6e5\U0001f6e9\U0001f6eb\U0001f6ec\U0001f6f0"
    "\U0001f6f3-\U0001f6fc\U0001f7e0-\U0001f7eb\U0001f7f0\U0001f90c-\U0001f93a"
    "\U0001f93c-\U0001f945\U0001f947-\U0001f9ff\U0001fa70-\U0001fa7c\U0001fa80-\U0001fa89"
    "\U0001fa8f-\U0001fac6\U0001face-\U0001fadc\U0001fadf-\U0001fae9\U0001faf0-\U0001faf8"
)
_ONE: Final = f"[{_BASE}]\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_STANDARD: Final = re.compile(
    f"(?:[0-9#*]\ufe0f?\u20e3"
    "|[\U0001f1e6-\U0001f1ff]{1,2}"
    "|\U0001f3f4[\U000e0061-\U000e007a]+\U000e007f"
    f"|{_ONE}(?:\u200d{_ONE})*)"
)
_CUSTOM: Final = re.compile(r"<?(a?):?(?P<name>\w{2,32}):(?P<id>\d{15,21})>?")


def bare(name: str) -> str:
    """Return a standard emoji without variation selectors, to compare it."""
    return name.replace("\ufe0f", "")


def key(emoji: Emoji) -> str:
    """Return what tells two emojis apart under one message."""
    return str(emoji.id) if emoji.id is not None else bare(emoji.name)


def is_standard(text: str) -> bool:
    """Say whether ``text`` is exactly one standard emoji."""
    return _STANDARD.fullmatch(text) is not None


def unknown_emoji() -> ApiError:
    """Return 10014."""
    return ApiError(400, 10014, "Unknown Emoji")


def find_app_emoji(world: State, emoji_id: int) -> tuple[Bot, AppEmoji] | None:
    """Return an application emoji and whose it is."""
    for bot in world.bots.values():
        if emoji_id in bot.emojis:
            return bot, bot.emojis[emoji_id]
    return None


def parse(world: State, text: str) -> Emoji:
    """Read an emoji from an address or from a person: ``✋``, ``name:id``, ``<:name:id>``.

    Raises:
        ApiError: 10014, it is none, or no application has it.
    """
    text = unquote(text)
    if is_standard(text):
        return Emoji(text)
    match = _CUSTOM.fullmatch(text)
    if match is None:
        raise unknown_emoji()
    found = find_app_emoji(world, int(match["id"]))
    if found is None:
        raise unknown_emoji()
    return Emoji(found[1].name, found[1].id, found[1].animated)


def usable_by(world: State, emoji: Emoji, user_id: int) -> bool:
    """Say whether a user may be the first to use an emoji: an application's own is its bot's."""
    if emoji.id is None:
        return True
    found = find_app_emoji(world, emoji.id)
    return found is not None and found[0].id == user_id

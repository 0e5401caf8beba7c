"""What a bot asks to be told: the gateway's intents (`discord.md` section 5)."""

from typing import Final

GUILDS: Final = 1 << 0
GUILD_MEMBERS: Final = 1 << 1
GUILD_MESSAGES: Final = 1 << 9
GUILD_REACTIONS: Final = 1 << 10
DM_MESSAGES: Final = 1 << 12
DM_REACTIONS: Final = 1 << 13
MESSAGE_CONTENT: Final = 1 << 15
ALL: Final = (1 << 17) - 1 | 0b11 << 20 | 0b11 << 24

PRIVILEGED: Final = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT
"""Members, presences and message content, refused with 4014 unless granted."""

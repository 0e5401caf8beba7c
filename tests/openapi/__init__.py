"""Discord's own description of its HTTP API, for checks of what is sent and answered.

`discord.json` is `specs/openapi.json` of github.com/discord/discord-api-spec at commit 74fda0f of
2026-07-18, unchanged; its licence stands in `LICENSE`.
"""

import json
from pathlib import Path

from bot.sandbox.testing.conformance import Conformance

DESCRIPTION = Path(__file__).with_name("discord.json")


def conformance_checker() -> Conformance:
    """Return a checker of bodies against the description."""
    return Conformance(json.loads(DESCRIPTION.read_text(encoding="utf-8")))

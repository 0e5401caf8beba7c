"""The pressable part of a screen and its `custom_id`: all state a press needs, none in memory.

`k2:<tag>:<table>:<round>:<ply>:<number>:<act>`, at most 100 characters. `act` is the notation of an
action (upper case) or a verb (lower case). On a public message nothing in it derives from a hand.
Screens are drawn without the tag (`k1:`, the form of before there were tags); it is put in where
they are sent, since it is the database's, and no screen knows one.
"""

import re

from msgspec import Struct

JOIN, LEAVE, HOUSE, DISMISS, RULES, START = "join", "leave", "house", "dismiss", "rules", "start"
ALONE = "alone"
"""Play with house players at once."""
HOW_TO, FAIR, AGAIN = "how-to", "fair", "replay"
"""How the game is played, how its shuffle is checked, its replay: for one person alone."""
INVITE, DECLINE, OPPOSITE, BACK = "invite", "decline", "opposite", "back"
HAND, REMATCH, CANCEL, WHY = "hand", "rematch", "cancel", "why"
SIT_IN, RESIGN, GO = "sit-in", "resign", "go-away"
VOTE_YES, VOTE_NO = "vote-yes-", "vote-no-"
"""Prefixes of a voice; the number of the vote follows."""
PACE, LEVEL, DISPLAY = "pace", "level", "display"
OPEN = "open-"
"""Prefix of "Open a table": `open-flinch`."""
SET = "set-"
"""Prefix of a house rule's select: `set-pile`, the chosen value comes with the press."""
BOARD, CHART, HISTORY = "board-", "chart-", "history-"
"""Prefixes of the pages of records, which belong to no table; `ply` is the page."""
REPLAY, LOG, SEAT = "replay-", "log-", "seat-"
"""Prefixes of the controls of `/replay`; the number of the table follows, `ply` is the step."""
STATS, PICTURE = "stats-", "picture-"
"""Prefixes of what has no other control but **Share**: a person's id, a table's number follows."""
SHARE = "share-"
"""Prefix of **Share**; the act follows of the control that shows what is shared."""
ERASE, KEEP = "erase-", "keep-"
"""Prefixes of the answers to "delete my data?"; the person's id follows."""
SERVER, PREFER = "server-", "prefer-"
"""Prefixes of the selects of `/settings` and `/preferences`; they belong to no table."""
OVERSEE = "oversee-"
"""Prefix of the controls of `/tables`; the number of the table follows."""
READ = "read-"
"""Prefix of the pages of `/rules`; the game's key follows, `ply` is the page."""
LEARN = "learn-"
"""Prefix of the controls of `/learn`; the game's key and more follows (`bot.ui.learn`)."""
MEANT = "meant-"
"""Prefix of "at this table" where a call has asked; the table's number follows, `ply` is that of
the table then."""
SURE = "sure-"
"""Prefix of the second, confirming press: `sure-h7` confirms H7."""

_SHAPE = re.compile(
    r"(?:k1|k2:([a-z0-9]{1,8})):(\d{1,19}):(\d{1,6}):(\d{1,6}):(\d{1,3}):([A-Z0-9+@*]{1,24}|[a-z][a-z0-9+@*_-]{0,47})"
)
_NOTATION = re.compile(r"[A-Z0-9+@*]{1,24}")


class Control(Struct, frozen=True):
    """What a press names.

    Attributes:
        table: the table's number; 0 for a screen that belongs to no table.
        round: which of the table's public messages it stood on or was made for.
        ply: the ply of the position it showed.
        number: the hand number, where the act is about a numbered card, which also keeps equal
            cards apart; else 0.
        act: a notation, or a verb.
        tag: of the database that the table is in; "" on a screen, and on messages of before.
    """

    table: int
    round: int
    ply: int
    number: int
    act: str
    tag: str = ""

    @property
    def custom_id(self) -> str:
        """The form Discord carries; `parse` reads it back."""
        head = f"k2:{self.tag}" if self.tag else "k1"
        return f"{head}:{self.table}:{self.round}:{self.ply}:{self.number}:{self.act}"

    @property
    def notation(self) -> str | None:
        """The action asked for at once; None for a verb."""
        return self.act if _NOTATION.fullmatch(self.act) else None

    @property
    def confirmed(self) -> str | None:
        """The action a second press confirms; None for any other act."""
        if not self.act.startswith(SURE):
            return None
        notation = self.act.removeprefix(SURE).upper()
        return notation if _NOTATION.fullmatch(notation) else None

    @property
    def rule(self) -> str | None:
        """The key of the house rule a select sets; None for any other act."""
        return self.act.removeprefix(SET) if self.act.startswith(SET) else None


def parse(custom_id: str) -> Control | None:
    """Return the control of a `custom_id`, or None if it is not one of ours."""
    found = _SHAPE.fullmatch(custom_id)
    if found is None or not custom_id.isascii():
        return None
    table, round_, ply, number = (int(part) for part in found.groups()[1:5])
    tag = found[1] or ""
    return Control(table=table, round=round_, ply=ply, number=number, act=found[6], tag=tag)


def in_round(custom_id: str, number: int) -> str:
    """Return a control's `custom_id` as it stands on the table's message of that round."""
    head, table, _, rest = custom_id.split(":", 3)
    return f"{head}:{table}:{number}:{rest}"


def tagged(custom_id: str, tag: str) -> str:
    """Return a control's `custom_id` as Discord carries it, with the database's tag."""
    return f"k2:{tag}:{custom_id.removeprefix('k1:')}" if tag else custom_id


def sure(notation: str) -> str:
    """Return the act of the press that confirms this notation."""
    return SURE + notation.lower()

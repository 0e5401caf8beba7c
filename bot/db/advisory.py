"""Advisory locks of a database server: the first half of each number says what it is for."""

from enum import IntEnum, unique


@unique
class Advisory(IntEnum):
    """What processes wait for each other about."""

    IDENTIFYING = 0x6B616C61
    """Beginning a session; the second half is the bucket."""
    CLAIMING = 0x6B616C62
    """Counting what somebody does; the second half is of whom."""
    EVERYTHING = 0x6B616C63
    """Having every server of a bot."""

"""Every entry has its handler, and every time that can come."""

from typing import get_args

from bot.tables import timers
from bot.tables.dispatch import BY_STATUS, HANDLERS
from bot.tables.due import BY_NAME, HAPPENS
from bot.tables.entries import Entry


def test_every_type_of_entry_has_a_handler() -> None:
    """The dictionary and the union of entries name the same types, and no other."""
    assert set(HANDLERS) == set(get_args(Entry))
    assert {kind for _, kind in BY_STATUS} <= set(HANDLERS)


def test_every_time_has_what_happens_then() -> None:
    """Whatever `timers` can plan."""
    values = {value for name, value in vars(timers).items() if name.isupper()}
    names = {value for value in values if isinstance(value, str)}
    assert set(BY_NAME) == {name for name in names if name.endswith(":")}
    assert set(HAPPENS) == names - set(BY_NAME)

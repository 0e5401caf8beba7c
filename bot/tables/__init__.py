"""Use cases: open, join, start, act, call, time out, rematch; inboxes; the judge of races.

Knows no Discord. `bot.tables.tables.Tables` is the door; what goes in stands in `entries`, what
comes back in `answers`, what everybody is told in `values.Changed` and `notes`.
"""

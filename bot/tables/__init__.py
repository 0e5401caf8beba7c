"""Use cases: open, join, start, act, call, time out, rematch; inboxes; the judge of races.

Knows no Discord. `bot.tables.service.Tables` is the door; what goes in stands in `entries`, what
comes back in `replies`, what everybody is told in `model.Changed` and `notes`.
"""

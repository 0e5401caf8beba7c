"""The connection, and what it tells: presses, reactions, places, the sync of commands."""

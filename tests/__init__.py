"""The tests: they mirror `engine/` and `bot/`; `end_to_end/` runs over the sandbox."""

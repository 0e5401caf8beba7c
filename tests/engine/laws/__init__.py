"""The laws of `design.md`, as property tests over every registered game."""

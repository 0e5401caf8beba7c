"""The laws of `architecture.md`, as property tests over every registered game."""

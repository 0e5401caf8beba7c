"""Slash commands: one module a command or family, by its name."""

"""Interactions: handed to a bot, answered by it, and the commands they come from."""

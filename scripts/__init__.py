"""Pictures of every kind of screen, from the real page."""

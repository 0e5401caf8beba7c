"""Alembic's scripts; a revision is never edited after landing."""

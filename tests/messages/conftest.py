"""What is kept while the bot starts anew in one test."""

from tests.storage import kept

__all__ = ["kept"]

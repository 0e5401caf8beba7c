"""Pictures of tables: a game's renderer says what lies where (`bot.ui.spread`), this draws it."""

from bot.pictures.page import of_page
from bot.pictures.table import Drawing, of_table

__all__ = ["Drawing", "of_page", "of_table"]

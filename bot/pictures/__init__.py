"""Pictures of tables, drawn from what a renderer says lies where (`bot.ui.contract.spread`)."""

from bot.pictures.page import of_page
from bot.pictures.table import Drawing, of_table

__all__ = ["Drawing", "of_page", "of_table"]

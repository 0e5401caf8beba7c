"""Pictures of tables: a game's renderer says what lies where (`bot.ui.spread`), this draws it."""

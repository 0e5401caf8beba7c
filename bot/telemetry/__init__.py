"""What an operator reads of a running bot: the log, its health, its figures."""

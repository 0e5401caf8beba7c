"""What is shown where: the messages of a table, hands, notices, lines that tell of a turn."""

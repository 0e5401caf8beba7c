"""What is shown where on Discord: one writer per message, budgets, hands, notices, threads."""

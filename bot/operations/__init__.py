"""What an operator does with what is kept: backup, restore, export, verify, one module each."""

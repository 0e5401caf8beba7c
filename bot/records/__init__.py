"""What is told of games that are over, from stored results alone."""

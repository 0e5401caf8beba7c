"""The rules of the three games: pure, deterministic, without clock or input and output."""

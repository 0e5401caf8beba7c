"""What exists in this Discord, and the rules by which it changes."""

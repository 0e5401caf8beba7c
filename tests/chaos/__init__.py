"""Whole games while everything fails at random: `python -m tests.chaos --games 200 --seed 1`."""

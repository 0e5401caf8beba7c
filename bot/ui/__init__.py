"""Screens and controls as plain values: pure, no await, nothing of Discord's library."""

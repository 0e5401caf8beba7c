"""Kalamazoo on Discord: commands, screens, tables, records and storage around the pure rules."""

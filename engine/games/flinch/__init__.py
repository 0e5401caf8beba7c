"""Flinch (`rules.md` section 1)."""

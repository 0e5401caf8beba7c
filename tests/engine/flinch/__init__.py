"""The rules of Flinch, statement by statement (`rules.md` section 1)."""

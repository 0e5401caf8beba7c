"""Storage: models, sessions, the one writer. The only place with SQL; rows do not leave it."""

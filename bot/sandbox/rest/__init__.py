"""The REST API: requests of bots, let in, counted and answered."""

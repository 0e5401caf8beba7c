"""The gateway: events of the world, told to the bots that are connected."""

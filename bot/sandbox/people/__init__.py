"""The people of this Discord, each with a client that lets them act and shows what is there."""

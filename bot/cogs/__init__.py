"""Slash commands and the gateway's listeners: stamp, hand in, show the answer."""

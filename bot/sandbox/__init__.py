"""A Discord on this machine: REST, gateway and people, for the demo, the tests and the benches.

An unmodified discord.py connects to it (`discord.md` sections 13 and 14). It imports nothing of
the bot, and nothing of the bot but its command line imports it.
"""

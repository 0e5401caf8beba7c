"""A Discord on this machine: REST, gateway and people, for the demo, the tests and the benches.

An unmodified discord.py connects to it (`discord.md` sections 13 and 14). It imports nothing of
the bot, and nothing of the bot but its command line imports it. From the ground up: what exists
(:mod:`.model`), :mod:`.interactions` with it, the people's clients (:mod:`.people`) and the bots'
:mod:`.gateway` and :mod:`.rest`, faults for tests (:mod:`.testing`), all of it as one
:mod:`.world`, the :mod:`.page` that shows it, the :mod:`.server`.
"""

"""One bot in several processes: whose each shard is, and what one has to hear of another.

No cluster of our own making: Discord's sharding spreads the servers, a database server is the
shared engine (rows, leases, announcements). A process alone has everything (`ownership.Sole`).
"""

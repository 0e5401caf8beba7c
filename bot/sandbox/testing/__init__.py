"""What a test asks of this Discord: faults on purpose, and its conformance to Discord's own."""

"""What every interaction passes: reading, context, the answer."""

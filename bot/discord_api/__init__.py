"""Every request to Discord: one writer a message, one limiter, one place for errors."""

"""Commands that look behind a value."""

"""Results as tables: a function for each kind of result."""

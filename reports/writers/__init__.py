"""A table in each format, each written once for all tables."""

"""The EMI table: a row for each cell."""

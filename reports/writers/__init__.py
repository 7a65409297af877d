"""A module for each format of `emi.reports.table.FORMATS`: its `write` returns a table as text."""

"""Compiled rules; they import only numpy and `emi.search.compile`."""
